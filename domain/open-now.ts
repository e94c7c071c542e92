import { type Closure, dayWindows, type OpenWindow } from './clinic-hours.ts'
import { addDays, formatDay, weekday } from './days.ts'
import { theTime } from './spoken-time.ts'
import { dayNames, type WeekRow } from './week-draft.ts'

/** The clinic's own hours, as the public page carries them. */
export type PageHours = { week: readonly WeekRow[]; closures: readonly Omit<Closure, 'doctor_id'>[] }

/** The hours in few letters, for the public page: '1 09:30 18:30' for each of the week, 'cierre 2026-12-24 2026-12-25 - -' for others. */
export function packHours({ week, closures }: PageHours): string {
  const times = (opens: string | null, closes: string | null) =>
    [opens, closes].map((time) => time?.slice(0, 5) ?? '-').join(' ')
  return [
    ...week.map(({ weekday, opens, closes }) => `${weekday} ${times(opens, closes)}`),
    ...closures.map(
      ({ kind, first_day, last_day, opens, closes }) =>
        `${kind} ${first_day} ${last_day} ${times(opens, closes)}`,
    ),
  ].join()
}

/** What `packHours` made, without the words of closures. */
export function unpackHours(packed: string): PageHours {
  const rows = packed.split(',').map((row) => row.split(' '))
  const timeOf = (text = '') => (text === '-' ? null : text)
  return {
    week: rows.flatMap(([weekday, opens = '', closes = '', ...more]) =>
      more.length === 0 ? [{ weekday: Number(weekday), opens, closes }] : [],
    ),
    closures: rows.flatMap(([kind, first_day = '', last_day = '', opens, closes]) =>
      kind === 'cierre' || kind === 'apertura'
        ? [{ kind, first_day, last_day, opens: timeOf(opens), closes: timeOf(closes), label: null }]
        : [],
    ),
  }
}

/** How far a clinic that is closed looks for its next hours; the page knows closures of 30 days. */
const farthest = 30

/**
 * Whether the clinic is open at this moment and when that changes, in words: 'Abierto ahora' and 'Hasta las 06:30 p. m.', 'Cerrado ahora'
 * and 'Abre mañana a las 09:30 a. m.', without a change when none is known. `day` (yyyy-MM-dd) and `time` (HH:mm) are the clinic's.
 */
export function openWords(
  { day, time }: { day: string; time: string },
  hours: PageHours,
): { open: boolean; state: string; change: string } {
  const mine = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, doctor_id: null }))
  const known = { doctorId: null, week: mine(hours.week), closures: mine(hours.closures) }
  const windowsOf = (count: number) => dayWindows(addDays(day, count), known)
  const now = windowsOf(0).find(({ opens, closes }) => opens <= time && time < closes)
  if (now) return { open: true, state: 'Abierto ahora', change: `Hasta ${theTime(endOf(now, windowsOf(1)))}` }
  const closed = { open: false, state: 'Cerrado ahora' }
  for (let count = 0; count <= farthest; count++) {
    const next = windowsOf(count).find(({ opens }) => count > 0 || opens > time)
    if (next) return { ...closed, change: `Abre ${whenOf(day, count)} a ${theTime(next.opens)}` }
  }
  return { ...closed, change: '' }
}

/** Hours that go on after midnight end on the next day. */
function endOf({ closes }: OpenWindow, tomorrow: OpenWindow[]): string {
  const [first] = tomorrow
  return closes === '24:00' && first?.opens === '00:00' ? first.closes : closes
}

/** 'hoy', 'mañana', 'el lunes'; from the same weekday on 'el 01/12/2026'. */
function whenOf(today: string, count: number): string {
  if (count < 2) return count === 0 ? 'hoy' : 'mañana'
  const day = addDays(today, count)
  return `el ${count < 7 ? dayNames[(weekday(day) + 6) % 7] : formatDay(day)}`
}
