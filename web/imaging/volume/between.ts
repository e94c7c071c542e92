/**
 * Takes slices with their heights, counted in planes of the volume, and gives every plane in its order: the slice itself where it lies on
 * one, a mixture of the two around it elsewhere.
 */
export function planesBetween(count: number, add: (plane: Int16Array) => void) {
  let below: { values: Int16Array; height: number } | undefined
  let mixed: Int16Array | undefined
  let next = 0
  return {
    /** `values` belong to the one that is told until the slice after the next. */
    take(values: Int16Array, height: number): void {
      for (; next < count && next <= height + 1e-6; next++) {
        if (!below || Math.abs(next - height) < 1e-3) add(values)
        else {
          mixed ??= new Int16Array(values.length)
          mix(below.values, values, (next - below.height) / (height - below.height), mixed)
          add(mixed)
        }
      }
      below = { values, height }
    },
    /** The last planes, where rounding left them above the last slice. */
    end(): void {
      for (; next < count && below; next++) add(below.values)
    },
  }
}

function mix(below: Int16Array, above: Int16Array, part: number, into: Int16Array): void {
  for (let at = 0; at < into.length; at++) {
    const low = below[at] ?? 0
    into[at] = Math.round(low + ((above[at] ?? 0) - low) * part)
  }
}
