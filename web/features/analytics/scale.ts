/**
 * The top of an axis from 0: the next 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten, so that
 * half of it is a readable number too. At least `least`, so that an empty axis still has one.
 */
export function axisTop(most: number, least: number): number {
  if (most <= least) return least
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => most <= factor * power) ?? 10
  return step * power
}

/** How far `value` reaches towards `top`, in percent; what there is of something stays visible. */
export function percentOf(value: number, top: number): number {
  if (value <= 0 || top <= 0) return 0
  return Math.min(100, Math.max(1, (value / top) * 100))
}

/** One of five shades, 0 for nothing and 4 for the most. */
export function shadeOf(value: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || most <= 0) return 0
  const part = value / most
  if (part > 0.75) return 4
  if (part > 0.5) return 3
  return part > 0.25 ? 2 : 1
}
