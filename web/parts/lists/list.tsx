import type { ReactNode } from 'react'
import type { Page } from '#web/backend/client.ts'
import { cx } from '#web/ui/cx.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'
import type { Read } from './loaded.tsx'
import { Pagination, type PaginationProps } from './pagination.tsx'

export type PagedProps<Row> = Omit<ListRowsProps<Row>, 'query' | 'inCard' | 'onClear'> & {
  query: Read<Page<Row>>
  /** The page that is shown: what `useListState` gives, or a state of the component. */
  list: {
    page: number
    setPage: PaginationProps['onPage']
    isFiltered?: boolean
    clearAll?: () => void
  }
  pageSize: number
  noun: PaginationProps['noun']
}

/** A list with its pages below. `frame` draws the sheet around the rows. */
export function PagedList<Row>({
  frame = (rows) => rows,
  ...paged
}: PagedProps<Row> & { frame?: (rows: ReactNode) => ReactNode }) {
  const pages = pagesOf(paged)
  return (
    <>
      {frame(<ListRows {...paged} onClear={clearOf(paged.list)} />)}
      {pages && <div className="mt-4">{pages}</div>}
    </>
  )
}

/** Cards with their pages below. `grid` says how they stand beside each other; `children` draws one. */
export function CardList<Row extends { id: string }>({
  grid,
  children,
  ...paged
}: Omit<PagedProps<Row>, 'children'> & { grid: string; children: (row: Row) => ReactNode }) {
  return (
    <ListRows {...paged} inCard onClear={clearOf(paged.list)}>
      {(rows) => (
        <>
          <ul className={cx('mb-4 grid', grid)}>
            {rows.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          {pagesOf(paged)}
        </>
      )}
    </ListRows>
  )
}

/** A panel with a list and, at its foot, its pages. */
export function ListPanel<Row>({
  title,
  aside,
  className,
  head,
  isPlain,
  isShort,
  ...paged
}: PagedProps<Row> & {
  title: string
  aside?: ReactNode
  className?: string
  /** Above the rows, in every state: filters, a form. */
  head?: ReactNode
  /** Its title is only read aloud. */
  isPlain?: boolean
  /** Without a count while everything fits on one page. */
  isShort?: boolean
}) {
  const total = paged.query.data?.total ?? 0
  const fits = paged.list.page === 1 && total <= paged.pageSize
  return (
    <Panel {...{ title, aside, className, isPlain }} footer={!(isShort && fits) && pagesOf(paged)}>
      {head}
      <ListRows {...paged} onClear={clearOf(paged.list)} />
    </Panel>
  )
}

const clearOf = ({ isFiltered, clearAll }: PagedProps<unknown>['list']) => (isFiltered && clearAll) || null

function pagesOf({
  query: { data },
  list: { page, setPage },
  pageSize,
  noun,
}: Pick<PagedProps<unknown>, 'query' | 'list' | 'pageSize' | 'noun'>): ReactNode {
  if (!data || data.total === 0) return null
  return <Pagination {...{ page, pageSize, total: data.total, noun }} onPage={setPage} />
}
