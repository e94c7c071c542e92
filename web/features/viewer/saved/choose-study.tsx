import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatDay } from '#domain/days.ts'
import * as paths from '#web/hooks/paths.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import { studiesToCompareQuery } from '#web/queries/studies-to-compare.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { comparable } from './comparable.ts'

/** Which other study of the patient stands beside this one. */
export function ChooseStudy({
  studyId,
  patientId,
  beside,
  open,
  onOpenChange,
}: {
  studyId: string
  patientId: string
  /** The one that stands there now. */
  beside?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const query = useQuery({ ...studiesToCompareQuery(patientId), enabled: open })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Comparar con otro estudio">
      <Loaded query={query} code="load_studies" skeleton={<Spinner />}>
        {(studies) => {
          const offered = comparable(studies, beside ? [studyId, beside] : [studyId])
          if (offered.length === 0)
            return <p>No hay otro estudio de este paciente que se pueda abrir aquí.</p>
          return (
            <ul className="grid gap-1">
              {offered.map((one) => (
                <Offered key={one.id} study={one} to={paths.compareStudies(studyId, one.id)} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function Offered({ study, to }: { study: StudyWithPeople; to: string }) {
  // 'Volver' leads where it led before.
  const { state } = useLocation()
  return (
    <li>
      <Link
        to={to}
        state={state}
        className="flex items-center gap-3 rounded-field p-1.5 transition hover:bg-sunken"
      >
        <StudySquare study={study} className="size-16 rounded-thumb" />
        <span className="grid min-w-0">
          <span className="text-label wrap-break-word">{study.study_type ?? 'Estudio'}</span>
          <span className="text-meta text-ink-2 tabular-nums">{formatDay(study.study_date)}</span>
        </span>
      </Link>
    </li>
  )
}
