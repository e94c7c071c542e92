import { useEffect, useState } from 'react'
import { follow, type LiveState, type LiveTable } from '#web/backend/live/live.ts'
import { useGathered } from './use-gathered.ts'

/**
 * Like `useLive`, of several tables: the same list on every render. It waits until all are heard, so that a list that joins
 * them is read again once. `filter` is that of the first; the others are heard whole.
 */
export function useLiveTables(
  tables: readonly LiveTable[],
  filter: string | null,
  onChange: () => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const changed = useGathered(onChange)
  useEffect(() => {
    if (filter === null) return
    const states = new Map<LiveTable, LiveState>()
    const isHeard = () => tables.every((table) => (states.get(table) ?? 'connecting') !== 'connecting')
    let missed = false
    const tell = () => {
      if (!missed || !isHeard()) return
      missed = false
      changed()
    }
    const stops = tables.map((table, at) =>
      follow(table, at === 0 ? filter : '', {
        onChange: () => {
          if (missed) return
          missed = true
          queueMicrotask(tell)
        },
        onState: (next) => {
          states.set(table, next)
          queueMicrotask(tell)
          const all = [...states.values()]
          setState(all.includes('offline') ? 'offline' : isHeard() ? 'online' : 'connecting')
        },
      }),
    )
    return () => {
      missed = false
      for (const stop of stops) stop()
    }
  }, [tables, filter, changed])
  return state
}
