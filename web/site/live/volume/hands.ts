import { cuts, heroVolume, type Place, type Plane, placeAt, planeOf, sizeOf } from '#web/site/hero-volume.ts'
import { closestElement } from '#web/site/live/closest-element.ts'

/** CSS pixels that a hand drags from one slice to the next. */
const perSlice = 2.5
/** What moves less is a click. */
const still = 4
const keys: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

type Drag = { pane: HTMLElement; plane: Plane; x: number; y: number; from: number; moved: boolean }

/**
 * Leafs by drag and keys, and moves the cross by mouse, click and tap. `now` tells the place, `move` takes the new one.
 * Fingers leaf sideways only: up and down is the page's. Returns what takes a sign that came before.
 */
export function hands(box: HTMLElement, now: () => Place, move: (to: Place) => void) {
  let drag: Drag | undefined

  const leaf = (plane: Plane, to: number) => {
    const { through } = cuts[plane]
    const next: [number, number, number] = [...now()]
    next[through] = Math.min(heroVolume.size[through] - 1, Math.max(0, Math.round(to)))
    move(next)
  }
  const begin = ({ target, clientX, clientY }: PointerEvent) => {
    const pane = closestElement(target, '[data-plane]')
    if (!pane) return
    const plane = planeOf(pane)
    drag = { pane, plane, x: clientX, y: clientY, from: now()[cuts[plane].through], moved: false }
  }
  const place = (pane: HTMLElement, { clientX, clientY }: PointerEvent) => {
    const plane = planeOf(pane)
    const [columns, rows] = sizeOf(plane)
    const { left, top, width, height } = pane.getBoundingClientRect()
    const scale = Math.max(width / columns, height / rows)
    const x = (clientX - left - width / 2) / scale + columns / 2
    const y = (clientY - top - height / 2) / scale + rows / 2
    move(placeAt(plane, [x, y], now()))
  }
  const press = (event: KeyboardEvent) => {
    const pane = closestElement(event.target, '[data-plane]')
    const by = keys[event.key]
    if (!pane || by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const plane = planeOf(pane)
    leaf(plane, now()[cuts[plane].through] + by)
  }

  const point = (event: PointerEvent) => {
    if (!event.isPrimary) return
    const isMouse = event.pointerType === 'mouse'
    if (event.type === 'pointerdown' && event.button === 0) begin(event)
    if (event.type === 'pointermove' && drag) {
      const across = event.clientX - drag.x
      const up = isMouse ? drag.y - event.clientY : 0
      drag.moved ||= Math.hypot(across, up) > still
      if (drag.moved) leaf(drag.plane, drag.from + (across + up) / perSlice)
    } else if (event.type === 'pointermove' && isMouse) {
      const pane = closestElement(event.target, '[data-plane]')
      if (pane) place(pane, event)
    }
    if (event.type === 'pointerup' && drag && !drag.moved) place(drag.pane, event)
    if (event.type === 'pointerup' || event.type === 'pointercancel') drag = undefined
  }
  const take = (event: PointerEvent | KeyboardEvent) =>
    event instanceof KeyboardEvent ? press(event) : point(event)

  for (const sign of ['keydown', 'pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    box.addEventListener(sign, take)
  // So that a drag goes on beyond the cut.
  box.addEventListener('pointerdown', ({ pointerId }) => drag?.pane.setPointerCapture(pointerId))
  return take
}
