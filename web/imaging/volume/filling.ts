import { letGo } from '#web/imaging/let-go.ts'
import { type GreyPicture, ImagingError, type Vector, type VolumeInfo } from '#web/imaging/types.ts'
import { axesOf } from './axes.ts'
import { createBuild } from './build.ts'
import { noticesOf } from './notices.ts'
import { type OpenVolume, viewsOf } from './open-volume.ts'
import { createOriginals } from './originals.ts'
import { isSameScale, pixelSides } from './pixel-sides.ts'
import { placeOf } from './place.ts'
import { createPlanes } from './planes.ts'
import type { Reader } from './reader.ts'
import { type Plane, shifted } from './shift.ts'
import { type Stack, untilted } from './stack.ts'
import { scaleOf, toVoxel, windowsIn, writeValues } from './values.ts'

/** Slices that are laid onto the volume's planes are kept: a plane may be mixed of the two around it, and so may the next. */
const mostKept = 3

/** A volume whose planes are made one by one, in any order. */
export type Filling = {
  /** Planes of the volume. */
  count: number
  /** The slices that are read for a plane. */
  slicesOf(plane: number): number[]
  make(plane: number, signal?: AbortSignal): Promise<void>
  /** Fills the planes around a plane up to the nearest that were made, in straight lines. */
  spread(plane: number): void
  /** With what was made until now. */
  volume(): OpenVolume
}

/**
 * The volume of a stack, empty as yet; its `samples` say how values are kept, the first of them how long its pixels are. A
 * tilted gantry is set upright and uneven steps are made even, each with its notice; it is reduced by a whole factor when
 * `memory` (bytes) is too small. `order` are the slices' own numbers. Throws ImagingError.
 */
export function createFilling(lying: Stack, samples: GreyPicture[], reader: Reader, memory: number): Filling {
  const [middle] = samples
  if (!middle) throw new ImagingError('nothing_to_show')
  const scale = scaleOf(samples)
  const pixel = pixelSides(middle.spacing, lying.step)
  let known = isSameScale(middle.spacing, pixel)
  const assumedStep = lying.assumed?.order !== undefined
  // How many pixels a tilt moved the slices by cannot be told where their size is not known.
  const stack = known ? lying : untilted(lying)
  const canvas = canvasOf(middle, stack, pixel)
  const axes = axesOf(stack.row, stack.column, stack.normal)
  const build = createBuild([canvas.columns, canvas.rows, stack.count], axes, memory)
  const { voxels, size, factor, count } = build
  const originals = createOriginals(build)
  const outside = toVoxel(darkest(samples), scale)
  const heights = stack.heights.map((height) => heightOf(stack, height))
  const planes = createPlanes(heights, stack.count)
  const slice = emptyPlane(middle)
  const unmoved = canvas.columns === slice.columns && canvas.rows === slice.rows
  /** Laid slices by their place in the stack; the one that was used last comes last. */
  const laid = new Map<number, Plane>()
  const range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  /** Room for one more; that of the one which was not used for longest is used again. */
  function room(): Plane {
    const [oldest] = laid
    if (!oldest || laid.size < mostKept) return emptyPlane(canvas)
    laid.delete(oldest[0])
    return oldest[1]
  }

  async function laidSlice(at: number, signal?: AbortSignal): Promise<Int16Array | undefined> {
    const known = laid.get(at)
    if (known) {
      laid.delete(at)
      laid.set(at, known)
      return known.values
    }
    const picture = await reader.read(at, signal)
    if (!picture) return undefined
    const plane = room()
    lay(picture, at, plane)
    letGo(picture.pixels)
    laid.set(at, plane)
    return plane.values
  }

  function lay(picture: GreyPicture, at: number, plane: Plane): void {
    const shift = stack.shifts[at] ?? { across: 0, down: 0 }
    writeValues(picture, scale, slice.values)
    shifted(slice, plane, pixels(shift.across, pixel.across), pixels(shift.down, pixel.down), outside)
    const height = heights[at] ?? 0
    const index = stack.order[at] ?? 0
    if (unmoved && Number.isInteger(height)) originals.take(index, height, picture, scale)
    range[0] = Math.min(range[0], toVoxel(picture.range[0], scale))
    range[1] = Math.max(range[1], toVoxel(picture.range[1], scale))
    known &&= isSameScale(picture.spacing, pixel)
  }

  /** Planes of the stack that become one of the volume. */
  const planesOf = (plane: number) =>
    Array.from({ length: Math.min(factor, stack.count - plane * factor) }, (_, at) => plane * factor + at)

  return {
    count,
    slicesOf: (plane) => planesOf(plane).flatMap(planes.slicesOf),
    async make(plane, signal) {
      const read = (at: number) => laidSlice(at, signal)
      for (const at of planesOf(plane)) await planes.make(at, read, (values) => build.add(values, at))
    },
    spread(plane) {
      for (const by of [-1, 1] as const) {
        let next = plane + by
        while (next >= 0 && next < count && !build.has(next)) next += by
        if (build.has(next)) build.between(Math.min(plane, next), Math.max(plane, next))
      }
    },
    volume() {
      const { unit, inverted } = middle
      const sides = along(axes.from, [pixel.across, pixel.down, stack.step], factor)
      const info: VolumeInfo = {
        size,
        spacing: known
          ? { known, mm: sides, ...(assumedStep && { assumedAxis: axes.stacked }) }
          : { known, assumed: sides },
        windows: windowsIn(middle.windows, scale),
        range: [...range],
        unit,
        inverted,
        scale,
        place: placeOf(stack, axes, [pixel.across, pixel.down, stack.step], build),
        notices: noticesOf(stack, {
          off: axes.off,
          factor,
          damaged: reader.damaged(),
          known,
          ofSlices: middle.notices,
        }),
      }
      const grid = { voxels, size, sides, known, stacked: axes.stacked, assumedStep, inverted, outside }
      return viewsOf(info, grid, originals.slice)
    },
  }
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
function heightOf({ step, uneven }: Stack, mm: number): number {
  const height = mm / step
  return uneven ? height : Math.round(height)
}
