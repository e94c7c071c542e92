import { AlertDialog } from 'radix-ui'
import { useState } from 'react'
import { Button, buttonStyle } from './button.tsx'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { cx } from './cx.ts'
import { dialogGround, dialogStyle } from './dialog-frame.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** What `ConfirmDialog` shows. */
export function ConfirmFrame({
  open,
  onOpenChange,
  title,
  description = 'Esta acción es irreversible.',
  children,
  confirmLabel = 'Eliminar',
  busyLabel = 'Eliminando...',
  cancelLabel = 'Cancelar',
  variant = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const returnFocus = useReturnFocus()
  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
    onOpenChange(false)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={dialogGround} />
        <AlertDialog.Content {...returnFocus} className={cx(dialogStyle, 'gap-2 p-5 sm:max-w-110 sm:p-6')}>
          <AlertDialog.Title className="text-card">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-2">{description}</AlertDialog.Description>
          {children}
          <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel disabled={busy} className={buttonStyle('secondary')}>
              {cancelLabel}
            </AlertDialog.Cancel>
            <Button variant={variant} busy={busy} busyLabel={busyLabel} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
