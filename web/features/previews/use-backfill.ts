import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { makeMissing, type Outcome } from '#web/parts/studies/make-missing.ts'
import {
  fetchMissingPreviews,
  type MissingPreview,
  missingPreviewKeys,
} from '#web/queries/missing-previews.ts'

/** Studies at once. */
const abreast = 2
/** Studies that are asked for at once. */
const together = 100

export type Backfill = {
  state: 'running' | 'done' | 'stopped'
  /** Studies that lacked a preview when it began. */
  of: number
  made: number
  /** What nothing could be made of, which their rows say. */
  unreadable: number
  /** What is still missing, and why. */
  left: { id: string; name: string; why: string }[]
}

/** Makes the previews that studies lack, two studies at a time; null before the first time. Leaving the screen ends it. */
export function useBackfill() {
  const [backfill, setBackfill] = useState<Backfill | null>(null)
  const running = useRef<AbortController | null>(null)
  const queries = useQueryClient()
  useEffect(() => () => running.current?.abort(), [])

  /** With `volumes` from whole files, `of` so many. */
  async function begin(volumes: boolean, of: number) {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setBackfill({ state: 'running', of, made: 0, unreadable: 0, left: [] })
    const studies = missingStudies(volumes)
    const failures: unknown[] = []
    async function work() {
      try {
        while (!signal.aborted) {
          const { value: study, done } = await studies.next()
          if (done) return
          const outcome = await makeMissing(study, volumes, signal)
          // Of a run that was paused the last two are still counted, but not in another one.
          if (running.current === controller) setBackfill((was) => was && counted(was, study, outcome))
        }
      } catch (failure) {
        // What ends because it was paused, or because the other one failed, has not failed.
        if (!signal.aborted) failures.push(failure)
        controller.abort()
      }
    }
    // Both have ended then, so that what is counted anew is what was stored.
    await Promise.all(Array.from({ length: abreast }, work))
    for (const failure of failures) toastError(failure, 'load_studies')
    if (running.current === controller)
      setBackfill((was) => was && { ...was, state: signal.aborted ? 'stopped' : 'done' })
    void queries.invalidateQueries({ queryKey: missingPreviewKeys.all })
  }

  function pause() {
    running.current?.abort()
    setBackfill((was) => was && { ...was, state: 'stopped' })
  }

  return { backfill, begin, pause }
}

function counted(was: Backfill, { id, file_name }: MissingPreview, outcome: Outcome): Backfill {
  if (outcome.state !== 'left') return { ...was, [outcome.state]: was[outcome.state] + 1 }
  return { ...was, left: [...was.left, { id, name: file_name ?? 'estudio', why: outcome.why }] }
}

/** Each of them once, however many ask for the next one; what stays missing is behind it then. */
async function* missingStudies(volumes: boolean): AsyncGenerator<MissingPreview, void> {
  for (let after: string | null = null; ; ) {
    const { rows } = await fetchMissingPreviews(volumes, after, together)
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    after = last.id
  }
}
