import type { ClinicHours } from '#domain/clinic-hours.ts'
import { people } from './people.ts'
import type { Stage } from './rehearse.ts'

const doctors: Record<string, string> = { ana: people.doctorA, beto: people.doctorB }

/** The account that a short name of `slots.cases.json` means here. */
export const doctorOf = (name: string | null) => (name === null ? null : (doctors[name] ?? name))

/** Puts these hours in the place of all others. */
export async function stageHours(
  stage: Stage,
  { week, closures }: Pick<ClinicHours, 'week' | 'closures'>,
): Promise<void> {
  await stage.owner('delete from public.clinic_hours')
  await stage.owner('delete from public.clinic_closures')
  for (const { doctor_id, weekday, opens, closes } of week)
    await stage.owner(
      'insert into public.clinic_hours (doctor_id, weekday, opens, closes) values ($1, $2, $3, $4)',
      [doctorOf(doctor_id), weekday, opens, closes],
    )
  for (const { doctor_id, kind, first_day, last_day, opens, closes, label } of closures)
    await stage.owner(
      `insert into public.clinic_closures (id, doctor_id, kind, first_day, last_day, opens, closes, label)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)`,
      [doctorOf(doctor_id), kind, first_day, last_day, opens, closes, label],
    )
}

/** A closure for `stageHours`; of the clinic and whole days unless something else is said. */
export function closure(
  kind: ClinicHours['closures'][number]['kind'],
  first_day: string,
  other: Partial<ClinicHours['closures'][number]> = {},
): ClinicHours['closures'][number] {
  return {
    doctor_id: null,
    kind,
    first_day,
    last_day: first_day,
    opens: null,
    closes: null,
    label: null,
    ...other,
  }
}
