import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** 'Ajustes', or another `title`, beside the stage; on a phone a sheet over its bottom, or with `below` under it. */
export function PanelFrame({
  label,
  title = 'Ajustes',
  below = false,
  onClose,
  children,
}: {
  /** Whose settings they are, read aloud. */
  label: string
  title?: string
  /** The stage gets smaller and is seen whole. */
  below?: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      className={cx(
        'flex flex-col gap-5 overflow-y-auto overscroll-contain border-film-800 bg-film-900 px-4 pt-2 pb-4 @max-viewer:max-h-[60%] @max-viewer:rounded-t-dialog @max-viewer:border-t @viewer:w-68 @viewer:border-l',
        below
          ? '@max-viewer:order-last @max-viewer:shrink-0'
          : '@max-viewer:absolute @max-viewer:inset-x-0 @max-viewer:bottom-0 @max-viewer:z-10',
      )}
    >
      <div className="-mr-2.5 flex items-center justify-between">
        <h2 className="text-panel">{title}</h2>
        <IconButton
          tone="film"
          label={`Cerrar ${title.toLowerCase()}`}
          icon={<X aria-hidden className="size-5" />}
          onClick={onClose}
        />
      </div>
      {children}
    </section>
  )
}
