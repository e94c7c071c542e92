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
 * Fingers leaf sideways only: up and down is the page's. Returns what takes up a sign that came before.
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

  box.addEventListener('keydown', press)
  box.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return
    begin(event)
    drag?.pane.setPointerCapture(event.pointerId)
  })
  box.addEventListener('pointermove', (event) => {
    if (!event.isPrimary) return
    const isMouse = event.pointerType === 'mouse'
    if (!drag) {
      const pane = isMouse && closestElement(event.target, '[data-plane]')
      if (pane) place(pane, event)
      return
    }
    const across = event.clientX - drag.x
    const up = isMouse ? drag.y - event.clientY : 0
    drag.moved ||= Math.hypot(across, up) > still
    if (drag.moved) leaf(drag.plane, drag.from + (across + up) / perSlice)
  })
  box.addEventListener('pointerup', (event) => {
    if (drag && !drag.moved) place(drag.pane, event)
    drag = undefined
  })
  box.addEventListener('pointercancel', () => {
    drag = undefined
  })

  return (sign: PointerEvent | KeyboardEvent) => (sign instanceof KeyboardEvent ? press(sign) : begin(sign))
}
