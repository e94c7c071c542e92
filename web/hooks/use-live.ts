import { useEffect, useEffectEvent, useState } from 'react'
import { follow, type LiveState, type LiveTable } from '#web/backend/live/live.ts'

/**
 * Calls `onChange` after every change of a table and when changes may have been missed; a screen then
 * invalidates its queries. Use it in the component with the queries or in one above it: reads that
 * started before it mounted are not guarded. `filter` is like `patient_id=eq.<uuid>`, '' for none, or
 * null to wait (no session yet). Returns whether the screen is up to date: 'offline' needs a notice.
 */
export function useLive(table: LiveTable, filter: string | null, onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (filter === null) return
    return follow(table, filter, { onChange: () => changed(), onState: setState })
  }, [table, filter])
  return state
}
