import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { notDiagnostic, previewWords } from '#web/copy/imaging.ts'
import type { GreyPicture, ImagingProblem, Point } from '#web/imaging/types.ts'
import { draggedWindow, type Shade, windowOf } from '#web/imaging/view/grey.ts'
import { measures, nearestHandle } from '#web/imaging/view/measure.ts'
import { toPicture, toStage } from '#web/imaging/view/view.ts'
import { cx } from '#web/ui/cx.ts'
import { usePaneBeside } from '../stage/beside.ts'
import type { Seen } from '../stage/export-picture.ts'
import { exportLater, type InstrumentLayer, type Instruments } from '../stage/instruments.ts'
import { MarkLayer } from '../stage/mark-layer.tsx'
import { linesOf } from '../stage/mark-lines.ts'
import { Problem } from '../stage/problem.tsx'
import { type ShownSheet, turnOf } from '../stage/sheet.ts'
import { arrowOf, nudge } from '../stage/shortcuts.ts'
import { extentOf, noExtent } from '../stage/shown.ts'
import { SideMarks, type Sides } from '../stage/sides.tsx'
import type { Hand } from '../stage/tools.tsx'
import { useMarks } from '../stage/use-marks.tsx'
import { useMeasuring } from '../stage/use-measuring.ts'
import { usePainted } from '../stage/use-painted.ts'
import { type Drag, usePointer } from '../stage/use-pointer.ts'
import { useStageSize } from '../stage/use-stage-size.ts'
import { useView, type ViewUse } from '../stage/use-view.ts'
import { Waiting } from '../stage/waiting.tsx'
import { CutCross } from './cut-cross.tsx'
import { orientationWords } from './orientation-words.ts'
import { PaneName } from './pane-name.tsx'
import type { PaneColor } from './planes.ts'

/** What a drag on a cut does; the cross shows where the other cuts are. */
export type VolumeHand = Hand | 'cross'

/** What a toolbar may ask of the last used pane. */
export type PaneHandle = Pick<ViewUse, 'zoom' | 'fit' | 'real'> & {
  /** Erases the measurements of the cut that is seen. */
  clear: () => void
  seen: () => Seen | null
  picture: () => Promise<Blob> | null
  stop: () => void
}

export type Overlay = {
  /** Drawn over the cut, in CSS pixels of the stage. */
  draw: (css: (place: Point) => Point) => ReactNode
  /** What can be moved, in pixels of the picture: by pointer, and by keyboard where it has the focus. */
  points: readonly Point[]
  pointName: (at: number) => string
  onPoint: (at: number, to: Point) => void
  onRemove: (at: number) => void
}

/** One cut of a volume: shaded, zoomed and measured like a picture, with a cross that other cuts follow. */
export function CutPane({
  name,
  color,
  below,
  said,
  sides,
  picture,
  problem,
  on,
  hand,
  shade,
  onShade,
  inverted,
  cross,
  overlay,
  foot,
  onCross,
  onLeaf,
  onUse,
  handle,
  original,
  isPreview,
  instruments,
  className,
}: {
  /** 'Axial' */
  name: string
  /** Of its plane. */
  color?: PaneColor
  /** Whether something stands at its upper edge on a phone. */
  below?: boolean
  /** What is seen, for those who do not. */
  said: string
  sides: Sides
  picture: GreyPicture | null
  problem: ImagingProblem | null
  /** The cut that is shown: measurements stay on theirs. */
  on: ShownSheet
  hand: VolumeHand
  shade: Shade
  onShade: (shade: Shade) => void
  inverted: boolean
  cross?: { at: Point; vertical: string; horizontal: string }
  overlay?: Overlay
  /** Short, at the foot of the cut: its number. */
  foot: string
  onCross?: (place: Point) => void
  onLeaf?: (by: number | 'first' | 'last') => void
  onUse?: () => void
  handle?: Ref<PaneHandle>
  /** The file, for when it cannot be cut. */
  original: () => Promise<Blob | undefined>
  isPreview: boolean
  instruments: Instruments
  className?: string
}) {
  const ground = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useStageSize(ground)
  // A volume that is turned has wider cuts: what is seen of it stays as large as it is.
  const spacing = picture?.spacing
  const fine = spacing?.known === 'mm' ? 1 / spacing.column : undefined
  const view = useView(picture ? extentOf(picture) : noExtent, stage, fine)
  usePaneBeside(name, picture, view, stage)
  const { matrix } = view
  const tool = hand === 'cross' && !onCross ? 'window' : hand
  const orientation = turnOf(on.sheet)
  const turned = orientation && orientationWords(orientation)
  const instrument = useRef<InstrumentLayer>(null)
  const measuring = useMeasuring({
    marks: useMarks(),
    counts: measures,
    kind: picture && (tool === 'length' || tool === 'angle') ? tool : null,
    on,
    spacing: picture?.spacing,
    extent: picture ? extentOf(picture) : noExtent,
    matrix,
    stage,
  })

  useImperativeHandle(handle, () => ({
    zoom: view.zoom,
    fit: view.fit,
    real: view.real,
    clear: () => {
      measuring.clear()
      instrument.current?.clear()
    },
    stop: () => {
      measuring.stop()
      instrument.current?.stop()
    },
    seen,
    picture: () => {
      const drawn = seen()
      return drawn && exportLater(drawn)
    },
  }))

  function seen(): Seen | null {
    if (!picture) return null
    const { spacing } = picture
    const lines = measuring.here.map((mark) => linesOf(mark, matrix, spacing))
    return {
      picture: paint(picture, shade, inverted),
      matrix,
      stage,
      lines,
      over: instrument.current?.paint,
      on,
      spacing,
      sides,
      words: [isPreview && previewWords, turned, notDiagnostic].filter(Boolean).join('. '),
    }
  }

  const { handlers, dragging } = usePointer(ground, {
    ratio: stage.ratio,
    begin: (at, { touch, button }) => {
      canvas.current?.focus({ preventScroll: true })
      return begun(at, touch, button)
    },
    hover: (at) => {
      measuring.hover(at)
      instrument.current?.hover(at)
    },
    pinch: (at, factor, by) => {
      view.zoom(factor, at)
      view.move(by)
    },
    zoom: (at, factor) => view.zoom(factor, at),
    leaf: onLeaf,
  })

  const paint = usePainted(canvas, { shown: picture, shade, inverted, matrix, stage, dragging })

  function begun(at: Point, touch: boolean, button: number): Drag | null {
    if (!picture) return null
    const inPicture = (place: Point) => toPicture(matrix, place)
    const points = overlay?.points.map((point, index) => ({ ...toStage(matrix, point), index })) ?? []
    const held = button === 0 ? nearestHandle(points, at, (touch ? 24 : 12) * stage.ratio) : null
    if (held && overlay) return { move: (to) => overlay.onPoint(held.index, inPicture(to)) }
    const measured =
      button === 0 ? (instrument.current?.begin(at, touch) ?? measuring.begin(at, touch)) : null
    if (measured) return measured
    // What cannot be traced here leads to where it can.
    if (button === 0 && (tool === 'cross' || tool === 'canal') && onCross) {
      onCross(inPicture(at))
      return { move: (to) => onCross(inPicture(to)) }
    }
    if (button !== 2 && tool !== 'window') return { move: (_to, by) => view.move(by) }
    let now = windowOf(shade, picture)
    return {
      move: (_to, by) => {
        const next = draggedWindow(now, by.x, by.y, picture.range, stage.width)
        if (next.kind === 'window') now = next
        onShade(next)
      },
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (instrument.current?.key(event) || measuring.key(event) || arrow(event) || leaf(event.key))
      event.preventDefault()
  }

  function onPointKey(event: KeyboardEvent, at: number) {
    const way = arrowOf(event.key)
    const point = overlay?.points[at]
    if (way && point) {
      const step = event.shiftKey ? 10 : 1
      overlay.onPoint(at, { x: point.x + way.x * step, y: point.y + way.y * step })
    } else if (event.key === 'Delete' || event.key === 'Backspace') overlay?.onRemove(at)
    else return
    event.preventDefault()
  }

  function arrow(event: KeyboardEvent): boolean {
    const way = arrowOf(event.key)
    if (!way) return false
    if (tool === 'cross' && cross && onCross) {
      const step = event.shiftKey ? 10 : 1
      onCross({ x: cross.at.x + way.x * step, y: cross.at.y + way.y * step })
      return true
    }
    const step = nudge * stage.ratio * (event.shiftKey ? 4 : 1)
    view.move({ x: -way.x * step, y: -way.y * step })
    return true
  }

  function leaf(key: string): boolean {
    const by = ({ PageUp: -1, PageDown: 1, Home: 'first', End: 'last' } as const)[key]
    if (by === undefined || !onLeaf) return false
    onLeaf(by)
    return true
  }

  const css = (place: Point) => {
    const { x, y } = toStage(matrix, place)
    return { x: x / stage.ratio, y: y / stage.ratio }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what a pointer does here, keys do on the canvas.
    <div
      ref={ground}
      {...handlers}
      onFocus={onUse}
      onContextMenu={(event) => event.preventDefault()}
      className={cx(
        'relative min-h-0 min-w-0 touch-none overflow-hidden select-none',
        tool === 'pan' ? 'cursor-grab active:cursor-grabbing' : 'cursor-crosshair',
        className,
      )}
    >
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={turned ? `${said} ${turned}.` : said}
        onKeyDown={onKeyDown}
        className="absolute inset-0 size-full focus-visible:outline-2 focus-visible:-outline-offset-2"
      />
      {picture && (cross || overlay) && (
        <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-hidden">
          {cross && <CutCross {...cross} at={css(cross.at)} stage={stage} />}
          {overlay?.draw(css)}
        </svg>
      )}
      {picture &&
        overlay?.points.map(css).map(({ x, y }, at) => (
          // Pointers take the nearest point, so that a finger need not hit the dot.
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the points of a curve are known by their place in it.
            key={at}
            type="button"
            aria-label={overlay.pointName(at)}
            onKeyDown={(event) => onPointKey(event, at)}
            style={{ left: x, top: y }}
            className="pointer-events-none absolute size-3.5 -translate-1/2 rounded-full border-2 border-signal bg-film-950 focus-visible:bg-signal"
          />
        ))}
      {picture && instruments && (
        <instruments.Layer {...{ hand, picture, on, matrix, stage }} ref={instrument} />
      )}
      {picture && (
        <MarkLayer
          marks={measuring.here}
          draft={measuring.draft}
          cursor={measuring.cursor}
          matrix={matrix}
          spacing={picture.spacing}
          stage={stage}
          onKey={(event, mark, at) => {
            if (!measuring.handleKey(event, mark, at)) return
            event.preventDefault()
            if (event.key === 'Delete' || event.key === 'Backspace') canvas.current?.focus()
          }}
        />
      )}
      <PaneName name={name} color={color} below={below} />
      <SideMarks {...sides} />
      <p
        aria-hidden
        className="pointer-events-none absolute bottom-2 left-2 rounded-tag bg-film-950/80 px-2 py-1 text-chip/[1.3] text-film-ink-2 tabular-nums"
      >
        {turned ? `${foot} · girado` : foot}
      </p>
      {!picture && (
        <div className="absolute inset-0 flex bg-film-950">
          {problem ? <Problem problem={problem} name={name} original={original} /> : <Waiting />}
        </div>
      )}
    </div>
  )
}
