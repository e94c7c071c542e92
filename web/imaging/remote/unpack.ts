import { crc32 } from '#web/imaging/crc32.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { letGo } from '#web/imaging/let-go.ts'
import { ImagingError } from '#web/imaging/types.ts'

/**
 * The bytes of a file from those of its place in an archive, which are given up; `crc` null where nothing says which they are.
 * @throws ImagingError truncated, corrupt, too_large, not_loaded
 */
export async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  { method, bytes, crc }: { method: number; bytes: number; crc: number | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const file = method === 8 ? await inflated(packed) : packed
  if (file !== packed) letGo(packed)
  if (file.length < bytes) throw new ImagingError('truncated')
  if (file.length > bytes || (crc !== null && crc32(file) !== crc)) throw new ImagingError('corrupt')
  return file
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { inflate } = await lazily(() => import('#web/imaging/dicom/inflate.ts'))
  return inflate(packed)
}
