import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** Where the viewer's frame keeps room for what a stage puts into its bar: the ways to see a study, the tools, and where it is narrow
 * the work on it, and whether that is kept. */
export type BarPlaces = Record<'ways' | 'tools' | 'work' | 'state', HTMLElement | null>

export const Bar = createContext<BarPlaces | null>(null)

/** Stands in the bar of the viewer's frame; where there is no frame, in its own place. */
export function InBar({ place, children }: { place: keyof BarPlaces; children: ReactNode }) {
  const places = use(Bar)
  if (!places) return children
  const element = places[place]
  return element && createPortal(children, element)
}
