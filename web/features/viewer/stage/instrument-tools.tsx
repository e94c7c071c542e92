import { CircleDashed, MoveUpLeft, Pipette, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Instrument, InstrumentPane } from './instruments.ts'
import { keyOf } from './shortcuts.ts'
import type { Tool } from './toolbar.tsx'

/** The instruments in the bar. `act` is what their keys do, too; `off` in a preview; `values` of pictures without colour; `cuts` where a volume is cut. */
export function tools({
  hand,
  act,
  off = false,
  values = true,
  cuts = false,
}: {
  hand: InstrumentPane['hand']
  act: (id: Instrument) => void
  off?: boolean
  values?: boolean
  cuts?: boolean
}): Tool[] {
  const tool = (id: Instrument, label: string, icon: ReactNode): Tool => ({
    id,
    label,
    icon,
    secondary: true,
    pressed: hand === id,
    shortcut: keyOf(id),
    off,
    run: () => act(id),
  })
  return [
    ...(values
      ? [
          tool('probe', 'Sonda', <Pipette aria-hidden className="size-5" />),
          tool('region', 'Región', <CircleDashed aria-hidden className="size-5" />),
        ]
      : []),
    tool('note', 'Nota', <MoveUpLeft aria-hidden className="size-5" />),
    ...(cuts ? [tool('canal', 'Canal mandibular', <Route aria-hidden className="size-5" />)] : []),
  ]
}
