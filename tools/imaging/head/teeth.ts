import { lowerTeeth, upperTeeth } from './arches.ts'
import { chance } from './noise.ts'

export type Vector = readonly [number, number, number]
export type ToothKind = 'incisor' | 'canine' | 'premolar' | 'molar'

/** Where a root leaves the middle and ends, and its half widths at its beginning, all as parts of the crown's. */
export type Root = {
  along: number
  aside: number
  spreadAlong: number
  spreadAside: number
  wide: number
  deep: number
}

/** Middle sizes of grown people in mm: along the arch, across it, crown, root (anatomy textbooks agree within 0.5 mm). */
type Size = { along: number; across: number; crown: number; root: number; kind: ToothKind; roots: Root[] }

/** A tooth in its place; `tip` to `apex` is its length. */
export type Tooth = Size & {
  fdi: number
  upper: boolean
  tip: Vector
  apex: Vector
  /** Of length 1: from the tip to the apex, backwards along the arch, outwards. */
  axis: Vector
  distal: Vector
  outward: Vector
  /** The neck, where crown and root meet. */
  neck: Vector
}

const one: Root = { along: 0, aside: 0, spreadAlong: 0.12, spreadAside: 0, wide: 0.8, deep: 0.9 }
const two: Root[] = [
  { along: 0, aside: 0.26, spreadAlong: 0.08, spreadAside: 0.12, wide: 0.5, deep: 0.42 },
  { along: 0, aside: -0.26, spreadAlong: 0.1, spreadAside: -0.14, wide: 0.5, deep: 0.42 },
]
const lowerTwo: Root[] = [
  { along: -0.26, aside: 0, spreadAlong: 0.02, spreadAside: 0, wide: 0.38, deep: 0.72 },
  { along: 0.24, aside: 0, spreadAlong: 0.14, spreadAside: 0, wide: 0.36, deep: 0.66 },
]
const upperThree: Root[] = [
  { along: -0.24, aside: 0.22, spreadAlong: -0.04, spreadAside: 0.16, wide: 0.36, deep: 0.4 },
  { along: 0.24, aside: 0.22, spreadAlong: 0.14, spreadAside: 0.12, wide: 0.34, deep: 0.36 },
  { along: 0.02, aside: -0.24, spreadAlong: 0.08, spreadAside: -0.34, wide: 0.42, deep: 0.4 },
]

type Row = [along: number, across: number, crown: number, root: number, kind: ToothKind, roots: Root[]]
const upperRows: Row[] = [
  [8.5, 7, 10.5, 13, 'incisor', [one]],
  [6.6, 6.2, 9.2, 13, 'incisor', [one]],
  [7.6, 8, 10, 16.5, 'canine', [one]],
  [7, 9, 8.5, 14, 'premolar', two],
  [6.9, 9, 8.3, 14, 'premolar', [one]],
  [10.2, 11.2, 7.6, 12.8, 'molar', upperThree],
  [9.6, 11, 7.2, 12.2, 'molar', upperThree],
  [8.7, 10, 6.6, 11, 'molar', upperThree],
]
const lowerRows: Row[] = [
  [5.3, 6, 9, 12.5, 'incisor', [one]],
  [5.8, 6.4, 9.3, 13.5, 'incisor', [one]],
  [6.9, 7.6, 10.5, 15.8, 'canine', [one]],
  [7, 7.7, 8.6, 14, 'premolar', [one]],
  [7.2, 8.2, 8.2, 14.3, 'premolar', [one]],
  [11, 10.4, 7.6, 13.8, 'molar', lowerTwo],
  [10.5, 10.2, 7.2, 13, 'molar', lowerTwo],
  [10, 9.6, 6.8, 11.5, 'molar', lowerTwo],
]

/** Degrees that the root leans outwards, by place in the quadrant. */
const upperLean = [-24, -20, -12, -5, -3, 4, 6, 8]
const lowerLean = [-14, -13, -7, 0, 5, 10, 12, 12]
/** mm between the jaws at the crowns: the patient bites on a stick. */
const open = 1.3

/** All 32 teeth by their FDI numbers; small differences by seed. */
export function allTeeth(seed: number): Tooth[] {
  return [1, 2, 3, 4].flatMap((quadrant) => quadrantOf(quadrant, seed))
}

function quadrantOf(quadrant: number, seed: number): Tooth[] {
  const upper = quadrant < 3
  // Quadrants 1 and 4 are the patient's right: x is to the left.
  const side = quadrant === 1 || quadrant === 4 ? -1 : 1
  let from = 0
  return (upper ? upperRows : lowerRows).map(([along, across, crown, root, kind, roots], at) => {
    const fdi = quadrant * 10 + at + 1
    const jitter = (which: number) => chance(fdi * 8 + which, seed) - 0.5
    const on = (upper ? upperTeeth : lowerTeeth).at(from + along / 2)
    from += along
    const lean = ((((upper ? upperLean : lowerLean)[at] ?? 0) + 4 * jitter(1)) * Math.PI) / 180
    const turn = (jitter(2) * 8 * Math.PI) / 180
    const ahead = [on.alongX * side, on.alongY] as const
    const distal: Vector = [
      ahead[0] * Math.cos(turn) - ahead[1] * Math.sin(turn),
      ahead[0] * Math.sin(turn) + ahead[1] * Math.cos(turn),
      0,
    ]
    const out: Vector = [distal[1] * side, -distal[0] * side, 0]
    const up = upper ? 1 : -1
    const axis = unit([
      out[0] * Math.sin(lean) + distal[0] * 0.06,
      out[1] * Math.sin(lean) + distal[1] * 0.06,
      up * Math.cos(lean),
    ])
    // The lower arch rises behind and in front of the molars (curve of Spee).
    const spee = 1.1 - ((at - 4.5) / 4.5) ** 2 * 1.1
    const tip: Vector = [
      on.x * side + jitter(3) * 0.5,
      on.y + jitter(4) * 0.5,
      up * open - spee * 0.6 + jitter(5) * 0.4,
    ]
    return placed(
      { fdi, upper, along, across, crown, root: root * (1 + 0.1 * jitter(6)), kind, roots },
      tip,
      axis,
      out,
    )
  })
}

/** A tooth's frame from its tip and its axis; `out` is about outwards. */
export function placed(
  size: Size & { fdi: number; upper: boolean },
  tip: Vector,
  axis: Vector,
  out: Vector,
): Tooth {
  const off = dot(out, axis)
  const outward = unit([out[0] - axis[0] * off, out[1] - axis[1] * off, out[2] - axis[2] * off])
  const up = size.upper ? 1 : -1
  const right = size.fdi < 20 || size.fdi > 40 ? -1 : 1
  const turn = -up * right
  const distal: Vector = [
    turn * (outward[1] * axis[2] - outward[2] * axis[1]),
    turn * (outward[2] * axis[0] - outward[0] * axis[2]),
    turn * (outward[0] * axis[1] - outward[1] * axis[0]),
  ]
  const at = (mm: number): Vector => [tip[0] + axis[0] * mm, tip[1] + axis[1] * mm, tip[2] + axis[2] * mm]
  return { ...size, tip, axis, outward, distal, neck: at(size.crown), apex: at(size.crown + size.root) }
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
