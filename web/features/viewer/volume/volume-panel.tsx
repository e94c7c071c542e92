import type { ReactNode } from 'react'
import type { GreyPicture } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import { PanelFrame } from '../stage/panel-frame.tsx'
import { WindowFields } from '../stage/window-fields.tsx'

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
    <PanelFrame label="Ajustes de los cortes" onClose={onClose}>
      {children}
      <WindowFields picture={picture} shade={shade} onShade={onShade} />
    </PanelFrame>
  )
}
