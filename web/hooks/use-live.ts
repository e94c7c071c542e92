import { useEffect, useEffectEvent, useState } from 'react'
import { follow, type LiveState, type LiveTable } from '#web/backend/live/live.ts'

/**
 * Calls `onChange` after every change of a table and when changes may have been missed; a screen then
 * invalidates its queries. Use it in the component with the queries or in one above it: reads that
 * started before it mounted are not guarded. Of several tables (the same list on every render) it waits until all are heard,
 * so that a list that joins them is read again once. `filter` is like `patient_id=eq.<uuid>`, '' for none, or
 * null to wait (no session yet). Returns whether the screen is up to date: 'offline' needs a notice.
 */
export function useLive(
  tables: LiveTable | readonly LiveTable[],
  filter: string | null,
  onChange: () => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (filter === null) return
    const states = new Map<LiveTable, LiveState>()
    const followed = [tables].flat()
    const isHeard = () => followed.every((table) => (states.get(table) ?? 'connecting') !== 'connecting')
    let missed = false
    const tell = () => {
      if (!missed || !isHeard()) return
      missed = false
      changed()
    }
    const stops = followed.map((table) =>
      follow(table, filter, {
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
  }, [tables, filter])
  return state
}
