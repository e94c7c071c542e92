import { statfs } from 'node:fs/promises'
import { Fault } from '#server/http/fault.ts'
import { storageLimits } from '#server/limits/numbers.ts'

/** So often a growing file is weighed again. */
export const WEIGH_EVERY_BYTES = 64 * 1024 * 1024

const noSpace = () => new Fault(507, 'InsufficientStorage', 'There is no room left for files')

/** Throws a Fault (507) unless so many bytes more leave the reserve of the folder's disk untouched. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < storageLimits.reserveBytes) throw noSpace()
}
