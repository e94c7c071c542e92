import type { Directions } from '#web/imaging/types.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import { cx } from '#web/ui/cx.ts'

/** What stands at the edges of a cut: where the patient's right, left, front and back are. */
export type Sides = { left: string; right: string }

/**
 * Where a direction leads, to the patient's left and back: derecha (D), izquierda (I), anterior (A), posterior (P); with a second
 * letter where it is more than 22.5° off the first.
 */
export function sideLetters(x: number, y: number): string {
  const least = Math.hypot(x, y) * Math.sin(Math.PI / 8)
  const across = Math.abs(x) < least ? '' : x < 0 ? 'D' : 'I'
  const along = Math.abs(y) < least ? '' : y < 0 ? 'A' : 'P'
  return Math.abs(x) < Math.abs(y) ? along + across : across + along
}

/** The sides of a picture as it lies on the stage; null where left and right of the screen are rather the patient's head and feet. */
export function sidesOfPicture({ row, column }: Directions, { a, b, c }: Matrix): Sides | null {
  // The picture's direction that leads to the right on the stage; it lies in quarters of a turn.
  const turned = Math.abs(a) < Math.abs(b)
  const along = turned ? column : row
  const way = Math.sign(turned ? c : a)
  const [x, y, z] = along
  if (Math.abs(z) > Math.hypot(x, y)) return null
  return { left: sideLetters(-x * way, -y * way), right: sideLetters(x * way, y * way) }
}

/** The two letters over a cut. */
export function SideMarks({ left, right }: Sides) {
  return (
    <>
      <Side at="left-2">{left}</Side>
      <Side at="right-2">{right}</Side>
    </>
  )
}

function Side({ at, children }: { at: string; children: string }) {
  return (
    <p
      aria-hidden
      className={cx(
        'pointer-events-none absolute top-1/2 -translate-y-1/2 rounded-tag bg-film-950/80 px-1.5 text-body font-semibold text-film-ink',
        at,
      )}
    >
      {children}
    </p>
  )
}
