import type { PartKeys } from './keys.ts'
import type { SheetsShape } from './preview/tiles.ts'
import { answerThrough } from './remote/address-port.ts'
import {
  type Cut,
  ImagingError,
  type ImagingNotice,
  type Part,
  type Picture,
  type Plane,
  type Point,
  type Solid,
  type VolumeInfo,
} from './types.ts'
import { type Ask, createAsk } from './worker/ask.ts'
import type { CrossSectionOptions, PanoramicOptions, Slab } from './worker/protocol.ts'
import { type StartedWorker, startWorker } from './worker/start.ts'

export type NamedBlob = { name: string; blob: Blob }
type OpenOptions = Waiting & { memory?: number }
type Waiting = { signal?: AbortSignal; onProgress?: (part: number) => void }
/** A study on a server, to be read in parts by its `indice.json`. */
export type RemoteStudySource = RemoteSource & { index: Blob }
/** A file on a server, of which parts can be asked for. */
type RemoteSource = {
  bytes: number
  /** Signs an address of the file that lives 60 s; it is asked for anew before that ends. */
  address: () => Promise<string>
  /** Whether there will never be an address again, by what `address` threw. */
  isFinal: (failure: unknown) => boolean
}

type VolumeWaiting = { signal?: AbortSignal; onProgress?: (part: number, early?: Volume) => void }

export type OpenStudy = {
  parts: Part[]
  notices: ImagingNotice[]
  /** A frame of an image, by default the first; a slice of a volume counted from the lowest, by default the middle one. */
  picture(id: string, frame?: number, signal?: AbortSignal): Promise<Picture>
  /** What the pictures of a part are known by, whatever its files are called. */
  keys(id: string, signal?: AbortSignal): Promise<PartKeys>
  /** The original file, also of what cannot be read; of a volume its middle slice. */
  blob(id: string): Promise<Blob>
  /** The files that belong to a mesh: its materials and textures. */
  beside(id: string): Promise<NamedBlob[]>
  /**
   * `onProgress` may get a volume to be seen with what is there so far. Asked again after it was cancelled, or could not go
   * on, it loads what is missing.
   */
  volume(id: string, options?: VolumeWaiting): Promise<Volume>
  /** Frees the memory of a volume. */
  release(id: string): void
  /** Ends the worker and frees its memory. */
  close(): void
}

export type Volume = VolumeInfo & {
  /**
   * In the radiologists' view: the patient's right (axial, coronal) or front (sagittal) is left on the
   * screen, the head up. `at` counts voxels along the axis that is cut; a slab around it is `mm` thick.
   */
  cut(plane: Plane, at: number, slab?: Slab): Promise<Cut>
  /** The curve unrolled, from the patient's right on the left of the screen; `arch` in voxels of an axial cut. */
  panoramic(arch: Point[], options: PanoramicOptions): Promise<Cut>
  /** Across the curve at even steps from the patient's right on; outside (cheek, lip) is left on the screen. */
  crossSections(arch: Point[], options: CrossSectionOptions): Promise<Cut[]>
  /** A first guess, to be edited. */
  arch(): Promise<Point[]>
  /** Reduced to at most `longest` voxels along its longest side, to be drawn in three dimensions. */
  solid(longest: number, signal?: AbortSignal): Promise<Solid>
  /** The same volume as `turnedInfo` describes it: its cuts are those of the turned one, at half density while it moves. */
  turned(info: VolumeInfo, isMoving: boolean): Volume
}

/**
 * Opens what a person chose or the portal fetched: `onProgress` gets 0 to 1, `memory` is the most a volume
 * may take in bytes. Everything throws ImagingError; a file that cannot be read is a part that says why.
 */
export function openFiles(files: NamedBlob[], options: OpenOptions = {}): Promise<OpenStudy> {
  return openThrough(startWorker(), files, options)
}

/**
 * Opens a study on a server; its pictures and its volume are read as they are asked for. What cannot be had then is
 * thrown as ImagingError with `remote`, 'whole' where the file must be loaded as a whole and opened with `openFiles`.
 */
export function openRemoteStudy(source: RemoteStudySource, options: OpenOptions = {}): Promise<OpenStudy> {
  return openThrough(startWorker(), source, options)
}

/** `openFiles` or `openRemoteStudy` through a worker that was already started. */
export async function openThrough(
  { port, onFailure, close }: StartedWorker,
  study: NamedBlob[] | RemoteStudySource,
  { memory, ...waiting }: OpenOptions = {},
): Promise<OpenStudy> {
  const { ask, fail } = createAsk(port)
  onFailure(fail)
  const end = () => {
    fail(new ImagingError('cancelled'))
    close()
  }
  try {
    const opened = Array.isArray(study)
      ? ask('open', { files: study, memory }, waiting)
      : askRemote(ask, study, { memory, ...waiting })
    return { ...(await opened), ...callsOf(ask), close: end }
  } catch (error) {
    end()
    throw error
  }
}

function askRemote(
  ask: Ask,
  { index, ...file }: RemoteStudySource,
  { memory, signal }: OpenOptions,
): Promise<{ parts: Part[]; notices: ImagingNotice[] }> {
  const address = portOf(file)
  return ask(
    'open',
    { remote: { index, bytes: file.bytes, address }, memory },
    { signal, transfer: [address] },
  )
}

/**
 * One picture of a file on a server that has no index, with about 1 MB of it: of an `archive` the one in its middle. Throws
 * ImagingError.
 */
export async function samplePicture(
  file: RemoteSource,
  archive: boolean,
  signal: AbortSignal,
): Promise<Picture> {
  const { port, onFailure, close } = startWorker()
  const { ask, fail } = createAsk(port)
  onFailure(fail)
  try {
    const address = portOf(file)
    return await ask('sample', { bytes: file.bytes, address, archive }, { signal, transfer: [address] })
  } finally {
    close()
  }
}

/** Where the worker asks for addresses. */
function portOf({ address, isFinal }: RemoteSource): MessagePort {
  const { port1, port2 } = new MessageChannel()
  answerThrough(port1, address, isFinal)
  return port2
}

/** A preview volume, while its sheets arrive in any order. */
type PreviewVolume = {
  /** Takes a sheet (0 to 3); the volume is another one then, for whoever shows it. Throws ImagingError. */
  take(sheet: number, blob: Blob): Promise<Volume>
  /** Ends the worker and frees its memory. */
  close(): void
}

/** A volume of the sheets that were made of it; `known` where the study's file states its scale. */
export function openPreview(shape: SheetsShape, known: boolean): PreviewVolume {
  const { port, onFailure, close } = startWorker()
  const { ask, fail } = createAsk(port)
  onFailure(fail)
  const id = 'preview'
  return {
    async take(sheet, blob) {
      return volumeOf(ask, id, await ask('sheet', { id, shape, known, sheet, blob }))
    },
    close() {
      fail(new ImagingError('cancelled'))
      close()
    },
  }
}

function callsOf(ask: Ask): Omit<OpenStudy, 'parts' | 'notices' | 'close'> {
  return {
    picture: (id, frame, signal) => ask('picture', { id, frame }, { signal }),
    keys: (id, signal) => ask('keys', { id }, { signal }),
    blob: (id) => ask('blob', { id }),
    beside: (id) => ask('beside', { id }),
    // The worker may already have ended.
    release: (id) => void ask('release', { id }).catch(() => {}),
    async volume(id, { signal, onProgress } = {}) {
      const report = (part: number, early?: VolumeInfo) =>
        onProgress?.(part, early && volumeOf(ask, id, early))
      return volumeOf(ask, id, await ask('volume', { id }, { signal, onProgress: report }))
    },
  }
}

function volumeOf(ask: Ask, id: string, info: VolumeInfo, isMoving = false): Volume {
  const seen = { id, orientation: info.orientation, isMoving }
  return {
    ...info,
    cut: (plane, at, slab) => ask('cut', { ...seen, plane, at, slab }),
    panoramic: (arch, options) => ask('panoramic', { ...seen, arch, options }),
    crossSections: (arch, options) => ask('crossSections', { ...seen, arch, options }),
    arch: () => ask('arch', seen),
    turned: (to, moving) => volumeOf(ask, id, to, moving),
    solid: (longest, signal) => ask('solid', { id, longest }, { signal }),
  }
}
