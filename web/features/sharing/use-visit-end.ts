import { useEffect, useEffectEvent } from 'react'
import { checkVisit, lastSigned, type SharedRefusal } from '#web/backend/shared-study.ts'
import type { OpenedShare } from './shared-study-page.tsx'

/** Milliseconds between two checks, so that a revoked link closes within ten seconds (docs/product/sharing.md). */
const pause = 8000

/**
 * Checks whether the link of an open study is still valid, and at once when the page is visible again; `onReport` hears when the
 * report that it shows has an addendum, or is `gone`.
 */
export function useVisitEnd(
  share: Pick<OpenedShare, 'token' | 'opened'> | null,
  onEnded: (why: SharedRefusal) => void,
  onReport: (gone: boolean) => void,
): void {
  const visit = share?.opened.visit
  const token = share?.token

  const check = useEffectEvent(async (signal: AbortSignal) => {
    if (token === undefined || visit === undefined) return
    const heard = await checkVisit(token, visit)
    if (!heard || signal.aborted) return
    if (heard.outcome !== 'open') return onEnded(heard)
    const report = share?.opened.report
    if (report && heard.report !== lastSigned(report)) onReport(heard.report === null)
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
