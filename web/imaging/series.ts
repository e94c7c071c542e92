import { acquisitionsOf, fewestSlices } from './acquisitions.ts'
import type { FrameFacts } from './dicom/frame-facts.ts'
import type { Source } from './source.ts'
import type { ImageHeader, Placement } from './types.ts'
import { dot, normalOf } from './vectors.ts'

/** One picture of a DICOM file, and where it lies in the patient if the file says so. */
export type Slice = {
  source: Source
  frame: number
  header: ImageHeader
  placement?: Placement
  /** Where its bytes begin and end in a file that lies far away. */
  piece?: readonly [from: number, to: number]
  /** Its key, where an index has it already (keys.ts). */
  key?: string
}

/** A slice that is still being sorted. */
export type Candidate = Slice & { facts: FrameFacts }

/** A DICOM file whose head could be read. */
export type DicomFile = { source: Source; header: ImageHeader; frames: FrameFacts[] }

/** Pictures to be leafed through; `mixed` where several lie at one place and nothing says which belong together. */
export type PictureStack = { slices: Slice[]; mixed?: true }

/** Cosine of the angle by which two slices of one stack may differ: about half a degree. */
const parallel = 0.99996

/** Pictures that lie one beside another by what they are; others are only taken for it where there are more than anybody takes singly. */
const sliced = new Set(['CT', 'MR', 'PT', 'NM'])
const fewestOfOthers = 30

/**
 * Which files form a volume: same series, size and orientation, one beside another, and of one acquisition. The rest are single
 * pictures, or stacks to be leafed through. Slices are sorted by position, from the feet up in an axial series,
 * whatever their names say (docs/product/studies.md).
 */
export function groupSlices(files: DicomFile[]): {
  volumes: Slice[][]
  stacks: PictureStack[]
  images: DicomFile[]
} {
  const candidates = files.flatMap(candidatesOf)
  const volumes: Slice[][] = []
  const stacks: PictureStack[] = []
  for (const group of grouped(candidates, belongs).filter((one) => placesOf(one) >= fewestSlices)) {
    const acquisitions = acquisitionsOf(group, (slice) => placeOf(slice, group))
    if (acquisitions) volumes.push(...acquisitions.map(inOrder))
    else stacks.push({ slices: inOrder(group), mixed: true })
  }
  const single = candidates.filter(({ placement, header }) => !placement && header.frames === 1)
  const unplaced = grouped(single, areAlike).filter(isStack)
  stacks.push(...unplaced.map((slices) => ({ slices: byNumber(slices) })))
  const used = new Set([...volumes, ...stacks.map(({ slices }) => slices)].flat().map(({ source }) => source))
  return { volumes, stacks, images: files.filter(({ source }) => !used.has(source)) }
}

function grouped(slices: Candidate[], together: (first: Slice, slice: Slice) => boolean): Candidate[][] {
  const groups: Candidate[][] = []
  for (const slice of slices) {
    const group = groups.find(([first]) => first && together(first, slice))
    if (group) group.push(slice)
    else groups.push([slice])
  }
  return groups
}

const isStack = (group: Slice[]) =>
  group.length >= (sliced.has(group[0]?.header.modality ?? '') ? fewestSlices : fewestOfOthers)

/** By instance number; those without one, or with the same, as their files come. */
const byNumber = (slices: Slice[]) =>
  slices.toSorted(
    (a, b) => (a.header.instance ?? Number.MAX_SAFE_INTEGER) - (b.header.instance ?? Number.MAX_SAFE_INTEGER),
  )

const candidatesOf = ({ source, header, frames }: DicomFile): Candidate[] =>
  frames.map((facts, frame) => ({ source, frame, header, placement: facts.placement, facts }))

function belongs(first: Slice, slice: Slice): boolean {
  if (!first.placement || !slice.placement) return false
  return (
    areAlike(first, slice) &&
    dot(first.placement.row, slice.placement.row) > parallel &&
    dot(first.placement.column, slice.placement.column) > parallel
  )
}

/** Same series, same size. */
const areAlike = ({ header: one }: Slice, { header: other }: Slice) =>
  one.seriesId === other.seriesId && one.rows === other.rows && one.columns === other.columns

/** Distinct places along the normal: the pictures of a film share one. */
const placesOf = (slices: Slice[]) => new Set(slices.map((slice) => placeOf(slice, slices))).size

/** A place along the normal in hundredths of a millimetre. */
const placeOf = (slice: Slice, slices: Slice[]) => Math.round(heightOf(slice, slices) * 100)

function heightOf({ placement }: Slice, [first]: Slice[]): number {
  if (!placement || !first?.placement) return 0
  return dot(placement.position, normalOf(first.placement))
}

function inOrder(slices: Slice[]): Slice[] {
  const heights = new Map(slices.map((slice) => [slice, heightOf(slice, slices)]))
  return slices.toSorted((a, b) => (heights.get(a) ?? 0) - (heights.get(b) ?? 0))
}
