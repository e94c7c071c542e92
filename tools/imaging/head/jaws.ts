import { type Curve, mandibleCurve, upperTeeth } from './arches.ts'
import { between, joined } from './numbers.ts'
import type { Shape } from './shapes.ts'
import { tableOf } from './tables.ts'

// The jaws' bodies: plates along a curve, with an outline seen from the side and a thickness.

type Outline = readonly (readonly [s: number, z: number])[]

/** Signed distances to an outline (mm along the curve, mm up), in a table. */
function outlineTable(outline: Outline, length: number, low: number, high: number) {
  const cell = 1
  const [columns, rows] = [Math.ceil(length / cell) + 2, Math.ceil((high - low) / cell) + 2]
  const table = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      table[row * columns + column] = offOutline(outline, column * cell, low + row * cell)
  return (s: number, z: number) => {
    const [a, b] = [
      Math.min(length, Math.max(0, s)) / cell,
      Math.min(high - low, Math.max(0, z - low)) / cell,
    ]
    const [i, j] = [Math.floor(a), Math.floor(b)]
    const [u, v] = [a - i, b - j]
    const at = j * columns + i
    const bottom = (table[at] ?? 0) * (1 - u) + (table[at + 1] ?? 0) * u
    const top = (table[at + columns] ?? 0) * (1 - u) + (table[at + columns + 1] ?? 0) * u
    return bottom * (1 - v) + top * v
  }
}

function offOutline(outline: Outline, s: number, z: number): number {
  let far = Number.POSITIVE_INFINITY
  let within = false
  let before = outline.at(-1) ?? [0, 0]
  for (const point of outline) {
    const [ex, ez] = [point[0] - before[0], point[1] - before[1]]
    const [px, pz] = [s - before[0], z - before[1]]
    const part = Math.min(1, Math.max(0, (px * ex + pz * ez) / (ex * ex + ez * ez)))
    far = Math.min(far, Math.hypot(px - ex * part, pz - ez * part))
    if (before[1] > z !== point[1] > z && s < before[0] + ((z - before[1]) / ez) * ex) within = !within
    before = point
  }
  return within ? -far : far
}

const mandibleOutline: Outline = [
  [-20, -39],
  [8, -38.5],
  [20, -36.5],
  [34, -35],
  [50, -33.5],
  [64, -31],
  [76, -28],
  [84, -23],
  [89, -13],
  [92, 2],
  [96, 18],
  [101, 31],
  [103, 37],
  [102, 41],
  [98, 42.5],
  [94, 41],
  [92.5, 36],
  [90, 29],
  [85, 23.5],
  [80, 23],
  [77, 27],
  [74, 34],
  [71, 36],
  [68.5, 32],
  [66, 22],
  [63, 8],
  [60.5, -3],
  [57, -8],
  [50, -10],
  [38, -10.2],
  [28, -10.6],
  [15, -12],
  [-20, -12.3],
]

/** mm outwards of the curve where the middle of the bone lies; lower front teeth lean forward, molars to the tongue. */
function mandibleMiddle(s: number, z: number): number {
  const front = between(
    [
      [-38, 3],
      [-32, 0.5],
      [-24, -2.6],
      [-9, -1.8],
    ],
    z,
  )
  const behind = between(
    [
      [-34, 2],
      [-22, 1.8],
      [-9, 0.8],
    ],
    z,
  )
  const ramus = between(
    [
      [-28, 2.5],
      [0, 0],
      [40, 0.5],
    ],
    z,
  )
  return between(
    [
      [5, front],
      [32, behind],
      [58, behind],
      [74, ramus],
    ],
    s,
  )
}

function mandibleHalf(s: number, z: number): number {
  const front = between(
    [
      [-38, 5.5],
      [-33, 6.8],
      [-24, 5.2],
      [-12, 3.9],
    ],
    z,
  )
  const middle = between(
    [
      [-36, 5],
      [-30, 6.2],
      [-20, 5.8],
      [-10, 5.2],
    ],
    z,
  )
  const behind = between(
    [
      [-34, 4.5],
      [-28, 6.3],
      [-18, 6.8],
      [-9, 6.4],
    ],
    z,
  )
  const ramus = between(
    [
      [-30, 4.5],
      [-10, 3.8],
      [10, 3],
      [25, 3.2],
      [40, 4],
    ],
    z,
  )
  return between(
    [
      [6, front],
      [22, middle],
      [42, behind],
      [56, behind],
      [68, ramus],
    ],
    s,
  )
}

type Plate = {
  curve: Curve
  outline: Outline
  low: number
  high: number
  middle: (s: number, z: number) => number
  half: (s: number, z: number) => number
  box: Shape['box']
}

function plate({ curve, outline, low, high, middle, half, box }: Plate): Shape {
  const length = Math.floor(curve.length)
  const side = outlineTable(outline, length, low, high)
  const [middles, halves] = [tableOf(middle, length, low, high), tableOf(half, length, low, high)]
  return {
    box,
    distance(x, y, z) {
      const n = curve.aside(x, y)
      if (n > 18 || n < -18) return 9
      const s = curve.along(x, y)
      const through = Math.abs(n - middles(s, z)) - halves(s, z)
      return -joined(-through, -side(s, z), 4)
    },
  }
}

export const mandible: Shape = plate({
  curve: mandibleCurve,
  outline: mandibleOutline,
  low: -45,
  high: 48,
  middle: mandibleMiddle,
  half: mandibleHalf,
  box: [-66, 66, -8, 102, -42, 45],
})

/** The bone that carries the upper teeth, up to the floor of nose and sinuses. */
export const upperRidge: Shape = plate({
  curve: upperTeeth,
  outline: [
    [-20, 13.4],
    [10, 13],
    [26, 11.5],
    [42, 10],
    [58, 10],
    [64, 12],
    [67, 20],
    [64, 29],
    [40, 29],
    [20, 32],
    [-20, 29],
  ],
  low: 5,
  high: 36,
  middle: (s, z) => {
    const front = between(
      [
        [12, -2.6],
        [20, -5],
        [28, -8.5],
      ],
      z,
    )
    const canine = between(
      [
        [12, -1.6],
        [22, -3],
        [30, -4],
      ],
      z,
    )
    return between(
      [
        [6, front],
        [18, canine],
        [32, -0.6],
        [46, 0.6],
        [60, 0],
      ],
      s,
    )
  },
  half: (s, z) => {
    const front = between(
      [
        [13, 4],
        [22, 4.6],
        [30, 6],
      ],
      z,
    )
    const behind = between(
      [
        [10, 6],
        [16, 6.8],
        [26, 8],
      ],
      z,
    )
    return between(
      [
        [4, front],
        [22, 5.2],
        [38, behind],
        [58, behind],
        [66, 5.5],
      ],
      s,
    )
  },
  box: [-42, 42, -6, 66, 8, 33],
})

/** The height of the hard palate's lower side, by mm outwards of the upper arch. */
export const palateRoof = (n: number): number =>
  between(
    [
      [-17, 22.4],
      [-11, 20.5],
      [-5, 12.5],
      [-2, 10],
    ],
    n,
  )
