import { weekday } from './days.ts'

/** `doctor_id` null is the clinic; `weekday` 1 Monday to 7; times are HH:mm or HH:mm:ss. */
export type HoursRow = { doctor_id: string | null; weekday: number; opens: string; closes: string }

/** Days are yyyy-MM-dd, times HH:mm or HH:mm:ss; `doctor_id` null is everybody. */
export type Closure = {
  doctor_id: string | null
  kind: 'cierre' | 'ausencia' | 'apertura'
  first_day: string
  last_day: string
  opens: string | null
  closes: string | null
  label: string | null
}

/** Whose hours are asked, and what is known of hours: rows of other doctors do not count. `doctorId` null asks for the clinic's. */
export type ClinicHours = {
  doctorId: string | null
  week: readonly HoursRow[]
  closures: readonly Closure[]
}

/** HH:mm; `closes` may be 24:00. */
export type OpenWindow = { opens: string; closes: string }

/** The week of a new installation, as the migration writes it. */
export const seedWeek: readonly HoursRow[] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  doctor_id: null,
  weekday: day,
  opens: '09:30',
  closes: day === 7 ? '13:30' : '18:30',
}))

/** The hours of a new installation. */
export const seedHours: ClinicHours = { doctorId: null, week: seedWeek, closures: [] }

/** Every half hour from 00:00 to 24:00, HH:mm. */
export const halfHours = Array.from(
  { length: 49 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
)

/**
 * The hours of a day (yyyy-MM-dd): the clinic's week, and within it the doctor's own if there is one, plus openings, minus
 * closures and absences (docs/product/appointments.md). `private.day_windows` says the same.
 */
export function dayWindows(day: string, hours: ClinicHours): OpenWindow[] {
  const windows: OpenWindow[] = []
  for (const [index, opens] of halfHours.slice(0, -1).entries()) {
    if (!isOpen(day, opens, hours)) continue
    const closes = halfHours[index + 1] ?? opens
    const last = windows.at(-1)
    if (last?.closes === opens) last.closes = closes
    else windows.push({ opens, closes })
  }
  return windows
}

/** Whether the half hour that starts at `time` (HH:mm) can be worked. */
function isOpen(day: string, time: string, { doctorId, week, closures }: ClinicHours): boolean {
  const concerning = closures.filter(({ doctor_id }) => doctor_id === null || doctor_id === doctorId)
  if (concerning.some((closure) => closure.kind !== 'apertura' && closes(closure, day, time))) return false
  if (concerning.some((closure) => closure.kind === 'apertura' && opens(closure, day, time))) return true
  const isIn = (rows: readonly HoursRow[]) =>
    rows.some((row) => row.weekday === (weekday(day) || 7) && isWithin(time, row.opens, row.closes))
  const own = week.filter(({ doctor_id }) => doctor_id !== null && doctor_id === doctorId)
  return isIn(week.filter(({ doctor_id }) => doctor_id === null)) && (own.length === 0 || isIn(own))
}

/** A closure is one stretch from its first day to its last. */
function closes(closure: Closure, day: string, time: string): boolean {
  const from = `${closure.first_day} ${closure.opens ?? '00:00'}`
  const to = `${closure.last_day} ${closure.closes ?? '24:00'}`
  return isWithin(`${day} ${time}`, from, to)
}

/** An opening has the same hours on each of its days. */
function opens({ first_day, last_day, ...hours }: Closure, day: string, time: string): boolean {
  return first_day <= day && day <= last_day && isWithin(time, hours.opens ?? '', hours.closes ?? '')
}

/** `moment` ends in HH:mm; as text, with seconds, it compares with HH:mm and with HH:mm:ss. */
function isWithin(moment: string, from: string, to: string): boolean {
  return from <= `${moment}:00` && `${moment}:00` < to
}
