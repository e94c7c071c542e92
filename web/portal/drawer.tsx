import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'

/** The sidebar of small screens, over the screen until it is closed. */
export function Drawer({
  className,
  onClose,
  children,
}: {
  className: string
  onClose: () => void
  children: ReactNode
}) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-drawer animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 left-0 z-drawer w-[min(20rem,86vw)] animate-drawer shadow-3 outline-none md:hidden',
            className,
          )}
        >
          <Dialog.Title className="sr-only">Menú</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
