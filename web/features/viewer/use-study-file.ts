import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Study } from '#web/backend/database.ts'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import type { Received } from '#web/backend/receive-file.ts'
import { loadStudyFile } from '#web/queries/study-file.ts'
import { asksBefore, thisDevice } from './stage/consent.ts'

export type StudyFile =
  | { state: 'loading'; received: Received | null }
  | { state: 'asking'; bytes: number; accept: () => void }
  | { state: 'stopped' }
  | { state: 'failed'; error: AppError }
  | { state: 'ready'; blob: Blob }

/**
 * The file of a study that is being viewed: loaded when `begin` allows, unless the person stops it. With a preview its
 * size is known (`previewed`, in bytes) and asked about before the first of them.
 */
export function useStudyFile(
  study: Pick<Study, 'file_url' | 'file_name'>,
  { begin, previewed }: { begin: boolean; previewed: number | null },
): {
  file: StudyFile
  stop: () => void
  again: () => void
} {
  const [file, setFile] = useState<StudyFile>({ state: 'loading', received: null })
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const stopping = useRef<AbortController | null>(null)

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const say = (next: StudyFile) => {
      if (!signal.aborted) setFile(next)
    }
    const consent = (bytes: number) =>
      asksBefore(bytes, thisDevice(), previewed !== null) ? ask(bytes, signal, say) : null
    try {
      // Whoever wants it again has agreed.
      if (previewed !== null && attempt === 0) await consent(previewed)
      say({ state: 'loading', received: null })
      const blob = await loadStudyFile(study, {
        signal,
        onProgress: (received) => say({ state: 'loading', received }),
        consent: previewed === null ? consent : () => null,
      })
      say({ state: 'ready', blob })
    } catch (failure) {
      say({ state: 'failed', error: toAppError(failure, 'load_study') })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, or another attempt, begins anew.
  useEffect(() => {
    if (!begin) return
    const controller = new AbortController()
    stopping.current = controller
    void load(controller.signal)
    return () => controller.abort()
  }, [study.file_url, attempt, begin])

  return {
    file,
    stop: () => {
      stopping.current?.abort()
      setFile({ state: 'stopped' })
    },
    again,
  }
}

function ask(bytes: number, signal: AbortSignal, say: (next: StudyFile) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    say({
      state: 'asking',
      bytes,
      accept: () => {
        say({ state: 'loading', received: null })
        resolve()
      },
    })
  })
}
