import { useEffect, useEffectEvent, useState } from 'react'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import { type GreyPicture, ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import { problemOf } from '../stage/problem-of.ts'
import type { PartsLoad } from '../stage/study-load.ts'

export type VolumeState =
  /** `first` is its middle slice, `early` the volume with what is there so far. */
  | { state: 'loading'; part: number; first: GreyPicture | null; early: Volume | null }
  | { state: 'ready'; volume: Volume }
  | { state: 'failed'; problem: ImagingProblem }

const atFirst: VolumeState = { state: 'loading', part: 0, first: null, early: null }

/**
 * A series loaded as a volume; its middle slice is there long before. Without a study it waits. `inParts` is sent where reading
 * breaks off and goes on, and says when.
 */
export function useVolume(study: OpenStudy | null, id: string, inParts: PartsLoad | null): VolumeState {
  const [state, setState] = useState<VolumeState>(atFirst)
  const loading = state.state === 'loading' ? state : null

  const load = useEffectEvent(async (study: OpenStudy, id: string, signal: AbortSignal) => {
    const update = (change: Partial<typeof loading>) =>
      setState((before) =>
        before.state === 'loading' && !signal.aborted ? { ...before, ...change } : before,
      )
    try {
      // The volume may be good enough even if its middle slice is damaged.
      const first = loading?.first ?? (await study.picture(id, undefined, signal).catch(() => null))
      if (first?.kind === 'grey') update({ first })
      const volume = await study.volume(id, {
        signal,
        onProgress(part, early) {
          update({ part, ...(early && { early }) })
          inParts?.send({ type: 'wentOn' })
        },
      })
      if (!signal.aborted) setState({ state: 'ready', volume })
    } catch (failure) {
      if (signal.aborted) return
      const problem = failure instanceof ImagingError ? failure.remote : undefined
      if (inParts && problem) inParts.send({ type: 'brokeOff', problem })
      else setState({ state: 'failed', problem: problemOf(failure) })
    }
  })

  useEffect(() => {
    setState(atFirst)
    return () => void study?.release(id)
  }, [study, id])

  const reading = inParts ? inParts.reading : 0
  useEffect(() => {
    if (!study || reading === null) return
    const controller = new AbortController()
    void load(study, id, controller.signal)
    return () => controller.abort()
  }, [study, id, reading])

  return state
}
