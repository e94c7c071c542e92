import type { OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { ImageStage } from '../image/image-stage.tsx'

/** A series of slices, one over the other. */
export function VolumeStage(props: {
  study: OpenStudy
  part: Extract<Part, { kind: 'volume' }>
  pictureName: string
}) {
  return <ImageStage {...props} />
}
