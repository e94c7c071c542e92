import { Eye, FileText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { studyAttachment } from '#domain/study.ts'
import { type ReportNews, reportNews } from '#domain/study-progress.ts'
import { reportNewsWords } from '#web/copy/report-news.ts'
import { inPlainWords } from '#web/copy/study-words.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { NewMark } from '#web/parts/studies/new-mark.tsx'
import { NoPicture } from '#web/parts/studies/no-picture.tsx'
import { resultCard, resultFilm, resultWords } from '#web/parts/studies/result-frame.tsx'
import { pictureOf, StudyPicture } from '#web/parts/studies/study-picture.tsx'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Card } from '#web/ui/panel.tsx'

const primary = buttonStyle('primary', 'compact', 'max-sm:w-full')

/** Of images alone, what they show; else what there is to know of the report. */
function stateWords(study: StudyWithPeople, news: ReportNews, hasFile: boolean): string {
  if (news !== 'none') return reportNewsWords(news, hasFile)
  return hasFile ? ['Imágenes listas.', inPlainWords(study.study_type)].filter(Boolean).join(' ') : ''
}

/** The patient's newest study with its picture, what can be done with it, and a newer one that has none. */
export function LatestResult({
  study,
  newer,
  actions,
}: {
  study: StudyWithPeople
  newer: StudyWithPeople | null
  actions: (study: StudyWithPeople) => ReactNode
}) {
  const heading = useId()
  const origin = useAsOrigin()
  const hasFile = studyAttachment(study.file_url).kind === 'file'
  const doctor = study.doctor_name
  const news = reportsOn() ? reportNews(study) : 'none'
  const unread = news === 'ready' || news === 'addendum'
  const words = stateWords(study, news, hasFile)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-panel">
        Tu resultado más reciente
      </h2>
      <Card className="overflow-clip">
        <div className={pictureOf(study, 'cover') ? resultCard : undefined}>
          <StudyPicture
            study={study}
            cover
            link
            sign
            className={resultFilm}
            instead={<NoPicture study={study} className="px-4.5 pt-4.5" />}
          />
          <div className={resultWords}>
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <h3 className="min-w-0 text-card wrap-break-word">{study.study_type ?? 'Estudio'}</h3>
                <NewMark study={study} />
              </div>
              <p className="mt-1 text-meta text-ink-3 wrap-break-word tabular-nums">
                <Dotted parts={[formatDay(study.study_date), doctor]} />
              </p>
              {words && <p className="mt-2 text-pretty">{words}</p>}
            </div>
            <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&_a]:col-span-2 md:max-lg:grid md:max-lg:grid-cols-2">
              {unread && (
                <Link to={paths.reportOf(study.id)} state={origin} className={primary}>
                  <FileText aria-hidden className="size-4.5" />
                  Leer informe
                </Link>
              )}
              {hasFile && (
                <Link
                  to={paths.study(study.id)}
                  state={origin}
                  className={unread ? buttonStyle('secondary', 'compact') : primary}
                >
                  <Eye aria-hidden className="size-4.5" />
                  Ver imágenes
                </Link>
              )}
              {(news === 'read' || news === 'annulled') && (
                <Link
                  to={paths.reportOf(study.id)}
                  state={origin}
                  className={buttonStyle('secondary', 'compact')}
                >
                  <FileText aria-hidden className="size-4.5" />
                  {news === 'read' ? 'Leer informe' : 'Ver detalles'}
                </Link>
              )}
              {actions(study)}
            </div>
          </div>
        </div>
        {newer && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-paper px-4.5 py-3">
            <p className="text-meta">
              También hay un estudio nuevo: {newer.study_type ?? 'Estudio'}, {formatDay(newer.study_date)}.
            </p>
            {studyAttachment(newer.file_url).kind === 'link' ? (
              actions(newer)
            ) : (
              <Link to={paths.study(newer.id)} state={origin} className={buttonStyle('secondary', 'compact')}>
                Ver<span className="sr-only"> {newer.study_type ?? 'estudio'}</span>
              </Link>
            )}
          </div>
        )}
      </Card>
    </section>
  )
}
