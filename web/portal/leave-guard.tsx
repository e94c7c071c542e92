import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askToLeave, hasUnsaved } from '#web/ui/unsaved.ts'
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx'

/**
 * Asks '¿Salir sin guardar?' before unsaved input is left for another screen,
 * by a link or by going back. Another page of the same screen loses nothing.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    if (blocker.state === 'blocked') askToLeave(blocker.proceed, true, blocker.reset)
  }, [blocker])
  return <UnsavedQuestion />
}
