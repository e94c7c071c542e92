import { useRef } from 'react'

/**
 * `run`, but a second call while it is running gets the same promise: two clicks in one tick come before a button is disabled.
 */
export function useOneRun<Values, Result>(
  run: (values: Values) => Promise<Result>,
): (values: Values) => Promise<Result> {
  const running = useRef<Promise<Result> | null>(null)
  return (values) => {
    running.current ??= run(values).finally(() => {
      running.current = null
    })
    return running.current
  }
}
