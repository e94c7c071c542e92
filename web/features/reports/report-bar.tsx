import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { dotted } from '#domain/dotted.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Over a report that covers its images: which study it is of, and the way back, as in the viewer's own bar. */
export function ReportBar({
  study: { study_type, patient_name, study_date },
}: {
  study: Pick<StudyWithPeople, 'study_type' | 'patient_name' | 'study_date'>
}) {
  const navigate = useNavigate()
  const back = useCameFrom() ?? paths.studies
  return (
    <div className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-1.5 md:hidden">
      <IconButton
        label="Volver"
        icon={<ArrowLeft aria-hidden className="size-5" />}
        onClick={() => navigate(back)}
      />
      <div className="min-w-0">
        <p className="truncate font-semibold">{study_type ?? 'Estudio'}</p>
        <p className="truncate text-meta text-ink-3 tabular-nums">
          {dotted([patient_name, formatDay(study_date)])}
        </p>
      </div>
    </div>
  )
}
