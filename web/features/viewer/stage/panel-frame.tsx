import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/** 'Ajustes', or another `title`, beside the stage; where it is narrow below it, so that the stage gets smaller and is seen whole. */
export function PanelFrame({
  label,
  title = 'Ajustes',
  onClose,
  children,
}: {
  /** Whose settings they are, read aloud. */
  label: string
  title?: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      data-panel
      className="flex flex-col gap-5 overflow-y-auto overscroll-contain border-film-800 bg-film-900 px-4 pt-2 pb-4 @max-viewer:order-last @max-viewer:max-h-[min(15rem,50%)] @max-viewer:shrink-0 @max-viewer:rounded-t-dialog @max-viewer:border-t @viewer:w-68 @viewer:border-l"
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
