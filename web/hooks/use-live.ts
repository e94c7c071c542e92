import { useEffect, useEffectEvent, useState } from 'react'
import { follow, type LiveState, type LiveTable } from '#web/backend/live/live.ts'

/**
 * Calls `onChange` after every change of a table and when changes may have been missed; a screen then invalidates its
 * queries. Belongs in the component that asks them or in one above it: reads that began before it was there are not guarded.
 * `filter` is like `patient_id=eq.<uuid>`, '' for none, or null to wait (no session yet). Answers whether the screen
 * is up to date: 'offline' asks for a notice.
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
