import type { PhotoContent } from '#domain/file-content.ts'

/** Whole pixels, or millimetres where it says so; x to the right, y down. */
export type Point = { x: number; y: number }
export type Vector = readonly [number, number, number]

/** Why something cannot be shown; `web/copy/imaging.ts` has the words of each. */
export const imagingProblems = [
  'cancelled',
  'corrupt',
  'deflate64',
  'empty',
  'encrypted_zip',
  'no_pixels',
  // The file is fine; only some browsers show it.
  'no_heic_here',
  'no_tiff_here',
  'not_an_image',
  // Not the file's fault: the decoder that it needs could not be fetched.
  'not_loaded',
  'nothing_to_show',
  'too_large',
  'truncated',
  'unsupported_compression',
  'unsupported_pixels',
] as const
export type ImagingProblem = (typeof imagingProblems)[number]

/**
 * Why a file on a server cannot be read in parts: the server does not give them, so that it must be loaded as a whole;
 * it is another file now; its address is refused, also a new one; there is no connection, for now.
 */
export type RemoteProblem = 'whole' | 'changed' | 'refused' | 'unreachable'

/** Something about a file that a person must be told in words of their own. */
export class ImagingError extends Error {
  readonly problem: ImagingProblem
  /** Where it says nothing about what is in the file, which is on a server. */
  readonly remote?: RemoteProblem

  constructor(problem: ImagingProblem, detail?: string, remote?: RemoteProblem) {
    super(detail ?? problem)
    this.name = 'ImagingError'
    this.problem = problem
    this.remote = remote
  }
}

/** True of a picture but less than expected; shown beside it. */
export type ImagingNotice =
  | { kind: 'reduced'; factor: number }
  /** The gantry was tilted: slices are set upright, the head stays tilted by these degrees. */
  | { kind: 'tilted'; degrees: number }
  /** Slices that are not parallel to the patient's axes: the views follow the slices. */
  | { kind: 'oblique'; degrees: number }
  | { kind: 'uneven_spacing'; mm: readonly [smallest: number, largest: number] }
  | { kind: 'missing_slices'; count: number }
  | { kind: 'damaged_slices'; count: number }
  /** Slices that lie where another does: the first of them is shown. */
  | { kind: 'repeated_slices'; count: number }
  | { kind: 'left_out'; count: number }
  /** Lengths are in pixels. */
  | { kind: 'no_scale' }
  /** The ratio of a voxel's height to its width is assumed, not known. */
  | { kind: 'assumed_proportions' }
  /** Slices whose order is not that of stated positions; without `mm` lengths are in pixels anyway. */
  | { kind: 'assumed_order'; by: 'location' | 'number' | 'frame' | 'name'; mm?: number }
  /** Right, left, head and feet are those of most files. */
  | { kind: 'assumed_orientation' }
  /** A series that can be viewed slice by slice but is no volume. */
  | { kind: 'no_positions' }
  /** A series with several pictures at each place, and nothing that tells its acquisitions apart. */
  | { kind: 'mixed_acquisitions' }
  /** What the file wants drawn over its pixels, or covered of them. */
  | { kind: 'overlays' }
  | { kind: 'shutter' }

/**
 * What is known of the distance between pixel centres: mm down and across if the file states them for the patient's plane; else
 * only the ratio of down to across (a detector's spacing, an aspect ratio); or nothing, and the ratio is assumed for drawing.
 * `assumed` of a cut through slices whose distance the file does not say for sure.
 */
export type PixelSpacing =
  | { known: 'mm'; row: number; column: number; assumed?: true }
  | { known: 'ratio' | 'nothing'; ratio: number }

/**
 * The distance of voxel centres to the patient's left, to the back, to the head. If the file does not state
 * it for the patient, it is assumed: the volume is drawn and cut with it, but must never be shown as mm. Where only the
 * distance of slices is assumed, `assumedAxis` is the one across them: what is measured along it says so.
 */
export type VoxelSpacing =
  | { known: true; mm: Vector; assumedAxis?: 0 | 1 | 2 }
  | { known: false; assumed: Vector }

/** What identifies a file of an examination; absent where the file does not say. Days are `yyyy-MM-dd`. */
export type ImageHeader = {
  /** As a person writes it, 'Lucía Fernanda Prueba', its character set respected. */
  patientName?: string
  birthDate?: string
  patientId?: string
  studyDate?: string
  modality?: string
  description?: string
  seriesId?: string
  /** SOP Instance UID: no other file has it. */
  instanceId?: string
  instance?: number
  transferSyntax: string
  columns: number
  rows: number
  frames: number
}

/** How greys rise over a window (VOI LUT Function); the usual straight line where nothing is said. */
export type WindowCurve = 'exact' | 'sigmoid'
export type Window = { center: number; width: number; name?: string; curve?: WindowCurve }

/** Values to values: `data[i]` for `first + i`, the ends repeated outside. */
export type LookupTable = { first: number; data: Uint16Array | Uint8Array; bits: number }

/** Greys as stored, row by row from the top left. Its value is `stored * slope + intercept`, or that of `modalityTable`. */
export type GreyPicture = {
  kind: 'grey'
  columns: number
  rows: number
  pixels: Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array
  slope: number
  intercept: number
  modalityTable?: LookupTable
  /** The windows of the file in values, the first one is its default; made from the range where the file has none and is not in HU. */
  windows: Window[]
  /** Instead of a window where the file has one. */
  voiTable?: LookupTable
  /** MONOCHROME1: the smallest value is white. */
  inverted: boolean
  /** Smallest and largest value, padding left out. */
  range: readonly [number, number]
  unit?: 'HU'
  /** Of a volume's cut: what its values mean in the file's own unit. */
  scale?: { slope: number; intercept: number }
  spacing?: PixelSpacing
  directions?: Directions
  notices?: ImagingNotice[]
}

/** Colours as they are shown; RGBA, row by row from the top left. */
export type ColorPicture = {
  kind: 'color'
  columns: number
  rows: number
  pixels: Uint8ClampedArray<ArrayBuffer>
  spacing?: PixelSpacing
  directions?: Directions
  notices?: ImagingNotice[]
}

export type Picture = GreyPicture | ColorPicture

/** Where a picture's rows and columns lead in the patient (x to the left, y to the back, z to the head), unit length, as its file says. */
export type Directions = { row: Vector; column: Vector }

/** One slice in space (mm, patient coordinates: x to the patient's left, y to the back, z to the head). */
export type Placement = Directions & {
  /** Centre of the first pixel. */
  position: Vector
  /** What of it the file does not say. */
  assumed?: AssumedStack
}

/** What the files of a stack do not say of where its slices lie, and was assumed of all of them (docs/product/files.md). */
export type AssumedStack = {
  /** What they were put in order by, and how far apart, in mm. */
  order?: { by: 'location' | 'number' | 'frame' | 'name'; mm: number }
  /** How they lie in the patient. */
  orientation?: true
}

/** Which way one looks: from the feet, from the front, from the patient's left. */
export type Plane = 'axial' | 'coronal' | 'sagittal'

export type MeshFormat = 'stl' | 'ply' | 'obj'

/** Something in a study that a viewer can open, or cannot and says why. `id` is good while the study is open. */
export type Part =
  | { kind: 'image'; id: string; name: string; header: ImageHeader }
  | { kind: 'volume'; id: string; name: string; header: ImageHeader; slices: number }
  /**
   * Pictures of one series that do not say where they lie, in the order of their numbers: to leaf through. Or, `mixed`, of
   * which several lie at each place and nothing says which belong together.
   */
  | { kind: 'stack'; id: string; name: string; header: ImageHeader; slices: number; mixed?: true }
  | { kind: 'mesh'; id: string; name: string; format: MeshFormat; bytes: number }
  | { kind: 'photo'; id: string; name: string; type: `image/${PhotoContent}` }
  | { kind: 'document'; id: string; name: string }
  | { kind: 'unreadable'; id: string; name: string; problem: ImagingProblem }

/**
 * Where a volume lies in the patient (mm): the corner of its first voxel, and the directions of its axes, unit length. Where the
 * scale is not known, lengths along them are in the volume's own unit.
 */
export type VolumePlace = { corner: Vector; axes: readonly [Vector, Vector, Vector] }

/** How a volume is turned about its middle, in degrees: pitch, roll, yaw (`turnedAxes`). */
export type Orientation = readonly [pitch: number, roll: number, yaw: number]

/** A loaded volume. Its voxels stay in the worker; views are requested. */
export type VolumeInfo = {
  /** Voxels to the patient's left, to the back, to the head. */
  size: Vector
  spacing: VoxelSpacing
  /** In voxels' values, like `range`. */
  windows: Window[]
  range: readonly [number, number]
  unit?: 'HU'
  /** MONOCHROME1: the smallest value is white. */
  inverted: boolean
  /** What a voxel's value means in the file's own unit: value * slope + intercept. 1 and 0 in a CT. */
  scale: { slope: number; intercept: number }
  /** A preview does not know. */
  place?: VolumePlace
  /** Of a volume that is seen turned. */
  orientation?: Orientation
  notices: ImagingNotice[]
}

/** A cut through a volume: values as Int16 (HU in a CT). */
export type Cut = { columns: number; rows: number; values: Int16Array; spacing: PixelSpacing }

/** A volume reduced to bytes, to be drawn in three dimensions: x to the patient's left runs fastest, then y to the back, then z to the head. */
export type Solid = {
  size: Vector
  /** From one voxel to the next; mm where the file states its scale. */
  sides: Vector
  values: Uint8Array<ArrayBuffer>
  /** The values that 0 and 255 stand for; of an inverted volume their complement. */
  low: number
  high: number
  /** Where bone begins, as a part of 255. */
  surface: number
}
