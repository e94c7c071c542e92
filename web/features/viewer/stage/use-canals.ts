import type { Orientation, Vector, VolumeInfo } from '#web/imaging/types.ts'
import {
  bySide,
  type Canal,
  type CanalSide,
  type Canals,
  canalDiameter,
  canalLine,
  canalSides,
  mostCanalPoints,
  withCanalPoint,
} from '#web/imaging/volume/canal.ts'
import { betweenTurns } from '#web/imaging/volume/orientation.ts'
import { noCanals } from './no-canals.ts'
import type { CanalsDrawn } from './use-setting.tsx'
import { useShared } from './use-shared.ts'

export const sideNames: Record<CanalSide, string> = { right: 'derecho', left: 'izquierdo' }

/** Steps that can be taken back. */
const mostSteps = 200

/** The canals of a part, and how a person changes them. Changes with the same `step` are taken back as one. */
export function useCanals(part: string) {
  const [drawn, change, read] = useShared(part, 'canals', noCanals)

  function set(side: CanalSide, canal: Canal, chosen: number | null, step: string) {
    const { of, before } = read()
    const isGoingOn = before.at(-1)?.step === step
    change({
      of: { ...of, [side]: canal },
      side,
      chosen,
      before: isGoingOn ? before : [...before, { of, step }].slice(-mostSteps),
    })
  }

  const canalOf = (side: CanalSide, { of }: CanalsDrawn = read()): Canal =>
    of[side] ?? { points: [], diameterMm: firstDiameter(of) }

  return {
    ...drawn,
    canal: canalOf(drawn.side, drawn),
    /** On the side that is drawn; answers which point it became, or null where there are too many. */
    add(place: Vector, step: string): { side: CanalSide; at: number } | null {
      const { side } = read()
      const canal = canalOf(side)
      if (canal.points.length >= mostCanalPoints) return null
      const { points, at } = withCanalPoint(canal.points, place)
      set(side, { ...canal, points }, at, step)
      return { side, at }
    },
    move(side: CanalSide, at: number, place: Vector, step: string) {
      const canal = canalOf(side)
      const points = canal.points.map((point, index) => (index === at ? place : point))
      set(side, { ...canal, points }, at, step)
    },
    remove(side: CanalSide, at: number) {
      const canal = canalOf(side)
      const points = canal.points.filter((_, index) => index !== at)
      set(side, { ...canal, points }, points.length > 0 ? Math.max(0, at - 1) : null, newStep())
    },
    /** The whole line of a side; how thick it is stays. */
    clear: (side: CanalSide) => set(side, { ...canalOf(side), points: [] }, null, newStep()),
    choose: (side: CanalSide, chosen: number | null) => change({ ...read(), side, chosen }),
    widen: (side: CanalSide, diameterMm: number) =>
      set(side, { ...canalOf(side), diameterMm }, read().chosen, `diameter ${side}`),
    undo() {
      const now = read()
      const last = now.before.at(-1)
      if (last) change({ ...now, of: last.of, chosen: null, before: now.before.slice(0, -1) })
    },
  }
}

/** Canals as lengths of the volume turned so. */
export function turnedCanals(
  canals: Canals,
  volume: VolumeInfo | undefined,
  orientation: Orientation | undefined,
): Canals {
  if (!volume || !orientation) return canals
  const turn = betweenTurns(volume, null, orientation)
  return bySide((side) => {
    const canal = canals[side]
    return canal ? { ...canal, points: canal.points.map(turn) } : null
  })
}

let steps = 0
/** A step that is taken back by itself. */
export const newStep = () => `${++steps}`

/** Both sides begin alike. */
const firstDiameter = (of: Canals) =>
  canalSides.map((side) => of[side]?.diameterMm).find(Boolean) ?? canalDiameter.usual

const lines = new WeakMap<Canal, Vector[]>()

/** The curve of a canal, computed once for all panes. */
export function lineOf(canal: Canal): Vector[] {
  const known = lines.get(canal)
  if (known) return known
  const line = canalLine(canal.points)
  lines.set(canal, line)
  return line
}
