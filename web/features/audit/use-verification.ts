import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { auditStateQuery, verifyStep } from '#web/queries/audit.ts'

/** Findings that are kept to be shown; their number goes on. */
const mostShown = 100

export type Verification = {
  state: 'running' | 'done' | 'stopped'
  /** Number of the last seal that was read, and of the newest when it began. */
  seal: number
  of: number
  lines: number
  findings: string[]
  found: number
}

/** Verifies the whole trail step by step; null before the first time. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification | null>(null)
  const running = useRef<AbortController | null>(null)
  const queries = useQueryClient()
  useEffect(() => () => running.current?.abort(), [])

  async function begin() {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    let now: Verification = { state: 'running', seal: 0, of: 0, lines: 0, findings: [], found: 0 }
    const tell = (next: Verification) => {
      now = next
      setVerification(next)
    }
    tell(now)
    try {
      const { number } = await queries.fetchQuery({ ...auditStateQuery(), staleTime: 0 })
      tell({ ...now, of: number })
      for (let done = false; !done; ) {
        const step = await verifyStep(now.seal, signal)
        if (signal.aborted) return
        done = step.done
        tell({
          state: done ? 'done' : 'running',
          seal: step.last,
          of: Math.max(number, step.last),
          lines: now.lines + step.lines,
          findings: [...now.findings, ...step.findings].slice(0, mostShown),
          found: now.found + step.found,
        })
      }
    } catch (failure) {
      if (signal.aborted) return
      toastError(failure, 'verify_audit')
      tell({ ...now, state: 'stopped' })
    }
  }

  function stop() {
    running.current?.abort()
    setVerification((was) => was && { ...was, state: 'stopped' })
  }

  return { verification, begin, stop }
}
