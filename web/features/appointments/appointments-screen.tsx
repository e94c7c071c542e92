import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { lines } from '#web/copy/screen-lines.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { AppointmentsSkeleton } from '#web/parts/appointments/appointments-skeleton.tsx'
import { PatientChanges } from '#web/parts/appointments/patient-changes.tsx'
import { RefreshButton } from '#web/parts/lists/refresh-button.tsx'
import { patientChangesQuery } from '#web/queries/appointment-events.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useAppointmentsDoctor } from './use-appointments-doctor.tsx'
import { useOpenedAppointment } from './use-opened-appointment.ts'
import { useOpenedBooking } from './use-opened-booking.ts'
import { useView } from './use-view.ts'

const list = loadLater(async () => (await import('./appointments-list.tsx')).AppointmentsList)
const calendar = loadLater(
  async () => (await import('./calendar/appointments-calendar.tsx')).AppointmentsCalendar,
)
const details = loadLater(async () => (await import('./appointment-dialog.tsx')).AppointmentDialog)
const newAppointment = loadLater(async () => (await import('./booking.tsx')).Booking)
const absences = loadLater(async () => (await import('./absences-dialog.tsx')).AbsencesDialog)
const later = { doctor: [details, newAppointment, list, calendar], patient: [details, list, calendar] }

/** Words alone: with icons the actions would not fit into one line of a tablet. */
const views = [
  { value: 'list', label: 'Lista' },
  { value: 'calendar', label: 'Calendario' },
] as const

/** 'Citas' of a doctor, 'Mis Citas' of a patient: list or calendar, live (docs/product/appointments.md). */
export function AppointmentsScreen() {
  const me = useProfile()
  const isDoctor = me.role === 'doctor'
  const { whose, isOwn, filter } = useAppointmentsDoctor(me)
  const client = useQueryClient()
  useLive(
    'citas',
    whose.id === null ? '' : `${whose.as}_id=eq.${whose.id}`,
    () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  )
  usePreload(isDoctor ? later.doctor : later.patient)
  const { view, setView, reopen } = useView()
  const changes = useQuery({
    ...patientChangesQuery(whose.id),
    enabled: isDoctor,
    // Another doctor's list takes the place of the one that is shown.
    placeholderData: (known) => known,
  })
  // They would push away what is below them; a list is read meanwhile.
  const waits = isOnItsWay(changes)
  const opened = useOpenedAppointment()
  const booking = useOpenedBooking()
  const [showsAbsences, setShowsAbsences] = useState(false)
  const [hasBooked, setHasBooked] = useState(false)
  const skeleton =
    view === 'list' ? (
      <AppointmentsSkeleton as={whose.as} />
    ) : (
      <Card className="overflow-clip">
        <SkeletonRows rows={6} />
      </Card>
    )
  if (reopen) return <Navigate replace to={{ search: reopen }} />
  return (
    <>
      <PageHeader
        title={isDoctor ? 'Citas' : 'Mis Citas'}
        description={isDoctor ? undefined : lines.myAppointments}
        tools={
          <>
            <Segmented
              label="Ver las citas como"
              value={view}
              options={views}
              onChange={setView}
              className="[&_label]:min-h-10 pointer-coarse:p-px"
            />
            <RefreshButton queryKey={appointmentKeys.all} code="load_appointments" />
          </>
        }
        menu={
          isDoctor
            ? [
                { label: 'Recordatorios', to: isOwn ? paths.reminders : paths.remindersOf(whose.id) },
                { label: 'Mis ausencias', onPick: () => setShowsAbsences(true) },
              ]
            : []
        }
        primary={
          isDoctor && (
            <Button
              // To tell the patient comes first.
              variant={hasBooked ? 'secondary' : 'primary'}
              icon={<CalendarPlus aria-hidden className="size-5" />}
              onClick={() => booking.open()}
            >
              Nueva Cita
            </Button>
          )
        }
      />
      {filter}
      {isDoctor && booking.wasOpened && (
        <Suspense>
          <newAppointment.Later start={booking.start} onClose={booking.close} onBooked={setHasBooked} />
        </Suspense>
      )}
      {isDoctor && <PatientChanges folded doctorId={whose.id} />}
      <Suspense fallback={skeleton}>
        {waits && skeleton}
        {view === 'list' ? (
          <div hidden={waits}>
            <list.Later whose={whose} isBooking={booking.start !== null} onOpen={opened.open} />
          </div>
        ) : (
          !waits && (
            <calendar.Later
              whose={whose}
              canBook={isDoctor && isOwn}
              onOpen={opened.open}
              onNew={(day, time) => booking.open(day, time ?? '')}
            />
          )
        )}
      </Suspense>
      {opened.id && (
        <Suspense>
          <details.Later id={opened.id} known={opened.known} as={whose.as} onClose={opened.close} />
        </Suspense>
      )}
      {isDoctor && showsAbsences && (
        <Suspense>
          <absences.Later doctorId={me.id} onClose={() => setShowsAbsences(false)} />
        </Suspense>
      )}
    </>
  )
}
