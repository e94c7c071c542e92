import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { FarStudy, OpenStudy, Volume } from '#web/imaging/client.ts'
import {
  type GreyPicture,
  ImagingError,
  type ImagingProblem,
  type RemoteProblem,
} from '#web/imaging/types.ts'
import { problemOf } from '../stage/use-open-study.ts'

export type VolumeState =
  /**
   * `first` is its middle slice, `early` the volume with what is there so far; `cut` says why nothing more comes from where it
   * lies.
   */
  | {
      state: 'loading'
      part: number
      first: GreyPicture | null
      early: Volume | null
      cut: RemoteProblem | null
    }
  | { state: 'ready'; volume: Volume }
  | { state: 'failed'; problem: ImagingProblem }

/** A study that is read in parts, and the ways to stop and to go on, or to load its file as a whole. */
export type FarLoading = {
  study: FarStudy
  paused: boolean
  onStop: () => void
  onLoad: () => void
  onWhole: () => void
}

const begun: VolumeState = { state: 'loading', part: 0, first: null, early: null, cut: null }
/** How long is waited until a connection that was lost is tried again, in ms, where the browser does not tell. */
const patience = 10_000

/**
 * A series loaded as a volume; its middle slice is there long before. Without a study it waits. What lies far away goes on by
 * itself when the connection is back, with what is missing.
 */
export function useVolume(
  study: OpenStudy | null,
  id: string,
  far: Pick<FarLoading, 'paused' | 'onWhole'> | null,
): VolumeState & { again: () => void } {
  const [state, setState] = useState<VolumeState>(begun)
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const paused = far?.paused === true
  const loading = state.state === 'loading' ? state : null

  const load = useEffectEvent(async (study: OpenStudy, signal: AbortSignal) => {
    const say = (change: Partial<typeof loading>) =>
      setState((before) =>
        before.state === 'loading' && !signal.aborted ? { ...before, ...change } : before,
      )
    try {
      // The volume may be good enough even if its middle slice is damaged.
      const first = loading?.first ?? (await study.picture(id, undefined, signal).catch(() => null))
      if (first?.kind === 'grey') say({ first })
      const volume = await study.volume(id, {
        signal,
        onProgress: (part, early) => say({ part, cut: null, ...(early && { early }) }),
      })
      if (!signal.aborted) setState({ state: 'ready', volume })
    } catch (failure) {
      if (signal.aborted) return
      const remote = failure instanceof ImagingError ? failure.remote : undefined
      if (!far || !remote) setState({ state: 'failed', problem: problemOf(failure) })
      else if (remote === 'whole') far.onWhole()
      else say({ cut: remote })
    }
  })

  useEffect(() => {
    setState(begun)
    return () => void study?.release(id)
  }, [study, id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt goes on.
  useEffect(() => {
    if (!study || paused) return
    const controller = new AbortController()
    void load(study, controller.signal)
    return () => controller.abort()
  }, [study, id, paused, attempt])

  const lost = loading?.cut === 'unreachable' && !paused
  useEffect(() => {
    if (!lost) return
    const timer = setInterval(again, patience)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [lost])

  return { ...state, again }
}
