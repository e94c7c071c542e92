import type { ReactNode } from 'react'
import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** One of today's lists: where its rows come from and how they are said. */
export type TodayList<Row extends { id: string | number }> = {
  title: string
  /** How many there are; null while loading or after a failure. */
  rows: readonly Row[] | null
  total: number | null
  error: unknown
  retry: () => unknown
  code: ErrorCode
  icon: ReactNode
  empty: string
  row: (row: Row) => ReactNode
}

const shown = 5

/** A panel with the first rows, or those that `preview` chooses, and '+N más', which opens the dialog. */
export function TodayPanel<Row extends { id: string | number }>({
  list,
  aside,
  preview = (rows, length) => rows.slice(0, length),
  onMore,
}: {
  list: TodayList<Row>
  aside?: ReactNode
  preview?: (rows: readonly Row[], length: number) => readonly Row[]
  onMore: () => void
}) {
  const { title, rows, total, error, retry, code } = list
  const more = (total ?? 0) - shown
  return (
    <Panel
      title={title}
      aside={aside}
      footer={
        more > 0 && (
          <button type="button" onClick={onMore} className={buttonStyle('link', 'compact', '-my-1.5')}>
            +{more} más
          </button>
        )
      }
    >
      {rows ? (
        <Rows list={list} rows={preview(rows, shown)} inset="[--inset:1.125rem]" />
      ) : error ? (
        <FailedLoad error={error} code={code} onRetry={retry} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  )
}

/** Every row in a dialog. The panel behind it has already announced a failure. */
export function TodayDialog<Row extends { id: string | number }>({
  list,
  footer,
  onClose,
}: {
  list: TodayList<Row>
  footer?: ReactNode
  onClose: () => void
}) {
  const { title, rows, error, retry, code } = list
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} footer={footer}>
      <div className="-mx-5 -my-5 sm:-mx-6">
        {rows ? (
          <Rows list={list} rows={rows} inset="[--inset:1.25rem] sm:[--inset:1.5rem]" />
        ) : error ? (
          <LoadError
            message={errorMessage(toAppError(error, code)).description}
            onRetry={() => void retry()}
          />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
    </Dialog>
  )
}

function Rows<Row extends { id: string | number }>({
  list,
  rows,
  inset,
}: {
  list: TodayList<Row>
  rows: readonly Row[]
  /** Sets how far a row's content stands from the sides. */
  inset: string
}) {
  if (rows.length === 0) return <EmptyState icon={list.icon}>{list.empty}</EmptyState>
  return (
    <ul className={cx('divide-y divide-line', inset)}>
      {rows.map((row) => (
        <li key={row.id}>{list.row(row)}</li>
      ))}
    </ul>
  )
}
