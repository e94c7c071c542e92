/** The index `step` places away among `count`, wrapping around the ends. */
export function wrapped(index: number, step: number, count: number): number {
  return (index + step + count) % count
}
