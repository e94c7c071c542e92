import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { dialogStyle } from './dialog.tsx'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the item: '¿Eliminar el estudio de Ana Ruiz?' */
  title: string
  /** 'Esta acción es irreversible.' unless something else is true. */
  description?: ReactNode
  /** What else must be chosen, below the description. */
  children?: ReactNode
  confirmLabel?: string
  busyLabel?: string
  /** 'Cancelar' unless that could be mistaken for what is confirmed. */
  cancelLabel?: string
  /** `primary` for what is final but destroys nothing. */
  variant?: 'danger' | 'primary'
  /** The dialog stays open and busy until it resolves; it should report a failure itself and not throw. */
  onConfirm: () => Promise<unknown> | unknown
}

/** Asks before something that cannot be undone; the focus is on the button that changes nothing. */
export function ConfirmDialog({ open, ...question }: ConfirmDialogProps) {
  return open && <Question {...question} />
}

function Question({
  onOpenChange,
  title,
  description = 'Esta acción es irreversible.',
  children,
  confirmLabel = 'Eliminar',
  busyLabel = 'Eliminando...',
  cancelLabel = 'Cancelar',
  variant = 'danger',
  onConfirm,
}: Omit<ConfirmDialogProps, 'open'>) {
  const [busy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => busy || onOpenChange(false)
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
    <Modal
      role="alertdialog"
      labelledBy={id}
      describedBy={`${id}-description`}
      onClose={close}
      initialFocus={cancel}
      className={cx(dialogStyle, 'gap-2 p-5 sm:max-w-110 sm:p-6')}
    >
      <h2 id={id} className="text-card">
        {title}
      </h2>
      <div id={`${id}-description`} className="text-ink-2">
        {description}
      </div>
      {children}
      <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button ref={cancel} disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        <Button variant={variant} busy={busy} busyLabel={busyLabel} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
