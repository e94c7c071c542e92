import { Info } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { noticeWords } from '#web/copy/imaging.ts'
import type { NamedBlob, OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { PartList } from './part-list.tsx'
import type { OpenedStudy } from './saved/opened.ts'
import { previewedPart, type ShownPreview } from './stage/preview.ts'
import { Problem } from './stage/problem.tsx'
import type { PartsLoad } from './stage/study-load.ts'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { Waiting } from './stage/waiting.tsx'
import { WorkOfStudy } from './stage/work.tsx'
import { StageFor } from './stage-for.tsx'

/** Draws what keeps the work on a study; only for those who may keep some. */
export type Keep = (opened: OpenedStudy) => ReactNode

/**
 * A study, opened and shown: the list of its parts, and the one that is looked at. `pictureName` begins the names of saved
 * pictures. A preview stands there until the volume does, which takes its place without a jump.
 */
export function StudyStage(props: ComponentProps<typeof Opened>) {
  return (
    <MarksOfStudy>
      <SettingsOfStudy>
        <WorkOfStudy>
          <Opened {...props} />
        </WorkOfStudy>
      </SettingsOfStudy>
    </MarksOfStudy>
  )
}

function Opened({
  study,
  inParts,
  archive,
  pictureName,
  preview,
  status,
  keep,
}: {
  /** Null while its preview alone is there. */
  study: OpenStudy | null
  /** How it is read in parts, where it is. */
  inParts: PartsLoad | null
  /** The study's file, where all of it is here. */
  archive: NamedBlob | undefined
  pictureName: string
  preview: ShownPreview | null
  /** What is on its way, above the preview. */
  status: ReactNode
  keep: Keep | undefined
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const parts = study?.parts ?? []
  const part = parts.find(({ id }) => id === chosen) ?? firstShown(parts)
  if (!part && study) {
    return <Problem problem="nothing_to_show" name={archive?.name} original={async () => archive?.blob} />
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col @viewer:flex-row">
      {part && <PartList parts={parts} chosen={part} onChoose={setChosen} />}
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
            inParts={inParts}
            archive={archive}
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
