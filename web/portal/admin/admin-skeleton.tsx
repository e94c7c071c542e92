import { lines } from '#web/copy/admin-lines.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { type HeadingButtons, HeadingSkeleton } from '#web/portal/heading-skeleton.tsx'
import { HelpSkeleton } from '#web/portal/help-skeleton.tsx'
import { SectionSkeleton } from '#web/portal/pages/section-skeleton.tsx'
import { SearchedSkeleton, SumsSkeleton } from '#web/portal/searched-skeleton.tsx'
import { SkeletonCards, SkeletonFigure, SkeletonFilters, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import type { AdminScreen } from './admin-screens.ts'

/** What can be done on the title's line; on a phone the one thing that one comes to do is at the foot. */
const titleLine: Readonly<Record<string, HeadingButtons>> = {
  [adminPaths.users]: 'all',
  [adminPaths.studies]: 'all',
  [adminPaths.income]: 'wide',
  [adminPaths.referrers]: 'menu',
  [adminPaths.analytics]: 'all',
}
const described: Readonly<Record<string, string>> = {
  [adminPaths.overview]: lines.overview,
  [adminPaths.requests]: lines.requests,
  [adminPaths.income]: lines.income,
  [adminPaths.referrers]: lines.referrers,
  [adminPaths.help]: lines.help,
}

/** A screen of the administration on its way, while the address is checked and while its code loads. Without a heading, which the screen brings. */
export function AdminSkeleton({ screen: { path, label, heading = label } }: { screen: AdminScreen }) {
  const today = useClinicToday()
  const line = path === adminPaths.analytics ? lines.analytics(today) : described[path]
  const buttons = titleLine[path]
  return (
    <>
      <HeadingSkeleton title={heading} buttons={buttons} foot={buttons !== undefined}>
        {line && <p className="mt-1 max-w-measure text-ink-2">{line}</p>}
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
          <SkeletonFilters selects={2} className="mb-4" />
          <SkeletonCards cards={9} className="grid-cols-1 gap-3 sm:grid-cols-2 min-[88rem]:grid-cols-3" />
        </>
      )
    case adminPaths.studies:
      return (
        <>
          <SkeletonFilters selects={1} className="mb-4" />
          <div className="@container">
            <SkeletonCards cards={8} className={picturedGrid} card={<PicturedSkeleton />} />
          </div>
        </>
      )
    case adminPaths.income:
      return (
        <>
          <SumsSkeleton />
          <SearchedSkeleton selects={3} columns={6} room="large" />
        </>
      )
    case adminPaths.referrers:
      return (
        <SearchedSkeleton
          head={<div className="min-h-13 border-b border-line xl:min-h-15.25" />}
          columns={8}
          room="wide"
        />
      )
    case adminPaths.requests:
      return (
        <>
          <SkeletonFilters selects={1} className="mb-4" />
          <div className={tableRoom.wide}>
            <Card className="overflow-clip">
              <SkeletonTable columns={5} rows={8} action />
            </Card>
          </div>
        </>
      )
    case adminPaths.help:
      return <HelpSkeleton />
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

/** Numbers in tiles, and a panel below them. */
function Figures({ tiles, className }: { tiles: number; className: string }) {
  return (
    <>
      <SkeletonCards
        cards={tiles}
        className={`grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4 ${className}`}
        card={<SkeletonFigure className="h-31 sm:h-33.5" />}
      />
      <Card className="overflow-clip">
        <SkeletonRows rows={5} />
      </Card>
    </>
  )
}
