import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { formatDay } from '#domain/days.ts'
import { messages } from '#web/copy/errors.ts'
import * as paths from '#web/hooks/paths.ts'
import { type StudyToOpen, studyQuery } from '#web/queries/study-file.ts'
import { cx } from '#web/ui/cx.ts'
import { OverFilm } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ChooseStudy } from '../saved/choose-study.tsx'
import { Beside } from '../stage/beside.ts'
import { FilmButton, StageMessage } from '../stage/film.tsx'
import { LoadFailed } from '../stage/load-failed.tsx'
import { Waiting } from '../stage/waiting.tsx'
import { ViewerScreen } from '../viewer-screen.tsx'
import { createLink, type Link, type Side } from './create-link.ts'
import { PairBar } from './pair-bar.tsx'
import { canLink, pairOf, pairProblem } from './pair-of.ts'
import { useBeside } from './use-beside.ts'

const problems = {
  missing: messages.study_missing.description,
  same: 'Elige otro estudio para comparar.',
  another_patient: 'Los dos estudios no son del mismo paciente.',
}

/** 'Comparar': two studies of one patient beside each other (docs/product/viewer.md, 'Side by side'). */
export function PairScreen({ studyId, otherId }: { studyId: string; otherId: string }) {
  const one = useQuery({ ...studyQuery(studyId), enabled: isUuid(studyId) })
  const other = useQuery({ ...studyQuery(otherId), enabled: isUuid(otherId) })
  const [link] = useState(createLink)
  const [isLinked, setIsLinked] = useState(true)
  const [chooses, setChooses] = useState(false)
  const navigate = useNavigate()
  const { state } = useLocation()
  const close = () => navigate(paths.study(studyId), { replace: true, state })
  const first = isUuid(studyId) ? one.data : null
  const second = isUuid(otherId) ? other.data : null
  const isKnown = first !== undefined && second !== undefined
  const problem = isKnown ? pairProblem(first, second) : null
  const error = isKnown ? null : (one.error ?? other.error)
  const both = first && second && !problem ? { first, second } : null

  return (
    <div className="on-film fixed inset-0 flex flex-col bg-film-900 text-film-ink scheme-dark [--frame-height:100%] print:hidden">
      <PairBar
        patient={both?.first.patient_name ?? ''}
        isLinked={both && canLink(both.first, both.second) ? isLinked : null}
        onLinked={(next) => {
          link.setOn(next)
          setIsLinked(next)
        }}
        onOther={first?.patient_id ? () => setChooses(true) : null}
        onClose={close}
      />
      {both ? (
        <Panes one={both.first} other={both.second} link={link} />
      ) : problem ? (
        <StageMessage
          role="alert"
          icon={<SearchX className="size-6" />}
          title={problems[problem]}
          actions={<FilmButton onClick={close}>Ver solo un estudio</FilmButton>}
        >
          <p>Solo se comparan estudios del mismo paciente que puedas ver.</p>
        </StageMessage>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => Promise.all([one.refetch(), other.refetch()])} />
      ) : (
        <Waiting />
      )}
      {chooses && first?.patient_id && (
        <OverFilm value>
          <ChooseStudy
            studyId={first.id}
            patientId={first.patient_id}
            beside={otherId}
            open
            onOpenChange={setChooses}
          />
        </OverFilm>
      )}
    </div>
  )
}

/** Both viewers; where it is narrow one at a time, and the other one stays as it is. */
function Panes({ one, other, link }: { one: StudyToOpen; other: StudyToOpen; link: Link }) {
  const [seen, setSeen] = useState<Side>(0)
  const pair = pairOf(one, other).map(({ study, when }) => ({
    study,
    words: `${when} · ${formatDay(study.study_date)}`,
  }))
  return (
    <>
      <div className="p-1.5 md:hidden">
        <Segmented
          wraps
          tone="film"
          label="Qué estudio se ve"
          value={`${seen}`}
          options={pair.map(({ words }, side) => ({ value: `${side}`, label: words }))}
          onChange={(side) => setSeen(side === '0' ? 0 : 1)}
        />
      </div>
      <div className="grid min-h-0 flex-1 md:grid-cols-2 md:divide-x md:divide-film-700">
        {pair.map(({ study, words }, at) => {
          const side: Side = at === 0 ? 0 : 1
          return (
            <Pane
              key={`${side} ${study.id}`}
              {...{ study, words, link, side }}
              className={cx(side !== seen && 'max-md:invisible')}
            />
          )
        })}
      </div>
    </>
  )
}

function Pane({
  study,
  words,
  link,
  side,
  className,
}: {
  study: StudyToOpen
  /** 'Antes', and its day. */
  words: string
  link: Link
  side: Side
  className: string
}) {
  const beside = useBeside(link, side)
  return (
    // What is fixed in there keeps to its cell.
    <section
      aria-label={`${words}: ${study.study_type ?? 'Estudio'}`}
      className={cx('relative min-w-0 transform-gpu max-md:col-start-1 max-md:row-start-1', className)}
    >
      <Beside value={beside}>
        <ViewerScreen beside={{ studyId: study.id, words }} />
      </Beside>
    </section>
  )
}
