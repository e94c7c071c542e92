import { type ReactNode, Suspense, useState } from 'react'
import { loadLater } from './load-later.tsx'

export type ConfirmDialogProps = {
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

export const confirmFrame = loadLater(async () => (await import('./confirm-frame.tsx')).ConfirmFrame)

/** Asks before something that cannot be undone; the focus is on the button that changes nothing. */
export function ConfirmDialog(question: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(question.open)
  if (question.open && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <confirmFrame.Later {...question} />
      </Suspense>
    )
  )
}
