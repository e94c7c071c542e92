import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the bytes of one version of an object are. No part of it was chosen by a person but the bucket's id. */
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

    /** Gives a complete, synced temporary file its place, durably. */
    async place(temporary: string, place: Place): Promise<void> {
      await moveDurably(temporary, pathOf(place))
    },

    /** Puts the same bytes in another place, durably. No file is ever written again, so a second name is a copy. */
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

    /** Takes back what was just placed and never belonged to a row. */
    async discard(place: Place): Promise<void> {
      await rm(pathOf(place), { force: true })
    },

    /**
     * Moves a file that no row names any more to where only a restore reaches, with what was known of it. The row is
     * gone already, so a failure is not the caller's: the file stays where nobody reads it until the next repair.
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

    /** Brings an archived file back; false when there is none. */
    async bringBack(place: Place): Promise<boolean> {
      try {
        await moveDurably(removedPathOf(place), pathOf(place))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    /** Opens the bytes for reading; null when they are not there. */
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

/** Where the disk knows no second names, or has given as many as it can. */
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
