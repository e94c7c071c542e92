import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus, List } from 'lucide-react'
import { Navigate } from 'react-router'
import { useLive } from '#web/hooks/use-live.ts'
import { RefreshButton } from '#web/parts/refresh-button.tsx'
import { citaKeys } from '#web/queries/citas.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { AppointmentsList } from './appointments-list.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import { AppointmentsCalendar } from './calendar/appointments-calendar.tsx'
import { useCitasDoctor } from './use-citas-doctor.tsx'
import { useOpenedBooking } from './use-opened-booking.ts'
import { useOpenedCita } from './use-opened-cita.ts'
import { useView } from './use-view.ts'

const views = [
  { value: 'list', label: 'Lista', icon: <List aria-hidden className="size-4.5" /> },
  { value: 'calendar', label: 'Calendario', icon: <CalendarDays aria-hidden className="size-4.5" /> },
] as const

/** 'Citas' of a doctor, 'Mis Citas' of a patient: list or calendar, live (docs/product/appointments.md). */
export function AppointmentsScreen() {
  const me = useProfile()
  const isDoctor = me.role === 'doctor'
  const { whose, isOwn, filter } = useCitasDoctor(me)
  const client = useQueryClient()
  useLive(
    'citas',
    whose.id === null ? '' : `${whose.as}_id=eq.${whose.id}`,
    () => void client.invalidateQueries({ queryKey: citaKeys.all }),
  )
  const { view, setView, reopen } = useView()
  const opened = useOpenedCita()
  const booking = useOpenedBooking()
  if (reopen) return <Navigate replace to={{ search: reopen }} />
  return (
    <>
      <PageHeader
        title={isDoctor ? 'Citas' : 'Mis Citas'}
        description={isDoctor ? undefined : 'Las agenda tu doctor. Aquí ves cuándo y dónde son.'}
        actions={
          <>
            <div className="flex gap-2">
              <Segmented
                label="Ver las citas como"
                value={view}
                options={views}
                onChange={setView}
                className="flex-1 items-center"
              />
              <RefreshButton queryKey={citaKeys.all} code="load_appointments" />
            </div>
            {isDoctor && (
              <Button
                variant="primary"
                icon={<CalendarPlus aria-hidden className="size-5" />}
                onClick={() => booking.open()}
              >
                Nueva Cita
              </Button>
            )}
          </>
        }
      />
      {filter}
      {view === 'list' ? (
        <AppointmentsList whose={whose} onOpen={opened.open} />
      ) : (
        <AppointmentsCalendar
          whose={whose}
          canBook={isDoctor && isOwn}
          onOpen={opened.open}
          onNew={(day, time) => booking.open(day, time ?? '')}
        />
      )}
      {opened.id && (
        <AppointmentDialog id={opened.id} known={opened.known} as={whose.as} onClose={opened.close} />
      )}
      {isDoctor && booking.start && <BookingDialog start={booking.start} onClose={booking.close} />}
    </>
  )
}
