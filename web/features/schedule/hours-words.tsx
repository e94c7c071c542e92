import { useQuery } from '@tanstack/react-query'
import type { HoursRow } from '#domain/clinic-hours.ts'
import { contradicts } from '#domain/week.ts'
import { clinicQuery } from '#web/queries/clinic.ts'

/** Says when the words of clinic.json, which the public page shows, tell of other hours than the clinic's week. */
export function HoursWords({ week }: { week: readonly HoursRow[] }) {
  const { data: clinic } = useQuery(clinicQuery())
  if (
    !clinic?.hours ||
    !contradicts(
      clinic.hours,
      week.filter(({ doctor_id }) => doctor_id === null),
    )
  )
    return null
  return (
    <p role="status" className="max-w-measure rounded-field bg-pend-soft p-4 text-pend">
      La página pública muestra las horas de «hours» en clinic.json, que no son las de esta semana.
      Corrígelas, o quita «hours» del archivo para que siga este horario.
    </p>
  )
}
