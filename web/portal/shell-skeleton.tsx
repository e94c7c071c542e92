import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The frame of the signed-in area before it is known who comes; the same geometry as `Shell`. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="h-16 border-b border-line bg-surface md:hidden" />
      <div className="sticky top-0 hidden h-dvh content-start gap-3 border-r border-line bg-surface px-5 pt-4.5 md:grid">
        <Skeleton className="mb-5 h-9 w-36" />
        {['w-24', 'w-40', 'w-28', 'w-24', 'w-20', 'w-24'].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no identity and never move.
          <Skeleton key={row} className={`my-1.5 h-5 ${width}`} />
        ))}
      </div>
      <main className="max-w-portal min-w-0 px-4 pt-5 md:px-10 md:pt-8">
        <ScreenSkeleton />
      </main>
    </div>
  )
}

/** A screen whose code or data is on its way: a title, and rows in a card. */
export function ScreenSkeleton() {
  return (
    <>
      <Skeleton className="mb-6 h-8 w-56 max-w-full" />
      <Card className="overflow-clip">
        <SkeletonRows rows={6} />
      </Card>
    </>
  )
}
