import type { OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { DocumentPart } from './document-part.tsx'
import { Problem } from './stage/problem.tsx'

const imageStage = loadLater(async () => (await import('./image/image-stage.tsx')).ImageStage)
const volumeStage = loadLater(async () => {
  // A volume's slices are pictures.
  const [{ VolumeStage }] = await Promise.all([import('./volume/volume-stage.tsx'), imageStage.preload()])
  return VolumeStage
})
const meshStage = loadLater(async () => (await import('./mesh/mesh-stage.tsx')).MeshStage)

/** The viewer that a part needs; each comes with its own code when it is first needed. */
export function StageFor({
  study,
  part,
  pictureName,
}: {
  study: OpenStudy
  part: Part
  pictureName: string
}) {
  switch (part.kind) {
    case 'image':
    case 'stack':
    case 'photo':
      return <imageStage.Later study={study} part={part} pictureName={pictureName} />
    case 'volume':
      return (
        <volumeStage.Later
          study={study}
          part={part}
          pictureName={pictureName}
          slices={<imageStage.Later study={study} part={part} pictureName={pictureName} />}
        />
      )
    case 'mesh':
      return <meshStage.Later study={study} part={part} pictureName={pictureName} />
    case 'document':
      return <DocumentPart study={study} part={part} />
    case 'unreadable':
      return <Problem problem={part.problem} name={part.name} original={() => study.blob(part.id)} />
  }
}
