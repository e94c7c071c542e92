import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { between, framed, type Pose } from './pose.ts'
import { createScene, type Look } from './scene.ts'

export type View = {
  pose(): Pose
  /** CSS pixels that `pose().reach` is long on the screen, and where the middle is. */
  screen(): { width: number; height: number; pixels: number }
  /** At once, as under a hand. */
  change(next: (pose: Pose) => Pose): void
  /** Turns there within a quarter of a second, at once where the person wants no motion. */
  go(pose: Pose): void
  /** mm from the middle of all scans to their farthest corner; zooming depends on it. */
  whole: number
  /** The pose with everything that is shown in it. */
  fitted(turn: Pose['turn']): Pose
  setLooks(looks: Look[]): void
  /** The screen's canvas, just drawn: read it before the next frame. */
  picture(): HTMLCanvasElement
  dispose(): void
}

const travel = 250

/**
 * A canvas inside `holder` that shows scans from a pose. Draws only when something changed, once a frame at most. `onDrawn` hears
 * after every picture, `onLost` when the browser takes the graphics memory away (true) and gives it back (false). Throws without WebGL.
 */
export function createView(
  holder: HTMLElement,
  scans: MeshData[],
  start: { turn: Pose['turn']; looks: Look[] },
  handlers: { onDrawn: () => void; onLost: (lost: boolean) => void },
): View {
  // A new one for every scene: a canvas that lost its context would return the same one.
  const canvas = document.createElement('canvas')
  canvas.className = 'absolute inset-0 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  let lost = false
  let frame = 0
  let journey: { from: Pose; to: Pose; since: number } | undefined
  let looks = start.looks
  let size = { width: holder.clientWidth || 1, height: holder.clientHeight || 1 }
  const scene = createScene(canvas, scans, {
    onLost: () => {
      lost = true
      handlers.onLost(true)
    },
    onBack: () => {
      lost = false
      handlers.onLost(false)
      ask()
    },
  })
  holder.prepend(canvas)
  scene.resize(size.width, size.height)

  const shown = () => {
    const visible = scans.filter((_, i) => looks[i]?.visible)
    return visible.length > 0 ? visible : scans
  }
  const fitted = (turn: Pose['turn']) => framed(turn, shown(), size.width / size.height)
  let pose = fitted(start.turn)
  /** Everything is in the picture, and nobody came closer or moved it: it is fitted again to every room. */
  let fits = true
  const whole =
    Math.max(
      ...scans.map(({ box: { min, max } }) => Math.hypot(...max.map((end, i) => end - (min[i] ?? 0)))),
    ) / 2

  function draw(now: number) {
    frame = 0
    if (journey) {
      const part = Math.min(1, (now - journey.since) / travel)
      pose = between(journey.from, journey.to, 1 - (1 - part) ** 3)
      if (part === 1) journey = undefined
    }
    if (lost) return
    scene.draw(pose, looks)
    handlers.onDrawn()
    if (journey) ask()
  }

  function ask() {
    frame ||= requestAnimationFrame(draw)
  }

  const watch = new ResizeObserver(() => {
    const next = { width: holder.clientWidth || 1, height: holder.clientHeight || 1 }
    if (next.width === size.width && next.height === size.height) return
    size = next
    scene.resize(size.width, size.height)
    if (fits) {
      pose = fitted((journey?.to ?? pose).turn)
      journey = undefined
    }
    ask()
  })
  watch.observe(holder)
  ask()

  return {
    whole,
    pose: () => pose,
    screen: () => ({ ...size, pixels: Math.min(size.width, size.height) / 2 }),
    change(next) {
      journey = undefined
      const changed = next(pose)
      fits &&= changed.reach === pose.reach && changed.target.equals(pose.target)
      pose = changed
      ask()
    },
    go(to) {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      fits = true
      journey = still ? undefined : { from: pose, to, since: performance.now() }
      if (still) pose = to
      ask()
    },
    fitted,
    setLooks(next) {
      looks = next
      ask()
    },
    picture() {
      scene.draw(pose, looks)
      return canvas
    },
    dispose() {
      cancelAnimationFrame(frame)
      watch.disconnect()
      scene.dispose()
      canvas.remove()
    },
  }
}
