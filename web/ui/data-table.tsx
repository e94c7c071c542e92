import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  /** The head of the column and, in a card, the term of the value. */
  header: string
  cell: (row: Row) => ReactNode
  /** Right for amounts and numbers. */
  align?: 'left' | 'right'
  /** In a card this value is the title, without its term. */
  title?: boolean
  /** Dates, amounts, folios, chips: always on one line and never narrower than that. Other columns share what is left. */
  whole?: boolean
  /** A chip, which a narrow card shows without its term: beside the title, or at the foot beside the actions. */
  status?: 'title' | 'foot'
  /** Buttons and links: without a visible head, at the right end or at the foot of the card. */
  actions?: boolean
  /** The name under which the list can be ordered by it. */
  sort?: string
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
}

/**
 * A table where there is room, cards where there is not (`tableRoom`), so that nothing is cut off and the
 * page never scrolls sideways. A long word cannot widen a column: text columns have a width of their own, others as
 * much as they need. Roles are explicit because browsers drop those of a table that is not displayed as one.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, sort, onSort, isNew }: DataTableProps<Row>) {
  const sharesTitle = columns.some(({ status }) => status === 'title')
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      aria-label={label}
      className="block w-full table:grid"
      style={{ gridTemplateColumns: columns.map(trackOf).join(' ') }}
    >
      <thead
        role="rowgroup"
        className="hidden bg-sunken text-meta text-ink-2 table:col-span-full table:grid table:grid-cols-subgrid"
      >
        <tr role="row" className={rowStyle}>
          {columns.map((column) => (
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
        className="block divide-y divide-line table:col-span-full table:grid table:grid-cols-subgrid"
      >
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            ref={isNew?.(row) ? bringIntoView : undefined}
            className={cx(
              isNew?.(row) && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
              'flex flex-wrap gap-x-4 gap-y-2 px-4.5 py-3.5 card:gap-y-0.5 card:py-2.5 table:min-h-14 table:gap-0 table:p-0',
              // The line's end between what the card is and its facts.
              'card:before:order-2 card:before:basis-full table:before:hidden',
              rowStyle,
            )}
          >
            {columns.map((column) => (
              <td key={column.header} role="cell" className={cellStyle(column, sharesTitle)}>
                {!column.title && !column.actions && (
                  <span
                    aria-hidden
                    className={cx(
                      'text-meta text-ink-3 table:hidden',
                      column.status ? 'hidden card:block' : 'block',
                    )}
                  >
                    {column.header}
                  </span>
                )}
                <div className="min-w-0 wrap-break-word">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

const rowStyle = 'table:col-span-full table:grid table:grid-cols-subgrid table:items-center'

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
      className="touch-target -mx-2 -my-2 inline-flex min-h-9 items-center gap-1.5 rounded-small px-2 font-semibold transition hover:bg-line hover:text-ink"
    >
      {children}
      <Icon aria-hidden className={cx('size-4', direction === 'none' && 'text-ink-3')} />
    </button>
  )
}

/** Term above value: two columns in a narrow card, in a wide one as many as fit below title and actions. */
const fieldStyle = 'card:order-3 card:min-w-28 card:basis-auto table:order-none table:min-w-auto'

function cellStyle<Row>(column: Column<Row>, sharesTitle: boolean): string {
  const { align, title, whole, status, actions } = column
  const isField = !title && !actions
  return cx(
    'table:block table:px-3 table:py-2 table:first:pl-4.5 table:last:pr-4.5',
    title && (sharesTitle ? 'order-first min-w-40 flex-1 card:order-none' : 'min-w-0 basis-full card:flex-1'),
    title && 'font-semibold card:min-w-48 card:self-center table:min-w-auto table:self-auto',
    isField && fieldStyle,
    isField && !status && 'basis-[calc(50%-0.5rem)]',
    isField && !whole && 'min-w-0',
    status === 'foot' && 'self-center card:self-auto table:self-center',
    status === 'title' && 'order-first',
    isField && !whole && align !== 'right' && 'card:flex-1',
    align === 'right' && 'tabular-nums table:[&>div]:text-right',
    (whole || align === 'right') && 'whitespace-nowrap',
    actions &&
      'ml-auto self-end card:order-1 table:order-none card:self-center table:pl-0 [&>div]:flex [&>div]:flex-wrap [&>div]:items-center [&>div]:justify-end [&>div]:gap-2 table:[&>div]:flex-nowrap',
  )
}
