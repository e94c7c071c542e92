import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** One file of an archive, as listed in its contents. */
export type Part = { name: string; size: number; sha256: string }

/** The archive is truncated, was changed, or is not an archive. */
export class DamagedArchiveError extends Error {
  constructor(file: string, why: string, cause?: unknown) {
    super(`El respaldo ${file} está dañado o incompleto (${why}). No se escribió nada.`, { cause })
  }
}

/** An archive (tar with gzip) being written; only one chunk is in memory at a time. */
export type ArchiveWriter = {
  addText(name: string, content: Buffer | string): Promise<Part>
  /** Exactly `size` bytes. Throws when there are more or fewer. */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<Part>
  /** Resolves once every byte is on disk. */
  end(): Promise<void>
  /** Gives up; the caller removes the file. */
  abort(): Promise<void>
}

/** Starts an archive in a new file that only its owner can read. Throws when the file exists. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const handle = await open(file, 'wx', 0o600)
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream('', { fd: handle.fd, autoClose: false }))
  written.catch(() => {})

  async function addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<Part> {
    const hash = createHash('sha256')
    let arrived = 0
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) })
    const counted = async function* () {
      for await (const chunk of content) {
        arrived += chunk.byteLength
        if (arrived > size) break
        hash.update(chunk)
        yield chunk
      }
      if (arrived !== size) throw new Error(`${name} changed while it was read`)
    }
    // Whichever fails first: a full disk ends the file, and the entry would wait for ever.
    await Promise.race([pipeline(Readable.from(counted()), entry), failed(written)])
    return { name, size, sha256: hash.digest('hex') }
  }

  return {
    addStream,
    addText: async (name, content) => {
      const bytes = Buffer.from(content)
      return addStream(name, bytes.byteLength, Readable.from([bytes]))
    },
    end: async () => {
      tar.finalize()
      await written
      await handle.sync()
      await handle.close()
    },
    abort: async () => {
      tar.destroy()
      await written.catch(() => {})
      await closeQuietly(handle)
    },
  }
}

const failed = (work: Promise<void>) => work.then(() => new Promise<never>(() => {}))

async function closeQuietly(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => {})
}

/**
 * Reads an archive once, from start to end. `onPart` must read its content to the end (or throw). It gets the name as the
 * archive has it and must decide whether to trust it. Returns the parts read. Throws DamagedArchiveError.
 */
export async function readArchive(
  file: string,
  onPart: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Part[]> {
  const parts: Part[] = []
  const entries = extract()
  const source = createReadStream(file)
  const piped = pipeline(source, createGunzip(), entries)
  piped.catch(() => {})
  let own: unknown
  try {
    for await (const entry of entries) {
      const hash = createHash('sha256')
      let size = 0
      const content = async function* () {
        for await (const chunk of entry) {
          if (!(chunk instanceof Uint8Array)) throw new Error('Not bytes')
          size += chunk.byteLength
          hash.update(chunk)
          yield chunk
        }
      }
      const { name, type } = entry.header
      if (type !== 'file') throw new Error(`«${name}» no es un archivo`)
      await onPart(name, content()).catch((error: unknown) => {
        own = error
        throw error
      })
      parts.push({ name, size, sha256: hash.digest('hex') })
    }
    await piped
    return parts
  } catch (error) {
    source.destroy()
    entries.destroy()
    // An error of the part's reader is passed on; a broken stream means that the archive is damaged.
    if (own !== undefined && own === error && !isOfStream(error)) throw error
    throw new DamagedArchiveError(file, error instanceof Error ? error.message : '', error)
  }
}

function isOfStream(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = String(Reflect.get(error, 'code') ?? '')
  return (
    code.startsWith('Z_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /end of data|tar header/i.test(error.message)
  )
}

/** The whole content of a small part as text. */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
