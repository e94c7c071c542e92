import { openAppointmentStatuses } from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import type { Visit } from '#web/queries/visits.ts'

/**
 * 'Última visita: 12/11/2026' and 'Próxima: 25/11/2026' of one patient, or what there is of it. `visits` begin with the latest day;
 * `today` is yyyy-MM-dd.
 */
export function visitWords(visits: readonly Visit[], patientId: string, today: string): string[] {
  const own = visits.filter(({ patient_id }) => patient_id === patientId)
  const last = own.find(({ status }) => status === 'completada')
  const next = own.findLast(
    ({ appointment_date, status }) =>
      appointment_date >= today && openAppointmentStatuses.some((open) => open === status),
  )
  return [
    last && `Última visita:\u00a0${formatDay(last.appointment_date)}`,
    next && `Próxima:\u00a0${formatDay(next.appointment_date)}`,
  ].filter((words) => words !== undefined)
}
