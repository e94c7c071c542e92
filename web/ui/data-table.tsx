import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  /** The head of the column and, on small screens, the term beside the value. */
  header: string
  cell: (row: Row) => ReactNode
  /** Right for amounts and numbers. */
  align?: 'left' | 'right'
  /** On small screens this value is the title of the card, without its term. */
  title?: boolean
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
}

/**
 * A table that turns into a list of cards below 720 px, so that the page never scrolls sideways. The roles are
 * written out because browsers drop those of a table that is not displayed as one.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" aria-label={label} className="block w-full table:table">
      <thead role="rowgroup" className="hidden bg-sunken text-meta text-ink-2 table:table-header-group">
        <tr role="row">
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
      <tbody role="rowgroup" className="block divide-y divide-line table:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className="block px-4.5 py-3.5 table:table-row table:p-0">
            {columns.map((column) => (
              <td key={column.header} role="cell" className={cellStyle(column)}>
                {!column.title && !column.actions && (
                  <span aria-hidden className="text-meta text-ink-3 table:hidden">
                    {column.header}
                  </span>
                )}
                <div className="min-w-0 wrap-anywhere">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
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

function cellStyle({ align, title, actions }: Omit<Column<unknown>, 'cell' | 'header'>): string {
  return cx(
    'table:table-cell table:h-14 table:px-3 table:py-2 table:align-middle table:first:pl-4.5 table:last:pr-4.5',
    title ? 'block pb-1 font-semibold' : 'flex justify-between gap-4 py-1 [&>div]:text-right',
    align === 'right' ? 'tabular-nums table:[&>div]:text-right' : 'table:[&>div]:text-left',
    actions &&
      'pt-2 [&>div]:ml-auto [&>div]:flex [&>div]:flex-wrap [&>div]:justify-end [&>div]:gap-2 table:[&>div]:flex-nowrap',
  )
}
