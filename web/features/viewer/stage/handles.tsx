import type { KeyboardEvent } from 'react'
import type { Point } from '#web/imaging/types.ts'

/** Points that the keyboard reaches and moves; pointers take the nearest one, so that a finger need not hit a dot. */
export function Handles({
  points,
  name,
  onKey,
}: {
  /** In CSS pixels of the stage. */
  points: readonly Point[]
  name: (at: number) => string
  onKey: (event: KeyboardEvent, at: number) => void
}) {
  return points.map(({ x, y }, at) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: points are known by their place.
      key={at}
      type="button"
      aria-label={`${name(at)} Flechas para moverlo, Suprimir para borrar.`}
      onKeyDown={(event) => onKey(event, at)}
      style={{ left: x, top: y }}
      className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-signal bg-film-950 focus-visible:bg-signal"
    />
  ))
}
