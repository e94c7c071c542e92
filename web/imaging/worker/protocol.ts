import type { PartKeys } from '#web/imaging/keys.ts'
import type { SheetsShape } from '#web/imaging/preview/tiles.ts'
import type {
  Cut,
  ImagingNotice,
  ImagingProblem,
  Orientation,
  Part,
  Picture,
  Plane,
  Point,
  RemoteProblem,
  Solid,
  VolumeInfo,
} from '#web/imaging/types.ts'

export type Slab = { mm: number; mode: 'mip' | 'mean' }
export type PanoramicOptions = { thicknessMm: number; mode?: 'mip' | 'mean' }
/** From the curve's start and to its end where nothing else is said; a slab lies along the curve. */
export type CrossSectionOptions = {
  everyMm: number
  widthMm: number
  fromMm?: number
  toMm?: number
  slab?: Slab
}

/** A sheet (0 to 3) of a preview volume, as it came; `known` where the study's file states its scale. `id` is that of its cuts. */
export type SheetOfPreview = { id: string; shape: SheetsShape; known: boolean; sheet: number; blob: Blob }

/** A file on a server: its bytes, and where an address of it is asked for. */
export type RemotePlace = { bytes: number; address: MessagePort }
/** A study on a server, with its `indice.json`. */
export type RemoteStudy = RemotePlace & { index: Blob }

/** How a volume is turned, and whether it is being turned: then its cuts have half their density. */
export type Seen = { orientation?: Orientation; isMoving?: boolean }
export type SeenVolume = Seen & { id: string }

/** What the page may ask the worker: the words of each question, and its answer. */
export type Calls = {
  open: {
    ask: { memory?: number } & ({ files: { name: string; blob: Blob }[] } | { remote: RemoteStudy })
    answer: { parts: Part[]; notices: ImagingNotice[] }
  }
  /** One picture of a file on a server that has no index: of an archive the one in its middle. */
  sample: { ask: RemotePlace & { archive: boolean }; answer: Picture }
  picture: { ask: { id: string; frame?: number }; answer: Picture }
  /** What its pictures are known by. */
  keys: { ask: { id: string }; answer: PartKeys }
  blob: { ask: { id: string }; answer: Blob }
  beside: { ask: { id: string }; answer: { name: string; blob: Blob }[] }
  volume: { ask: { id: string }; answer: VolumeInfo }
  sheet: { ask: SheetOfPreview; answer: VolumeInfo }
  cut: { ask: SeenVolume & { plane: Plane; at: number; slab?: Slab }; answer: Cut }
  panoramic: { ask: SeenVolume & { arch: Point[]; options: PanoramicOptions }; answer: Cut }
  crossSections: { ask: SeenVolume & { arch: Point[]; options: CrossSectionOptions }; answer: Cut[] }
  arch: { ask: SeenVolume; answer: Point[] }
  /** Reduced to `longest` voxels along its longest side. */
  solid: { ask: { id: string; longest: number }; answer: Solid }
  release: { ask: { id: string }; answer: undefined }
}
export type CallName = keyof Calls

export type QuestionOf<Name extends CallName> = { call: number; name: Name; ask: Calls[Name]['ask'] }
export type Question = { [Name in CallName]: QuestionOf<Name> }[CallName]
export type ToWorker = Question | { call: number; cancel: true }
export type FromWorker =
  | { call: number; answer: unknown }
  /** `early` is an answer with what is there so far. */
  | { call: number; progress: number; early?: unknown }
  | { call: number; problem: ImagingProblem; detail: string; remote?: RemoteProblem }
