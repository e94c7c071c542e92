import { cx } from '#web/ui/cx.ts'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

/** The list of appointments on its way, with what it is narrowed by: the same while its code and while its rows are read. */
export function AppointmentsSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-12 w-full sm:w-80" />
      <Card className={cx('overflow-clip', tableRoom.broad)}>
        <SkeletonTable columns={5} rows={8} />
      </Card>
    </>
  )
}
