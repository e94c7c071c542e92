import { useEffect, useReducer, useRef, useState } from 'react'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { ImagingProblem } from '#web/imaging/types.ts'
import { problemOf } from '../stage/problem-of.ts'
import { type ImagePart, loadShown, type Shown } from '../stage/shown.ts'

/** Bytes of earlier pictures that are kept. */
const cacheBytes = 96 * 1024 * 1024

type State = { shown: Shown | null; frame: number; problem: ImagingProblem | null }

/** The picture of a frame. The previous one stays until it is loaded; `frame` says which one is shown. */
export function useShown(study: OpenStudy, part: ImagePart, frame: number): State & { again: () => void } {
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const [state, setState] = useState<State>({ shown: null, frame, problem: null })
  const kept = useRef(new Map<number, Shown>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    const known = kept.current.get(frame)
    if (known) return setState({ shown: known, frame, problem: null })
    const controller = new AbortController()
    const { signal } = controller
    loadShown(study, part, frame, signal).then(
      (shown) => {
        keep(kept.current, frame, shown)
        if (!signal.aborted) setState({ shown, frame, problem: null })
      },
      (failure: unknown) => {
        if (signal.aborted) return
        setState({ shown: null, frame, problem: problemOf(failure) })
      },
    )
    return () => controller.abort()
  }, [study, part, frame, attempt])
  return { ...state, again }
}

function keep(kept: Map<number, Shown>, frame: number, shown: Shown): void {
  kept.set(frame, shown)
  let bytes = [...kept.values()].reduce((sum, one) => sum + bytesOf(one), 0)
  for (const [oldest, one] of kept) {
    if (bytes <= cacheBytes || oldest === frame) break
    kept.delete(oldest)
    bytes -= bytesOf(one)
  }
}

const bytesOf = (shown: Shown) =>
  shown.kind === 'photo' ? shown.columns * shown.rows * 4 : shown.pixels.byteLength
