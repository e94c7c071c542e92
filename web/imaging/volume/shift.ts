export type Plane = { values: Int16Array; columns: number; rows: number }

/** Lays a slice `across` and `down` pixels (not whole ones either) from the corner of a plane; around it is `outside`. */
export function shifted(slice: Plane, plane: Plane, across: number, down: number, outside: number): void {
  if (across === 0 && down === 0 && slice.columns === plane.columns && slice.rows === plane.rows) {
    plane.values.set(slice.values)
    return
  }
  const [left, top] = [Math.floor(across), Math.floor(down)]
  const [x, y] = [across - left, down - top]
  // Pixel I of the plane lies between pixels I - left - 1 and I - left of the slice.
  for (let row = 0, to = 0; row < plane.rows; row++) {
    const lower = row - top
    for (let column = 0; column < plane.columns; column++, to++) {
      const right = column - left
      const upperValue =
        pixel(slice, right - 1, lower - 1, outside) * x + pixel(slice, right, lower - 1, outside) * (1 - x)
      const lowerValue =
        pixel(slice, right - 1, lower, outside) * x + pixel(slice, right, lower, outside) * (1 - x)
      plane.values[to] = Math.round(upperValue * y + lowerValue * (1 - y))
    }
  }
}

function pixel({ values, columns, rows }: Plane, column: number, row: number, outside: number): number {
  if (column < 0 || row < 0 || column >= columns || row >= rows) return outside
  return values[row * columns + column] ?? outside
}
