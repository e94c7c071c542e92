import { useMemo } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Plane } from '#web/imaging/types.ts'
import { pictureOf } from './cut-picture.ts'
import { useLatest } from './use-latest.ts'

/** `mm` in the unit that the volume is cut with, which `unitOf` tells. */
export type SlabChoice = { mm: number; mode: 'mip' | 'mean' }

/** The cut of a plane as a picture; it follows as fast as the volume can be cut. */
export function useCut(volume: Volume, plane: Plane, at: number, { mm, mode }: SlabChoice) {
  const ask = useMemo(
    () => () => volume.cut(plane, at, mm > 0 ? { mm, mode } : undefined),
    [volume, plane, at, mm, mode],
  )
  const { answer, problem } = useLatest(ask)
  const picture = useMemo(() => answer && pictureOf(answer, volume), [answer, volume])
  return { picture, problem }
}
