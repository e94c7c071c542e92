import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { OpenStudy } from '#web/imaging/client.ts'
import { draggedWindow, ownShade, type Shade, windowOf } from '#web/imaging/view/grey.ts'
import { measures } from '#web/imaging/view/measure.ts'
import { cx } from '#web/ui/cx.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { focusQuietly } from '#web/ui/focus-quietly.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { usePaneBeside } from '../stage/beside.ts'
import type { Seen } from '../stage/export-picture.ts'
import { FrameSlider } from '../stage/frame-slider.tsx'
import { exportLater, type InstrumentLayer, useInstruments } from '../stage/instruments.ts'
import { MarkLayer } from '../stage/mark-layer.tsx'
import { linesOf } from '../stage/mark-lines.ts'
import { Problem } from '../stage/problem.tsx'
import { pictureSheet } from '../stage/sheet.ts'
import { arrowOf, isInDialog, nudge, type ShortcutId, shortcutOf } from '../stage/shortcuts.ts'
import { ShortcutsDialog } from '../stage/shortcuts-dialog.tsx'
import { extentOf, framesOf, type ImagePart, noExtent, noticesOf, spacingOf } from '../stage/shown.ts'
import { SideMarks, sidesOfPicture } from '../stage/sides.tsx'
import { Toolbar } from '../stage/toolbar.tsx'
import { type Hand, toolsOf } from '../stage/tools.tsx'
import { useFullScreen } from '../stage/use-full-screen.ts'
import { useMarks } from '../stage/use-marks.tsx'
import { useMeasuring } from '../stage/use-measuring.ts'
import { usePainted } from '../stage/use-painted.ts'
import { usePanel } from '../stage/use-panel.ts'
import { usePointer } from '../stage/use-pointer.ts'
import { useSetting } from '../stage/use-setting.tsx'
import { useStageSize } from '../stage/use-stage-size.ts'
import { useView } from '../stage/use-view.ts'
import { Waiting } from '../stage/waiting.tsx'
import { useWork } from '../stage/work.tsx'
import { AdjustPanel } from './adjust-panel.tsx'
import { describe, windowText, zoomText } from './describe.ts'
import { PictureNotices } from './picture-notices.tsx'
import { useSettled } from './use-settled.ts'
import { useShown } from './use-shown.ts'

const noShade: Shade = { kind: 'table' }

/** What can be drawn on pictures in colour; there are no greys to read or to change. */
const inColour: Hand[] = ['length', 'angle', 'note']

/** One picture or a stack of them, with the tools to look at them and to measure (docs/product/studies.md). */
export function ImageStage({
  study,
  part,
  pictureName,
}: {
  study: OpenStudy
  part: ImagePart
  pictureName: string
}) {
  const count = framesOf(part)
  const [frame, setFrame] = useSetting(part.id, 'frame', () =>
    part.kind === 'volume' || part.kind === 'stack' ? Math.floor(count / 2) : 0,
  )
  const { shown, frame: shownFrame, problem, again } = useShown(study, part, frame)
  const grey = shown?.kind === 'grey' ? shown : null
  const [chosenShade, setShade] = useSetting(part.id, 'pictureShade', () => null)
  const shade = useMemo(() => chosenShade ?? (grey ? ownShade(grey) : noShade), [chosenShade, grey])
  const [inverted, setInverted] = useSetting(part.id, 'pictureInverted', () => false)
  const [coarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [hand, setHand] = useState<Hand>(coarse ? 'pan' : 'window')
  const [panel, setPanel] = usePanel()
  const [help, setHelp] = useState(false)
  const full = useFullScreen()

  const ground = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useStageSize(ground)
  const extent = shown ? extentOf(shown) : noExtent
  const spacing = shown ? spacingOf(shown) : undefined
  const view = useView(extent, stage)
  usePaneBeside('image', shown, view, stage)
  const tool = grey || inColour.includes(hand) ? hand : 'pan'
  const on = pictureSheet(part.id, shownFrame)
  const { work } = useWork()
  const instruments = useInstruments()
  const instrument = useRef<InstrumentLayer>(null)
  const measuring = useMeasuring({
    marks: useMarks(),
    counts: measures,
    kind: shown && (tool === 'length' || tool === 'angle') ? tool : null,
    on,
    spacing,
    extent,
    matrix: view.matrix,
    stage,
  })
  const { matrix } = view
  const directions = shown && shown.kind !== 'photo' ? shown.directions : undefined
  const sides = directions && sidesOfPicture(directions, matrix)
  const noun = part.kind === 'image' ? 'Cuadro' : 'Corte'

  const ready = shown !== null
  useEffect(() => {
    const { activeElement } = document
    // Keys work at once, unless the focus is already elsewhere.
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1'
    if (ready && isFree && canvas.current) focusQuietly(canvas.current)
  }, [ready])

  const inside = (to: number) => Math.min(count - 1, Math.max(0, to))
  const goTo = (to: number) => setFrame(inside(to))
  // A wheel turns faster than pictures can be drawn.
  const leaf = (by: number) => setFrame((now) => inside(now + by))

  function seen(): Seen | null {
    if (!shown) return null
    const lines = measuring.here.map((mark) => linesOf(mark, matrix, spacing))
    return {
      picture: paint(shown, shade, inverted),
      matrix,
      stage,
      lines,
      over: instrument.current?.paint,
      on,
      spacing,
      ...(sides && { sides }),
    }
  }

  function mark() {
    const drawn = seen()
    if (drawn) work?.mark(drawn)
  }

  async function save() {
    const drawn = seen()
    if (!drawn) return
    try {
      saveFile(`${pictureName}.png`, await exportLater(drawn))
    } catch {
      toast({ title: 'No se pudo guardar la imagen.', variant: 'destructive' })
    }
  }

  function take(next: Hand) {
    measuring.stop()
    instrument.current?.stop()
    // A finger has no button for moving: it puts the tool down.
    setHand((now) => (coarse && now === next ? 'pan' : next))
  }

  const actions: Partial<Record<ShortcutId, () => void>> = {
    window: () => grey && take('window'),
    pan: () => take('pan'),
    length: () => take('length'),
    angle: () => take('angle'),
    probe: () => grey && take('probe'),
    region: () => grey && take('region'),
    note: () => take('note'),
    in: () => view.zoom(1.25),
    out: () => view.zoom(0.8),
    fit: view.fit,
    real: view.real,
    turn: view.turn,
    mirror: view.mirror,
    invert: () => setInverted((before) => !before),
    reset: () => {
      view.reset()
      setShade(null)
      setInverted(false)
    },
    panel: () => setPanel((before) => !before),
    full: () => full?.toggle(),
    save: () => void save(),
    key: mark,
    help: () => setHelp(true),
  }
  const act = (id: ShortcutId) => actions[id]?.()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // A dialog is a child of this in React, too; the tools stand in the frame's bar.
    if (event.defaultPrevented || isInDialog(event.target)) return
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
    if (target === canvas.current && onImageKey(event)) return event.preventDefault()
    const wanted = shortcutOf(event)
    if (!wanted) return
    event.preventDefault()
    act(wanted)
  }

  function onImageKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (instrument.current?.key(event) || measuring.key(event)) return true
    const way = arrowOf(event.key)
    if (way) {
      const step = nudge * stage.ratio * (event.shiftKey ? 4 : 1)
      // The arrow moves the view, so the picture moves the other way.
      view.move({ x: -way.x * step, y: -way.y * step })
      return true
    }
    const by = { PageUp: -1, PageDown: 1, Home: -count, End: count }[event.key]
    if (by === undefined || count === 1) return false
    leaf(by)
    return true
  }

  const { handlers, dragging } = usePointer(ground, {
    ratio: stage.ratio,
    begin: (at, { touch, button }) => {
      canvas.current?.focus({ preventScroll: true })
      const shading = button === 2 || (button === 0 && tool === 'window')
      const measured =
        button === 0 ? (instrument.current?.begin(at, touch) ?? measuring.begin(at, touch)) : null
      if (measured) return measured
      if (!shading || !grey) return { move: (_to, by) => view.move(by) }
      let now = windowOf(shade, grey)
      return {
        move: (_to, by) => {
          const next = draggedWindow(now, by.x, by.y, grey.range, stage.width)
          if (next.kind === 'window') now = next
          setShade(next)
        },
      }
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
    leaf: count > 1 ? leaf : undefined,
  })

  const paint = usePainted(canvas, { shown, shade, inverted, matrix, stage, dragging })

  // Without a stage size the zoom means nothing.
  const lies = shown !== null && stage.width > 0
  const said = describe({
    name: part.name,
    noun,
    frame: shownFrame,
    count,
    grey,
    shade,
    inverted,
    view: lies ? view.view : null,
    marks: measuring.here.length,
  })
  const settled = useSettled(said)
  const notices = shown ? noticesOf(part, shown) : []

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of whatever inside has the focus.
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <Toolbar
        tools={toolsOf({
          hand: tool,
          grey: grey !== null,
          inverted,
          panel,
          full: full ? full.on : null,
          act,
          instruments: instruments?.tools({ hand: tool, act, values: grey !== null }),
          more: work?.tools(mark, false),
        })}
      />
      {instruments && <instruments.Options hand={tool} part={part.id} />}
      <div className="relative flex min-h-0 flex-1 flex-col @viewer:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: what a pointer does here, keys do on the canvas. */}
          <div
            ref={ground}
            {...handlers}
            onContextMenu={(event) => event.preventDefault()}
            className={cx(
              'relative min-h-0 flex-1 touch-none overflow-hidden select-none',
              tool === 'pan' ? 'cursor-grab active:cursor-grabbing' : 'cursor-crosshair',
            )}
          >
            <canvas
              ref={canvas}
              role="img"
              tabIndex={0}
              aria-label={said}
              className="absolute inset-0 size-full focus-visible:outline-2 focus-visible:-outline-offset-2"
            />
            {shown && instruments && (
              <instruments.Layer {...{ hand: tool, picture: shown, on, matrix, stage }} ref={instrument} />
            )}
            {shown && (
              <MarkLayer
                marks={measuring.here}
                draft={measuring.draft}
                cursor={measuring.cursor}
                matrix={matrix}
                spacing={spacing}
                stage={stage}
                onKey={(event, mark, at) => {
                  if (!measuring.handleKey(event, mark, at)) return
                  event.preventDefault()
                  // Deleting the last end would lose the focus.
                  if (event.key === 'Delete' || event.key === 'Backspace') canvas.current?.focus()
                }}
              />
            )}
            {sides && <SideMarks {...sides} />}
            {notices.length > 0 && <PictureNotices notices={notices} />}
            {!shown && (
              <div className="absolute inset-0 flex bg-film-950">
                {problem ? (
                  <Problem
                    problem={problem}
                    name={part.name}
                    original={() => study.blob(part.id)}
                    onRetry={again}
                  />
                ) : (
                  <Waiting covered />
                )}
              </div>
            )}
          </div>
          {/* Below the picture, whose corners may have words of their own. */}
          <p
            aria-hidden
            className="min-h-6 bg-film-950 px-3 py-0.5 text-chip/[1.4] text-film-ink-2 tabular-nums"
          >
            {shown && (
              <Dotted
                parts={[
                  count > 1 && `${noun} ${shownFrame + 1}/${count}`,
                  grey && windowText(shade, grey),
                  lies && zoomText(view.view),
                ]}
              />
            )}
          </p>
          {count > 1 && <FrameSlider noun={noun} frame={frame} count={count} onFrame={goTo} />}
        </div>
        {panel && (
          <AdjustPanel
            picture={grey}
            shade={shade}
            onShade={setShade}
            part={part.id}
            frameNoun={count > 1 ? noun : null}
            spacing={spacing}
            onClose={() => setPanel(false)}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {settled}
      </p>
      <ShortcutsDialog open={help} onOpenChange={setHelp} />
    </div>
  )
}
