import { Info } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { noticeWords } from '#web/copy/imaging.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { PartList } from './part-list.tsx'
import type { OpenedStudy } from './saved/opened.ts'
import { Problem } from './stage/problem.tsx'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { type StudyFiles, useOpenStudy } from './stage/use-open-study.ts'
import { previewedPart, type ShownPreview } from './stage/use-preview.ts'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { Waiting } from './stage/waiting.tsx'
import { WorkOfStudy } from './stage/work.tsx'
import { StageFor } from './stage-for.tsx'
import type { FarLoading } from './volume/use-volume.ts'

/** Draws what keeps the work on a study; only for those who may keep some. */
export type Keep = (opened: OpenedStudy) => ReactNode

/**
 * Files of a study, opened and shown: the list of their parts, and the one that is looked at. `pictureName` begins the
 * names of saved pictures. A preview stands there until the volume does, which takes its place without a jump.
 */
export function StudyStage({
  files,
  far = null,
  pictureName,
  preview = null,
  status,
  keep,
}: {
  /** Null while they are on their way, which only a preview makes worth a stage, and of a study far away. */
  files: StudyFiles | null
  far?: FarLoading | null
  pictureName: string
  preview?: ShownPreview | null
  /** How far the files are, above the preview. */
  status?: ReactNode
  keep?: Keep | undefined
}) {
  const { opening, again } = useOpenStudy(files ?? far?.study ?? null)
  const isUnreadable = far !== null && opening.state === 'failed'
  const loadWhole = useEffectEvent(() => far?.onWhole())
  useEffect(() => {
    // Its index is of another file, or damaged.
    if (isUnreadable) loadWhole()
  }, [isUnreadable])
  if (opening.state === 'open' || (opening.state === 'opening' && preview)) {
    const study = opening.state === 'open' ? opening.study : null
    return (
      <MarksOfStudy>
        <SettingsOfStudy>
          <WorkOfStudy>
            <Opened
              study={study}
              files={files ?? []}
              far={far}
              pictureName={pictureName}
              preview={preview}
              status={files ? <p role="status">Abriendo estudio...</p> : status}
              keep={keep}
            />
          </WorkOfStudy>
        </SettingsOfStudy>
      </MarksOfStudy>
    )
  }
  if (opening.state === 'failed') {
    const [first] = files ?? []
    return (
      <Problem
        problem={opening.problem}
        name={first?.name}
        original={async () => first?.blob}
        onRetry={again}
      />
    )
  }
  return (
    <Waiting covered label="Abriendo estudio...">
      {opening.part > 0 && <ProgressBar label="Estudio abierto" value={opening.part} total={1} />}
    </Waiting>
  )
}

function Opened({
  study,
  files,
  far,
  pictureName,
  preview,
  status,
  keep,
}: {
  study: OpenStudy | null
  files: StudyFiles
  far: FarLoading | null
  pictureName: string
  preview: ShownPreview | null
  status: ReactNode
  keep: Keep | undefined
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const parts = study?.parts ?? []
  const part = parts.find(({ id }) => id === chosen) ?? firstShown(parts)
  if (!part && study) {
    const [first] = files
    return <Problem problem="nothing_to_show" name={first?.name} original={async () => first?.blob} />
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col @viewer:flex-row">
      {part && parts.length > 1 && <PartList parts={parts} chosen={part.id} onChoose={setChosen} />}
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {study && study.notices.length > 0 && (
          <ul className="border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2">
            {study.notices.map((notice) => (
              <li key={notice.kind} className="flex items-start gap-2">
                <Info aria-hidden className="mt-px size-4.5 text-signal" />
                {noticeWords(notice)}
              </li>
            ))}
          </ul>
        )}
        <Suspense fallback={<Waiting covered />}>
          <StageFor
            key={part?.kind === 'mesh' ? 'meshes' : (part?.id ?? previewedPart)}
            study={study}
            part={part}
            pictureName={pictureName}
            preview={!part || part.id === previewedPart ? preview : null}
            status={status}
            far={far}
            archive={files[0]}
          />
        </Suspense>
        {keep?.({ study, part: part?.id ?? previewedPart, onPart: setChosen })}
      </div>
    </div>
  )
}

/** What can be viewed comes before what can only be read or saved. */
const ranks: Record<Part['kind'], number> = {
  volume: 0,
  stack: 1,
  image: 2,
  mesh: 3,
  photo: 4,
  document: 5,
  unreadable: 6,
}

function firstShown(parts: readonly Part[]): Part | undefined {
  const rank = (part: Part) => ranks[part.kind]
  return [...parts].sort((one, other) => rank(one) - rank(other))[0]
}
