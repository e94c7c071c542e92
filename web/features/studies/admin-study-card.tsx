import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import type { StudyWithPeople } from '#web/queries/studies.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { StudyTile } from '#web/ui/study-icon.tsx'
import { OpenStudy } from './open-study.tsx'

/** Any study: kind, patient, doctor, date, what there is to open, and the ways to change and delete it. */
export function AdminStudyCard({
  study,
  more,
  onEdit,
  onDelete,
}: {
  study: StudyWithPeople
  /** Stands beside what opens it. */
  more: ReactNode
  onEdit: () => void
  onDelete: () => void
}) {
  const name = study.study_type ?? 'Estudio'
  const patient = study.patient?.full_name ?? study.patient_name
  const which = patient ? `${name} de ${patient}` : name
  const terms = [
    ['Paciente', patient ?? 'N/A'],
    ['Doctor', study.doctor?.full_name ?? study.doctor_name ?? 'N/A'],
    ['Fecha', formatDay(study.study_date)],
  ]
  return (
    <Card className="flex h-full flex-col gap-3.5 p-4.5">
      <div className="flex items-center gap-3.5">
        <StudyTile studyType={study.study_type ?? ''} />
        <h2 className="min-w-0 text-panel wrap-break-word">{name}</h2>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
        {terms.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="wrap-break-word tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto -mr-2.5 -mb-1.5 flex flex-wrap items-center justify-end gap-1">
        <div className="mr-auto flex flex-wrap gap-2">
          <OpenStudy study={study} />
          {more}
        </div>
        <IconButton
          label={`Editar ${which}`}
          icon={<Pencil aria-hidden className="size-5" />}
          onClick={onEdit}
        />
        <IconButton
          tone="bad"
          label={`Eliminar ${which}`}
          icon={<Trash2 aria-hidden className="size-5" />}
          onClick={onDelete}
        />
      </div>
    </Card>
  )
}
