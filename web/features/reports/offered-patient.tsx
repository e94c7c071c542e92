import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { lastPatientFactsQuery } from '#web/queries/reports.ts'
import { Button } from '#web/ui/button.tsx'
import type { Writing } from './writing.ts'

/** Age and sex as the patient's last report has them, until this one has its own. */
export function OfferedPatient({
  patientId,
  writing: { content, set },
}: {
  patientId: string
  writing: Writing
}) {
  const zone = useClinicZone()
  const { data: last } = useQuery(lastPatientFactsQuery(patientId))
  if (!last?.signed_at || content.patient_age !== null || content.patient_sex !== null) return null
  const { day } = clinicMoment(last.signed_at, zone)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-meta text-ink-2 @md:col-span-2">
      {`Su informe del ${formatDay(day)}: ${last.patient_age} años, ${last.patient_sex}.`}
      <Button
        size="compact"
        variant="link"
        onClick={() => set({ patient_age: last.patient_age, patient_sex: last.patient_sex })}
      >
        Usar edad y sexo
      </Button>
    </p>
  )
}
