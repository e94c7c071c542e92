import type { OpenStudy } from '#web/imaging/client.ts'
import { notHere } from '#web/imaging/problems.ts'
import {
  ImagingError,
  type ImagingNotice,
  type Part,
  type Picture,
  type PixelSpacing,
} from '#web/imaging/types.ts'
import { aspectOf } from '#web/imaging/view/measure.ts'
import type { Extent } from '#web/imaging/view/view.ts'

/** A photo as the browser decoded it; `factor` tells by how much it was made smaller. */
export type Photo = { kind: 'photo'; columns: number; rows: number; image: ImageBitmap; factor: number }
export type Shown = Picture | Photo
export type ImagePart = Extract<Part, { kind: 'image' | 'photo' | 'stack' | 'volume' }>

/** Canvases of phones hold no more; in pixels. */
const largestPhoto = 16_000_000

/** How many pictures lie one behind the other. */
export function framesOf(part: ImagePart): number {
  if (part.kind === 'volume' || part.kind === 'stack') return part.slices
  return part.kind === 'image' ? Math.max(1, part.header.frames) : 1
}

export async function loadShown(
  study: OpenStudy,
  part: ImagePart,
  frame: number,
  signal: AbortSignal,
): Promise<Shown> {
  if (part.kind !== 'photo') return study.picture(part.id, frame, signal)
  const blob = await study.blob(part.id)
  try {
    return await decode(blob)
  } catch {
    throw new ImagingError(notHere(part.type) ?? 'corrupt')
  }
}

async function decode(blob: Blob): Promise<Photo> {
  const image = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  const factor = Math.ceil(Math.sqrt((image.width * image.height) / largestPhoto))
  if (factor <= 1) return photo(image, 1)
  const resizeWidth = Math.round(image.width / factor)
  image.close()
  return photo(await createImageBitmap(blob, { imageOrientation: 'from-image', resizeWidth }), factor)
}

const photo = (image: ImageBitmap, factor: number): Photo => ({
  kind: 'photo',
  columns: image.width,
  rows: image.height,
  image,
  factor,
})

export function spacingOf(shown: Shown): PixelSpacing | undefined {
  return shown.kind === 'photo' ? undefined : shown.spacing
}

/** Of a picture that is still on its way. */
export const noExtent: Extent = { columns: 1, rows: 1, aspect: 1 }

export function extentOf(shown: Shown): Extent {
  return { columns: shown.columns, rows: shown.rows, aspect: aspectOf(spacingOf(shown)) }
}

/** What is true but less than one expects of a picture. */
export function noticesOf(part: ImagePart, shown: Shown): ImagingNotice[] {
  const ofSeries: ImagingNotice[] =
    part.kind === 'stack' ? [{ kind: part.mixed ? 'mixed_acquisitions' : 'no_positions' }] : []
  if (shown.kind !== 'photo') return [...ofSeries, ...(shown.notices ?? [])]
  return shown.factor > 1 ? [{ kind: 'reduced', factor: shown.factor }] : []
}
