import { AlertDialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button, buttonStyle } from './button.tsx'
import { cx } from './cx.ts'
import { dialogGround, dialogStyle } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the item: '¿Eliminar el estudio de Ana Ruiz?' */
  title: string
  /** 'Esta acción es irreversible.' unless something else is true. */
  description?: ReactNode
  confirmLabel?: string
  busyLabel?: string
  /** 'Cancelar' unless that could be mistaken for what is confirmed. */
  cancelLabel?: string
  /** `primary` for what is final but destroys nothing. */
  variant?: 'danger' | 'primary'
  /** The dialog stays open and busy until it resolves; it should tell of a failure itself and not throw. */
  onConfirm: () => Promise<unknown> | unknown
}

/** Asks before something that cannot be undone; the button that leaves all as it is has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description = 'Esta acción es irreversible.',
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
