import { useCallback, useEffect, useRef, useState } from 'react'
import type { RequestRow } from '#domain/request-form.ts'
import { messages } from '#web/copy/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { toast } from '#web/ui/toast.ts'
import { type Receipt, readReceipt, sendRequest } from './backend.ts'
import { isTooOld, type Queued, readQueue, writeQueue } from './queue.ts'

/** How often a waiting request is tried while the page is visible, in ms. */
const pause = 30_000

/**
 * Sends a request, and keeps it in this tab while there is no connection (docs/product/requests.md). `onSent` empties the
 * form.
 */
export function useSending(onSent: () => void) {
  const [busy, setBusy] = useState(false)
  const [queued, setQueued] = useState<Queued | null>(null)
  /** Why the last try failed. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The request that was sent last, until another one is begun. */
  const [sent, setSent] = useState<{ receipt: Receipt | null } | null>(null)
  // State updates too late for the second of two quick clicks.
  const trying = useRef(false)
  const emptyForm = useRef(onSent)
  emptyForm.current = onSent

  const wait = useCallback((next: Queued | null) => {
    writeQueue(sessionStorage, next)
    setQueued(next)
  }, [])

  /** Says why a request stays in the form: there until the next try, and in a message to whoever just pressed the button. */
  const refuse = useCallback((description: string, waited = false) => {
    const { title } = messages.send_request
    setProblem(`${title}. ${description}`)
    if (!waited) toast({ title, description, variant: 'destructive' })
  }, [])

  const trySending = useCallback(
    async (request: Queued, waited: boolean) => {
      if (trying.current || Date.now() < request.notBefore) return
      if (isTooOld(request, Date.now())) {
        wait(null)
        setProblem('No pudimos enviar tu solicitud. Revísala y envíala de nuevo.')
        return
      }
      trying.current = true
      setBusy(true)
      const result = await sendRequest(request.row, request.id)
      if (result.sent) {
        emptyForm.current()
        wait(null)
        toast(notices.requestSent)
        setSent({ receipt: await readReceipt(request.id, request.row.study_type) })
      }
      trying.current = false
      setBusy(false)
      if (result.sent) return
      if (result.why === 'offline' || (waited && result.why === 'later')) {
        wait({ ...request, notBefore: Date.now() + result.seconds * 1000 })
      } else {
        wait(null)
        const description = result.message ?? messages.send_request.description
        refuse(description, waited)
      }
    },
    [wait, refuse],
  )

  useEffect(() => {
    const left = readQueue(sessionStorage)
    if (!left) return
    setQueued(left)
    void trySending(left, true)
  }, [trySending])

  useEffect(() => {
    if (!queued) return
    const again = () => void trySending(queued, true)
    const whenVisible = () => {
      if (document.visibilityState === 'visible') again()
    }
    const every = setInterval(whenVisible, pause)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      clearInterval(every)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [queued, trySending])

  return {
    busy,
    queued: queued !== null,
    problem,
    sent,
    again: () => setSent(null),
    send: (row: RequestRow, id: string) => {
      if (trying.current) return
      setProblem(null)
      void trySending({ row, id, since: Date.now(), notBefore: 0 }, false)
    },
    refuse,
    sendNow: () => queued && void trySending(queued, true),
    edit: () => wait(null),
  }
}
