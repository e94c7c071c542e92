import type { ReactNode } from 'react'
import type { NamedBlob, OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { DocumentPart } from './document-part.tsx'
import type { ShownPreview } from './stage/preview.ts'
import { Problem } from './stage/problem.tsx'
import type { PartsLoad } from './stage/study-load.ts'

const imageStage = loadLater(async () => (await import('./image/image-stage.tsx')).ImageStage)
const volumeStage = loadLater(async () => {
  // A volume's slices are pictures.
  const [{ VolumeStage }] = await Promise.all([import('./volume/volume-stage.tsx'), imageStage.preload()])
  return VolumeStage
})
const meshStage = loadLater(async () => (await import('./mesh/mesh-stage.tsx')).MeshStage)

/**
 * The viewer that a part needs; each comes with its own code when it is first needed. While no study is open, it is
 * that of its preview.
 */
export function StageFor({
  study,
  part,
  pictureName,
  preview,
  status,
  inParts,
  archive,
}: {
  study: OpenStudy | null
  part: Part | undefined
  pictureName: string
  preview: ShownPreview | null
  /** What is on its way, beside the preview. */
  status: ReactNode
  /** How the study is read in parts, where it is. */
  inParts: PartsLoad | null
  /** The study's file. */
  archive?: NamedBlob | undefined
}) {
  const shown = { pictureName, preview, status, inParts }
  if (!study || !part) return <volumeStage.Later opened={null} {...shown} />
  switch (part.kind) {
    case 'volume': {
      const slices = <imageStage.Later study={study} part={part} pictureName={pictureName} />
      return <volumeStage.Later opened={{ study, part, slices }} {...shown} />
    }
    case 'image':
    case 'stack':
    case 'photo':
      return <imageStage.Later study={study} part={part} pictureName={pictureName} />
    case 'mesh':
      return <meshStage.Later study={study} part={part} pictureName={pictureName} />
    case 'document':
      return <DocumentPart study={study} part={part} />
    case 'unreadable':
      return (
        <Problem
          problem={part.problem}
          name={part.name}
          original={() => study.blob(part.id)}
          archive={archive}
        />
      )
  }
}
