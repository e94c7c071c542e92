import type { PartKeys } from '#web/imaging/keys.ts'
import type { Orientation, PixelSpacing, Plane, Point, Vector, VolumeInfo } from '#web/imaging/types.ts'
import { type Measured, measure } from '#web/imaging/view/measure.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import { type Sheet, toPixels, turnOf } from '../stage/sheet.ts'
import { lengthsOf } from '../stage/sheet-plane.ts'
import { isMeasured, type Mark, type MarkKind } from '../stage/use-marks.tsx'
import { archLengthsOf, type Frame, frameOf, keptArch, pointOf } from './coordinates.ts'

/** What a row says of the place of a mark: its picture by its key, or its series and mm of the patient. */
export type KeptMark = {
  picture: string
  frame: number | null
  plane: Plane | 'panoramic' | 'section' | null
  kind: MarkKind
  points: number[][]
  /** The words of a note. */
  label: string | null
  /** The curve of 'panoramic' and 'section', as pairs of mm. */
  arch: [number, number][] | null
  /** How the volume was turned: degrees of pitch, roll and yaw. */
  orientation: Orientation | null
  value: number | null
  unit: Measured['unit'] | null
}

/** A stored row as a kept mark. */
export function keptMark(
  row: Omit<KeptMark, 'arch' | 'orientation'> & { arch: unknown; orientation: readonly number[] | null },
): KeptMark {
  const { arch, orientation } = row
  return {
    ...row,
    arch: Array.isArray(arch) ? arch.map(([x, y]) => [Number(x), Number(y)]) : null,
    orientation: orientation && vector(orientation),
  }
}

/** What is known of a part: without its keys nothing of it can be kept, without its volume nothing in it. */
export type KnownPart = { id: string; keys: PartKeys; volume: VolumeInfo | null }

/** A mark as it is kept; null while its part is not known. */
export function rowOf(mark: Mark, part: KnownPart): KeptMark | null {
  const { kind, points, sheet, spacing, stored, label = null } = mark
  const measured = stored ?? (isMeasured(mark) ? measure(mark.kind, pixelsOf(mark), spacing) : null)
  const common = { kind, label, value: measured?.value ?? null, unit: measured?.unit ?? null }
  if (sheet.view === 'picture') {
    const picture = part.keys.pictures[sheet.frame]
    if (!picture) return null
    const pairs = points.map(({ x, y }) => [x, y])
    const { key, frame } = picture
    return { ...common, picture: key, frame, plane: null, points: pairs, arch: null, orientation: null }
  }
  const frame = part.volume && frameOf(part.volume, sheet.orientation)
  if (!frame) return null
  const lie = (point: Point) => placeOf(sheet, point, frame)
  return {
    ...common,
    picture: part.keys.series,
    frame: null,
    plane: sheet.view,
    points: points.map(lie),
    arch: 'arch' in sheet ? keptArch(sheet.arch, frame) : null,
    orientation: turnOf(sheet) ?? null,
  }
}

const pixelsOf = ({ points, pixel }: Pick<Mark, 'points' | 'pixel'>) =>
  pixel ? points.map((one) => toPixels(one, pixel)) : points

/** Of a plane mm of the patient; along a curve mm from its right end, and how high; across it, how far out as well. */
function placeOf(sheet: Exclude<Sheet, { view: 'picture' }>, point: Point, frame: Frame): number[] {
  if ('depth' in sheet) return [...frame.toPatient(lengthsOf(sheet.view, sheet.depth, point, frame.height))]
  const up = frame.kept(frame.height - point.y, 2)
  return sheet.view === 'panoramic' ? [point.x, up] : [point.x, sheet.along, up]
}

/** A kept mark on the sheet where it lies now; null where its part does not hold it, or does not know where it lies yet. */
export function markOf(
  row: KeptMark,
  { id: part, keys, volume }: KnownPart,
): Omit<Mark, 'id' | 'author'> | null {
  const { kind, label, plane, value, unit } = row
  const stored = value !== null && unit !== null ? { value, unit } : undefined
  if (plane === null) {
    const frame = keys.pictures.findIndex((one) => one.key === row.picture && one.frame === row.frame)
    if (frame < 0) return null
    const points = row.points.map(([x = 0, y = 0]) => ({ x, y }))
    return { kind, label, points, sheet: { view: 'picture', part, frame }, pixel: { x: 1, y: 1 }, stored }
  }
  const lying = row.picture === keys.series && volume && frameOf(volume, row.orientation)
  if (!lying) return null
  const sides = voxelSides(volume.spacing)
  if (plane === 'panoramic' || plane === 'section')
    return alongArch(row, plane, { part, lying, sides, stored, volume })
  const found = row.points.map((point) => pointOf(plane, lying.toLengths(vector(point)), lying.height))
  const across = pointOf(plane, sides, 0).point
  const pixel = { x: across.x, y: Math.abs(across.y) }
  return {
    kind,
    label,
    points: found.map(({ point }) => point),
    sheet: { view: plane, ...inPart(part, row), depth: found[0]?.depth ?? 0 },
    pixel,
    spacing: spacingOf(volume, pixel, row.orientation ? undefined : plane),
    stored,
  }
}

function alongArch(
  { kind, label, points, arch: kept, orientation }: KeptMark,
  view: 'panoramic' | 'section',
  {
    part,
    lying,
    sides,
    stored,
    volume,
  }: {
    part: string
    lying: Frame
    sides: Vector
    stored: Measured | undefined
    volume: VolumeInfo
  },
): Omit<Mark, 'id' | 'author'> {
  const arch = archLengthsOf(kept ?? [], lying)
  const on = inPart(part, { orientation })
  const sheet: Sheet =
    view === 'section' ? { view, ...on, arch, along: points[0]?.[1] ?? 0 } : { view, ...on, arch }
  const pixel = { x: finestStep(sides), y: sides[2] }
  return {
    kind,
    label,
    points: points.map((point) => ({
      x: point[0] ?? 0,
      y: lying.height - lying.length(point.at(-1) ?? 0, 2),
    })),
    sheet,
    pixel,
    spacing: spacingOf(volume, pixel),
    stored,
  }
}

const inPart = (part: string, { orientation }: Pick<KeptMark, 'orientation'>) => ({
  part,
  ...(orientation && { orientation }),
})

const vector = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z]

/** The axis that is cut. */
const axisOf = { sagittal: 0, coronal: 1, axial: 2 } as const

/** As cuts have it (`pixelSpacing`); `plane` of a volume that is not turned. */
function spacingOf({ spacing }: VolumeInfo, { x, y }: Point, plane?: Plane): PixelSpacing {
  if (!spacing.known) return { known: 'nothing', ratio: y / x }
  return {
    known: 'mm',
    column: x,
    row: y,
    ...(spacing.assumedAxis !== undefined &&
      !(plane && axisOf[plane] === spacing.assumedAxis) && { assumed: true }),
  }
}
