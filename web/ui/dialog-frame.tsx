import { X } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

/** The frame of every dialog: at most 600 px wide and 80vh high, a sheet at the bottom of small screens. */
export const dialogStyle = cx(
  'flex flex-col bg-surface',
  'inset-x-0 top-auto bottom-0 max-h-[80vh] w-full max-w-none animate-sheet rounded-t-dialog supports-[height:1dvh]:max-h-[80dvh]',
  'sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
  'sm:animate-dialog sm:rounded-dialog',
)

/** What `Dialog` shows, for one that is loaded as a whole anyway. */
export function DialogFrame({ open, ...dialog }: DialogProps) {
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
  initialFocus,
}: Omit<DialogProps, 'open'>) {
  const id = useId()
  const close = () => dismissible && onOpenChange(false)
  return (
    <Modal
      labelledBy={id}
      describedBy={description ? `${id}-description` : undefined}
      onClose={close}
      initialFocus={initialFocus}
      className={cx(dialogStyle, width === 'narrow' ? 'sm:max-w-110' : 'sm:max-w-dialog')}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
        <div className="min-w-0 py-2">
          <h2 id={id} className="text-card">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="mt-1.5 text-meta text-ink-2">
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
    </Modal>
  )
}
