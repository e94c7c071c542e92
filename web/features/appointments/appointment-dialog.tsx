import { useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import * as paths from '#web/hooks/paths.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import {
  type AppointmentWithPeople,
  appointmentQuery,
  patientOf,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AppointmentActs } from './appointment-acts.tsx'
import { AppointmentDetails } from './appointment-details.tsx'

/** One appointment in full, live; `known` is shown until it is loaded. */
export function AppointmentDialog({
  id,
  known,
  as,
  onClose,
}: {
  id: string
  known: AppointmentWithPeople | null
  as: WhoseAppointments['as']
  onClose: () => void
}) {
  const { data, error, refetch } = useQuery({
    ...appointmentQuery(id),
    enabled: isUuid(id),
    placeholderData: known ?? undefined,
  })
  const appointment = isUuid(id) ? data : null
  const patientId = as === 'doctor' ? appointment?.patient_id : null
  const record = patientId && (
    <Link to={paths.patient(patientId)} className={buttonStyle('secondary', 'normal', 'px-3.5')}>
      Ver Expediente
    </Link>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={appointment && as === 'doctor' ? `Cita de ${patientOf(appointment)}` : 'Cita'}
      description={
        appointment
          ? `${longDay(appointment.appointment_date)}, ${formatTime(appointment.appointment_time)}`
          : undefined
      }
      footer={
        appointment && as === 'doctor' ? (
          <AppointmentActs appointment={appointment} record={record} />
        ) : undefined
      }
    >
      <Loaded
        query={{ data: appointment, error, refetch }}
        code="load_appointments"
        skeleton={<SkeletonRows rows={4} />}
      >
        {(known) =>
          known ? (
            <AppointmentDetails appointment={known} as={as} />
          ) : (
            <EmptyState icon={<CalendarX className="size-6" />}>
              Esta cita no existe o no tienes permiso para verla.
            </EmptyState>
          )
        }
      </Loaded>
    </Dialog>
  )
}
