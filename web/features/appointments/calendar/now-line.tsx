/** Half an hour, in minutes. */
const slot = 30

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** How much of the half hour that begins at `time` is over at `now`, 0 to 1 (both HH:mm); null when it is another one. */
export function partOver(time: string, now: string): number | null {
  const over = (minutesOf(now) - minutesOf(time)) / slot
  return over >= 0 && over < 1 ? over : null
}

/** A line through a cell with `relative`, where the clock stands; nothing in other half hours. */
export function NowLine({ time, now }: { time: string; now: string }) {
  const part = partOver(time, now)
  if (part === null) return null
  return <span aria-hidden style={{ top: `${part * 100}%` }} className="now-line" />
}
