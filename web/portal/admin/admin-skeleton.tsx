import * as adminPaths from '#web/hooks/admin-paths.ts'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { SkeletonCards, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import type { AdminScreen } from './admin-screens.ts'

/** Screens whose title is as high as the button beside it. */
const withButton: readonly string[] = [
  adminPaths.users,
  adminPaths.studies,
  adminPaths.income,
  adminPaths.referrers,
  adminPaths.analytics,
]
/** Screens that say in a line below their title what they are. */
const described: readonly string[] = [
  adminPaths.overview,
  adminPaths.requests,
  adminPaths.income,
  adminPaths.referrers,
  adminPaths.analytics,
  adminPaths.help,
]

/** A screen of the administration on its way, while the address is checked and while its code loads. Without a heading, which the screen brings. */
export function AdminSkeleton({ screen: { path, label, heading = label } }: { screen: AdminScreen }) {
  return (
    <>
      <div className="mb-4 sm:mb-6">
        <p className={withButton.includes(path) ? 'flex items-center text-page sm:min-h-12' : 'text-page'}>
          {heading}
        </p>
        {described.includes(path) && (
          <div className="mt-1 h-[2lh] max-w-measure pt-1 sm:h-[1lh]">
            <Skeleton className="h-4 w-4/5" />
          </div>
        )}
      </div>
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
    case adminPaths.requests:
    case adminPaths.income:
    case adminPaths.referrers:
      return (
        <>
          {search}
          <div className={tableRoom.large}>
            <Card className="overflow-clip">
              <SkeletonTable columns={5} rows={8} />
            </Card>
          </div>
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
        card={<Card className="h-32">{null}</Card>}
      />
      <Card className="overflow-clip">
        <SkeletonRows rows={5} />
      </Card>
    </>
  )
}
