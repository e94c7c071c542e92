/** Planes from one to the next of a first pass. */
const step = 8

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Every 8th plane and the last, so that all others lie between two of them. */
export const firstPass = (count: number): number[] =>
  upTo(count).filter((at) => at % step === 0 || at === count - 1)

/** The plane of a first pass that is nearest to one; below the second of them that one itself. */
export const beside = (at: number): number => (at < step ? at : Math.round(at / step) * step)

/** The planes after the first pass: as they lie in the file, or the 4th ones first, then the 2nd, then the rest. */
export function laterPasses(count: number, inOrder: boolean): number[] {
  const first = new Set(firstPass(count))
  const rest = upTo(count).filter((at) => !first.has(at))
  if (inOrder) return rest
  const rank = (at: number) => (at % 4 === 0 ? 0 : at % 2 === 0 ? 1 : 2)
  return rest.toSorted((a, b) => rank(a) - rank(b) || a - b)
}
