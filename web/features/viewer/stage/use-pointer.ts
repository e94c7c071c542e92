import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { createTurning } from './turning.ts'

/** What one finger or button does from where it went down. Places and ways are in stage pixels. */
export type Drag = { move: (to: Point, by: Point) => void; end?: (to: Point) => void; cancel?: () => void }

export type PointerUse = {
  /** Stage pixels in one of CSS. */
  ratio: number
  begin: (at: Point, event: { touch: boolean; button: number }) => Drag | null
  hover: (at: Point) => void
  /** Two fingers: change of their distance, the place between them, and its movement. */
  pinch: (at: Point, factor: number, by: Point) => void
  /** Zoom factor of a touchpad pinch; of the wheel too where there is no stack. */
  zoom: (at: Point, factor: number) => void
  /** This many pictures on, by the wheel. */
  leaf?: (by: number) => void
}

/** How long a finger must stay still to count as resting, in ms. */
const rest = 160

/**
 * One pointer drags, two zoom and move, the wheel turns. Give the handlers to the element
 * of `ref`. `dragging` is true while a finger moves: not before, and not while it rests.
 */
export function usePointer(ref: RefObject<HTMLElement | null>, use: PointerUse) {
  const [dragging, setDragging] = useState(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const down = useRef(new Map<number, Point>())
  const drag = useRef<Drag | null>(null)
  const turning = useRef(createTurning())

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = ref.current?.getBoundingClientRect()
    return { x: (clientX - (box?.left ?? 0)) * use.ratio, y: (clientY - (box?.top ?? 0)) * use.ratio }
  }

  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    const notches = (event.deltaY * lines) / 100
    if (event.ctrlKey) return use.zoom(place(event), Math.exp(-notches))
    if (!use.leaf) return use.zoom(place(event), Math.exp(-notches * 0.2))
    const by = turning.current(notches)
    if (by !== 0) use.leaf(by)
  })
  useEffect(() => {
    const element = ref.current
    // React's wheel listeners cannot stop the page from scrolling.
    element?.addEventListener('wheel', turn, { passive: false })
    // A drag that ends fast counts as a fling, and the next tap would stop that instead of pressing a button.
    const still = (event: TouchEvent) => event.preventDefault()
    element?.addEventListener('touchstart', still, { passive: false })
    return () => {
      element?.removeEventListener('wheel', turn)
      element?.removeEventListener('touchstart', still)
    }
  }, [ref])

  useEffect(() => () => clearTimeout(resting.current), [])

  function rests() {
    clearTimeout(resting.current)
    setDragging(false)
  }

  function moves() {
    clearTimeout(resting.current)
    resting.current = setTimeout(rests, rest)
    setDragging(true)
  }

  function lift(event: PointerEvent, how: 'end' | 'cancel') {
    if (!down.current.delete(event.pointerId)) return
    if (how === 'end') drag.current?.end?.(place(event))
    else drag.current?.cancel?.()
    drag.current = null
    if (down.current.size === 0) rests()
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, place(event))
      if (down.current.size > 1) {
        drag.current?.cancel?.()
        drag.current = null
      } else {
        drag.current = use.begin(place(event), { touch: event.pointerType === 'touch', button: event.button })
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = down.current.get(event.pointerId)
      const now = place(event)
      if (!before) return use.hover(now)
      down.current.set(event.pointerId, now)
      if (event.pointerType === 'touch') moves()
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId)
      if (!other) return drag.current?.move(now, { x: now.x - before.x, y: now.y - before.y })
      const [, still] = other
      const apart = (one: Point) => Math.hypot(one.x - still.x, one.y - still.y)
      const middle = { x: (now.x + still.x) / 2, y: (now.y + still.y) / 2 }
      use.pinch(middle, apart(now) / Math.max(1, apart(before)), {
        x: (now.x - before.x) / 2,
        y: (now.y - before.y) / 2,
      })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => lift(event, 'end'),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => lift(event, 'cancel'),
  }
  return { handlers, dragging }
}
