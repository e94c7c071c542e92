import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { PicturedFoot } from '#web/parts/studies/pictured-frame.tsx'
import { StudyProgress } from '#web/parts/studies/study-progress.tsx'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { OpenStudy } from './open-study.tsx'
import { PicturedCard, studyActions } from './study-cards.tsx'

/**
 * One study: picture, kind, date, comments, and its file or link. `patient` is whose it is where that is not known: it leads then, and the
 * kind follows. `doctor` is who made it, for the patient.
 * `mark` stands beside the kind, `note` below its progress, `more` beside what opens it, `manage` at the top.
 */
export function StudyCard({
  study,
  patient,
  doctor,
  mark,
  note,
  more,
  manage,
}: {
  study: StudyWithPeople
  patient?: ReactNode
  doctor?: string | null
  mark?: ReactNode
  note?: ReactNode
  more: ReactNode
  manage?: ReactNode
}) {
  const kind = study.study_type ?? 'Estudio'
  return (
    <PicturedCard study={study}>
      <div>
        <div className="flex items-start gap-x-3.5">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="min-w-0 text-panel wrap-break-word">{patient || kind}</h2>
            {mark}
          </div>
          {manage && <div className="-my-2 -mr-2.5 flex pointer-coarse:-my-3 shrink-0">{manage}</div>}
        </div>
        <p className="mt-1 text-meta text-ink-3 wrap-break-word tabular-nums">
          <Dotted parts={[patient ? kind : null, formatDay(study.study_date), doctor]} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        <StudyProgress study={study} />
        {note}
      </div>
      {study.comments && <LongText>{study.comments}</LongText>}
      <PicturedFoot
        words={study.file_name && <p className="text-meta text-ink-3 wrap-break-word">{study.file_name}</p>}
        className={studyActions}
      >
        <OpenStudy study={study} />
        {more}
      </PicturedFoot>
    </PicturedCard>
  )
}
