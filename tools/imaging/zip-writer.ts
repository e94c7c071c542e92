import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { NamedFile } from './phantom-files.ts'

/** The same files give the same archive at any time. */
const lastModDate = new Date(2026, 0, 2)

/** An archive of these files in this order; `level` 0 stores them, `password` encrypts them. */
export async function zipOf(
  files: Iterable<NamedFile>,
  { level = 6, password }: { level?: number; password?: string } = {},
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, level, password })
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes), { lastModDate })
  return zip.close()
}
