import type { Clinic } from '#domain/clinic.ts'
import type { Database } from './base/database.ts'

/**
 * Writes the week of clinic.json, as long as no person has saved another one; then it says so at the terminal, once a start.
 */
export async function offerWeek(
  database: Database,
  { agenda }: Pick<Clinic, 'agenda'>,
  onLine: (line: string) => void,
): Promise<void> {
  if (!agenda) return
  const { rows } = await database.query('select private.offer_week($1::jsonb) as taken', [
    JSON.stringify(agenda),
  ])
  if (rows[0]?.taken === true) return
  onLine('clinic.json: «agenda» ya no se usa; el horario se guardó en Sistema → Horarios y cierres.')
}
