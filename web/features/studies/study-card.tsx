import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/queries/studies.ts'
import { Card } from '#web/ui/panel.tsx'
import { StudyTile } from '#web/ui/study-icon.tsx'
import { OpenStudy } from './open-study.tsx'

/**
 * One study: kind, date, comments, and its file or link. `who` is the name that matters to the reader: the patient's
 * for the doctor, the doctor's for the patient; null leaves it out.
 * `more` stands beside what opens it, `manage` at the top.
 */
export function StudyCard({
  study,
  who,
  more,
  manage,
}: {
  study: StudyWithPeople
  who: string | null
  more: ReactNode
  manage?: ReactNode
}) {
  return (
    <Card className="flex h-full flex-col gap-4 p-4.5">
      <div className="flex flex-wrap items-start gap-x-3.5">
        <StudyTile studyType={study.study_type ?? ''} />
        <div className="min-w-24 flex-1">
          <h2 className="text-panel wrap-break-word">{study.study_type ?? 'Estudio'}</h2>
          <p className="text-meta text-ink-3 wrap-break-word tabular-nums">
            <span className="whitespace-nowrap">{formatDay(study.study_date)}</span>
            {who && ` · ${who}`}
          </p>
        </div>
        {manage && <div className="-mt-2 -mr-2.5 ml-auto flex shrink-0">{manage}</div>}
      </div>
      {study.comments && <p className="text-ink-2 wrap-break-word whitespace-pre-line">{study.comments}</p>}
      <div className="mt-auto">
        <StudyAccess study={study} more={more} />
      </div>
    </Card>
  )
}

/** How to open it: 'Descargar' for a file, 'Abrir enlace' and its target for a link, or that there is nothing yet. */
function StudyAccess({ study, more }: { study: StudyWithPeople; more: ReactNode }) {
  const attachment = studyAttachment(study.file_url)
  if (attachment.kind === 'none') {
    return <p className="text-meta text-ink-3">Todavía no hay archivo ni enlace.</p>
  }
  const said = attachment.kind === 'file' ? study.file_name : `Se abre en ${new URL(attachment.url).hostname}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-40 text-meta text-ink-3 wrap-break-word">{said}</p>
      <div className="flex flex-wrap gap-2">
        <OpenStudy study={study} />
        {more}
      </div>
    </div>
  )
}
