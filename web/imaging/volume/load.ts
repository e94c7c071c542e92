import type { Slice } from '#web/imaging/series.ts'
import { type GreyPicture, ImagingError, type Vector, type VolumeInfo } from '#web/imaging/types.ts'
import { axesOf } from './axes.ts'
import { planesBetween } from './between.ts'
import { createBuild } from './build.ts'
import type { Grid } from './grid.ts'
import { noticesOf } from './notices.ts'
import { createOriginals, type Originals } from './originals.ts'
import { isSameScale, pixelSides } from './pixel-sides.ts'
import { createReader } from './reader.ts'
import { type Plane, shifted } from './shift.ts'
import { type Stack, stackOf, untilted } from './stack.ts'
import { scaleOf, toVoxel, windowsIn, writeValues } from './values.ts'

export type LoadedVolume = { info: VolumeInfo; grid: Grid; originals: Originals }
export type LoadOptions = { signal?: AbortSignal; onProgress?: (part: number) => void; memory: number }

/**
 * Loads the slices of a volume one at a time into one array along the patient's axes: by position, with gaps
 * and damaged slices filled from their neighbours, a tilted gantry set upright and uneven steps made even,
 * each with its notice; reduced by a whole factor when `memory` (bytes) is too small. Throws ImagingError.
 */
export async function loadVolume(
  slices: Slice[],
  { signal, onProgress, memory }: LoadOptions,
): Promise<LoadedVolume> {
  const lying = stackOf(slices.flatMap(({ placement }) => placement ?? []))
  const used = lying.order.flatMap((index) => slices[index] ?? [])
  const reader = createReader(used, signal)
  const middle = await reader.near(0.5)
  const samples = [middle, await reader.near(0.25), await reader.near(0.75)]
  const scale = scaleOf(samples)
  const pixel = pixelSides(middle.spacing, lying.step)
  let known = isSameScale(middle.spacing, pixel)
  // How many pixels a tilt moved the slices by cannot be told where their size is not known.
  const stack = known ? lying : untilted(lying)
  const canvas = canvasOf(middle, stack, pixel)
  const axes = axesOf(stack.row, stack.column, stack.normal)
  const build = createBuild([canvas.columns, canvas.rows, stack.count], axes, memory)
  const originals = createOriginals(build)
  const outside = toVoxel(darkest(samples), scale)
  const planes = planesBetween(stack.count, build.add)
  const slice = emptyPlane(middle)
  // Two, because the planes between two slices are mixed from both.
  const pair = [emptyPlane(canvas), emptyPlane(canvas)] as const
  const range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let taken = 0
  for (const [at, index] of stack.order.entries()) {
    const picture = await reader.read(at)
    onProgress?.((at + 1) / used.length)
    // Its neighbours are mixed where it lies, as they are for one that is missing.
    if (!picture) continue
    const plane = taken++ % 2 ? pair[1] : pair[0]
    const shift = stack.shifts[at] ?? { across: 0, down: 0 }
    const by = { across: pixels(shift.across, pixel.across), down: pixels(shift.down, pixel.down) }
    const height = heightOf(stack, at)
    writeValues(picture, scale, slice.values)
    shifted(slice, plane, by.across, by.down, outside)
    planes.take(plane.values, height)
    const unmoved = canvas.columns === slice.columns && canvas.rows === slice.rows
    if (unmoved && Number.isInteger(height)) originals.take(index, height, picture, scale)
    range[0] = Math.min(range[0], toVoxel(picture.range[0], scale))
    range[1] = Math.max(range[1], toVoxel(picture.range[1], scale))
    known &&= isSameScale(picture.spacing, pixel)
  }
  planes.end()
  const { voxels, size, factor } = build
  const { unit, inverted } = middle
  const sides = along(axes.from, [pixel.across, pixel.down, stack.step], factor)
  const info: VolumeInfo = {
    size,
    spacing: known ? { known, mm: sides } : { known, assumed: sides },
    windows: windowsIn(middle.windows, scale),
    range,
    unit,
    inverted,
    scale,
    notices: noticesOf(stack, {
      off: axes.off,
      factor,
      damaged: reader.damaged(),
      known,
      ofSlices: middle.notices,
    }),
  }
  return { info, grid: { voxels, size, sides, known, stacked: axes.stacked, inverted, outside }, originals }
}

/** What is darkest to see: the largest value where that one is black. */
function darkest(samples: GreyPicture[]): number {
  if (samples[0]?.inverted) return Math.max(...samples.map(({ range }) => range[1]))
  return Math.min(...samples.map(({ range }) => range[0]))
}

/** Lengths of row, column and normal on the patient's axes. */
function along(from: readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2], stack: Vector, factor: number): Vector {
  return [stack[from[0]] * factor, stack[from[1]] * factor, stack[from[2]] * factor]
}

/** Room for all slices, also where a tilted gantry moved them sideways. */
function canvasOf(
  { columns, rows }: GreyPicture,
  { shifts }: Stack,
  pixel: { across: number; down: number },
) {
  const across = Math.max(...shifts.map((shift) => pixels(shift.across, pixel.across)))
  const down = Math.max(...shifts.map((shift) => pixels(shift.down, pixel.down)))
  if (across > columns * 2 || down > rows * 2)
    throw new ImagingError('unsupported_pixels', 'Slices far apart')
  return { columns: columns + Math.ceil(across), rows: rows + Math.ceil(down) }
}

const emptyPlane = ({ columns, rows }: { columns: number; rows: number }): Plane => ({
  columns,
  rows,
  values: new Int16Array(columns * rows),
})

/** A length in pixels; a hundredth of one is rounding. */
const pixels = (shift: number, side: number) => (shift / side < 0.01 ? 0 : shift / side)

/** How high a slice lies, in planes of the volume. */
function heightOf({ heights, step, uneven }: Stack, at: number): number {
  const height = (heights[at] ?? 0) / step
  return uneven ? height : Math.round(height)
}
