import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { cx } from './cx.ts'
import { FoldLine } from './folded.tsx'

export type Column<Row> = {
  /** The head of the column and, in a card, the term of the value. */
  header: string
  cell: (row: Row) => ReactNode
  /** Of the title: a smaller line below it, which has the whole width of a card. */
  second?: (row: Row) => ReactNode
  /** Right for amounts and numbers. */
  align?: 'left' | 'right'
  /**
   * Where a card has it: the title, a line above it or below it, or the end of its first line (a chip, an amount). All others are
   * facts beside or below the title.
   */
  place?: 'title' | 'lead' | 'under' | 'end'
  /** In a card the head stands before the value, which would say nothing alone; null is a dash in a table. */
  term?: boolean
  /** Dates, amounts, folios, chips: in a table always on one line and never narrower than that. Other columns share what is left. */
  whole?: boolean
  /** Buttons and links: without a visible head, at the right end or at the foot of the card. */
  actions?: boolean
  /** The name under which the list can be ordered by it. */
  sort?: string
  /** Left out of a card (`table`), or of a table (`card`): several columns that are one line of a card. */
  only?: 'table' | 'card'
}

export type DataTableProps<Row> = {
  /** What the table lists; read aloud. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The name of the column that the rows are ordered by, with a minus before it for descending. */
  sort?: string
  onSort?: (sort: string) => void
  /** Made by the reader just now: tinted, and brought into view when it appears. */
  isNew?: (row: Row) => boolean
  /** What needs nothing any more: one line of words below the rows, which unfolds into rows like them. */
  folded?: { words: ReactNode; rows: readonly Row[] }
}

// biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the roles of a table that is not displayed as one.
/**
 * A table where there is room (`tableRoom`), rows of three columns where there is less (what it is, its facts, state and actions),
 * cards on a phone; so that nothing is cut off and the page never scrolls sideways. A long word cannot widen a column: text columns
 * have a width of their own, others as much as they need.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  isNew,
  folded,
}: DataTableProps<Row>) {
  const has = (place: Place) => columns.some((column) => column.place === place)
  const facts = columns.filter(({ place, actions, only }) => !place && !actions && only !== 'table')
  const tabled = columns.filter(({ only }) => only !== 'card')
  const shape = {
    leads: has('lead'),
    hasUnder: has('under'),
    hasSecond: columns.some(({ second }) => second),
    first: facts[0],
    last: facts.at(-1),
  }
  const drawn = (row: Row) => (
    <tr
      key={rowKey(row)}
      role="row"
      ref={isNew?.(row) ? bringIntoView : undefined}
      className={cx(
        isNew?.(row) && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
        'relative px-4.5',
        shape.leads
          ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2.5'
          : shape.hasSecond
            ? // The middle one is of the title above, of the actions below.
              'grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-1 py-2.5'
            : // The line's end between what the card is and its facts.
              'flex flex-wrap items-center gap-x-4 gap-y-1 py-3 before:-order-1 before:basis-full',
        'card:col-span-full card:grid card:min-h-14 card:grid-cols-subgrid card:content-center card:items-center card:gap-x-4 card:gap-y-0 card:py-1.5 card:before:hidden',
        shape.hasSecond && 'roomy:gap-x-2',
        'table:min-h-14 table:gap-x-0 table:p-0',
      )}
    >
      {columns.map((column) => (
        <td key={column.header} role="cell" className={cellStyle(column, shape)}>
          <div className={cx('wrap-break-word', column.second ? 'contents card:block' : 'min-w-0')}>
            <Cell column={column} row={row} />
            {column.second && (
              <div className="col-[1/-1] row-start-2 min-w-0 text-meta font-normal text-ink-3">
                {column.second(row)}
              </div>
            )}
          </div>
        </td>
      ))}
    </tr>
  )
  return (
    <table
      role="table"
      aria-label={label}
      className={cx(
        'block w-full card:grid card:gap-x-4 table:grid-cols-(--tracks) table:gap-x-0',
        shape.leads
          ? 'card:grid-cols-[minmax(0,6fr)_minmax(0,5fr)_auto_auto]'
          : 'card:grid-cols-[minmax(0,6fr)_minmax(0,5fr)_auto]',
        shape.hasSecond
          ? // Room for an e-mail.
            'roomy:grid-cols-[minmax(15.5rem,6fr)_minmax(8.5rem,5fr)_auto_auto] roomy:gap-x-2'
          : 'roomy:grid-cols-[minmax(0,6fr)_minmax(8.5rem,5fr)_auto_auto]',
      )}
      style={
        { '--tracks': tabled.map(trackOf).join(' '), '--lines': Math.max(2, facts.length) } as CSSProperties
      }
    >
      <thead
        role="rowgroup"
        className="hidden bg-sunken text-meta text-ink-2 table:col-span-full table:grid table:grid-cols-subgrid"
      >
        <tr role="row" className="table:col-span-full table:grid table:grid-cols-subgrid table:items-center">
          {tabled.map((column) => (
            <th
              key={column.header}
              role="columnheader"
              scope="col"
              aria-sort={sortOf(column, sort)}
              className={cx(
                'px-3 py-2.5 font-semibold whitespace-nowrap first:pl-4.5 last:pr-4.5',
                column.align === 'right' || column.actions ? 'text-right' : 'text-left',
              )}
            >
              {column.actions ? (
                <span className="sr-only">{column.header}</span>
              ) : column.sort && onSort ? (
                <SortButton name={column.sort} sort={sort} onSort={onSort}>
                  {column.header}
                </SortButton>
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className={cx(
          'block divide-y divide-line card:col-span-full card:grid card:grid-cols-subgrid',
          // Above what opens the whole row, with as much room above as below: elsewhere the row itself is pressed.
          '[&_:is(a,button):not([data-opens])]:relative [&_:is(a,button):not([data-opens])]:z-1',
          'pointer-coarse:[&_.name-link]:after:inset-[-0.75rem_0]',
        )}
      >
        {rows.map(drawn)}
        {folded && (
          <FoldedRows words={folded.words} span={tabled.length}>
            {folded.rows.map(drawn)}
          </FoldedRows>
        )}
      </tbody>
    </table>
  )
}

function FoldedRows({
  words,
  span,
  children: rows,
}: {
  words: ReactNode
  /** How many columns a table has. */
  span: number
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <tr role="row" className="block card:col-span-full">
        <td role="cell" colSpan={span} className="block [--inset:1.125rem]">
          <FoldLine words={words} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />
        </td>
      </tr>
      {isOpen && rows}
    </>
  )
}
// biome-ignore-end lint/a11y/noRedundantRoles: see above

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.cell(row)
  if (column.second) return <div className="col-[1/3] min-w-0">{value}</div>
  if (!column.term) return value
  // Nothing needs no line of a card.
  if (value === null) return <span className="hidden table:inline">—</span>
  return (
    <>
      <span className="text-ink-3 table:hidden">{column.header}: </span>
      {value}
    </>
  )
}

const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** How wide a column may be: text at least 7.25rem and its padding, everything else as much as it needs. */
function trackOf({ align, whole, actions }: Column<never>): string {
  return whole || actions || align === 'right' ? 'auto' : 'minmax(8.75rem, auto)'
}

type Direction = 'ascending' | 'descending' | 'none'

function sortOf(
  { sort: name }: Pick<Column<unknown>, 'sort'>,
  sort: string | undefined,
): Direction | undefined {
  if (name === undefined || sort === undefined) return undefined
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}

/** The head of a column that orders the rows: once more turns the order round. */
function SortButton({
  name,
  sort,
  onSort,
  children,
}: {
  name: string
  sort: string | undefined
  onSort: (sort: string) => void
  children: string
}) {
  const direction = sortOf({ sort: name }, sort)
  const Icon = direction === 'none' ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}
      className="touch-target -mx-2 -my-2 inline-flex min-h-9 items-center gap-1.5 rounded-small px-2 font-semibold transition hover:bg-line hover:text-ink focus-visible:-outline-offset-2"
    >
      {children}
      <Icon aria-hidden className={cx('size-4', direction === 'none' && 'text-ink-3')} />
    </button>
  )
}

type Place = NonNullable<Column<unknown>['place']>

/** What a phone's card and a row of three columns do with a value; a table puts each into its own column again. */
function cellStyle<Row>(
  column: Column<Row>,
  shape: {
    leads: boolean
    hasUnder: boolean
    hasSecond: boolean
    first: Column<Row> | undefined
    last: Column<Row> | undefined
  },
): string {
  const { align, place, whole, actions, only } = column
  const { leads, hasUnder, hasSecond } = shape
  const isFact = !place && !actions
  // The lines of a place stay together, however high the row is.
  const isFirst = column === shape.first || place === 'lead' || (place === 'title' && hasUnder)
  const isLast = column === shape.last || place === 'under' || (place === 'title' && leads)
  return cx(
    'table:order-none table:col-auto table:row-auto table:px-3 table:py-1 table:first:pl-4.5 table:last:pr-4.5',
    place === 'title' && 'font-semibold card:col-start-1 table:min-w-auto',
    place === 'title' && hasSecond && 'contents card:block',
    place === 'title' &&
      !hasSecond &&
      (leads ? 'col-start-1 row-start-2 min-w-0' : '-order-2 min-w-40 flex-1 card:min-w-0'),
    place === 'title' && !leads && (hasUnder ? 'card:row-start-1' : 'card:row-[1/span_var(--lines)]'),
    isFirst && !isLast && 'card:self-end table:self-auto',
    isLast && !isFirst && 'card:self-start table:self-auto',
    isFact && isFirst && isLast && 'card:row-[1/span_var(--lines)]',
    place === 'lead' && 'col-start-1 row-start-1',
    place === 'under' && 'card:col-start-1 card:row-start-2',
    place === 'end' &&
      (leads
        ? 'col-start-2 row-[1/span_2] justify-self-end'
        : hasSecond
          ? 'col-start-3 row-start-1 justify-self-end'
          : '-order-2 ml-auto self-start'),
    place === 'end' && (leads ? 'card:row-[1/span_var(--lines)]' : 'card:row-start-1'),
    place === 'end' &&
      'card:col-start-3 card:self-center card:justify-self-end roomy:row-[1/span_var(--lines)] table:ml-0 table:justify-self-auto',
    isFact &&
      (leads
        ? 'col-[1/-1] pr-6 card:pr-0'
        : hasSecond
          ? isLast
            ? 'col-start-1 mt-1.5 self-center card:mt-0'
            : 'col-[1/-1]'
          : isFirst && isLast && !hasUnder
            ? // Several lines rather than the actions below it.
              'min-w-40 flex-1'
            : 'max-w-full'),
    isFact && 'card:col-[2/3] table:max-w-none',
    (isFact || place === 'lead' || place === 'under') &&
      'min-w-0 text-meta text-ink-2 table:text-portal table:text-ink',
    align === 'right' && 'tabular-nums table:[&>div]:text-right',
    whole && 'table:min-w-auto table:whitespace-nowrap',
    (align === 'right' || place === 'end') && 'whitespace-nowrap',
    actions &&
      (leads
        ? // At the end of the last fact, or in a column of its own: a control at the end of the title would lie over it.
          'col-start-2 -mt-5 justify-self-end card:mt-0'
        : hasSecond
          ? 'col-[2/4] mt-1.5 justify-self-end has-[div:empty]:hidden card:mt-0 @max-[21rem]:col-[1/-1]'
          : 'ml-auto'),
    only === 'table' && 'hidden table:block',
    only === 'card' && 'table:hidden',
    actions &&
      (leads
        ? 'card:col-start-4 card:row-[1/span_var(--lines)]'
        : 'card:col-start-3 card:row-[2/3] roomy:col-start-4 roomy:row-[1/span_var(--lines)]'),
    actions && hasSecond && 'roomy:[&>div]:gap-0 table:[&>div]:gap-2',
    actions &&
      'card:self-center card:justify-self-end table:ml-0 table:justify-self-auto table:pl-0 [&>div]:flex [&>div]:flex-wrap [&>div]:items-center [&>div]:justify-end [&>div]:gap-2 table:[&>div]:flex-nowrap',
  )
}
