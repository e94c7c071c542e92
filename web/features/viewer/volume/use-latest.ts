import { useEffect, useRef, useState } from 'react'
import type { ImagingProblem } from '#web/imaging/types.ts'
import { problemOf } from '../stage/problem-of.ts'

type State<Answer> = { answer: Answer | null; problem: ImagingProblem | null }

/**
 * The answer to the newest question. One runs at a time, and of those asked meanwhile only the last is kept: a fast
 * drag shows as many answers as the machine can make. Undefined until the first comes; then the previous one stays.
 */
export function useLatest<Answer>(ask: (() => Promise<Answer>) | null): State<Answer> {
  const [state, setState] = useState<State<Answer>>({ answer: null, problem: null })
  const busy = useRef(false)
  const next = useRef<(() => Promise<Answer>) | null>(null)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  useEffect(() => {
    next.current = ask
    if (!busy.current) void work()

    async function work() {
      busy.current = true
      while (next.current && !gone.current) {
        const question = next.current
        next.current = null
        const said = await question().then(
          (answer): State<Answer> => ({ answer, problem: null }),
          (failure: unknown): State<Answer> => ({ answer: null, problem: problemOf(failure) }),
        )
        if (!gone.current) setState((before) => (said.problem ? { ...before, problem: said.problem } : said))
      }
      busy.current = false
    }
  }, [ask])
  return state
}
