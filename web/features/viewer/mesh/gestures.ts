import { orbit, type Pose, pan, zoom } from './pose.ts'
import type { View } from './view.ts'

/** A press that moved less is a tap, CSS pixels. */
const still = 6
type Spot = { x: number; y: number }

/**
 * Pointer control of the model: one finger or the left button turns it; two fingers move
 * and zoom, as do the right button (or Shift) and the wheel. `onTap` gets the place of a
 * press without movement, in CSS pixels from the corner. Returns a function that stops.
 */
export function listenToHands(
  holder: HTMLElement,
  view: View,
  handlers: { onTap: (spot: Spot) => void; onTurned: () => void },
): () => void {
  const pressed = new Map<number, Spot>()
  let moved = 0

  const spotOf = (event: MouseEvent): Spot => {
    const { left, top } = holder.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const stop = new AbortController()
  const { signal } = stop

  holder.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('button, input, label, select')) return
      holder.setPointerCapture(event.pointerId)
      if (pressed.size === 0) moved = 0
      else moved = still
      pressed.set(event.pointerId, spotOf(event))
    },
    { signal },
  )
  holder.addEventListener(
    'pointermove',
    (event) => {
      const before = pressed.get(event.pointerId)
      if (!before) return
      const now = spotOf(event)
      moved += Math.hypot(now.x - before.x, now.y - before.y)
      const others = [...pressed].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot)
      pressed.set(event.pointerId, now)
      const [other] = others
      if (moved < still) return
      if (other) view.change((pose) => pinched(pose, view, [before, other], [now, other]))
      else if (event.buttons & 6 || event.shiftKey) view.change((pose) => dragged(pose, view, before, now))
      else {
        view.change((pose) => turned(pose, view, before, now))
        handlers.onTurned()
      }
    },
    { signal },
  )
  for (const kind of ['pointerup', 'pointercancel'] as const)
    holder.addEventListener(
      kind,
      (event) => {
        const spot = pressed.get(event.pointerId)
        pressed.delete(event.pointerId)
        if (spot && kind === 'pointerup' && moved < still && event.button === 0) handlers.onTap(spot)
      },
      { signal },
    )
  holder.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const lines = event.deltaMode === 1 ? 33 : 1
      const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) / 400)
      view.change((pose) => zoom(pose, factor, partsOf(spotOf(event), view), view.whole))
    },
    { signal, passive: false },
  )
  holder.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  return () => stop.abort()
}

/** A place on the screen in parts of the pose's reach from the middle. */
export function partsOf({ x, y }: Spot, view: View): Spot {
  const { width, height, pixels } = view.screen()
  return { x: (x - width / 2) / pixels, y: (y - height / 2) / pixels }
}

function turned(pose: Pose, view: View, from: Spot, to: Spot): Pose {
  // A drag across the shorter side is half a turn.
  const radians = Math.PI / 2 / view.screen().pixels
  return orbit(pose, (to.x - from.x) * radians, (to.y - from.y) * radians)
}

function dragged(pose: Pose, view: View, from: Spot, to: Spot): Pose {
  const { pixels } = view.screen()
  return pan(pose, (to.x - from.x) / pixels, (to.y - from.y) / pixels)
}

function pinched(pose: Pose, view: View, from: [Spot, Spot], to: [Spot, Spot]): Pose {
  const apart = ([a, b]: [Spot, Spot]) => Math.hypot(a.x - b.x, a.y - b.y) || 1
  const middle = ([a, b]: [Spot, Spot]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const moved = dragged(pose, view, middle(from), middle(to))
  return zoom(moved, apart(to) / apart(from), partsOf(middle(to), view), view.whole)
}
