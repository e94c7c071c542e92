import type { Solid } from '#web/imaging/types.ts'
import { createSolidScene, type SolidLook } from './solid-scene.ts'

/** How long a hand must rest until all pixels are drawn, in ms. */
const rest = 160
/** A picture that takes longer is drawn with fewer pixels while it moves, in ms. */
const slow = 70
/** A device that draws the coarse volume within this many ms draws the fine one, too. */
const quick = 150
/** Above this density nobody tells pixels apart. */
const mostDense = 2

export type SolidDrawing = {
  load(solid: Solid): void
  /** `moves` for a picture under a hand: with a quarter of the pixels, or fewer, until it rests. */
  show(look: SolidLook, moves: boolean): void
  /** CSS pixels, and how many of the screen are one of them. */
  resize(width: number, height: number, ratio: number): void
  /** Whether this device draws quickly enough for a finer volume; waits for the first picture. */
  isQuick(): Promise<boolean>
  /** The canvas, just drawn: read it before the next frame. */
  picture(): HTMLCanvasElement
  dispose(): void
}

/**
 * A canvas inside `holder` that shows a solid. Draws once a frame at most, and not before the last picture is there. `onLost`
 * hears when the browser takes the graphics memory away (true), and gives it back (false): then a new drawing is needed.
 * Throws without WebGL 2.
 */
export function createSolidDrawing(holder: HTMLElement, onLost: (lost: boolean) => void): SolidDrawing {
  // A new one each time: a canvas that lost its context would return the same one.
  const canvas = document.createElement('canvas')
  canvas.className = 'absolute inset-0 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  // It is black until it was drawn on.
  canvas.hidden = true
  const scene = createSolidScene(canvas)
  const stop = new AbortController()
  const { signal } = stop
  let look: SolidLook | undefined
  let size = { width: 0, height: 0 }
  let frame = 0
  let coarser = 2
  let moving = false
  let loaded = false
  let resting: ReturnType<typeof setTimeout> | undefined
  /** The picture that is being drawn: since when, and whether as a whole. */
  let running: { since: number; whole: boolean } | undefined
  let report: (took: number) => void = () => {}
  const firstWhole = new Promise<number>((resolve) => {
    report = resolve
  })

  canvas.addEventListener(
    'webglcontextlost',
    (event) => {
      // Else it never comes back.
      event.preventDefault()
      onLost(true)
    },
    { signal },
  )
  canvas.addEventListener('webglcontextrestored', () => onLost(false), { signal })
  holder.prepend(canvas)

  function paint(factor: number) {
    if (!look || !loaded || size.width === 0) return false
    canvas.hidden = false
    const pixels = (length: number) => Math.max(1, Math.round(length / factor))
    scene.draw(look, { width: pixels(size.width), height: pixels(size.height) }, factor > 1)
    return true
  }

  function draw(now: number) {
    frame = 0
    if (running) {
      if (!scene.isDrawn()) return ask()
      const took = now - running.since
      if (running.whole) report(took)
      else if (took > slow) coarser = 4
      running = undefined
      if (!isDue) return
    }
    isDue = false
    const whole = !moving
    if (paint(whole ? 1 : coarser)) {
      running = { since: now, whole }
      ask()
    }
  }

  let isDue = false
  function ask() {
    frame ||= requestAnimationFrame(draw)
  }
  function redraw() {
    isDue = true
    ask()
  }

  return {
    load(solid) {
      scene.load(solid)
      loaded = true
      redraw()
    },
    show(next, moves) {
      look = next
      if (moves) {
        moving = true
        clearTimeout(resting)
        resting = setTimeout(() => {
          moving = false
          redraw()
        }, rest)
      }
      redraw()
    },
    resize(width, height, ratio) {
      const density = Math.min(ratio, mostDense)
      size = { width: width * density, height: height * density }
      redraw()
    },
    isQuick: async () => (await firstWhole) < quick,
    picture() {
      paint(1)
      return canvas
    },
    dispose() {
      cancelAnimationFrame(frame)
      clearTimeout(resting)
      stop.abort()
      scene.dispose()
      canvas.remove()
    },
  }
}
