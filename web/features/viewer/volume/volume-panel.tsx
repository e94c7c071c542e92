import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GreyPicture } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { WindowFields } from '../image/window-fields.tsx'

/** What can be set by number: greys, and what the screen adds. */
export function VolumePanel({
  picture,
  shade,
  onShade,
  onClose,
  children,
}: {
  picture: GreyPicture
  shade: Shade
  onShade: (shade: Shade) => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <section
      aria-label="Ajustes de los cortes"
      className="flex flex-col gap-5 overflow-y-auto overscroll-contain border-film-800 bg-film-900 px-4 pt-2 pb-4 max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:max-h-[70%] max-md:rounded-t-dialog max-md:border-t md:w-68 md:border-l"
    >
      <div className="-mr-2.5 flex items-center justify-between">
        <h2 className="text-panel">Ajustes</h2>
        <IconButton
          tone="film"
          label="Cerrar ajustes"
          icon={<X aria-hidden className="size-5" />}
          onClick={onClose}
        />
      </div>
      {children}
      <WindowFields picture={picture} shade={shade} onShade={onShade} />
    </section>
  )
}
