import {
  CaretsToAxisDashedVertical,
  Contrast,
  Expand,
  ImageDown,
  Keyboard,
  Maximize,
  Minimize,
  Move,
  RotateCcw,
  RotateCw,
  Ruler,
  SlidersHorizontal,
  SunMedium,
  TriangleRight,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { Instrument } from './instruments.ts'
import { keyOf, type ShortcutId } from './shortcuts.ts'
import type { Tool } from './toolbar.tsx'

/** What a drag on the image does. */
export type Hand = 'window' | 'pan' | 'length' | 'angle' | Instrument

const size = 'size-5'
const icons: Partial<Record<ShortcutId, React.ReactNode>> = {
  window: <SunMedium aria-hidden className={size} />,
  pan: <Move aria-hidden className={size} />,
  length: <Ruler aria-hidden className={size} />,
  angle: <TriangleRight aria-hidden className={size} />,
  in: <ZoomIn aria-hidden className={size} />,
  out: <ZoomOut aria-hidden className={size} />,
  fit: <Expand aria-hidden className={size} />,
  // '1:1', drawn as the icons are.
  real: (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={`${size} fill-none stroke-current`}
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 8l3-2v12M17 8l3-2v12M12 9.5v.01M12 14.5v.01" />
    </svg>
  ),
  turn: <RotateCw aria-hidden className={size} />,
  mirror: <CaretsToAxisDashedVertical aria-hidden className={size} />,
  invert: <Contrast aria-hidden className={size} />,
  reset: <RotateCcw aria-hidden className={size} />,
  panel: <SlidersHorizontal aria-hidden className={size} />,
  save: <ImageDown aria-hidden className={size} />,
  help: <Keyboard aria-hidden className={size} />,
}

/** The tools of a picture, in the order of their bar. `act` is what their keys do, too. */
export function toolsOf({
  hand,
  grey,
  inverted,
  panel,
  full,
  act,
  instruments = [],
  more = [],
}: {
  hand: Hand
  grey: boolean
  inverted: boolean
  panel: boolean
  /** Null where there is no full screen. */
  full: boolean | null
  act: (id: ShortcutId) => void
  instruments?: Tool[] | undefined
  /** Of what keeps work. */
  more?: Tool[] | undefined
}): Tool[] {
  const tool = (id: ShortcutId, label: string, rest: Partial<Tool> = {}): Tool => ({
    id,
    label,
    icon: icons[id],
    shortcut: keyOf(id),
    run: () => act(id),
    ...rest,
  })
  const inHand = (id: Hand, label: string, rest: Partial<Tool> = {}) =>
    tool(id, label, { pressed: hand === id, ...rest })
  return [
    ...(grey ? [inHand('window', 'Brillo y contraste')] : []),
    inHand('pan', 'Mover', { mouse: true }),
    inHand('length', 'Medir longitud'),
    inHand('angle', 'Medir ángulo'),
    ...instruments,
    tool('in', 'Acercar', { first: true, secondary: true, mouse: true }),
    tool('out', 'Alejar', { secondary: true, mouse: true }),
    tool('fit', 'Ajustar a la pantalla'),
    tool('real', 'Tamaño real (1:1)', { secondary: true }),
    tool('turn', 'Girar 90°', { first: true, secondary: true }),
    tool('mirror', 'Reflejar', { secondary: true }),
    tool('invert', 'Invertir', { pressed: inverted, secondary: true }),
    tool('reset', 'Restablecer', { secondary: true }),
    tool('panel', 'Ajustes', { expanded: panel, first: true }),
    ...more,
    tool('save', 'Guardar como PNG', { secondary: true }),
    ...(full === null
      ? []
      : [
          tool('full', full ? 'Salir de pantalla completa' : 'Pantalla completa', {
            secondary: true,
            icon: full ? (
              <Minimize aria-hidden className={size} />
            ) : (
              <Maximize aria-hidden className={size} />
            ),
          }),
        ]),
    tool('help', 'Atajos', { secondary: true, mouse: true }),
  ]
}
