import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import type { Drawn } from './export-picture.ts'
import type { ShownSheet } from './sheet.ts'
import type { Shown } from './shown.ts'
import type { Hand } from './tools.tsx'
import type { Drag } from './use-pointer.ts'
import type { Stage } from './use-stage-size.ts'

/** What reads values and draws beyond measurements; its code comes after the images. */
export type Instrument = 'probe' | 'region' | 'note' | 'canal'

/** A pane as instruments see it. */
export type InstrumentPane = {
  /** The tool in hand, which may be none of them. */
  hand: Hand | 'cross'
  picture: Shown
  on: ShownSheet
  matrix: Matrix
  stage: Stage
  ref: Ref<InstrumentLayer>
}

/** What a pane asks of the instruments that lie over it. Places are in stage pixels. */
export type InstrumentLayer = {
  begin(at: Point, touch: boolean): Drag | null
  hover(at: Point): void
  key(event: KeyboardEvent): boolean
  /** The tool is put down. */
  stop(): void
  /** Erases what was drawn on this picture. */
  clear(): void
  /** Draws the same as on the screen into a saved picture. */
  paint(context: CanvasRenderingContext2D, matrix: Matrix, ratio: number): void
}

const load = async () => (await import('./instrument-code.tsx')).instrumentCode
type Code = Awaited<ReturnType<typeof load>>
export type Instruments = Code | null
let code: Instruments = null

/** Its code comes with that of the instruments. */
export const exportLater = async (drawn: Drawn): Promise<Blob> => (await load()).exportPicture(drawn)

/** The code of the instruments; null until it is there, or where it cannot be loaded now. */
export function useInstruments(): Instruments {
  const [loaded, setLoaded] = useState(code)
  useEffect(() => {
    if (code) return
    load().then(
      (next) => {
        code = next
        setLoaded(next)
      },
      () => {},
    )
  }, [])
  return loaded
}
