import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { isInOpenCombobox } from './open-combobox.ts'
import { isInToaster } from './toast.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** The frame of every dialog: at most 600 px wide and 80vh high, a sheet at the bottom of small screens. */
export const dialogStyle = cx(
  'fixed z-dialog flex flex-col bg-surface shadow-3 outline-none',
  'inset-x-0 bottom-0 max-h-[80vh] animate-sheet rounded-t-dialog supports-[height:1dvh]:max-h-[80dvh]',
  'sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
  'sm:animate-dialog sm:rounded-dialog',
)

export const dialogGround = 'fixed inset-0 z-dialog animate-fade bg-scrim'

/** What `Dialog` shows, for one that is loaded as a whole anyway. */
export function DialogFrame({
  open,
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
}: DialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || dismissible) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={dialogGround} />
        <Radix.Content
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            const first = initialFocus?.current ?? firstField(event.currentTarget)
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={(event) => {
            // Escape closes the innermost open thing.
            if (isInOpenCombobox(event.target)) event.preventDefault()
          }}
          onInteractOutside={(event) => {
            if (isInToaster(event.target)) event.preventDefault()
          }}
          className={cx(dialogStyle, width === 'narrow' ? 'sm:max-w-110' : 'sm:max-w-dialog')}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
            <div className="min-w-0 py-2">
              <Radix.Title className="text-card">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1.5 text-meta text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton
                label="Cerrar"
                disabled={!dismissible}
                icon={<X aria-hidden className="size-5" />}
              />
            </Radix.Close>
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The first focus in a form: not the cross, which Enter would press. */
function firstField(content: EventTarget | null): HTMLElement | null {
  if (!(content instanceof Element)) return null
  return content.querySelector<HTMLElement>(
    'form :is(input:not([type=hidden], [type=file], [readonly]), select, textarea):not(:disabled)',
  )
}
