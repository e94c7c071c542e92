import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Study } from '#web/backend/database.ts'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import type { Received } from '#web/backend/receive-file.ts'
import { loadStudyFile, noteStudyOpening } from '#web/queries/study-file.ts'
import { asksBefore, thisDevice } from './stage/consent.ts'

export type StudyFile =
  | { state: 'loading'; received: Received | null }
  | { state: 'asking'; bytes: number; accept: () => void }
  | { state: 'stopped' }
  | { state: 'failed'; error: AppError }
  | { state: 'ready'; blob: Blob }

/** The file of a study that is being viewed: notes its opening once, then loads it, unless the person stops it. */
export function useStudyFile(study: Pick<Study, 'id' | 'file_url' | 'file_name'>): {
  file: StudyFile
  stop: () => void
  again: () => void
} {
  const [file, setFile] = useState<StudyFile>({ state: 'loading', received: null })
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const noted = useRef(false)
  const stopping = useRef<AbortController | null>(null)

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const say = (next: StudyFile) => {
      if (!signal.aborted) setFile(next)
    }
    say({ state: 'loading', received: null })
    // A mount that is undone at once has opened nothing.
    await Promise.resolve()
    if (signal.aborted) return
    try {
      if (!noted.current) await noteStudyOpening(study)
      noted.current = true
      const blob = await loadStudyFile(study, {
        signal,
        onProgress: (received) => say({ state: 'loading', received }),
        consent: (bytes) => (asksBefore(bytes, thisDevice()) ? ask(bytes, signal, say) : null),
      })
      say({ state: 'ready', blob })
    } catch (failure) {
      say({ state: 'failed', error: toAppError(failure, 'load_study') })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, or another attempt, begins anew.
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    void load(controller.signal)
    return () => controller.abort()
  }, [study.file_url, attempt])

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
