import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** How long after the first change of a burst it is read, in milliseconds: long enough for the others to come. */
const together = 150
/** And how long after that the next one is read at the earliest. */
const pace = 1_000

type Run = RefObject<() => void>
const due = new Set<Run>()
let waits = false
let last = -pace

function ask(run: Run): void {
  due.add(run)
  if (waits) return
  waits = true
  const rest = last + pace - performance.now()
  setTimeout(runAll, Math.min(pace, Math.max(together, rest)))
}

function runAll(): void {
  waits = false
  last = performance.now()
  // What two tables of one screen ask for is one read.
  const all = new Set([...due].map(({ current }) => current))
  due.clear()
  for (const run of all) run()
}

/**
 * Gathers what live changes ask for: the returned function may be called for each, and `run` runs once a burst, at most once a
 * second. The same `run` of several hooks runs once.
 */
export function useGathered(run: () => void): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      due.delete(latest)
    },
    [],
  )
  return useCallback(() => ask(latest), [])
}
