import { useRef } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { hasUnsaved, useWaiting } from './unsaved.ts'

/**
 * Asks '¿Salir sin guardar?' for every form of the portal; the router allows one such question. Another page of the
 * same screen (a list's filter, its page) leaves nothing behind and is not asked about.
 */
export function UnsavedQuestion() {
  const { leave, forget } = useWaiting()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  const confirmed = useRef(false)
  return (
    <ConfirmDialog
      open={leave !== null || blocker.state === 'blocked'}
      title="¿Salir sin guardar?"
      description="Lo que escribiste se perderá."
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir aquí"
      busyLabel="Saliendo..."
      onConfirm={() => {
        confirmed.current = true
        leave?.()
        blocker.proceed?.()
      }}
      onOpenChange={(open) => {
        if (open) return
        forget()
        if (!confirmed.current) blocker.reset?.()
        confirmed.current = false
      }}
    />
  )
}
