import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { noticeWords } from '#web/copy/imaging.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { ImagingNotice, Part } from '#web/imaging/types.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Problem } from '../stage/problem.tsx'
import { type Settings, useSetting } from '../stage/use-setting.tsx'
import { Waiting } from '../stage/waiting.tsx'
import { FirstSlice } from './first-slice.tsx'
import { PanoramicView } from './panoramic-view.tsx'
import { PlanesView } from './planes-view.tsx'
import { useVolume, type VolumeState } from './use-volume.ts'

const ways = [
  { value: 'planes', label: 'Planos' },
  { value: 'panoramic', label: 'Panorámica' },
  { value: 'slices', label: 'Cortes' },
] as const satisfies { value: Settings['way']; label: string }[]
/** What 'Cortes' says in its own words. */
const ofRebuilt: ImagingNotice['kind'][] = ['no_scale', 'assumed_proportions']

/** A series of slices: as three linked planes, unrolled along the arch, or slice by slice as it was acquired (docs/product/studies.md). */
export function VolumeStage({
  study,
  part,
  pictureName,
  slices,
}: {
  study: OpenStudy
  part: Extract<Part, { kind: 'volume' }>
  pictureName: string
  /** The slices one by one. */
  slices: ReactNode
}) {
  const [way, setWay] = useSetting(part.id, 'way', () => 'planes')
  const loaded = useVolume(study, part.id)
  const notices = loaded.state === 'ready' ? loaded.volume.notices : []
  const said = way === 'slices' ? notices.filter(({ kind }) => !ofRebuilt.includes(kind)) : notices
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex justify-center border-b border-film-800 bg-film-900 px-2 py-1">
        <Segmented tone="film" label="Cómo verlo" value={way} options={ways} onChange={setWay} />
      </div>
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
      {way === 'slices' ? (
        slices
      ) : (
        <Rebuilt
          loaded={loaded}
          way={way}
          part={part.id}
          name={part.name}
          original={() => study.blob(part.id)}
          pictureName={pictureName}
        />
      )}
    </div>
  )
}

function Rebuilt({
  loaded,
  way,
  part,
  name,
  original,
  pictureName,
}: {
  loaded: VolumeState
  way: Exclude<Settings['way'], 'slices'>
  part: string
  name: string
  original: () => Promise<Blob>
  pictureName: string
}) {
  if (loaded.state === 'failed') return <Problem problem={loaded.problem} name={name} original={original} />
  if (loaded.state === 'loading') {
    return loaded.first ? (
      <FirstSlice picture={loaded.first} part={loaded.part} />
    ) : (
      <Waiting covered label="Preparando el volumen..." />
    )
  }
  const shown = { part, volume: loaded.volume, pictureName, original }
  return way === 'planes' ? <PlanesView {...shown} /> : <PanoramicView {...shown} />
}
