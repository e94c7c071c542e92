import { useMemo } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Plane } from '#web/imaging/types.ts'
import { pictureOf } from '#web/imaging/volume/cut-picture.ts'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { useLatest } from './use-latest.ts'

/**
 * The cut of a plane as a picture; it follows as fast as the volume can be cut. `shown` is the cut that the
 * picture is of, and the volume that it was cut from.
 */
export function useCut(volume: Volume, plane: Plane, at: number, { mm, mode }: SlabChoice) {
  const ask = useMemo(
    () => async () => ({ cut: await volume.cut(plane, at, mm > 0 ? { mm, mode } : undefined), at, volume }),
    [volume, plane, at, mm, mode],
  )
  const { answer, problem } = useLatest(ask)
  const picture = useMemo(() => answer && pictureOf(answer.cut, answer.volume), [answer])
  return { picture, problem, shown: { at: answer?.at ?? at, volume: answer?.volume ?? volume } }
}
