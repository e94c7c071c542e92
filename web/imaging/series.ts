import type { Source } from './source.ts'
import type { ImageHeader, Placement } from './types.ts'
import { dot, normalOf } from './vectors.ts'

/** One picture of a DICOM file, and where it lies in the patient if the file says so. */
export type Slice = { source: Source; frame: number; header: ImageHeader; placement?: Placement }

/** A DICOM file whose head could be read. */
export type DicomFile = { source: Source; header: ImageHeader; placements: (Placement | undefined)[] }

/** Fewer slices are single pictures: a scout view, a few key images. */
const fewestSlices = 5
/** Cosine of the angle by which two slices of one stack may differ: about half a degree. */
const parallel = 0.99996

/**
 * Which files are a volume together: same series, size and orientation, placed one beside another. The rest are pictures by
 * themselves. Slices come in the order of their place, from the feet up in an axial series, whatever their names say.
 */
export function groupSlices(files: DicomFile[]): { volumes: Slice[][]; images: DicomFile[] } {
  const groups: Slice[][] = []
  for (const slice of files.flatMap(slicesOf)) {
    if (!slice.placement) continue
    const group = groups.find(([first]) => first && belongs(first, slice))
    if (group) group.push(slice)
    else groups.push([slice])
  }
  const volumes = groups.filter((group) => placesOf(group).size >= fewestSlices).map(inOrder)
  const used = new Set(volumes.flat().map(({ source }) => source))
  return { volumes, images: files.filter(({ source }) => !used.has(source)) }
}

const slicesOf = ({ source, header, placements }: DicomFile): Slice[] =>
  placements.map((placement, frame) => ({ source, frame, header, placement }))

function belongs(first: Slice, slice: Slice): boolean {
  if (!first.placement || !slice.placement) return false
  return (
    first.header.seriesId === slice.header.seriesId &&
    first.header.rows === slice.header.rows &&
    first.header.columns === slice.header.columns &&
    dot(first.placement.row, slice.placement.row) > parallel &&
    dot(first.placement.column, slice.placement.column) > parallel
  )
}

/** Different places along the normal, to a hundredth of a millimetre: the pictures of a film lie at one. */
const placesOf = (slices: Slice[]) =>
  new Set(slices.map((slice) => Math.round(heightOf(slice, slices) * 100)))

function heightOf({ placement }: Slice, [first]: Slice[]): number {
  if (!placement || !first?.placement) return 0
  return dot(placement.position, normalOf(first.placement))
}

function inOrder(slices: Slice[]): Slice[] {
  const heights = new Map(slices.map((slice) => [slice, heightOf(slice, slices)]))
  return slices.toSorted((a, b) => (heights.get(a) ?? 0) - (heights.get(b) ?? 0))
}
