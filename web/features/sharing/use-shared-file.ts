import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { type Received, receiveFile, sizeOf } from '#web/backend/receive-file.ts'
import { openSharedStudy, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from './shared-study-page.tsx'

export type SharedFile =
  | { state: 'loading'; received: Received | null }
  | { state: 'asking'; bytes: number; accept: () => void }
  | { state: 'stopped' }
  | { state: 'failed'; error: AppError }
  | { state: 'ready'; blob: Blob }

/**
 * The file of a study that was opened with a link, from `begin` on. `asksFor` says whether to ask before so many bytes are
 * loaded; with a preview they are known (`previewed`). `onEnded` hears why the link or the visit has ended meanwhile.
 */
export function useSharedFile(
  { token, opened }: OpenedShare,
  {
    begin,
    previewed,
    asksFor,
    onEnded,
  }: {
    begin: boolean
    previewed: number | null
    asksFor: (bytes: number) => boolean
    onEnded: (why: SharedRefusal) => void
  },
): { file: SharedFile; stop: () => void; again: () => void; download: () => Promise<void> } {
  const [file, setFile] = useState<SharedFile>({ state: 'loading', received: null })
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const stopping = useRef<AbortController | null>(null)

  /** A fresh address of the file, good for a minute; null when there is none any more. */
  const renew = async (): Promise<string | null> => {
    const answer = await openSharedStudy(token, { visit: opened.visit })
    if (!('outcome' in answer)) return answer.file.address
    onEnded(answer)
    return null
  }

  const load = useEffectEvent(async (signal: AbortSignal, agreed: boolean) => {
    const say = (next: SharedFile) => {
      if (!signal.aborted) setFile(next)
    }
    const ask = (bytes: number) => say({ state: 'asking', bytes, accept: () => void load(signal, true) })
    await Promise.resolve()
    if (signal.aborted) return
    // Whoever knew how large it is and wants it again has agreed.
    const asks = (bytes: number) => !agreed && (previewed === null || attempt === 0) && asksFor(bytes)
    if (previewed !== null && asks(previewed)) return ask(previewed)
    say({ state: 'loading', received: null })
    try {
      // The first address came with the PIN just now; a preview takes longer than it lives.
      const isFresh = attempt === 0 && !agreed && previewed === null
      const address = isFresh ? opened.file.address : await renew()
      if (address === null) return
      const answer = await fetch(address, { signal, cache: 'no-store', referrerPolicy: 'no-referrer' })
      if (!answer.ok) throw { status: answer.status }
      const bytes = sizeOf(answer) ?? 0
      if (asks(bytes)) {
        await answer.body?.cancel()
        return ask(bytes)
      }
      const received = (now: Received) => say({ state: 'loading', received: now })
      say({ state: 'ready', blob: await receiveFile(answer, 'load_study', received) })
    } catch (failure) {
      say({ state: 'failed', error: toAppError(failure, 'load_study') })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    if (!begin) return
    const controller = new AbortController()
    stopping.current = controller
    void load(controller.signal, false)
    return () => controller.abort()
  }, [attempt, begin])

  return {
    file,
    stop: () => {
      stopping.current?.abort()
      setFile({ state: 'stopped' })
    },
    again,
    async download() {
      const address = await renew()
      if (address === null) return
      const url = new URL(address, location.origin)
      url.searchParams.set('download', opened.file.name)
      const anchor = document.createElement('a')
      anchor.href = url.href
      anchor.download = opened.file.name
      document.body.append(anchor)
      anchor.click()
      anchor.remove()
    },
  }
}
