import { type KeyboardEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { nearestHandle } from '#web/imaging/view/measure.ts'
import { type Matrix, scaled, toPicture, toStage } from '#web/imaging/view/view.ts'
import { type CanalSide, canalSides, mostCanalPoints } from '#web/imaging/volume/canal.ts'
import { betweenTurns } from '#web/imaging/volume/orientation.ts'
import { toast } from '#web/ui/toast.ts'
import { tubeFigures, tubesOn } from './canal-figures.ts'
import { FigureView, paintFigure } from './figures.tsx'
import { Handles } from './handles.tsx'
import type { InstrumentPane } from './instruments.ts'
import { fromPixels, toPixels, turnOf } from './sheet.ts'
import { type OnSheet, onPlane, placeOn, planeOf } from './sheet-plane.ts'
import { arrowOf } from './shortcuts.ts'
import { spacingOf } from './shown.ts'
import { newStep, sideNames, turnedCanals, useCanals } from './use-canals.ts'
import type { Drag } from './use-pointer.ts'
import { useWork } from './work.tsx'

/** The canals over a pane, and with 'Canal mandibular' in hand their points (docs/product/viewer.md, 'Nerve canal'). */
export function CanalLayer({ hand, picture, on, matrix, stage, ref }: InstrumentPane) {
  const ground = useRef<HTMLDivElement>(null)
  const canals = useCanals(on.sheet.part)
  const [cursor, setCursor] = useState<Point | null>(null)
  // Of all sheets but the axial one, whose place it does not change, that is how high the volume is.
  const height = picture.rows * on.pixel.y
  const place = JSON.stringify([on.sheet, on.pixel, height])
  const volume = useWork().volumes.get(on.sheet.part)
  const orientation = turnOf(on.sheet)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is made anew with each picture; `place` says where it lies.
  const { seenCanals, tubes } = useMemo(() => {
    const seenCanals = turnedCanals(canals.of, volume, orientation)
    return { seenCanals, tubes: tubesOn(seenCanals, on, height) }
  }, [canals.of, volume, place])
  const isKnown = spacingOf(picture)?.known === 'mm'
  const plane = hand === 'canal' && isKnown ? planeOf(on, height) : null

  /** The points that lie where a tube is seen, in pixels of the picture. */
  const here = canalSides.flatMap((side) => {
    const canal = seenCanals[side]
    if (!plane || !canal) return []
    return canal.points.flatMap((point, at) => {
      const seen = onPlane(plane, point)
      const name = `Canal ${sideNames[side]}, punto ${at + 1} de ${canal.points.length}.`
      const isSeen = Math.abs(seen.off) <= canal.diameterMm / 2
      return isSeen ? { side, at, seen, name, ...toPixels(seen, on.pixel) } : []
    })
  })

  const inside = ({ x, y }: Point): Point => ({
    x: Math.min(picture.columns, Math.max(0, x)),
    y: Math.min(picture.rows, Math.max(0, y)),
  })
  const pictureOf = (at: Point) => inside(toPicture(matrix, at))

  /** The place of the volume at a pixel of this picture; a point that lies a little off it stays so. */
  function placeAt(pixel: Point, off = 0) {
    const at = plane && placeOn(plane, { ...fromPixels(pixel, on.pixel), off })
    return at && volume && orientation ? betweenTurns(volume, orientation, null)(at) : at
  }

  function add(pixel: Point, step: string) {
    const to = placeAt(pixel)
    const added = to && canals.add(to, step)
    if (to && !added) toast({ title: `La línea ya tiene ${mostCanalPoints} puntos.`, variant: 'destructive' })
    return added
  }

  function move(side: CanalSide, at: number, { off }: OnSheet, to: Point, step: string) {
    const next = placeAt(to, off)
    if (next) canals.move(side, at, next, step)
  }

  /** A drag of a point, or of a new one; null where none can be set. */
  function begin(at: Point, touch: boolean): Drag | null {
    if (!plane) return null
    setCursor(null)
    const step = newStep()
    const handles = here.map((one) => ({ ...one, ...toStage(matrix, one) }))
    const held = nearestHandle(handles, at, (touch ? 24 : 10) * stage.ratio)
    if (held) {
      canals.choose(held.side, held.at)
      // Offset from the finger, which would hide it.
      const from = { x: held.x - at.x, y: held.y - at.y }
      return {
        move: (to) =>
          move(held.side, held.at, held.seen, pictureOf({ x: to.x + from.x, y: to.y + from.y }), step),
      }
    }
    const added = add(pictureOf(at), step)
    if (!added) return { move: () => {} }
    return {
      move: (to) => move(added.side, added.at, { x: 0, y: 0, off: 0 }, pictureOf(to), step),
      // A second finger: it was a pinch.
      cancel: canals.undo,
    }
  }

  function stepped(pixel: Point, way: Point, isLarge: boolean): Point {
    const { x, y } = toStage(matrix, pixel)
    const step = Math.hypot(matrix.a, matrix.b) * (isLarge ? 10 : 1)
    return pictureOf({ x: x + way.x * step, y: y + way.y * step })
  }

  /** Arrows lead a cross over the picture, Enter sets a point there, Escape takes the cross away. */
  function key(event: KeyboardEvent): boolean {
    if (!plane) return false
    const at = cursor ?? pictureOf({ x: stage.width / 2, y: stage.height / 2 })
    const way = arrowOf(event.key)
    if (way) setCursor(cursor ? stepped(cursor, way, event.shiftKey) : at)
    else if (event.key === 'Enter' || event.key === ' ') {
      setCursor(at)
      add(at, newStep())
    } else if (event.key === 'Escape' && cursor) setCursor(null)
    else return false
    return true
  }

  function handleKey(event: KeyboardEvent, index: number) {
    const point = here[index]
    if (!point) return
    const { side, at, seen } = point
    const way = arrowOf(event.key)
    if (way) move(side, at, seen, stepped(point, way, event.shiftKey), `keys ${side} ${at}`)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      canals.remove(side, at)
      ground.current?.closest('div:has(> canvas)')?.querySelector('canvas')?.focus()
    } else return
    event.preventDefault()
  }

  const figures = (to: Matrix) => tubeFigures(tubes, on, to)
  useImperativeHandle(ref, () => ({
    begin,
    hover: () => {},
    key,
    stop: () => setCursor(null),
    clear: () => {},
    paint: (context, to, ratio) => {
      for (const figure of figures(to)) paintFigure(context, figure, ratio)
    },
  }))

  const css = (pixel: Point) => {
    const { x, y } = toStage(matrix, pixel)
    return { x: x / stage.ratio, y: y / stage.ratio }
  }
  const cross = plane && cursor && css(cursor)
  return (
    <div ref={ground} className="pointer-events-none absolute inset-0">
      <svg aria-hidden className="absolute inset-0 size-full overflow-hidden">
        {figures(scaled(matrix, 1 / stage.ratio)).map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew, without a state of their own.
          <FigureView key={at} {...figure} />
        ))}
        {cross && (
          <path
            d={`M${cross.x - 14} ${cross.y}h28M${cross.x} ${cross.y - 14}v28`}
            className="fill-none stroke-signal"
            strokeWidth={1.5}
          />
        )}
      </svg>
      {tubes.map(({ side }) => (
        <p key={side} className="sr-only">
          {`Se ve el canal ${sideNames[side]}.`}
        </p>
      ))}
      <Handles points={here.map(css)} name={(at) => here[at]?.name ?? ''} onKey={handleKey} />
    </div>
  )
}
