import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the bytes of an object's version are. Only the bucket's id was chosen by a person. */
export type Place = { bucket: string; id: string; version: string }

export const incomingFolder = '.incoming'
const removedFolder = '.removed'

/** The files of all buckets, in one folder: `{bucket}/{object id}/{version}`, beside `.incoming` and `.removed`. */
export type Files = ReturnType<typeof createFiles>

export function createFiles(folder: string) {
  const pathOf = ({ bucket, id, version }: Place) => join(folder, bucket, id, version)
  const removedPathOf = ({ bucket, id, version }: Place) => join(folder, removedFolder, bucket, id, version)

  return {
    /** A path for bytes that are still arriving. */
    async temporary(): Promise<string> {
      await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
      return join(folder, incomingFolder, randomUUID())
    },

    /** Moves a complete, synced temporary file to its place, durably. */
    async place(temporary: string, place: Place): Promise<void> {
      await moveDurably(temporary, pathOf(place))
    },

    /** Copies a file to another place, durably. Files are never rewritten, so a hard link is enough. */
    async copy(from: Place, to: Place): Promise<void> {
      const temporary = await this.temporary()
      try {
        await link(pathOf(from), temporary).catch((error: unknown) => {
          if (isMissing(error)) throw error
          return copyBytes(pathOf(from), temporary)
        })
        await moveDurably(temporary, pathOf(to))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    /** Deletes a file that was just placed and never belonged to a row. */
    async discard(place: Place): Promise<void> {
      await rm(pathOf(place), { force: true })
    },

    /**
     * Moves a file without a row, and its facts, to where only a restore reads. The row is already gone, so a
     * failure does not concern the caller: the file stays unread until the next repair.
     */
    async archive(place: Place, facts: Record<string, unknown>): Promise<void> {
      const to = removedPathOf(place)
      try {
        await moveDurably(pathOf(place), to)
        await writeFile(`${to}.json`, JSON.stringify({ ...place, ...facts }), { mode: 0o600 })
      } catch (error) {
        if (!isMissing(error)) console.error(`storage: the file of object ${place.id} could not be put aside`)
      }
    },

    /** Moves an archived file back; false when there is none. */
    async bringBack(place: Place): Promise<boolean> {
      try {
        await moveDurably(removedPathOf(place), pathOf(place))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    /** Opens the file for reading; null when it is missing. */
    async open(place: Place): Promise<FileHandle | null> {
      try {
        return await open(pathOf(place), 'r')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}

/** For disks that do not support hard links, or when a file has the maximum number of them. */
async function copyBytes(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  await handle.sync().finally(() => handle.close())
}

async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  await syncFolder(dirname(to))
  await syncFolder(dirname(dirname(to)))
}

/** Makes new names in a folder survive a power cut, where the system can (Windows cannot). */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
