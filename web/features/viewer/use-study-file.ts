import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { loadFile } from '#web/backend/load-file.ts'
import type { Received } from '#web/backend/receive-file.ts'
import type { FarStudy } from '#web/imaging/client.ts'
import { asksBefore, thisDevice } from './stage/consent.ts'

export type StudyFile =
  | { state: 'loading'; received: Received | null }
  | { state: 'asking'; bytes: number; accept: () => void }
  | { state: 'stopped' }
  | { state: 'failed'; error: AppError }
  | { state: 'ready'; blob: Blob }
  /** It is read in parts by whoever shows it, unless it is `paused`. */
  | { state: 'far'; study: FarStudy; paused: boolean }

/** A file of a study that is to be seen, wherever it lies. */
export type FileToView = {
  /** Another one begins anew. */
  key: string
  /** Signs an address of it that lives a minute. Throws AppError; reason `cancelled` where somebody else says why. */
  address: () => Promise<string>
  /** How it is read in parts, where it can be: its `indice.json`, and its bytes. */
  far: { index: (signal: AbortSignal) => Promise<Blob>; bytes: number } | null
}

/**
 * The file of a study that is being viewed: loaded when `begin` allows, unless the person stops it. With a preview its
 * size is known (`previewed`, in bytes) and asked about before the first of them.
 */
export function useStudyFile(
  wanted: FileToView,
  { begin, previewed }: { begin: boolean; previewed: number | null },
): {
  file: StudyFile
  stop: () => void
  again: () => void
  /** It cannot be read in parts. */
  asWhole: () => void
} {
  const [file, setFile] = useState<StudyFile>({ state: 'loading', received: null })
  const [attempt, begins] = useReducer((before: number) => before + 1, 0)
  const stopping = useRef<AbortController | null>(null)
  const whole = useRef(false)

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
      const study = whole.current ? null : await inParts(wanted, signal)
      if (study) return say({ state: 'far', study, paused: false })
      const blob = await loadFile(wanted.address, {
        signal,
        onProgress: (received) => say({ state: 'loading', received }),
        consent: previewed === null ? consent : () => null,
      })
      say({ state: 'ready', blob })
    } catch (failure) {
      const error = toAppError(failure, 'load_study')
      if (error.reason !== 'cancelled') say({ state: 'failed', error })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, or another attempt, begins anew.
  useEffect(() => {
    if (!begin) return
    const controller = new AbortController()
    stopping.current = controller
    void load(controller.signal)
    return () => controller.abort()
  }, [wanted.key, attempt, begin])

  return {
    file,
    stop: () => {
      if (file.state === 'far') return setFile({ ...file, paused: true })
      stopping.current?.abort()
      setFile({ state: 'stopped' })
    },
    again: () => (file.state === 'far' ? setFile({ ...file, paused: false }) : begins()),
    asWhole: () => {
      whole.current = true
      begins()
    },
  }
}

/** Null where it is loaded as a whole. */
async function inParts({ far, address }: FileToView, signal: AbortSignal): Promise<FarStudy | null> {
  if (!far) return null
  try {
    const index = await far.index(signal)
    return { index, bytes: far.bytes, address, isFinal }
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** What another try cannot change. */
export function isFinal(failure: unknown): boolean {
  const { reason } = toAppError(failure, 'load_study')
  return !['network', 'server', 'limit'].includes(reason)
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
