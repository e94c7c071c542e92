import { useEffect, useState } from 'react'
import { follow, type LiveState, type LiveTable } from '#web/backend/live/live.ts'
import { useGathered } from './use-gathered.ts'

/**
 * Calls `onChange` after changes of a table, once a burst and at most once a second, and when changes may have been missed; a screen
 * then invalidates its queries. Use it in the component with the queries or in one above it: reads that
 * started before it mounted are not guarded. `filter` is like `patient_id=eq.<uuid>`, '' for none, or
 * null to wait (no session yet). Returns whether the screen is up to date: 'offline' needs a notice.
 */
export function useLive(table: LiveTable, filter: string | null, onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const changed = useGathered(onChange)
  useEffect(() => {
    if (filter === null) return
    return follow(table, filter, { onChange: changed, onState: setState })
  }, [table, filter, changed])
  return state
}
