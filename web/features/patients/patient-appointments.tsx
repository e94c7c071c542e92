import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useLive } from '#web/hooks/use-live.ts'
import {
  appointmentKeys,
  patientAppointmentsQuery,
  type RecordAppointment,
} from '#web/queries/appointments.ts'
import { useProfile } from '#web/session/session.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { RecordList } from './record-list.tsx'

const pageSize = 8

/** The doctor's own appointments with a patient, latest day first, live (docs/product/patients.md). */
export function PatientAppointments({ patientId }: { patientId: string }) {
  const me = useProfile()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const query = useQuery(patientAppointmentsQuery(me.id, patientId, { page, pageSize }))
  useLive(
    'citas',
    `patient_id=eq.${patientId}`,
    () => void client.invalidateQueries({ queryKey: appointmentKeys.with(patientId) }),
  )
  return (
    <RecordList
      title="Citas"
      query={query}
      code="load_appointments"
      list={{ page, setPage }}
      pageSize={pageSize}
      noun={['cita', 'citas']}
      Icon={CalendarDays}
      empty="Este paciente todavía no tiene citas contigo."
      row={(appointment) => <AppointmentLine appointment={appointment} />}
    />
  )
}

function AppointmentLine({ appointment }: { appointment: RecordAppointment }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">
          {formatDay(appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
        </p>
        <p className="text-meta text-ink-3 wrap-break-word">
          {appointment.study_type ?? 'Estudio por definir'}
        </p>
      </div>
      <StatusChip of="appointment" status={appointment.status} />
    </div>
  )
}
