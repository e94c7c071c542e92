/** A function of place along a curve and height, in a table of whole mm. */
export function tableOf(of: (s: number, z: number) => number, length: number, low: number, high: number) {
  const columns = length + 2
  const table = new Float32Array(columns * (high - low + 2))
  for (let row = 0; row <= high - low + 1; row++)
    for (let s = 0; s < columns; s++) table[row * columns + s] = of(s, low + row)
  return (s: number, z: number) => {
    const [a, b] = [Math.min(length, Math.max(0, s)), Math.min(high - low, Math.max(0, z - low))]
    const [i, j] = [Math.floor(a), Math.floor(b)]
    const [u, v] = [a - i, b - j]
    const at = j * columns + i
    const bottom = (table[at] ?? 0) * (1 - u) + (table[at + 1] ?? 0) * u
    const top = (table[at + columns] ?? 0) * (1 - u) + (table[at + columns + 1] ?? 0) * u
    return bottom * (1 - v) + top * v
  }
}
