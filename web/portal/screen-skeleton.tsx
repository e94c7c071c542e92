import { myStudiesLine } from '#web/copy/my-studies.ts'
import * as paths from '#web/hooks/paths.ts'
import { AppointmentsSkeleton } from '#web/parts/appointments/appointments-skeleton.tsx'
import { OrdersSkeleton } from '#web/parts/orders/orders-skeleton.tsx'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { homeColumns, ResultSkeleton } from '#web/parts/studies/result-frame.tsx'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Role } from './access.ts'

/** Screens whose list has its search above it. */
const searched: readonly string[] = [paths.studies, paths.requests, paths.patients]

/** Rows with a picture of a study. */
const picturedRows = { ruled: true, wraps: true, tile: 'size-16' }

/** A screen on its way, as high as what comes: while the session is read, and while its code loads. Without a heading, which the screen brings. */
export function ScreenSkeleton({ path, title, role }: { path: string; title: string; role: Role }) {
  if (path === paths.home && role === 'dentist') return <OrdersWaiting />
  if (path === paths.home)
    return (
      <>
        <Skeleton className="mb-6 h-13 w-56" />
        <DayWaiting role={role} />
      </>
    )
  return (
    <>
      {path === paths.myStudies ? (
        <div className="mb-4 sm:mb-6">
          <p className="text-page">{title}</p>
          <p className="mt-1 max-w-measure text-ink-2">{myStudiesLine}</p>
        </div>
      ) : (
        <p className="mb-4 flex min-h-11 items-center text-page sm:mb-6">{title}</p>
      )}
      {searched.includes(path) && <Skeleton className="mb-4 h-12" />}
      {path === paths.studies || path === paths.myStudies ? (
        <div className="@container">
          <SkeletonCards cards={4} className={picturedGrid} card={<PicturedSkeleton />} />
        </div>
      ) : path === paths.appointments ? (
        <AppointmentsSkeleton />
      ) : (
        <Card className="overflow-clip">
          <SkeletonRows rows={6} {...(path === paths.reports && picturedRows)} />
        </Card>
      )}
    </>
  )
}

/** A dentist's home: title, search and orders. */
export function OrdersWaiting() {
  return (
    <>
      {/* As high as its button, which a phone has at its foot. */}
      <p className="mb-4 flex items-center text-page sm:mb-6 sm:min-h-12">Mis pacientes</p>
      <Skeleton className="mb-4 h-12" />
      <div className="@container">
        <OrdersSkeleton />
      </div>
    </>
  )
}

/** The day of a doctor, four numbers and two columns of lists; that of a patient, a result and the next visit. */
export function DayWaiting({ role }: { role: Role }) {
  if (role === 'patient')
    return (
      <div className={homeColumns}>
        <ResultSkeleton />
        {/* Its heading is to come, too. */}
        <Card className="overflow-clip md:mt-8">
          <SkeletonRows rows={4} />
        </Card>
      </div>
    )
  return (
    <>
      <SkeletonCards
        cards={4}
        className="mb-4 grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4"
        card={<Card className="h-26">{null}</Card>}
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
      </div>
    </>
  )
}
