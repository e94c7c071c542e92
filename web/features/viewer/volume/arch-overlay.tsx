import type { Point, Vector } from '#web/imaging/types.ts'
import { movedPoint, stationsAlong, withoutPoint } from './arch-points.ts'
import type { Overlay } from './cut-pane.tsx'

/** The arch over an axial cut: its curve, where the sections cross it, and points that pointer and keyboard move. */
export function archOverlay({
  arch,
  onArch,
  movable,
  size,
  sides,
  sections,
  halfMm,
}: {
  arch: readonly Point[]
  onArch: (arch: Point[]) => void
  /** Whether its points are there. */
  movable: boolean
  size: Vector
  sides: Vector
  /** Which of the places every `sections.everyMm` are marked. */
  sections: { everyMm: number; from: number; to: number }
  /** Half the width of a section. */
  halfMm: number
}): Overlay {
  // A voxel's middle lies half a pixel from its corner.
  const placeOf = ({ x, y }: Point) => ({ x: x + 0.5, y: y + 0.5 })
  const curve = stationsAlong(arch, sides, 1).map(placeOf)
  const ticks = stationsAlong(arch, sides, sections.everyMm).slice(sections.from, sections.to)

  return {
    points: movable ? arch.map(placeOf) : [],
    pointName: (at) =>
      `Punto ${at + 1} de ${arch.length} de la curva. Flechas para moverlo, Suprimir para quitarlo.`,
    onPoint: (at, to) => onArch(movedPoint(arch, at, { x: to.x - 0.5, y: to.y - 0.5 }, size)),
    onRemove: (at) => onArch(withoutPoint(arch, at)),
    draw: (css) => (
      <>
        <polyline
          points={curve
            .map(css)
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
          className="fill-none stroke-signal"
          strokeWidth={1.75}
        />
        {ticks.map((station) => {
          const [out, inner] = [halfMm, -halfMm].map((mm) =>
            css(
              placeOf({
                x: station.x + (station.outX * mm) / sides[0],
                y: station.y + (station.outY * mm) / sides[1],
              }),
            ),
          )
          if (!out || !inner) return null
          return (
            <path
              key={`${station.x},${station.y}`}
              d={`M${out.x} ${out.y}L${inner.x} ${inner.y}`}
              className="stroke-pend-strong"
              strokeWidth={1.25}
            />
          )
        })}
      </>
    ),
  }
}
