import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { type Matrix, scaled, toStage } from '#web/imaging/view/view.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { FigureView, paintFigure } from './figures.tsx'
import { Handles } from './handles.tsx'
import type { InstrumentLayer, InstrumentPane } from './instruments.ts'
import { hasCanal, noCanals } from './no-canals.ts'
import { useNotes } from './use-notes.ts'
import { useProbe } from './use-probe.ts'
import { useRegions } from './use-regions.ts'
import { useShared } from './use-shared.ts'

// Few studies have a canal drawn.
const canalLayer = loadLater(async () => (await import('./canal-layer.tsx')).CanalLayer)

/** What instruments read and draw, over a pane. */
export function Layer(pane: InstrumentPane) {
  const { ref, hand, matrix, stage } = pane
  const ground = useRef<HTMLDivElement>(null)
  const probe = useProbe(pane)
  const regions = useRegions(pane)
  const notes = useNotes(pane)
  const canal = useRef<InstrumentLayer>(null)
  const [canals] = useShared(pane.on.sheet.part, 'canals', noCanals)
  const hasTubes = pane.on.sheet.view !== 'picture' && (hand === 'canal' || hasCanal(canals))
  const figures = (to: Matrix, ratio: number) => [
    ...regions.figures(to, ratio),
    ...notes.figures(to, ratio),
    ...probe.figures(to, ratio),
  ]

  useImperativeHandle(ref, () => ({
    begin: (at, touch) =>
      probe.begin(at) ??
      (hand === 'region' ? regions.begin(at, touch) : null) ??
      (hand === 'note' ? notes.begin(at, touch) : null) ??
      canal.current?.begin(at, touch) ??
      null,
    hover: (at) => {
      probe.hover(at)
      regions.hover(at)
      notes.hover(at)
    },
    key: (event) =>
      probe.key(event) || regions.key(event) || notes.key(event) || canal.current?.key(event) === true,
    stop: () => {
      probe.stop()
      regions.stop()
      notes.stop()
      canal.current?.stop()
    },
    clear: () => {
      regions.clear()
      notes.clear()
    },
    paint: (context, to, ratio) => {
      canal.current?.paint(context, to, ratio)
      for (const figure of figures(to, ratio)) paintFigure(context, figure, ratio)
    },
  }))

  const leave = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'mouse') probe.leave()
  })
  useEffect(() => {
    const pane = ground.current?.parentElement
    pane?.addEventListener('pointerleave', leave)
    return () => pane?.removeEventListener('pointerleave', leave)
  }, [])

  const css = (place: Point) => {
    const { x, y } = toStage(matrix, place)
    return { x: x / stage.ratio, y: y / stage.ratio }
  }
  const pointed = regions.cursor ?? notes.cursor
  const cursor = pointed && css(pointed)
  const keyed = (event: KeyboardEvent) => {
    event.preventDefault()
    if (event.key === 'Delete' || event.key === 'Backspace')
      ground.current?.parentElement?.querySelector('canvas')?.focus()
  }
  return (
    <div ref={ground} className="pointer-events-none absolute inset-0">
      {hasTubes && (
        <Suspense fallback={null}>
          <canalLayer.Later {...pane} ref={canal} />
        </Suspense>
      )}
      <svg aria-hidden className="absolute inset-0 size-full overflow-hidden">
        {figures(scaled(matrix, 1 / stage.ratio), 1).map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew, without a state of their own.
          <FigureView key={at} {...figure} />
        ))}
        {cursor && (
          <path
            d={`M${cursor.x - 14} ${cursor.y}h28M${cursor.x} ${cursor.y - 14}v28`}
            className="fill-none stroke-signal"
            strokeWidth={1.5}
          />
        )}
      </svg>
      {regions.here.map((region) => (
        <Handles
          key={region.id}
          points={region.points.map(css)}
          name={(at) => `${region.name}. ${region.said}. Punto ${at + 1}.`}
          onKey={(event, at) => {
            if (regions.handleKey(event, region, at)) keyed(event)
          }}
        />
      ))}
      {notes.here.map((note) =>
        note.author ? (
          <p key={note.id} className="sr-only">
            {note.said}
          </p>
        ) : (
          <Handles
            key={note.id}
            points={note.points.map(css)}
            name={(at) => `${note.said}. Punto ${at + 1}.`}
            onKey={(event, at) => {
              if (notes.handleKey(event, note, at)) keyed(event)
            }}
          />
        ),
      )}
      <p role="status" className="sr-only">
        {probe.said && `Sonda: ${probe.said}`}
      </p>
    </div>
  )
}
