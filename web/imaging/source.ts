import { ImagingError } from './types.ts'

/** A file that can be read, whether it lies by itself or in an archive. */
export type Source = {
  /** Folders and name, with '/'. */
  path: string
  size: number
  /** The first bytes, fewer only where the file has fewer. */
  head(bytes: number, signal?: AbortSignal): Promise<Uint8Array>
  /** All of it. Throws 'too_large' before it takes more memory than a page may use. */
  bytes(signal?: AbortSignal): Promise<Uint8Array>
  blob(signal?: AbortSignal): Promise<Blob>
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
  }
}

export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
