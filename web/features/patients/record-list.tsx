import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#web/backend/client.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** One list of a patient's record: its newest page, the way to older ones, and a text when empty. */
export function RecordList<Row extends { id: string }>({
  title,
  aside,
  head,
  query: { data, error, refetch },
  code,
  page,
  pageSize,
  onPage,
  noun,
  icon,
  empty,
  skeleton = 3,
  row,
}: {
  title: string
  aside?: ReactNode
  /** Above the rows, such as a form. */
  head?: ReactNode
  query: UseQueryResult<Page<Row>>
  code: ErrorCode
  page: number
  pageSize: number
  onPage: (page: number) => void
  noun: readonly [one: string, many: string]
  icon: ReactNode
  empty: string
  /** How many skeleton rows to show while loading. */
  skeleton?: number
  row: (row: Row) => ReactNode
}) {
  return (
    <Panel
      title={title}
      aside={aside}
      footer={
        data &&
        (data.total > pageSize || page > 1) && (
          <Pagination {...{ page, pageSize, total: data.total, onPage, noun }} />
        )
      }
    >
      {head}
      {data ? (
        data.total > 0 ? (
          <ul className="divide-y divide-line">
            {data.rows.map((each) => (
              <li key={each.id} className="px-4.5 py-3">
                {row(each)}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon={icon}>{empty}</EmptyState>
        )
      ) : error ? (
        <FailedLoad error={error} code={code} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={skeleton} />
      )}
    </Panel>
  )
}
