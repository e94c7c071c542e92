import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '#web/backend/client.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { ListRows } from '#web/parts/lists/list-rows.tsx'
import type { Read } from '#web/parts/lists/loaded.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** One of today's lists: where its rows come from and how each is drawn. */
export type TodayList<Row extends { id: string | number }> = {
  title: string
  query: Read<Page<Row>>
  code: ErrorCode
  Icon: LucideIcon
  empty: string
  row: (row: Row) => ReactNode
  /** The size of the picture that its rows have. */
  tile?: string
  /** Rows that need nothing any more come last, in the panel as one line of words that unfolds. */
  closed?: { has: (row: Row) => boolean; words: (rows: readonly Row[]) => string }
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
  const rows = list.query.data?.rows ?? []
  const more = (list.query.data?.total ?? 0) - rows.filter((row) => list.closed?.has(row)).length - shown
  return (
    <Panel
      title={list.title}
      aside={aside}
      footer={
        more > 0 && (
          <button type="button" onClick={onMore} className={buttonStyle('link', 'compact', '-my-1.5')}>
            +{more} más
          </button>
        )
      }
    >
      <Rows
        list={list}
        skeleton={shown}
        preview={(open) => preview(open, shown)}
        inset="[--inset:1.125rem]"
      />
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
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={list.title} footer={footer}>
      <div className="-mx-5 -my-5 sm:-mx-6">
        <Rows list={list} skeleton={4} announced inset="[--inset:1.25rem] sm:[--inset:1.5rem]" />
      </div>
    </Dialog>
  )
}

function Rows<Row extends { id: string | number }>({
  list: { row, closed, tile, ...list },
  skeleton,
  announced,
  preview,
  inset,
}: {
  list: TodayList<Row>
  /** How many skeleton rows to show while loading. */
  skeleton: number
  announced?: boolean
  /** Which of the open rows are shown, above the closed ones in one line; all are without it. */
  preview?: (open: readonly Row[]) => readonly Row[]
  /** Sets how far a row's content stands from the sides. */
  inset: string
}) {
  const drawn = (rows: readonly Row[]) => rows.map((one) => <li key={one.id}>{row(one)}</li>)
  return (
    <ListRows
      {...list}
      announced={announced}
      skeleton={
        <div className={inset}>
          <SkeletonRows rows={skeleton} ruled tile={tile} wraps={tile !== undefined} />
        </div>
      }
    >
      {(rows) => {
        const open = rows.filter((one) => !closed?.has(one))
        const done = rows.filter((one) => closed?.has(one))
        return (
          <div className={cx('divide-y divide-line', inset)}>
            {open.length > 0 && (
              <ul className="divide-y divide-line">{drawn(preview ? preview(open) : open)}</ul>
            )}
            {done.length > 0 &&
              (preview && closed ? (
                <Folded words={closed.words(done)} startsOpen={open.length === 0}>
                  <ul className="divide-y divide-line">{drawn(done)}</ul>
                </Folded>
              ) : (
                <ul className="divide-y divide-line">{drawn(done)}</ul>
              ))}
          </div>
        )
      }}
    </ListRows>
  )
}
