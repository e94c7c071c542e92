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
              'block px-4.5 py-3.5 @min-[32rem]:flex @min-[32rem]:flex-wrap @min-[32rem]:gap-x-4 @min-[32rem]:gap-y-2.5 table:min-h-14 table:gap-0 table:p-0',
              rowStyle,
            )}
          >
            {columns.map((column) => (
              <td key={column.header} role="cell" className={cellStyle(column)}>
                {!column.title && !column.actions && (
                  <span aria-hidden className="text-meta text-ink-3 table:hidden">
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

/** How wide a column may be: text at least 8rem and its padding, everything else as much as it needs. */
function trackOf({ align, whole, actions }: Column<never>): string {
  return whole || actions || align === 'right' ? 'auto' : 'minmax(9.5rem, auto)'
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

/** Term and value beside each other in a narrow card, above each other and in columns in a wide one. */
const fieldStyle = cx(
  'flex justify-between gap-4 py-1 [&>div]:text-right',
  '@min-[32rem]:block @min-[32rem]:py-0 @min-[32rem]:[&>div]:text-left table:w-auto',
)

function cellStyle({ align, title, whole, actions }: Omit<Column<unknown>, 'cell' | 'header'>): string {
  return cx(
    'table:block table:px-3 table:py-2 table:first:pl-4.5 table:last:pr-4.5',
    title && 'block pb-1 font-semibold @min-[32rem]:w-full @min-[32rem]:pb-0 table:w-auto',
    !title && !actions && fieldStyle,
    !title && !actions && (whole ? '@min-[32rem]:min-w-36 table:min-w-auto' : '@min-[32rem]:w-36'),
    align === 'right' && 'tabular-nums table:[&>div]:text-right',
    (whole || align === 'right') && 'whitespace-nowrap',
    actions &&
      'pt-2 @min-[32rem]:ml-auto @min-[32rem]:self-end @min-[32rem]:pt-0 table:self-center [&>div]:flex [&>div]:flex-wrap [&>div]:justify-end [&>div]:gap-2 table:[&>div]:flex-nowrap',
  )
}
