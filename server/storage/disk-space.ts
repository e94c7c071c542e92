import { statfs } from 'node:fs/promises'
import { Fault } from '#server/base/fault.ts'
import { storageLimits } from '#server/base/numbers.ts'

/** How often the free space is checked while a file grows. */
export const WEIGH_EVERY_BYTES = 64 * 1024 * 1024

const noSpace = () => new Fault(507, 'InsufficientStorage', 'There is no room left for files')

/** Throws a Fault (507) when so many more bytes would use up the disk's reserve. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < storageLimits.reserveBytes) throw noSpace()
}
