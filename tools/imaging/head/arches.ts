/** A curve seen from above, for the left side; the right one mirrors it. Places in mm. */
export type Curve = {
  length: number
  /** Where a length along the curve from the midline lies, and which way it goes. */
  at(s: number): { x: number; y: number; alongX: number; alongY: number }
  /** Length along and mm outwards of a place; the same for both sides. */
  along(x: number, y: number): number
  aside(x: number, y: number): number
}

/** Cells of half a mm hold what the nearest place on the curve is: looking it up for each voxel would take all the time. */
const cell = 0.5
const [width, depth, front] = [90, 150, -20]

function createCurve(points: readonly (readonly [x: number, y: number])[]): Curve {
  const lengths = [0]
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    lengths.push((lengths[i - 1] ?? 0) + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  const length = lengths.at(-1) ?? 0
  function at(s: number) {
    let i = 1
    while (i < points.length - 1 && (lengths[i] ?? 0) < s) i++
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    const [from, to] = [lengths[i - 1] ?? 0, lengths[i] ?? 0]
    const [alongX, alongY] = [(b[0] - a[0]) / (to - from), (b[1] - a[1]) / (to - from)]
    return { x: a[0] + alongX * (s - from), y: a[1] + alongY * (s - from), alongX, alongY }
  }
  const [columns, rows] = [width / cell + 2, depth / cell + 2]
  const alongs = new Float32Array(columns * rows)
  const asides = new Float32Array(columns * rows)
  for (let row = 0, index = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, index++) {
      const [x, y] = [column * cell, front + row * cell]
      let [best, far] = [0, Number.POSITIVE_INFINITY]
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
        const [ex, ey] = [b[0] - a[0], b[1] - a[1]]
        const part = Math.min(1, Math.max(0, ((x - a[0]) * ex + (y - a[1]) * ey) / (ex * ex + ey * ey)))
        const [dx, dy] = [x - a[0] - ex * part, y - a[1] - ey * part]
        const off = Math.hypot(dx, dy)
        if (off >= far) continue
        far = off
        best = (lengths[i - 1] ?? 0) + part * Math.hypot(ex, ey)
        // Outwards is to the front at the midline and to the side behind.
        asides[index] = ex * dy - ey * dx < 0 ? off : -off
      }
      alongs[index] = best
    }
  const look = (table: Float32Array, x: number, y: number) => {
    const [column, row] = [
      Math.min(width, Math.abs(x)) / cell,
      Math.min(depth, Math.max(0, y - front)) / cell,
    ]
    const [i, j] = [Math.floor(column), Math.floor(row)]
    const [u, v] = [column - i, row - j]
    const index = j * columns + i
    const top = (table[index] ?? 0) * (1 - u) + (table[index + 1] ?? 0) * u
    const bottom = (table[index + columns] ?? 0) * (1 - u) + (table[index + columns + 1] ?? 0) * u
    return top * (1 - v) + bottom * v
  }
  return { length, at, along: (x, y) => look(alongs, x, y), aside: (x, y) => look(asides, x, y) }
}

/** A quarter of an ellipse from the midline, up to `turn` of it. */
function quarter(across: number, deep: number, from: number, turn: number): [number, number][] {
  return Array.from({ length: 41 }, (_, i) => {
    const angle = (i / 40) * turn * (Math.PI / 2)
    return [across * Math.sin(angle), from + deep * (1 - Math.cos(angle))]
  })
}

/** Through the crowns' middles; the front of the upper incisors is at y = 0. */
export const upperTeeth = createCurve([...quarter(28.5, 47, 3.5, 1), [28.2, 56], [27.5, 62]])
export const lowerTeeth = createCurve([...quarter(26.5, 46, 4.5, 1), [26.6, 55], [27, 62]])
/** Along the mandible: under the teeth, then outwards to the condyle. */
export const mandibleCurve = createCurve([
  ...quarter(26.5, 46, 4.5, 0.8),
  [28.2, 44],
  [31.8, 51],
  [36, 58.5],
  [40.2, 66],
  [44, 74],
  [47.6, 82.5],
  [50.5, 91],
  [53, 100],
])
