import {
  Contrast,
  Crosshair,
  Eraser,
  Expand,
  ImageDown,
  Keyboard,
  Maximize,
  Minimize,
  Move,
  RotateCcw,
  Ruler,
  SlidersHorizontal,
  SunMedium,
  TriangleRight,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { keyOf, type ShortcutId } from '../stage/shortcuts.ts'
import type { Tool } from '../stage/toolbar.tsx'
import type { VolumeHand } from './cut-pane.tsx'

const size = 'size-5'

/** The tools of cuts, in the order of their bar. `act` is what their keys do, too. */
export function volumeTools({
  hand,
  crossed,
  isPreview,
  inverted,
  panel,
  full,
  act,
  clear,
  instruments = [],
  more = [],
}: {
  hand: VolumeHand
  /** Whether there is a cross to move. */
  crossed: boolean
  /** Nothing is measured in a preview. */
  isPreview: boolean
  inverted: boolean
  panel: boolean
  /** Null where there is no full screen. */
  full: boolean | null
  act: (id: ShortcutId) => void
  clear: () => void
  instruments?: Tool[] | undefined
  /** Of what keeps work. */
  more?: Tool[] | undefined
}): Tool[] {
  const tool = (id: ShortcutId, label: string, icon: React.ReactNode, rest: Partial<Tool> = {}): Tool => ({
    id,
    label,
    icon,
    shortcut: keyOf(id),
    run: () => act(id),
    ...rest,
  })
  const inHand = (id: VolumeHand, label: string, icon: React.ReactNode, rest: Partial<Tool> = {}) =>
    tool(id, label, icon, { pressed: hand === id, ...rest })
  return [
    ...(crossed
      ? [inHand('cross', 'Mover la cruz', <Crosshair key="c" aria-hidden className={size} />)]
      : []),
    inHand('window', 'Brillo y contraste', <SunMedium aria-hidden className={size} />),
    inHand('pan', 'Mover', <Move aria-hidden className={size} />, { mouse: true }),
    inHand('length', 'Medir longitud', <Ruler aria-hidden className={size} />, { off: isPreview }),
    inHand('angle', 'Medir ángulo', <TriangleRight aria-hidden className={size} />, { off: isPreview }),
    ...instruments,
    {
      id: 'clear',
      label: 'Borrar mediciones de este corte',
      icon: <Eraser aria-hidden className={size} />,
      secondary: true,
      run: clear,
    },
    tool('in', 'Acercar', <ZoomIn aria-hidden className={size} />, {
      first: true,
      secondary: true,
      mouse: true,
    }),
    tool('out', 'Alejar', <ZoomOut aria-hidden className={size} />, { secondary: true, mouse: true }),
    tool('fit', 'Ajustar a la pantalla', <Expand aria-hidden className={size} />),
    tool('invert', 'Invertir', <Contrast aria-hidden className={size} />, {
      pressed: inverted,
      first: true,
      secondary: true,
    }),
    tool('reset', 'Restablecer', <RotateCcw aria-hidden className={size} />, { secondary: true }),
    tool('panel', 'Ajustes', <SlidersHorizontal aria-hidden className={size} />, {
      expanded: panel,
      first: true,
    }),
    ...more,
    tool('save', 'Guardar como PNG', <ImageDown aria-hidden className={size} />, { secondary: true }),
    ...(full === null
      ? []
      : [
          tool(
            'full',
            full ? 'Salir de pantalla completa' : 'Pantalla completa',
            full ? <Minimize aria-hidden className={size} /> : <Maximize aria-hidden className={size} />,
            { secondary: true },
          ),
        ]),
    tool('help', 'Atajos', <Keyboard aria-hidden className={size} />, { secondary: true, mouse: true }),
  ]
}
