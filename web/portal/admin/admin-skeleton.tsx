import * as adminPaths from '#web/hooks/admin-paths.ts'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { type HeadingButtons, HeadingSkeleton } from '#web/portal/heading-skeleton.tsx'
import { SectionSkeleton } from '#web/portal/pages/section-skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { SkeletonCards, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import type { AdminScreen } from './admin-screens.ts'

/** What can be done on the title's line. */
const titleLine: Readonly<Record<string, HeadingButtons>> = {
  [adminPaths.users]: 'all',
  [adminPaths.studies]: 'all',
  [adminPaths.income]: 'wide',
  [adminPaths.referrers]: 'menu',
  [adminPaths.analytics]: 'all',
}
/** Screens that say below their title what they are; on a phone in two lines. */
const described: Readonly<Record<string, string>> = {
  [adminPaths.overview]: 'h-[2lh]',
  [adminPaths.requests]: 'h-[2lh]',
  [adminPaths.income]: 'h-[1lh]',
  [adminPaths.referrers]: 'h-[2lh]',
  [adminPaths.analytics]: 'h-[2lh]',
  [adminPaths.help]: 'h-[2lh]',
}

/** A screen of the administration on its way, while the address is checked and while its code loads. Without a heading, which the screen brings. */
export function AdminSkeleton({ screen: { path, label, heading = label } }: { screen: AdminScreen }) {
  return (
    <>
      <HeadingSkeleton title={heading} buttons={titleLine[path]}>
        {described[path] && (
          <div className={cx('mt-1 max-w-measure pt-1 sm:h-[1lh]', described[path])}>
            <Skeleton className="h-4 w-4/5" />
          </div>
        )}
      </HeadingSkeleton>
      <Shapes path={path} />
    </>
  )
}

const search = <Skeleton className="mb-4 h-12" />

function Shapes({ path }: { path: string }) {
  switch (path) {
    case adminPaths.overview:
      return <Figures tiles={8} className="mb-6" />
    case adminPaths.analytics:
      return <Figures tiles={4} className="mb-4" />
    case adminPaths.users:
      return (
        <>
          {search}
          <SkeletonCards cards={9} className="grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3" />
        </>
      )
    case adminPaths.studies:
      return (
        <>
          {search}
          <div className="@container">
            <SkeletonCards cards={4} className={picturedGrid} card={<PicturedSkeleton />} />
          </div>
        </>
      )
    case adminPaths.income:
      return (
        <>
          {/* Three sums beside each other, on a phone one below another. */}
          <Card className="mb-4 h-30 sm:h-25.5">{null}</Card>
          <Searched columns={6} />
        </>
      )
    case adminPaths.referrers:
      return <Searched title columns={8} />
    case adminPaths.requests:
      return (
        <>
          {search}
          <div className={tableRoom.large}>
            <Card className="overflow-clip">
              <SkeletonTable columns={5} rows={8} action />
            </Card>
          </div>
        </>
      )
    case adminPaths.system:
    case adminPaths.schedule:
    case adminPaths.machines:
    case adminPaths.messages:
      return (
        <>
          {/* A selector, or the sections beside each other (pages/system.tsx). */}
          <Skeleton className="mb-4 h-12 min-[77.75rem]:mb-6 min-[77.75rem]:h-13 min-[77.75rem]:w-4/5" />
          <SectionSkeleton path={path} />
        </>
      )
    default:
      return (
        <>
          {path !== adminPaths.bookRequest(':requestId') && search}
          <Card className="overflow-clip">
            <SkeletonRows rows={6} />
          </Card>
        </>
      )
  }
}

/** A table with its search in the same panel, below a title of its own if it has one. */
function Searched({ title = false, columns }: { title?: boolean; columns: number }) {
  return (
    <div className={tableRoom.large}>
      <Card className="overflow-clip">
        {title && <div className="min-h-13 border-b border-line xl:min-h-15.25" />}
        <div className="border-b border-line px-4.5 py-3">
          <Skeleton className="h-12" />
        </div>
        <SkeletonTable columns={columns} rows={6} />
      </Card>
    </div>
  )
}

/** Numbers in tiles, and a panel below them. */
function Figures({ tiles, className }: { tiles: number; className: string }) {
  return (
    <>
      <SkeletonCards
        cards={tiles}
        className={`grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4 ${className}`}
        card={<Card className="h-31 sm:h-33.5">{null}</Card>}
      />
      <Card className="overflow-clip">
        <SkeletonRows rows={5} />
      </Card>
    </>
  )
}
