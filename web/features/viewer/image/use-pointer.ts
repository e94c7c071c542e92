import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Point } from '#web/imaging/types.ts'

/** What one finger or button does from where it went down. Places and ways are in stage pixels. */
export type Drag = { move: (to: Point, by: Point) => void; end?: (to: Point) => void; cancel?: () => void }

export type PointerUse = {
  /** Stage pixels in one of CSS. */
  ratio: number
  begin: (at: Point, event: { touch: boolean; button: number }) => Drag | null
  hover: (at: Point) => void
  /** Two fingers: how much farther apart they are, around which place, and where that went. */
  pinch: (at: Point, factor: number, by: Point) => void
  /** Notches of the wheel, positive away from the picture; `fine` for a pinch on a touchpad. */
  wheel: (at: Point, notches: number, fine: boolean) => void
}

/** One pointer drags, two zoom and move, the wheel turns. Give the handlers to the element that `ref` names. */
export function usePointer(ref: RefObject<HTMLElement | null>, use: PointerUse) {
  const down = useRef(new Map<number, Point>())
  const drag = useRef<Drag | null>(null)

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = ref.current?.getBoundingClientRect()
    return { x: (clientX - (box?.left ?? 0)) * use.ratio, y: (clientY - (box?.top ?? 0)) * use.ratio }
  }

  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    use.wheel(place(event), (event.deltaY * lines) / 100, event.ctrlKey)
  })
  useEffect(() => {
    const element = ref.current
    // React's own listeners may not hold the page back.
    element?.addEventListener('wheel', turn, { passive: false })
    // A drag that ends fast is taken for a fling, and the tap after it would stop that instead of pressing a button.
    const still = (event: TouchEvent) => event.preventDefault()
    element?.addEventListener('touchstart', still, { passive: false })
    return () => {
      element?.removeEventListener('wheel', turn)
      element?.removeEventListener('touchstart', still)
    }
  }, [ref])

  function lift(event: PointerEvent, how: 'end' | 'cancel') {
    if (!down.current.delete(event.pointerId)) return
    if (how === 'end') drag.current?.end?.(place(event))
    else drag.current?.cancel?.()
    drag.current = null
  }

  return {
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
}
