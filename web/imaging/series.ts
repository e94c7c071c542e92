import { fewestSlices } from './acquisitions.ts'
import type { FrameFacts } from './dicom/frame-facts.ts'
import { volumesOf } from './slice-order.ts'
import type { Source } from './source.ts'
import type { ImageHeader, Placement } from './types.ts'
import { dot, normalOf } from './vectors.ts'

/** One picture of a DICOM file, and where it lies in the patient if the file says so. */
export type Slice = {
  source: Source
  frame: number
  header: ImageHeader
  placement?: Placement
  /** Where its bytes begin and end in a file on a server. */
  piece?: readonly [from: number, to: number]
  /** Its key, where an index has it already (keys.ts). */
  key?: string
}

/** A slice that is still being sorted; `isAlone` where it belongs with the other frames of its file only. */
export type Candidate = Slice & { facts: FrameFacts; isAlone: boolean }

/** A DICOM file whose head could be read. */
export type DicomFile = { source: Source; header: ImageHeader; frames: FrameFacts[] }

/** Pictures to be leafed through; `mixed` where several lie at one place and nothing says which belong together. */
export type PictureStack = { slices: Slice[]; mixed?: true }

/** Cosine of the angle by which two slices of one stack may differ: about half a degree. */
const parallel = 0.99996

/** Pictures that lie one beside another by what they are; others are only taken for it where there are more than anybody takes singly. */
const sliced = new Set(['CT', 'MR', 'PT', 'NM'])
const fewestOfOthers = 30
/** The slices of a volume whose series hold one each lie evenly: the longest step is at most so many of the shortest. */
const even = 3

/**
 * Which files form a volume: same series, size and direction (a series of each slice counts as one), one beside another, and of one
 * acquisition. The rest are single pictures, or stacks to be leafed through. Where slices lie is found in `slice-order.ts`
 * (docs/product/files.md).
 */
export function groupSlices(files: DicomFile[]): {
  volumes: Slice[][]
  stacks: PictureStack[]
  images: DicomFile[]
} {
  const series = grouped(files.flatMap(candidatesOf), areTogether)
  const volumes: Slice[][] = []
  const stacks: PictureStack[] = []
  for (const slices of series) {
    const found = foundIn(slices)
    if (found === 'mixed') stacks.push({ slices: byPlace(slices), mixed: true })
    else if (found.length > 0) volumes.push(...found)
    else if (isStack(slices)) stacks.push({ slices: byNumber(slices) })
  }
  for (const slices of grouped(series.filter(isSingle).flat(), areOfOneStudy)) {
    const found = isStack(slices) ? foundIn(slices) : []
    if (found !== 'mixed' && found.every(isEven)) volumes.push(...found)
  }
  const used = new Set([...volumes, ...stacks.map(({ slices }) => slices)].flat().map(({ source }) => source))
  return { volumes, stacks, images: files.filter(({ source }) => !used.has(source)) }
}

/** The volumes among slices; where only some state their place and the others do not fit in, those of these. */
function foundIn(slices: Candidate[]): Slice[][] | 'mixed' {
  const found = volumesOf(slices, isStack(slices))
  const placed = slices.filter(({ placement }) => placement)
  if ((found !== 'mixed' && found.length > 0) || placed.length === slices.length) return found
  const ofPlaced = volumesOf(placed, false)
  return ofPlaced.length > 0 ? ofPlaced : found
}

function candidatesOf({ source, header, frames }: DicomFile): Candidate[] {
  const places = new Set(frames.map(({ position }) => position?.join(' ')))
  const isAlone = frames.length > 1 && places.size < 2
  return frames.map((facts, frame) => ({ source, frame, header, placement: facts.placement, facts, isAlone }))
}

function grouped(
  slices: Candidate[],
  together: (one: Candidate, other: Candidate) => boolean,
): Candidate[][] {
  const groups: Candidate[][] = []
  for (const slice of slices) {
    const group = groups.find(([first]) => first && together(first, slice))
    if (group) group.push(slice)
    else groups.push([slice])
  }
  return groups
}

function areTogether(one: Candidate, other: Candidate): boolean {
  if ((one.isAlone || other.isAlone) && one.source !== other.source) return false
  return one.header.seriesId === other.header.seriesId && areAlike(one, other)
}

const isSingle = ([first, ...others]: Candidate[]) =>
  first !== undefined && others.length === 0 && !first.facts.isLocalizer

const areOfOneStudy = (one: Candidate, other: Candidate) =>
  one.facts.study === other.facts.study &&
  one.header.modality === other.header.modality &&
  areAlike(one, other)

/** Same size, same direction. */
function areAlike({ header: one, facts: a }: Candidate, { header: other, facts: b }: Candidate): boolean {
  if (one.rows !== other.rows || one.columns !== other.columns || a.isLocalizer !== b.isLocalizer)
    return false
  if (!a.directions || !b.directions) return a.directions === b.directions
  return (
    dot(a.directions.row, b.directions.row) > parallel &&
    dot(a.directions.column, b.directions.column) > parallel
  )
}

/** Whether so many pictures of their kind are slices of something. */
function isStack(slices: Candidate[]): boolean {
  const [first] = slices
  if (!first || first.facts.isFilm) return false
  return slices.length >= (sliced.has(first.header.modality ?? '') ? fewestSlices : fewestOfOthers)
}

function isEven(slices: Slice[]): boolean {
  const [, ...above] = slices
  const steps = above.map(({ placement: upper }, at) => {
    const lower = slices[at]?.placement
    return upper && lower ? dot(upper.position, normalOf(lower)) - dot(lower.position, normalOf(lower)) : 0
  })
  return Math.max(...steps) <= Math.min(...steps) * even
}

/** By number; those without one, or with the same, as their files come. */
const byNumber = (slices: Candidate[]) => slices.toSorted((a, b) => numberOf(a) - numberOf(b))
const numberOf = ({ facts }: Candidate) => facts.number ?? Number.MAX_SAFE_INTEGER

/** Those of one place one after the other. */
function byPlace(slices: Candidate[]): Candidate[] {
  const height = ({ placement }: Candidate) => (placement ? dot(placement.position, normalOf(placement)) : 0)
  return byNumber(slices).toSorted((a, b) => height(a) - height(b))
}
