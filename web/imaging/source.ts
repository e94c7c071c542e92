import type { Dicom } from './dicom/read-dicom.ts'
import { ImagingError } from './types.ts'

/** A file of which any part can be read, here or on a server; `to` is not read any more and at most `size`. */
export type RangedFile = {
  size: number
  read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

/** Where a file lies in an archive: its local header, its packed bytes, how (0 stored, 8 deflated), the CRC-32 of the file. */
export type Packed = { archive: RangedFile; header: number; bytes: number; method: number; crc?: number }

/** A file that can be read, whether it lies by itself or in an archive. */
export type Source = {
  /** Folders and name, with '/'. */
  path: string
  size: number
  /** The first bytes, fewer only where the file has fewer. */
  head(bytes: number, signal?: AbortSignal): Promise<Uint8Array>
  /** All of it, in memory of its own. Throws 'too_large' before it takes more memory than a page may use. */
  bytes(signal?: AbortSignal): Promise<Uint8Array>
  blob(signal?: AbortSignal): Promise<Blob>
  /** The file itself where it lies by itself, or its place in an archive; neither where it was taken out of another. */
  ranged?: RangedFile
  packed?: Packed
  /** Reads its pictures one by one, where that is possible without reading all of it. */
  dicom?(signal?: AbortSignal): Promise<Dicom>
}

/** The most that one file may take: browsers allow arrays hardly larger. */
export const largestInMemory = 1.5 * 1024 ** 3

/** A file that lies by itself; read in pieces, never more than is asked for. */
export function sourceOf(path: string, blob: Blob): Source {
  return {
    path,
    size: blob.size,
    head: async (bytes) => new Uint8Array(await blob.slice(0, bytes).arrayBuffer()),
    async bytes() {
      if (blob.size > largestInMemory) throw new ImagingError('too_large')
      return new Uint8Array(await blob.arrayBuffer())
    },
    blob: async () => blob,
    ranged: rangedBlob(blob),
  }
}

const ofBlobs = new WeakMap<Blob, RangedFile>()

/** The same for the same blob. */
export function rangedBlob(blob: Blob): RangedFile {
  const known = ofBlobs.get(blob)
  if (known) return known
  const ranged = {
    size: blob.size,
    read: async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  }
  ofBlobs.set(blob, ranged)
  return ranged
}

export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
