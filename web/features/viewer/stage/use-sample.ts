import { useEffect, useEffectEvent, useState } from 'react'
import { type FarFile, samplePicture } from '#web/imaging/client.ts'
import type { GreyPicture } from '#web/imaging/types.ts'

/** A large file without an index: its bytes, and whether it is an archive of slices. */
export type Sampled = { bytes: number; archive: boolean }

/** One slice of a file that is loaded as a whole, long before it is there; null while there is none, or where none can be had. */
export function useSample(file: Sampled | null, far: Omit<FarFile, 'bytes'>): GreyPicture | null {
  const [picture, setPicture] = useState<GreyPicture | null>(null)
  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (!file) return
    const { bytes, archive } = file
    // What cannot be read by itself comes with the whole file, which says what is wrong with it.
    const found = await samplePicture({ ...far, bytes }, archive, signal).catch(() => null)
    if (found?.kind === 'grey' && !signal.aborted) setPicture(found)
  })
  const wanted = file !== null
  useEffect(() => {
    if (!wanted) return
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [wanted])
  return wanted ? picture : null
}
