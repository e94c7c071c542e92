import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { noticeWords } from '#web/copy/imaging.ts'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import type { ImagingNotice, Part } from '#web/imaging/types.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { InBar } from '../stage/bar.tsx'
import { FirstSlice } from '../stage/first-slice.tsx'
import { previewedPart, type ShownPreview } from '../stage/preview.ts'
import { PreviewBar } from '../stage/preview-bar.tsx'
import { Problem } from '../stage/problem.tsx'
import type { PartsLoad } from '../stage/study-load.ts'
import { type Settings, useSetting } from '../stage/use-setting.tsx'
import { Waiting } from '../stage/waiting.tsx'
import { useWork } from '../stage/work.tsx'
import { OrientedVolume } from './oriented-volume.tsx'
import { PartsProgress } from './parts-progress.tsx'
import { useVolume, type VolumeState } from './use-volume.ts'

const ways = [
  { value: 'planes', label: 'Planos' },
  { value: 'panoramic', label: 'Panorámica' },
  { value: 'slices', label: 'Cortes' },
] as const satisfies { value: Settings['way']; label: string }[]
/** A preview has no slices of its own. */
const ofPreview = ways.filter(({ value }) => value !== 'slices')
/** What 'Cortes' says in its own words. */
const ofRebuilt: ImagingNotice['kind'][] = ['no_scale', 'assumed_proportions']

/**
 * A series of slices: as three linked planes, unrolled along the arch, or slice by slice as it was acquired. Its preview
 * stands in the first two ways until the volume does (docs/product/studies.md).
 */
export function VolumeStage({
  opened,
  pictureName,
  preview,
  status,
  inParts,
}: {
  /** Null while the study is on its way; `slices` shows them one by one. */
  opened: { study: OpenStudy; part: Extract<Part, { kind: 'volume' }>; slices: ReactNode } | null
  pictureName: string
  preview: ShownPreview | null
  /** What the study waits for, beside the preview. */
  status: ReactNode
  /** How the study is read in parts, where it is. */
  inParts: PartsLoad | null
}) {
  const part = opened?.part.id ?? previewedPart
  const [way, setWay] = useSetting(part, 'way', () => 'planes')
  const loaded = useVolume(opened?.study ?? null, part, inParts)
  const { noteVolume } = useWork()
  const volume = loaded.state === 'ready' ? loaded.volume : null
  useEffect(() => {
    if (volume) noteVolume(part, volume)
  }, [volume, part, noteVolume])
  const isReplaced = volume !== null || (loaded.state === 'loading' && loaded.early !== null)
  const release = useEffectEvent(() => preview?.release())
  useEffect(() => {
    if (isReplaced) release()
  }, [isReplaced])
  const notices = loaded.state === 'ready' ? loaded.volume.notices : []
  const said = way === 'slices' ? notices.filter(({ kind }) => !ofRebuilt.includes(kind)) : notices
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <InBar place="ways">
        <Segmented
          tone="film"
          label="Cómo verlo"
          className="max-sm:w-full"
          value={way}
          options={opened ? ways : ofPreview}
          onChange={setWay}
        />
      </InBar>
      {said.length > 0 && (
        <ul className="border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2">
          {said.map((notice) => (
            <li key={notice.kind} className="flex items-start gap-2">
              <Info aria-hidden className="mt-px size-4.5 text-signal" />
              {noticeWords(notice)}
            </li>
          ))}
        </ul>
      )}
      {way === 'slices' && opened ? (
        opened.slices
      ) : (
        <Rebuilt
          loaded={loaded}
          preview={preview?.volume ?? null}
          status={opened ? null : status}
          inParts={inParts}
          way={way}
          part={part}
          name={opened?.part.name}
          original={async () => opened?.study.blob(part)}
          pictureName={pictureName}
        />
      )}
    </div>
  )
}

function Rebuilt({
  loaded,
  preview,
  status,
  inParts,
  way,
  part,
  name,
  original,
  pictureName,
}: {
  loaded: VolumeState
  preview: Volume | null
  /** Null once the study is open, and its volume is being built. */
  status: ReactNode
  inParts: PartsLoad | null
  way: Settings['way']
  part: string
  name: string | undefined
  original: () => Promise<Blob | undefined>
  pictureName: string
}) {
  if (loaded.state === 'failed') return <Problem problem={loaded.problem} name={name} original={original} />
  const volume = loaded.state === 'ready' ? loaded.volume : (loaded.early ?? preview)
  const progress =
    inParts && loaded.state === 'loading' ? <PartsProgress inParts={inParts} loaded={loaded} /> : null
  if (!volume) {
    return loaded.state === 'loading' && loaded.first ? (
      <FirstSlice picture={loaded.first} label="Corte de en medio, mientras se preparan los demás">
        <div className="flex flex-wrap items-center gap-3">{progress ?? <Building part={loaded.part} />}</div>
      </FirstSlice>
    ) : (
      <Waiting covered label="Preparando el volumen..." />
    )
  }
  // Planes that are not there yet are mixed of others: nothing to measure in.
  const isPreview = loaded.state !== 'ready'
  const shown = { part, volume, pictureName, original, isPreview }
  return (
    <>
      {isPreview && <PreviewBar>{status ?? progress ?? <Building part={loaded.part} />}</PreviewBar>}
      <OrientedVolume {...shown} way={way} />
    </>
  )
}

function Building({ part }: { part: number }) {
  return (
    <>
      <p role="status" className="max-sm:sr-only">
        Preparando el volumen...
      </p>
      <div className="w-16 sm:w-32">
        <ProgressBar label="Volumen preparado" value={part} total={1} />
      </div>
    </>
  )
}
