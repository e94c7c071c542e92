import { queryOptions } from '@tanstack/react-query'
import type { Closure, HoursRow } from '#domain/clinic-hours.ts'
import type { WeekRow } from '#domain/week-draft.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

export const clinicHoursKeys = { all: ['clinic-hours'] as const }

/** The weeks of the clinic and its doctors, and what is closed or open besides. */
export type KnownHours = { week: HoursRow[]; closures: KnownClosure[] }

/** Patients get no ids: nothing can be done with one. */
export type KnownClosure = Closure & { id?: string }

/**
 * The hours as one may know them. Doctors and administrators: every week, and the closures that end on `since` (yyyy-MM-dd) or
 * later and were not taken back. Patients: the clinic's own week, and closures of the next 30 days that say why.
 */
export function clinicHoursQuery(as: 'doctor' | 'patient', since: string) {
  return queryOptions({
    queryKey: [...clinicHoursKeys.all, as, since],
    queryFn: (): Promise<KnownHours> =>
      as === 'patient' ? ask('load_clinic_hours', (client) => client.rpc('clinic_week')) : allHours(since),
  })
}

async function allHours(since: string): Promise<KnownHours> {
  const [week, closures] = await Promise.all([
    ask('load_clinic_hours', (client) =>
      client.from('clinic_hours').select('doctor_id, weekday, opens, closes'),
    ),
    ask('load_clinic_hours', (client) =>
      client
        .from('clinic_closures')
        .select('id, doctor_id, kind, first_day, last_day, opens, closes, label')
        .is('removed_at', null)
        .gte('last_day', since)
        .order('first_day'),
    ),
  ])
  return { week, closures }
}

/** Puts a week in the place of a doctor's, or with null of the clinic's; answers the appointments to come that it leaves outside. */
export async function saveWeek(doctorId: string | null, week: WeekRow[]): Promise<AffectedAppointment[]> {
  const { affected } = await ask('save_hours', (client) => client.rpc('set_hours', { d_id: doctorId, week }))
  return affected
}

/** Adds a closure, an absence or an opening; answers the appointments to come that it leaves outside. */
export async function addClosure({
  doctor_id,
  ...closure
}: Closure & { id: string }): Promise<AffectedAppointment[]> {
  const { affected } = await ask('save_hours', (client) =>
    client.rpc('add_closure', { d_id: doctor_id, ...closure }),
  )
  return affected
}

/** Takes one back; answers the appointments to come that are outside without it. */
export async function removeClosure(id: string): Promise<AffectedAppointment[]> {
  const { affected } = await ask('save_hours', (client) => client.rpc('remove_closure', { id }))
  return affected
}
