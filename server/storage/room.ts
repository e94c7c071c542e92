import { statfs } from 'node:fs/promises'
import { Fault } from '#server/http/fault.ts'

/** What uploads leave free: the database writes to the same disk, and a full one stops the whole clinic. */
const RESERVE_BYTES = 512 * 1024 * 1024

/** So often a growing file is weighed again. */
export const WEIGH_EVERY_BYTES = 64 * 1024 * 1024

const noRoom = () => new Fault(507, 'InsufficientStorage', 'There is no room left for files')

/** Throws a Fault (507) unless so many bytes more leave the reserve of the folder's disk untouched. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < RESERVE_BYTES) throw noRoom()
}
