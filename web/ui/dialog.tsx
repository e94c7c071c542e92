import { X } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, use, useId } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'
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

/** The frame of every dialog: at most 600 px wide and 80vh high, a sheet at the bottom of small screens. */
export const dialogStyle = cx(
  'flex flex-col bg-surface',
  'inset-x-0 top-auto bottom-0 max-h-[80vh] w-full max-w-none animate-sheet rounded-t-dialog supports-[height:1dvh]:max-h-[80dvh]',
  'sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
  'sm:animate-dialog sm:rounded-dialog',
)

const Closing = createContext(() => {})

/** Whether dialogs open over films: then they are as dark as the controls there. */
export const OverFilm = createContext(false)

/** A modal dialog: the focus goes in, stays in and returns to what opened it. */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && <Frame {...dialog} />
}

function Frame({
  onOpenChange,
  title,
  description,
  children,
  footer,
  notice,
  wrap = (content) => content,
  width = 'normal',
  dismissible = true,
  unsaved = false,
  initialFocus,
}: Omit<DialogProps, 'open'>) {
  const id = useId()
  useUnsavedWarning(unsaved)
  const close = () => dismissible && askToLeave(() => onOpenChange(false), unsaved)
  return (
    <Modal
      labelledBy={id}
      describedBy={description ? `${id}-description` : undefined}
      onClose={close}
      initialFocus={initialFocus}
      className={cx(
        dialogStyle,
        width === 'narrow' ? 'sm:max-w-110' : 'sm:max-w-dialog',
        use(OverFilm) && 'on-film film-sheet',
      )}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
        <div className="min-w-0 py-2">
          <h2 id={id} className="text-card">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="mt-1.5 text-meta text-ink-2 first-letter:uppercase">
              {description}
            </div>
          )}
        </div>
        <IconButton
          label="Cerrar"
          disabled={!dismissible}
          icon={<X aria-hidden className="size-5" />}
          onClick={close}
        />
      </div>
      <Closing value={close}>
        {wrap(
          <>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
              {children}
            </div>
            {notice}
            {footer && (
              <div className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
                {footer}
              </div>
            )}
          </>,
        )}
      </Closing>
    </Modal>
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
