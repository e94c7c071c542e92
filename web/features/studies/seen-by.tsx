import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { type Sighting, studySeenQuery } from '#web/queries/report-reading.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Chip } from '#web/ui/chip.tsx'

/**
 * Who opened a study, for the clinic: its report where it has one, else its images. It says that it was opened on a screen, not
 * that somebody understood it. `among` are the studies of the list, whose openings are read at once.
 */
export function SeenBy({ study, among }: { study: StudyWithPeople; among: readonly string[] }) {
  const zone = useClinicZone()
  const { data } = useQuery(studySeenQuery(among))
  if (!data || !study.progress) return null
  const signed = study.report_heads?.find(({ state }) => state === 'firmado')
  const relevant = data.filter(
    ({ study_id, what, last_at }) =>
      study_id === study.id &&
      (signed ? what === 'report' && last_at >= signed.signed_at : what === 'images'),
  )
  if (relevant.length === 0) {
    return (
      <Chip tone="grey" Icon={EyeOff}>
        Sin ver
      </Chip>
    )
  }
  return (
    <ul className="grid grid-cols-1 gap-1 text-meta text-ink-3">
      {relevant.map((one) => (
        <li key={`${one.person_id}${one.share_id}`} className="flex items-start gap-1.5">
          <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-break-word tabular-nums">{wordsOf(one, study, zone)}</span>
        </li>
      ))}
    </ul>
  )
}

function wordsOf(
  { person, share_id, share, last_at }: Sighting,
  { patient_name }: StudyWithPeople,
  zone: string,
): string {
  const { day, time } = clinicMoment(last_at, zone)
  const link = share?.label ? `el enlace «${share.label}»` : 'un enlace'
  const who = share_id ? link : (person?.full_name ?? patient_name ?? 'su paciente')
  return `Visto por ${who} el ${formatDay(day)} a las ${time}`
}
