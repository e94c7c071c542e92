import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type Member = { name: string; path: string; size: number }

/** Writes a ZIP of these files, stored as they are; of thousands only one is open. Throws when `signal` says so. */
export async function writeZip(
  target: string,
  members: readonly Member[],
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile()
  const { outputStream } = zip
  for (const { name, path, size } of members)
    zip.addReadStreamLazy(name, { compress: false, size }, (give) => {
      const file = createReadStream(path)
      file.once('error', (error) => outputStream.emit('error', error))
      give(null, file)
    })
  zip.end()
  await pipeline(outputStream, createWriteStream(target, { mode: 0o600 }), { signal })
}
