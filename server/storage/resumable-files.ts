import { createHash, type Hash } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { storageLimits } from '#server/base/numbers.ts'
import { HEAD_BYTES, type Sample } from './content.ts'
import { requireDiskSpace, WEIGH_EVERY_BYTES } from './disk-space.ts'
import { isMissing } from './files.ts'
import { isUploadId } from './object-name.ts'

/** Unfinished uploads: `{id}` holds the bytes received so far, `{id}.json` the facts of the upload. */
const unfinishedFolder = '.unfinished'

/** How many running hashes are kept in memory; others are recomputed from the file. */
const HASHES_KEPT = 200

const factsShape = z.object({
  bucket: z.string(),
  name: z.string(),
  /** Who started it: nobody else may continue it. */
  owner: z.string(),
  /** In bytes, declared at the start. */
  size: z.number(),
  upsert: z.boolean(),
  contentType: z.string(),
  cacheControl: z.string(),
  userMetadata: z.record(z.string(), z.unknown()).nullable(),
  /** As the client declared it; TUS sends it back. */
  metadata: z.record(z.string(), z.string().nullable()),
  created: z.iso.datetime(),
})

export type Facts = z.infer<typeof factsShape>

/** The files of unfinished uploads below the storage's folder. Only running hashes are in memory. */
export function createResumableFiles(storageFolder: string) {
  const folder = join(storageFolder, unfinishedFolder)
  const pathOf = (id: string) => join(folder, id)
  const factsOf = (id: string) => join(folder, `${id}.json`)
  const hashes = new Map<string, { hash: Hash; upTo: number }>()

  function remember(id: string, hash: Hash, upTo: number): void {
    hashes.delete(id)
    hashes.set(id, { hash, upTo })
    const oldest = hashes.size > HASHES_KEPT ? hashes.keys().next().value : undefined
    if (oldest !== undefined) hashes.delete(oldest)
  }

  /** The hash of the first `end` bytes, from memory or recomputed from the file. */
  async function hashUpTo(id: string, handle: FileHandle, end: number): Promise<Hash> {
    const known = hashes.get(id)
    hashes.delete(id)
    if (known?.upTo === end) return known.hash
    const hash = createHash('sha256')
    if (end === 0) return hash
    for await (const chunk of handle.createReadStream({ start: 0, end: end - 1, autoClose: false }))
      hash.update(chunk)
    return hash
  }

  return {
    pathOf,

    async create(id: string, facts: Facts): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(pathOf(id), '', { flag: 'wx', mode: 0o600 })
        await writeFile(`${factsOf(id)}.new`, JSON.stringify(facts), { flag: 'wx', mode: 0o600 })
        await rename(`${factsOf(id)}.new`, factsOf(id))
      } catch (error) {
        await this.remove(id)
        throw error
      }
    },

    /** The facts of an upload; null when there are none or they cannot be parsed. */
    async read(id: string): Promise<Facts | null> {
      try {
        return factsShape.parse(JSON.parse(await readFile(factsOf(id), 'utf8')))
      } catch (error) {
        if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
        throw error
      }
    },

    /** How many bytes have arrived; null once the file was moved to its place. */
    async arrived(id: string): Promise<number | null> {
      try {
        return (await stat(pathOf(id))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    /** The ids of uploads whose bytes are still here. */
    async list(): Promise<string[]> {
      const names = await namesIn(folder)
      return names.filter((name) => isUploadId(name) && names.includes(`${name}.json`))
    },

    /** Appends at `offset`, the end of the file, and returns the new end. What arrived before a failure stays. */
    async append(id: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
      const handle = await open(pathOf(id), 'r+')
      try {
        const hash = await hashUpTo(id, handle, offset)
        let end = offset
        let weighAt = offset + WEIGH_EVERY_BYTES
        for await (const chunk of source) {
          await writeAll(handle, chunk, end)
          hash.update(chunk)
          end += chunk.byteLength
          remember(id, hash, end)
          if (end < weighAt) continue
          await requireDiskSpace(folder, 0)
          weighAt = end + WEIGH_EVERY_BYTES
        }
        remember(id, hash, end)
        return end
      } finally {
        await handle.close()
      }
    },

    /** Syncs the bytes to disk; returns their hash, size and first bytes. Null when they are no longer here. */
    async complete(id: string): Promise<(Sample & { sha256: string }) | null> {
      const handle = await open(pathOf(id), 'r+').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!handle) return null
      try {
        const { size } = await handle.stat()
        const hash = await hashUpTo(id, handle, size)
        remember(id, hash.copy(), size)
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        await handle.sync()
        return { size, head: buffer.subarray(0, bytesRead), sha256: hash.digest('hex') }
      } finally {
        await handle.close()
      }
    },

    async remove(id: string): Promise<void> {
      hashes.delete(id)
      await rm(factsOf(id), { force: true })
      await rm(`${factsOf(id)}.new`, { force: true })
      await rm(pathOf(id), { force: true })
    },

    requireDiskSpace: async (bytes: number) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await requireDiskSpace(folder, bytes)
    },

    /** Erases expired uploads and returns how many files. One that is still growing is left for the next time. */
    async sweep(now: Date): Promise<number> {
      let erased = 0
      for (const name of await namesIn(folder)) {
        const [id = ''] = name.split('.')
        const facts = await this.read(id)
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now.getTime() }))
        const began = facts ? Date.parse(facts.created) : mtimeMs
        if (now.getTime() - began < storageLimits.unfinishedMs || now.getTime() - mtimeMs < GROWING_MS)
          continue
        if (facts) await this.remove(id)
        else await rm(join(folder, name), { force: true })
        erased += 1
      }
      return erased
    },
  }
}

const GROWING_MS = 10 * 60 * 1000

async function writeAll(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, at + done)
    done += bytesWritten
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}
