import { createContext, type ReactNode, type RefObject, Suspense, use, useState } from 'react'
import { Button } from './button.tsx'
import { loadLater } from './load-later.tsx'
import { askToLeave, useUnsavedWarning } from './unsaved.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Stays in view below the scrolling body; usually the buttons. */
  footer?: ReactNode
  /** Stands between body and footer. */
  notice?: ReactNode
  /** Wraps body and footer; for `FormDialog`, whose submit button is in the footer. */
  wrap?: (content: ReactNode) => ReactNode
  /** 'narrow' (440 px) for short forms. */
  width?: 'normal' | 'narrow'
  /** False while saving: Escape, the cross and the backdrop do nothing. */
  dismissible?: boolean
  /** True while closing would lose input: then it asks first. Close it with `DialogCancel`, too. */
  unsaved?: boolean
  /** What has the focus first; else the first field of a form, else the first control. */
  initialFocus?: RefObject<HTMLElement | null>
}

// The dialog code is a tenth of a first screen, which has none open.
export const dialogFrame = loadLater(async () => (await import('./dialog-frame.tsx')).DialogFrame)

const Closing = createContext(() => {})

/** A modal dialog: the focus goes in, stays in and returns to what opened it. */
export function Dialog({ unsaved = false, ...dialog }: DialogProps) {
  const { open, onOpenChange, dismissible = true } = dialog
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  useUnsavedWarning(open && unsaved)
  function change(next: boolean) {
    if (next) onOpenChange(true)
    else if (dismissible) askToLeave(() => onOpenChange(false), unsaved)
  }
  if (!wanted) return null
  return (
    <Suspense>
      <Closing value={() => change(false)}>
        <dialogFrame.Later {...dialog} onOpenChange={change} />
      </Closing>
    </Suspense>
  )
}

/** The way out at the foot of a dialog: what Escape and the cross do, asking first when something is unsaved. */
export function DialogCancel({ disabled, children = 'Cancelar' }: { disabled?: boolean; children?: string }) {
  return (
    <Button disabled={disabled} onClick={use(Closing)}>
      {children}
    </Button>
  )
}
