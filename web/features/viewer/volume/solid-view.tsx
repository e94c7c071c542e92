import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { notDiagnostic, solidFailed, solidWords } from '#web/copy/imaging.ts'
import type { Volume } from '#web/imaging/client.ts'
import { letGo } from '#web/imaging/let-go.ts'
import { ImagingError, type Orientation, type Solid, type Vector } from '#web/imaging/types.ts'
import { type Shade, windowOf } from '#web/imaging/view/grey.ts'
import { rangePicture } from '#web/imaging/volume/cut-picture.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { exportPicture, type Seen } from '../stage/export-picture.ts'
import { hasCanal, noCanals } from '../stage/no-canals.ts'
import { arrowOf } from '../stage/shortcuts.ts'
import { usePointer } from '../stage/use-pointer.ts'
import type { SolidChoice } from '../stage/use-setting.tsx'
import { useShared } from '../stage/use-shared.ts'
import type { Stage } from '../stage/use-stage-size.ts'
import type { PaneHandle } from './cut-pane.tsx'
import { planeSheet } from './sheets.ts'
import type { SolidTubes } from './solid-canals.tsx'
import { SolidCanals } from './solid-canals.tsx'
import { createSolidDrawing, type SolidDrawing } from './solid-drawing.ts'
import {
  movedSolid,
  type SolidPose,
  solidAtFirst,
  solidStep,
  turnedSolid,
  zoomedSolid,
} from './solid-pose.ts'

/** Voxels along the longest side: those that come first, and those of a device that is quick enough. */
const [coarse, fine] = [128, 256]

export const solidModes = [
  { value: 'mip', label: 'Máxima intensidad' },
  { value: 'surface', label: 'Superficie' },
] as const

type Props = {
  part: string
  /** As it was acquired: turning it only changes how it is looked at. */
  volume: Volume
  /** Whether a finer one comes. */
  isPreview: boolean
  orientation: Orientation | null
  stage: Stage
  shade: Shade
  inverted: boolean
  choice: SolidChoice
  onChoice: (choice: SolidChoice) => void
  onUse: () => void
  handle: Ref<PaneHandle>
}

/** The volume in three dimensions: turned by hand and key, never measured. Its memory is freed when it is gone. */
export function SolidView(props: Props) {
  const pose = useRef<SolidPose>({ ...solidAtFirst, orientation: props.orientation })
  const [failed, setFailed] = useState(false)
  /** Counts how often the browser gave graphics memory back: everything is sent anew then. */
  const [returned, setReturned] = useState(0)
  return (
    <>
      <Turned
        key={returned}
        {...props}
        pose={pose}
        onFailed={() => setFailed(true)}
        onReturned={() => {
          setFailed(false)
          setReturned((before) => before + 1)
        }}
      />
      {failed && (
        <p
          role="status"
          className="absolute inset-0 grid place-items-center bg-film-950 p-5 text-center text-film-ink-2"
        >
          {solidFailed}
        </p>
      )}
    </>
  )
}

function Turned({
  part,
  volume,
  isPreview,
  orientation,
  stage,
  shade,
  inverted,
  choice,
  onChoice,
  onUse,
  handle,
  pose,
  onFailed,
  onReturned,
}: Props & { pose: RefObject<SolidPose>; onFailed: () => void; onReturned: () => void }) {
  const holder = useRef<HTMLDivElement>(null)
  const drawing = useRef<SolidDrawing>(null)
  const solid = useRef<Solid>(null)
  /** Where its surface begins by itself; null before it is there. */
  const [ownSurface, setOwnSurface] = useState<number | null>(null)
  const [lengths, setLengths] = useState<Vector | null>(null)
  const [drawn] = useShared(part, 'canals', noCanals)
  const tubes = useRef<SolidTubes>(null)
  const isDrawn = ownSurface !== null
  const surface = choice.surface ?? ownSurface ?? 0

  const show = useEffectEvent((moves: boolean) => {
    // Before it is known where its surface begins, it would be the whole block.
    if (!solid.current || !isDrawn) return
    const { low, high } = solid.current
    const { center, width } = windowOf(shade, rangePicture(volume))
    // Wider than for a cut, or every tooth would be white.
    const ends = [center - width / 2, center + width] as const
    // Of an inverted volume the solid has the complement.
    const [dark, bright] = volume.inverted ? [-1 - ends[1], -1 - ends[0]] : ends
    const part = (value: number) => (value - low) / (high - low)
    drawing.current?.show(
      { pose: pose.current, mode: choice.mode, window: [part(dark), part(bright)], inverted, surface },
      moves,
    )
    tubes.current?.turn(pose.current)
  })
  const look = (next: SolidPose) => {
    pose.current = next
    show(true)
  }

  const onContext = useEffectEvent((lost: boolean) => (lost ? onFailed() : onReturned()))
  const fail = useEffectEvent((failure: unknown) => {
    console.warn('No view in 3D.', failure instanceof Error ? failure.message : '')
    onFailed()
  })

  useEffect(() => {
    const element = holder.current
    if (!element) return
    let made: SolidDrawing
    try {
      made = createSolidDrawing(element, onContext)
    } catch (failure) {
      return fail(failure)
    }
    drawing.current = made
    return () => {
      drawing.current = null
      made.dispose()
    }
  }, [])

  useEffect(() => {
    const made = drawing.current
    // While a volume is loaded, making it smaller again and again would only hold that up.
    if (!made || (isPreview && solid.current)) return
    const controller = new AbortController()
    const { signal } = controller
    async function take(longest: number, into: SolidDrawing) {
      const next = await volume.solid(longest, signal)
      if (signal.aborted) return
      into.load(next)
      // What was sent need not stay here, too.
      letGo(next.values)
      solid.current = next
      setOwnSurface(next.surface)
      const { size, sides } = next
      setLengths([size[0] * sides[0], size[1] * sides[1], size[2] * sides[2]])
      show(false)
    }
    async function refine(into: SolidDrawing) {
      // One that is there already is replaced at once by what this device can draw.
      const isFirst = solid.current === null
      if (isFirst) await take(coarse, into)
      const isFiner = Math.max(...volume.size) > coarse && hasMemory()
      if (isFiner && (await into.isQuick())) await take(fine, into)
      else if (!isFirst) await take(coarse, into)
    }
    // A preview that the volume replaced ends by itself.
    const hasEnded = (failure: unknown) => failure instanceof ImagingError && failure.problem === 'cancelled'
    refine(made).catch((failure: unknown) => {
      if (!signal.aborted && !hasEnded(failure)) fail(failure)
    })
    return () => controller.abort()
  }, [volume, isPreview])

  const stand = useEffectEvent((turned: Orientation | null) => look({ ...pose.current, orientation: turned }))
  useEffect(() => stand(orientation), [orientation])

  const { width, height, ratio } = stage
  useEffect(() => drawing.current?.resize(width / ratio, height / ratio, ratio), [width, height, ratio])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes how it looks.
  useEffect(() => show(false), [shade, inverted, choice, ownSurface])

  /** A length of the screen in parts of the reach. */
  const parts = (pixels: number) => (pixels / Math.min(width, height)) * 2
  const partsOf = ({ x, y }: { x: number; y: number }) => ({
    x: parts(x - width / 2),
    y: parts(y - height / 2),
  })

  const { handlers } = usePointer(holder, {
    ratio,
    begin: (_at, { button }) => {
      holder.current?.focus({ preventScroll: true })
      return {
        move: (_to, by) => {
          // A drag across the shorter side is half a turn.
          const way = { x: parts(by.x), y: parts(by.y) }
          look(
            button === 0
              ? turnedSolid(pose.current, (way.x * Math.PI) / 2, (way.y * Math.PI) / 2)
              : movedSolid(pose.current, way),
          )
        },
      }
    },
    hover: () => {},
    pinch: (at, factor, by) =>
      look(movedSolid(zoomedSolid(pose.current, factor, partsOf(at)), { x: parts(by.x), y: parts(by.y) })),
    zoom: (at, factor) => look(zoomedSolid(pose.current, factor, partsOf(at))),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const way = arrowOf(event.key)
    if (!way) return
    event.preventDefault()
    const by = solidStep * (event.shiftKey ? 3 : 1)
    look(turnedSolid(pose.current, way.x * by, way.y * by))
  }

  const reset = () => look({ ...solidAtFirst, orientation })
  useImperativeHandle(handle, () => ({
    zoom: (factor) => look(zoomedSolid(pose.current, factor)),
    fit: reset,
    real: () => {},
    clear: () => {},
    stop: () => {},
    seen,
    picture: () => {
      const drawn = seen()
      return drawn && exportPicture(drawn)
    },
  }))

  /** What is seen, which has no scale: read it before the next frame. Null before it is drawn. */
  function seen(): Seen | null {
    if (!isDrawn || !drawing.current) return null
    const picture = drawing.current.picture()
    const matrix = { a: width / picture.width, b: 0, c: 0, d: height / picture.height, e: 0, f: 0 }
    const words = `${solidWords}. ${notDiagnostic}`
    const on = planeSheet(part, 'axial', Math.floor(volume.size[2] / 2), volume)
    return { picture, matrix, stage, lines: [], over: tubes.current?.paint, words, on, spacing: undefined }
  }

  const name = solidModes.find(({ value }) => value === choice.mode)?.label.toLowerCase()
  return (
    <>
      <div
        ref={holder}
        {...handlers}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is operated by keys.
        tabIndex={0}
        aria-label={`Vista 3D, ${name}. Flechas para girar.`}
        data-drawn={isDrawn || undefined}
        onFocus={onUse}
        onKeyDown={onKeyDown}
        onDoubleClick={reset}
        onContextMenu={(event) => event.preventDefault()}
        className="absolute inset-0 cursor-grab touch-none overflow-clip select-none focus-visible:-outline-offset-2 active:cursor-grabbing"
      />
      {lengths && hasCanal(drawn) && (
        <SolidCanals {...{ part, lengths, stage }} first={pose.current} ref={tubes} />
      )}
      {!isDrawn && (
        <p
          role="status"
          className="pointer-events-none absolute inset-0 grid animate-late place-items-center p-5 text-film-ink-2"
        >
          Preparando vista 3D...
        </p>
      )}
      {isDrawn && (
        <div className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 *:pointer-events-auto">
          <Segmented
            tone="film"
            label="Cómo se ve en 3D"
            className="max-sm:w-full"
            value={choice.mode}
            options={solidModes}
            onChange={(mode) => onChoice({ ...choice, mode })}
          />
          {choice.mode === 'surface' && (
            <label className="flex items-center max-sm:w-full gap-2.5 rounded-small bg-film-950/80 px-2 text-chip font-semibold text-film-ink-2">
              Densidad
              <input
                type="range"
                min={5}
                max={95}
                value={Math.round(surface * 100)}
                onChange={(event) =>
                  onChoice({ ...choice, surface: event.currentTarget.valueAsNumber / 100 })
                }
                className="h-9 w-28 touch-target accent-signal max-sm:flex-1"
              />
            </label>
          )}
        </div>
      )}
    </>
  )
}

/** Whether the device has the memory for a fine volume; one that tells nothing has. */
function hasMemory(): boolean {
  const told: unknown = Reflect.get(navigator, 'deviceMemory')
  return typeof told !== 'number' || told >= 4
}
