import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { StudyProgress } from '#web/parts/studies/study-progress.tsx'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OpenStudy } from './open-study.tsx'
import { PicturedCard, studyActions } from './study-cards.tsx'

/** Any study: picture, kind, patient, doctor, date, what there is to open, and the ways to change and delete it. */
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
  const patient = study.patient_name
  const which = patient ? `${name} de ${patient}` : name
  const terms: [term: string, value: ReactNode][] = [
    ['Paciente', patient ? <PatientName key="patient" id={study.patient_id} name={patient} /> : 'N/A'],
    ['Doctor', study.doctor_name ?? 'N/A'],
    ['Fecha', formatDay(study.study_date)],
  ]
  return (
    <PicturedCard study={study}>
      <div className="flex items-start gap-x-3.5">
        <h2 className="min-w-0 flex-1 text-panel wrap-break-word">{name}</h2>
        <div className="-mt-2 -mr-2.5 flex shrink-0">
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
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
        {terms.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="wrap-break-word tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <StudyProgress study={study} />
      <div className={`mt-auto ${studyActions}`}>
        <OpenStudy study={study} />
        {more}
      </div>
    </PicturedCard>
  )
}
