import type { Closure } from './clinic-hours.ts'
import { formatDay } from './days.ts'
import { formatTime } from './slots.ts'

type Stretch = Pick<Closure, 'kind' | 'first_day' | 'last_day' | 'opens' | 'closes'>

/**
 * When a closure, absence or opening is: '24/12/2026', '24/12/2026 al 02/01/2027', '24/12/2026, 09:00 a. m. a 02:00 p. m.', or
 * '24/12/2026, 10:00 p. m. al 25/12/2026, 06:00 a. m.'
 */
export function closureWhen({ kind, first_day, last_day, opens, closes }: Stretch): string {
  const [first, last] = [formatDay(first_day), formatDay(last_day)]
  const days = first_day === last_day ? first : `${first} al ${last}`
  if (!opens && !closes) return days
  const [from, to] = [
    formatTime(opens ?? '00:00'),
    closes && !closes.startsWith('24') ? formatTime(closes) : 'medianoche',
  ]
  if (kind === 'apertura' || first_day === last_day) return `${days}, ${from} a ${to}`
  return `${first}, ${from} al ${last}, ${to}`
}
