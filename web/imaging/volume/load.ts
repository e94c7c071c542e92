import type { Dicom } from '#web/imaging/dicom/read-dicom.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { stopIfCancelled } from '#web/imaging/problems.ts'
import type { Slice } from '#web/imaging/series.ts'
import type { Source } from '#web/imaging/source.ts'
import {
  type GreyPicture,
  ImagingError,
  type ImagingNotice,
  type Vector,
  type VolumeInfo,
} from '#web/imaging/types.ts'
import { axesOf } from './axes.ts'
import { planesBetween } from './between.ts'
import { createBuild } from './build.ts'
import type { Grid } from './grid.ts'
import { type Plane, shifted } from './shift.ts'
import { type Stack, stackOf } from './stack.ts'
import { scaleOf, toVoxel, windowsIn, writeValues } from './values.ts'

export type LoadedVolume = { info: VolumeInfo; grid: Grid }
export type LoadOptions = { signal?: AbortSignal; onProgress?: (part: number) => void; memory: number }

/** Views that are further off the patient's axes than this are said to be. */
const oblique = 3

/**
 * Loads the slices of a volume one at a time into one array along the patient's axes: by their place, gaps filled from their neighbours,
 * a tilted gantry set upright, uneven steps made even, each with its notice; smaller by a whole factor where `memory` (bytes) is less than it
 * needs. Throws ImagingError.
 */
export async function loadVolume(
  slices: Slice[],
  { signal, onProgress, memory }: LoadOptions,
): Promise<LoadedVolume> {
  const stack = stackOf(slices.flatMap(({ placement }) => placement ?? []))
  const used = stack.order.flatMap((index) => slices[index] ?? [])
  const decode = createDecoder(signal)
  const samples = await samplesOf(used, decode)
  const [middle] = samples
  const scale = scaleOf(samples)
  const outside = toVoxel(Math.min(...samples.map(({ range }) => range[0])), scale)
  const mm = { across: middle.spacing?.column ?? 1, down: middle.spacing?.row ?? 1 }
  const canvas = canvasOf(middle, stack, mm)
  const axes = axesOf(stack.row, stack.column, stack.normal)
  const build = createBuild([canvas.columns, canvas.rows, stack.count], axes, memory)
  const planes = planesBetween(stack.count, build.add)
  const slice = emptyPlane(middle)
  // Two, because the planes between two slices are mixed from both.
  const pair = [emptyPlane(canvas), emptyPlane(canvas)] as const
  const range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [at, one] of used.entries()) {
    const picture = await decode(one)
    if (picture.columns !== middle.columns || picture.rows !== middle.rows) throw new ImagingError('corrupt')
    const plane = at % 2 ? pair[1] : pair[0]
    const { across, down } = stack.shifts[at] ?? { across: 0, down: 0 }
    writeValues(picture, scale, slice.values)
    shifted(slice, plane, pixels(across, mm.across), pixels(down, mm.down), outside)
    planes.take(plane.values, heightOf(stack, at))
    range[0] = Math.min(range[0], toVoxel(picture.range[0], scale))
    range[1] = Math.max(range[1], toVoxel(picture.range[1], scale))
    onProgress?.((at + 1) / used.length)
  }
  planes.end()
  const stackMm = [mm.across, mm.down, stack.step]
  const spacingOf = (axis: 0 | 1 | 2) => (stackMm[axes.from[axis]] ?? 1) * build.factor
  const spacing: Vector = [spacingOf(0), spacingOf(1), spacingOf(2)]
  const info: VolumeInfo = {
    size: build.size,
    spacing,
    windows: windowsIn(middle.windows, scale),
    range,
    unit: middle.unit,
    scale,
    notices: noticesOf(stack, axes.off, build.factor),
  }
  return { info, grid: { voxels: build.voxels, size: build.size, spacing, outside } }
}

/** Decodes slices; the frames of one file come from one reading of it. */
function createDecoder(signal?: AbortSignal): (slice: Slice) => Promise<GreyPicture> {
  let open: { source: Source; dicom: Dicom } | undefined
  return async ({ source, frame }) => {
    stopIfCancelled(signal)
    if (open?.source !== source) {
      // Let go of the file before the next one is read.
      open = undefined
      open = { source, dicom: await readDicom(await source.bytes(signal)) }
    }
    const picture = await open.dicom.picture(frame, signal)
    if (picture.kind !== 'grey') throw new ImagingError('unsupported_pixels', 'A volume of colours')
    return picture
  }
}

/** The middle slice and two more: what values there are is not known before. */
async function samplesOf(
  slices: Slice[],
  decode: (slice: Slice) => Promise<GreyPicture>,
): Promise<[GreyPicture, ...GreyPicture[]]> {
  const at = (part: number) => slices[Math.floor((slices.length - 1) * part)]
  const [middle, low, high] = [at(0.5), at(0.25), at(0.75)]
  if (!middle || !low || !high) throw new ImagingError('nothing_to_show')
  return [await decode(middle), await decode(low), await decode(high)]
}

/** Room for all slices, also where a tilted gantry moved them sideways. */
function canvasOf({ columns, rows }: GreyPicture, { shifts }: Stack, mm: { across: number; down: number }) {
  const across = Math.max(...shifts.map((shift) => pixels(shift.across, mm.across)))
  const down = Math.max(...shifts.map((shift) => pixels(shift.down, mm.down)))
  if (across > columns * 2 || down > rows * 2)
    throw new ImagingError('unsupported_pixels', 'Slices far apart')
  return { columns: columns + Math.ceil(across), rows: rows + Math.ceil(down) }
}

const emptyPlane = ({ columns, rows }: { columns: number; rows: number }): Plane => ({
  columns,
  rows,
  values: new Int16Array(columns * rows),
})

/** mm in pixels; a hundredth of one is rounding. */
const pixels = (shift: number, mm: number) => (shift / mm < 0.01 ? 0 : shift / mm)

/** How high a slice lies, in planes of the volume. */
function heightOf({ heights, step, uneven }: Stack, at: number): number {
  const height = (heights[at] ?? 0) / step
  return uneven ? height : Math.round(height)
}

function noticesOf(stack: Stack, off: number, factor: number): ImagingNotice[] {
  const { tilted, uneven, missing, leftOut } = stack
  const notices: ImagingNotice[] = []
  if (factor > 1) notices.push({ kind: 'reduced', factor })
  if (tilted) notices.push({ kind: 'tilted', degrees: tilted })
  else if (off > oblique) notices.push({ kind: 'oblique', degrees: off })
  if (uneven) notices.push({ kind: 'uneven_spacing', mm: uneven })
  if (missing > 0) notices.push({ kind: 'missing_slices', count: missing })
  if (leftOut > 0) notices.push({ kind: 'left_out', count: leftOut })
  return notices
}
