import { Tooltip } from '#web/ui/tooltip.tsx'
import { useMedia } from '#web/ui/use-media.ts'

/** As the variant `rail` (ui/base.css). */
const rail = '(min-width: 56.25rem) and (max-width: 73.7499rem)'

/** The words of an entry of a sidebar; where that is a rail of icons they are read aloud and shown as a tooltip. */
export function MenuLabel({ children }: { children: string }) {
  const isRail = useMedia(rail)
  return (
    <>
      <span className="flex-1 rail:sr-only">{children}</span>
      {isRail && <Tooltip label={children} beside />}
    </>
  )
}

/** An entry is as wide as the sidebar, in the rail as high as before with its icon in the middle. */
export const railEntry = 'rail:justify-center rail:px-0'
