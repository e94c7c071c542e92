import type { RemoteFile } from '#web/imaging/remote/remote-file.ts'
import type { Slice } from '#web/imaging/series.ts'
import { ImagingError, type VolumeInfo } from '#web/imaging/types.ts'
import { createVolumeLoad, type VolumeLoad } from '#web/imaging/volume/load.ts'
import type { OpenVolume } from '#web/imaging/volume/open-volume.ts'
import type { Context } from './serve.ts'

type Loading = {
  id: string
  slices: Slice[]
  /** The most it may take, in bytes. */
  memory: number
  /** Where its slices lie, if they are not here. */
  remote: { file: RemoteFile; passes: boolean } | undefined
  volumes: Map<string, OpenVolume>
  loads: Map<string, VolumeLoad>
}

/** A volume that is not complete is shown this often: each time, all that is seen of it is cut anew. */
const steps = 8

/**
 * Loads a volume, which is among `volumes` as soon as it can be seen. Of one that was stopped it loads what is missing.
 * Throws ImagingError.
 */
export async function continueVolume(
  { id, slices, memory, remote, volumes, loads }: Loading,
  { signal, onProgress }: Context<VolumeInfo>,
): Promise<VolumeInfo> {
  let load = loads.get(id)
  if (!load) {
    // The one that was there goes before memory is asked for.
    volumes.delete(id)
    load = createVolumeLoad(slices, { memory, ...(remote && planOf(remote)) })
    loads.set(id, load)
  }
  const volume = () => {
    const seen = load.volume()
    if (seen) volumes.set(id, seen)
    return seen?.info
  }
  let step = -1
  /** The volume as it is seen from now on, if that is another one than before. */
  const early = (part: number) => {
    const next = Math.floor(part * steps)
    if (part === 1 || next === step) return undefined
    const info = volume()
    if (info) step = next
    return info
  }
  const ends = () => {
    if (loads.get(id) === load) loads.delete(id)
  }
  try {
    await load.run({ signal, onProgress: (part) => onProgress(part, early(part)) })
  } catch (error) {
    remote?.file.stop()
    // What is here is read again as quickly.
    if (!remote) ends()
    throw error
  }
  ends()
  const info = volume()
  if (!info) throw new ImagingError('nothing_to_show')
  return info
}

function planOf({ file, passes }: NonNullable<Loading['remote']>) {
  return {
    passes,
    ahead: (slices: Slice[]) => file.ahead(slices.flatMap(({ piece }) => (piece ? [piece] : []))),
    quick: file.quick,
  }
}
