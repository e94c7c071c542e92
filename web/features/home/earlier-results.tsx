import { useId } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import * as paths from '#web/hooks/paths.ts'
import { NewMark } from '#web/parts/studies/new-mark.tsx'
import { NoPicture } from '#web/parts/studies/no-picture.tsx'
import { StudyPicture } from '#web/parts/studies/study-picture.tsx'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The pictures of earlier results, beside each other; they scroll where there is no room. */
export function EarlierResults({ studies }: { studies: readonly StudyWithPeople[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <div className="mb-1 flex items-center justify-between gap-4">
        <h2 id={heading} className="text-panel">
          Resultados anteriores
        </h2>
        <Link to={paths.myStudies} className={buttonStyle('link', 'compact')}>
          Ver todos
        </Link>
      </div>
      <ul className="-mx-4 grid snap-x grid-flow-col auto-cols-[minmax(9.5rem,calc((100%_-_5rem)/6))] justify-start gap-4 overflow-x-auto scroll-px-4 px-4 pb-2 sm:mx-0 sm:scroll-px-0 sm:px-0">
        {studies.map((study) => (
          <li key={study.id} className="flex snap-start flex-col gap-2">
            <StudyPicture
              study={study}
              link
              sign
              className="aspect-4/3 w-full rounded-thumb"
              instead={
                <NoPicture study={study} className="aspect-4/3 w-full flex-col justify-center text-center" />
              }
            />
            <p className="text-meta">
              <span className="block font-semibold wrap-break-word">{study.study_type ?? 'Estudio'}</span>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 tabular-nums">
                {formatDay(study.study_date)}
                <NewMark study={study} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
