import type { KeyboardEvent } from 'react'
import type { Point, Vector } from '#web/imaging/types.ts'
import { nearestHandle } from '#web/imaging/view/measure.ts'
import { arrowOf } from '../image/shortcuts.ts'
import { movedPoint, stationsAlong, withoutPoint } from './arch-points.ts'
import type { Overlay } from './cut-pane.tsx'

/** The arch over an axial cut: its curve, where the sections cross it, and points that pointer and keyboard move. */
export function archOverlay({
  arch,
  onArch,
  size,
  spacing,
  sections,
  halfMm,
}: {
  arch: readonly Point[]
  onArch: (arch: Point[]) => void
  size: Vector
  spacing: Vector
  /** Which of the places every `sections.everyMm` are marked. */
  sections: { everyMm: number; from: number; to: number }
  /** Half the width of a section. */
  halfMm: number
}): Overlay {
  // A voxel's middle lies half a pixel from its corner.
  const placeOf = ({ x, y }: Point) => ({ x: x + 0.5, y: y + 0.5 })
  const curve = stationsAlong(arch, spacing, 1).map(placeOf)
  const ticks = stationsAlong(arch, spacing, sections.everyMm).slice(sections.from, sections.to)

  function onKey(event: KeyboardEvent, at: number) {
    const way = arrowOf(event.key)
    const point = arch[at]
    if (way && point) {
      const far = event.shiftKey ? 10 : 1
      onArch(movedPoint(arch, at, { x: point.x + way.x * far, y: point.y + way.y * far }, size))
    } else if (event.key === 'Delete' || event.key === 'Backspace') onArch(withoutPoint(arch, at))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    name: 'Curva de la arcada',
    grab(place, reach) {
      const held = nearestHandle(
        arch.map((point, index) => ({ ...placeOf(point), index })),
        place,
        reach,
      )
      if (!held) return null
      return { move: (to) => onArch(movedPoint(arch, held.index, { x: to.x - 0.5, y: to.y - 0.5 }, size)) }
    },
    draw: (css) => (
      <>
        <polyline
          aria-hidden
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
                x: station.x + (station.outX * mm) / spacing[0],
                y: station.y + (station.outY * mm) / spacing[1],
              }),
            ),
          )
          if (!out || !inner) return null
          return (
            <path
              key={`${station.x},${station.y}`}
              aria-hidden
              d={`M${out.x} ${out.y}L${inner.x} ${inner.y}`}
              className="stroke-pend-strong"
              strokeWidth={1.25}
            />
          )
        })}
        {arch
          .map(placeOf)
          .map(css)
          .map(({ x, y }, at) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: the points of a curve are known by their place in it.
              key={at}
              cx={x}
              cy={y}
              r={7}
              role="button"
              tabIndex={0}
              aria-label={`Punto ${at + 1} de ${arch.length} de la curva. Flechas para moverlo, Suprimir para quitarlo.`}
              onKeyDown={(event) => onKey(event, at)}
              className="fill-film-950 stroke-signal outline-none focus-visible:fill-signal"
              strokeWidth={2}
            />
          ))}
      </>
    ),
  }
}
