import { BlobReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { ChosenFile } from './chosen.ts'

/** Formats that do not compress further. */
const packed = /\.(?:zip|jpe?g|png|webp|pdf|mp4|gz|7z|rar)$/i

/**
 * Makes one ZIP of several files, as a stream that the browser may keep on disk. The same files
 * give the same bytes, so that an upload can resume after a reload. `onProgress` gets 0 to 1.
 */
export async function pack(
  files: ChosenFile[],
  name: string,
  onProgress: (part: number) => void = () => {},
): Promise<File> {
  const ordered = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const total = ordered.reduce((sum, { file }) => sum + file.size, 0)
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
  const whole = new Response(readable).blob()
  // Its own workers need addresses that the page's policy does not allow; this already runs in one.
  const zip = new ZipWriter(writable, { useWebWorkers: false, keepOrder: true, extendedTimestamp: false })
  let done = 0
  try {
    for (const { path, file } of ordered) {
      await zip.add(path, new BlobReader(file), {
        lastModDate: new Date(file.lastModified),
        level: packed.test(path) ? 0 : 6,
        onprogress: async (bytes) => onProgress(total > 0 ? (done + bytes) / total : 0),
      })
      done += file.size
    }
    await zip.close()
  } catch (error) {
    await Promise.allSettled([writable.abort(error), whole])
    throw error
  }
  const lastModified = Math.max(...ordered.map(({ file }) => file.lastModified))
  return new File([await whole], name, { type: 'application/zip', lastModified })
}
