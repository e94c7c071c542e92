import { useState } from 'react'
import type { LinkAct, LinkedAppointment } from '#web/backend/answers.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import type { NoticeTone } from '#web/ui/notice.tsx'
import { noticeWords, outcomeWords } from './words.ts'

/** How the last act ended, or what is to be known before any. */
export type Said = { tone: NoticeTone; words: string } | null

/** After these the appointment is as it was, and another hour is to be chosen. */
const otherHour = ['taken', 'closed', 'too_soon', 'same', 'beyond']
const good = ['confirmed', 'booked', 'moved']
const plain = ['cancelled', 'told', 'stopped', 'resumed', 'shared', 'unshared', 'portal']

/** What a link shows, and what is done by it, one act at a time. `onEnded` hears that the link has ended. */
export function useLink(first: LinkedAppointment, phone: string, onEnded: () => void) {
  const [link, setLink] = useState(first)
  const [busy, setBusy] = useState<string | null>(null)
  const [said, say] = useState<Said>(() => {
    const words = noticeWords(first, phone)
    return words === '' ? null : { tone: 'plain', words }
  })

  /** Resolves to whether it was done, whether another hour is to be chosen, or null where that is not known. */
  async function act(name: string, run: () => Promise<LinkAct>): Promise<'done' | 'other-hour' | null> {
    setBusy(name)
    try {
      const answer = await run()
      if (answer.outcome === 'ended') {
        onEnded()
        return null
      }
      const { outcome } = answer
      const again = otherHour.includes(outcome)
      if (!again) setLink(answer.link)
      const tone = good.includes(outcome) ? 'ok' : plain.includes(outcome) ? 'plain' : 'bad'
      say({ tone, words: outcomeWords(answer, phone) })
      return again ? 'other-hour' : 'done'
    } catch (failure) {
      say({ tone: 'bad', words: errorMessage(toAppError(failure, 'act_by_link')).description })
      return null
    } finally {
      setBusy(null)
    }
  }
  return { link, busy, said, act, say }
}
