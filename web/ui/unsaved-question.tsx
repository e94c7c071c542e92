import { ConfirmDialog } from './confirm-dialog.tsx'
import { answerToLeave, useAskedToLeave } from './unsaved.ts'

/** Asks '¿Salir sin guardar?' for every form of the portal, whichever way it would be left. */
export function UnsavedQuestion() {
  return (
    <ConfirmDialog
      open={useAskedToLeave()}
      title="¿Salir sin guardar?"
      description="Lo que escribiste se perderá."
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir aquí"
      busyLabel="Saliendo..."
      onConfirm={() => answerToLeave(true)}
      onOpenChange={(open) => {
        if (!open) answerToLeave(false)
      }}
    />
  )
}
