import { ConfirmDialog } from './confirm-dialog.tsx'
import { useWaiting } from './unsaved.ts'

/** Asks '¿Salir sin guardar?' for every form of the portal, whichever way it would be left. */
export function UnsavedQuestion() {
  const { leave, forget } = useWaiting()
  return (
    <ConfirmDialog
      open={leave !== null}
      title="¿Salir sin guardar?"
      description="Lo que escribiste se perderá."
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir aquí"
      busyLabel="Saliendo..."
      onConfirm={() => leave?.()}
      onOpenChange={(open) => {
        if (!open) forget()
      }}
    />
  )
}
