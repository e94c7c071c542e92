/** A value at a place, and how much it counts. */
export type Sample = { at: number; value: number; weight: number }

const rounds = 8

/**
 * The polynomial (lowest power first) that lies nearest to the samples, the more they are outliers the less they pull; undefined where they are
 * too few. Huber's weights, with the median of the distances as their measure.
 */
export function fitPolynomial(samples: Sample[], degree: number): number[] | undefined {
  if (samples.length <= degree) return undefined
  let weights = samples.map(({ weight }) => weight)
  let found: number[] | undefined
  for (let round = 0; round < rounds; round++) {
    found = solve(samples, weights, degree)
    if (!found) return undefined
    const far = distances(samples, found)
    const usual = far.toSorted((a, b) => a - b)[Math.floor(far.length / 2)] ?? 0
    weights = samples.map(
      ({ weight }, at) => weight / Math.max(1, (far[at] ?? 0) / (1.5 * usual + 1e-9)) ** 2,
    )
  }
  return found
}

export const valueAt = (polynomial: number[], at: number) =>
  polynomial.reduceRight((sum, factor) => sum * at + factor, 0)

const distances = (samples: Sample[], polynomial: number[]) =>
  samples.map(({ at, value }) => Math.abs(value - valueAt(polynomial, at)))

/** The normal equations, by elimination with the largest pivot. */
function solve(samples: Sample[], weights: number[], degree: number): number[] | undefined {
  const size = degree + 1
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (_, column) =>
      samples.reduce(
        (sum, { at, value }, index) =>
          sum + (weights[index] ?? 0) * at ** row * (column === size ? value : at ** column),
        0,
      ),
    ),
  )
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let pivot = 0; pivot < size; pivot++) {
    let best = pivot
    for (let row = pivot + 1; row < size; row++)
      if (Math.abs(cell(row, pivot)) > Math.abs(cell(best, pivot))) best = row
    const [top, other] = [rows[best], rows[pivot]]
    if (!top || !other || Math.abs(top[pivot] ?? 0) < 1e-9) return undefined
    rows[pivot] = top
    if (best !== pivot) rows[best] = other
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const part = cell(row, pivot) / (top[pivot] ?? 1)
      rows[row] = (rows[row] ?? []).map((value, column) => value - part * (top[column] ?? 0))
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}
