import { useEffect, useEffectEvent } from 'react'
import { endOfVisit, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from './shared-study-page.tsx'

/** Milliseconds between two checks, so that a revoked link closes within ten seconds (docs/product/sharing.md). */
const pause = 8000

/** Checks whether the link of an open study is still valid, and at once when the page is visible again. */
export function useVisitEnd(share: OpenedShare | null, onEnded: (why: SharedRefusal) => void): void {
  const visit = share?.opened.visit
  const token = share?.token

  const check = useEffectEvent(async (signal: AbortSignal) => {
    if (token === undefined || visit === undefined) return
    const end = await endOfVisit(token, visit)
    if (end && !signal.aborted) onEnded(end)
  })

  useEffect(() => {
    if (visit === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const ask = () => {
      if (document.visibilityState === 'visible') void check(signal)
    }
    const timer = setInterval(ask, pause)
    document.addEventListener('visibilitychange', ask, { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [visit])
}
