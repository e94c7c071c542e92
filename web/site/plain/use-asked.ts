import { useEffect, useEffectEvent, useState } from 'react'
import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'

/** A question on its way, its answer, or why there is none, in words. */
export type Asked<Answer> =
  | { is: 'asking' }
  | { is: 'answered'; answer: Answer }
  | { is: 'failed'; why: string }

/** Asks when the page opens, and again when that is pressed. `code` chooses the words of a failure. */
export function useAsked<Answer>(
  ask: () => Promise<Answer>,
  code: ErrorCode,
): { asked: Asked<Answer>; again: () => void } {
  const [asked, setAsked] = useState<Asked<Answer>>({ is: 'asking' })

  async function run() {
    setAsked({ is: 'asking' })
    try {
      setAsked({ is: 'answered', answer: await ask() })
    } catch (failure) {
      setAsked({ is: 'failed', why: errorMessage(toAppError(failure, code)).description })
    }
  }
  const first = useEffectEvent(run)
  useEffect(() => {
    void first()
  }, [])
  return { asked, again: () => void run() }
}
