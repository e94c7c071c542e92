import { useEffect, useState } from 'react'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import type { GreyPicture, ImagingProblem } from '#web/imaging/types.ts'
import { problemOf } from '../stage/use-open-study.ts'

export type VolumeState =
  | { state: 'loading'; part: number; first: GreyPicture | null }
  | { state: 'ready'; volume: Volume }
  | { state: 'failed'; problem: ImagingProblem }

/** A series loaded as a volume; its middle slice is there long before. Without a study it waits. */
export function useVolume(study: OpenStudy | null, id: string): VolumeState {
  const [state, setState] = useState<VolumeState>({ state: 'loading', part: 0, first: null })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let loaded: Volume | null = null
    setState({ state: 'loading', part: 0, first: null })
    const report = (change: { part: number } | { first: GreyPicture }) =>
      setState((before) =>
        before.state === 'loading' && !signal.aborted ? { ...before, ...change } : before,
      )

    async function load(study: OpenStudy) {
      // The volume may be good enough even if its middle slice is damaged.
      const first = await study.picture(id, undefined, signal).catch(() => null)
      if (first?.kind === 'grey') report({ first })
      loaded = await study.volume(id, { signal, onProgress: (part) => report({ part }) })
      if (signal.aborted) loaded.release()
      else setState({ state: 'ready', volume: loaded })
    }
    if (study) {
      load(study).catch((failure: unknown) => {
        if (!signal.aborted) setState({ state: 'failed', problem: problemOf(failure) })
      })
    }
    return () => {
      controller.abort()
      loaded?.release()
    }
  }, [study, id])
  return state
}
