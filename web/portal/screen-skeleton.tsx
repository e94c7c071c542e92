import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { lines } from '#web/copy/screen-lines.ts'
import { RecordSkeleton } from '#web/features/patients/record-skeleton.tsx'
import * as paths from '#web/hooks/paths.ts'
import { AppointmentsSkeleton } from '#web/parts/appointments/appointments-skeleton.tsx'
import { DaySkeleton } from '#web/parts/appointments/day-skeleton.tsx'
import { OrdersSkeleton } from '#web/parts/orders/orders-skeleton.tsx'
import { PaymentSkeleton } from '#web/parts/payments/payment-skeleton.tsx'
import { PatientCardsSkeleton } from '#web/parts/people/patient-cards-skeleton.tsx'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { homeColumns, ResultSkeleton } from '#web/parts/studies/result-frame.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SkeletonCards, SkeletonFilters, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonFoot } from '#web/ui/phone-foot.tsx'
import { Skeleton, SkeletonField, SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import type { Role } from './access.ts'
import { type HeadingButtons, HeadingSkeleton } from './heading-skeleton.tsx'
import { HelpSkeleton } from './help-skeleton.tsx'
import { SearchedSkeleton, SumsSkeleton } from './searched-skeleton.tsx'

/** What a screen that is on its way is known to have. */
type Shape = {
  /** Where it leads back to, above its heading. */
  back?: string
  /** Its heading, where the window's title is another. */
  heading?: string
  /** The line below it. */
  line?: string
  /** An empty line over its heading, where there is room. */
  above?: true
  buttons?: HeadingButtons
  /** The one thing that one comes to do is fixed at the foot of a phone. */
  foot?: true
  body: ReactNode
}

const search = <Skeleton className="mb-4 h-12" />
const pictures = (
  <div className="@container">
    <SkeletonCards cards={8} className={picturedGrid} card={<PicturedSkeleton />} />
  </div>
)
const rows = (
  <Card className="overflow-clip">
    <SkeletonRows rows={6} />
  </Card>
)
const fields = (count: number) => (
  <Card className="overflow-clip">
    <div className="h-13 border-b border-line xl:h-15" />
    <SkeletonCards cards={count} className="gap-5 p-4.5 sm:grid-cols-2" card={<SkeletonField />} />
  </Card>
)
const table = (room: keyof typeof tableRoom, action = false) => (
  <Card className={cx('overflow-clip', tableRoom[room])}>
    <SkeletonTable columns={5} rows={8} action={action} />
  </Card>
)

const shapes: Record<string, (role: Role) => Shape> = {
  [paths.patients]: () => ({
    buttons: 'wide',
    foot: true,
    body: (
      <>
        {search}
        <PatientCardsSkeleton count={9} />
      </>
    ),
  }),
  [paths.patient(':patientId')]: () => ({
    back: 'Pacientes',
    above: true,
    buttons: 'menu',
    foot: true,
    body: <RecordSkeleton />,
  }),
  [paths.studies]: () => ({
    buttons: 'all',
    foot: true,
    body: (
      <>
        <SkeletonFilters selects={1} className="mb-4" />
        {pictures}
      </>
    ),
  }),
  [paths.myStudies]: () => ({ line: lines.myStudies, body: pictures }),
  [paths.requests]: () => ({
    line: lines.requests,
    body: (
      <>
        <SkeletonFilters selects={1} className="mb-4" />
        {table('wide', true)}
      </>
    ),
  }),
  [paths.appointments]: (role) => ({
    line: role === 'patient' ? lines.myAppointments : undefined,
    buttons: 'all',
    foot: role === 'doctor' || undefined,
    body: <AppointmentsSkeleton as={role === 'patient' ? 'patient' : 'doctor'} />,
  }),
  [paths.reports]: () => ({
    line: lines.reports,
    body: (
      <>
        <Skeleton className="mb-3 h-13 sm:mb-6 sm:w-80" />
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled wraps tile="size-16" />
        </Card>
      </>
    ),
  }),
  [paths.billing]: () => ({
    heading: 'Facturación y Pagos',
    buttons: 'wide',
    foot: true,
    body: (
      <>
        <SumsSkeleton />
        <SearchedSkeleton title="Historial de Pagos" selects={2} columns={5} room="medium" />
      </>
    ),
  }),
  [paths.myPayments]: () => ({ body: table('medium') }),
  [paths.profile]: () => ({
    body: (
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        {fields(6)}
        {fields(2)}
      </div>
    ),
  }),
  [paths.addPatient]: () => ({ line: lines.addPatient, body: fields(4) }),
  [paths.credentials]: () => ({ line: lines.credentials, body: rows }),
  [paths.newOrder]: () => ({ back: 'Mis pacientes', line: lines.newOrder, body: fields(6) }),
  [paths.payments]: () => ({
    heading: 'Registrar Pago Manual',
    line: lines.payment,
    body: (
      <Card className="max-w-3xl">
        <PaymentSkeleton />
      </Card>
    ),
  }),
  [paths.help]: (role) => ({
    line: lines.help[role],
    body: <HelpSkeleton />,
  }),
  [paths.practiceCode]: () => ({ line: lines.practiceCode, body: rows }),
}

/** What stands over a screen: mostly the window's title. */
export function headingOf(path: string, title: string, role: Role): string {
  return shapes[path]?.(role).heading ?? title
}

/** A screen on its way, as high as what comes: while the session is read, and while its code loads. Without a heading, which the screen brings. */
export function ScreenSkeleton({ path, title, role }: { path: string; title: string; role: Role }) {
  if (path === paths.home && role === 'dentist') return <OrdersWaiting />
  if (path === paths.home)
    return (
      <>
        {/* Day and greeting, beside a doctor's buttons. */}
        <div className="mb-4 sm:mb-6">
          <Skeleton className={role === 'patient' ? 'h-13 w-56 sm:h-14' : 'h-17 w-56 sm:h-18'} />
        </div>
        <DayWaiting role={role} />
        {role === 'doctor' && <SkeletonFoot />}
      </>
    )
  const {
    back,
    above,
    heading = title,
    line,
    buttons,
    foot,
    body,
  }: Shape = shapes[path]?.(role) ?? { body: rows }
  return (
    <>
      {back && (
        <span className={buttonStyle('link', 'compact', 'max-sm:-mt-2.5 max-sm:-mb-1 sm:mb-1')}>
          <ArrowLeft aria-hidden className="size-4.5" />
          {back}
        </span>
      )}
      <HeadingSkeleton title={heading} {...{ above, buttons, foot }}>
        {line && <p className="mt-1 max-w-measure text-ink-2">{line}</p>}
      </HeadingSkeleton>
      {body}
    </>
  )
}

/** A dentist's home: title, search and orders. */
export function OrdersWaiting() {
  return (
    <>
      <HeadingSkeleton title="Mis pacientes" buttons="wide" foot />
      <SkeletonFilters selects={2} short className="mb-4" />
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
  return <DaySkeleton />
}
