import { type ReactNode, useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/modal.tsx'
import { useMedia } from '#web/ui/use-media.ts'

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
  // A tablet was turned: the sidebar is beside the screen.
  const wide = useMedia('(min-width: 56.25rem)')
  useEffect(() => {
    if (wide) onClose()
  }, [wide, onClose])
  return (
    <Modal
      label="Menú"
      onClose={onClose}
      className={cx('inset-y-0 left-0 h-full max-h-none w-[min(20rem,86vw)] animate-drawer', className)}
    >
      {children}
    </Modal>
  )
}
