import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { type Received, receiveFile, sizeOf } from '#web/backend/receive-file.ts'
import { openSharedStudy, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from './shared-study-page.tsx'

export type SharedFile =
  | { state: 'loading'; received: Received | null }
  | { state: 'asking'; bytes: number; accept: () => void }
  | { state: 'failed'; error: AppError }
  | { state: 'ready'; blob: Blob }

/**
 * The file of a study that was opened with a link. `asksFor` says whether to ask before so
 * many bytes are loaded; `onEnded` hears why the link or the visit has ended meanwhile.
 */
export function useSharedFile(
  { token, opened }: OpenedShare,
  { asksFor, onEnded }: { asksFor: (bytes: number) => boolean; onEnded: (why: SharedRefusal) => void },
): { file: SharedFile; again: () => void; download: () => Promise<void> } {
  const [file, setFile] = useState<SharedFile>({ state: 'loading', received: null })
  const [attempt, again] = useReducer((before: number) => before + 1, 0)

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
    say({ state: 'loading', received: null })
    await Promise.resolve()
    if (signal.aborted) return
    try {
      // The first address came with the PIN just now.
      const address = attempt === 0 && !agreed ? opened.file.address : await renew()
      if (address === null) return
      const answer = await fetch(address, { signal, cache: 'no-store', referrerPolicy: 'no-referrer' })
      if (!answer.ok) throw { status: answer.status }
      const bytes = sizeOf(answer) ?? 0
      if (!agreed && asksFor(bytes)) {
        await answer.body?.cancel()
        say({ state: 'asking', bytes, accept: () => void load(signal, true) })
        return
      }
      const received = (now: Received) => say({ state: 'loading', received: now })
      say({ state: 'ready', blob: await receiveFile(answer, 'load_study', received) })
    } catch (failure) {
      say({ state: 'failed', error: toAppError(failure, 'load_study') })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal, false)
    return () => controller.abort()
  }, [attempt])

  return {
    file,
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
