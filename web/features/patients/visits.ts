import { openAppointmentStatuses } from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import { dotted } from '#domain/dotted.ts'
import type { Visit } from '#web/queries/visits.ts'

/**
 * 'Última visita: 12/11/2026 · Próxima: 25/11/2026' of one patient, broken only after the dot, or what there is of it; '' for nothing. `visits` begin with the
 * latest day; `today` is yyyy-MM-dd.
 */
export function visitWords(visits: readonly Visit[], patientId: string, today: string): string {
  const own = visits.filter(({ patient_id }) => patient_id === patientId)
  const last = own.find(({ status }) => status === 'completada')
  const next = own.findLast(
    ({ appointment_date, status }) =>
      appointment_date >= today && openAppointmentStatuses.some((open) => open === status),
  )
  return dotted([
    last && `Última visita:\u00a0${formatDay(last.appointment_date)}`,
    next && `Próxima:\u00a0${formatDay(next.appointment_date)}`,
  ])
}
