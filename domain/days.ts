// A day is a yyyy-MM-dd string, from the database to the screen. Day arithmetic uses UTC midnights, where every
// day has 24 hours, so the machine's time zone never matters; only instants need the clinic's zone.

const dayLength = 86_400_000

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOf(utcMidnight: number): string {
  return new Date(utcMidnight).toISOString().slice(0, 10)
}

/** Whether a yyyy-MM-dd exists in the calendar. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utc(text)) && dayOf(utc(text)) === text
}

/**
 * Parses a day typed as dd/MM/yyyy, d-M-yyyy, d.M.yy, ddMMyyyy or yyyy-MM-dd; null when it does not exist.
 * Two-digit years mean 1970 to 2069.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim()
  const [, date = '', month = '', year] =
    text.match(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/) ?? text.match(/^(\d{2})(\d{2})(\d{4})$/) ?? []
  if (year === undefined) return isDay(text) ? text : null
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19'
  const day = `${century}${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: string, count: number): string {
  return dayOf(utc(day) + count * dayLength)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(day: string): number {
  return new Date(utc(day)).getUTCDay()
}

/** The Monday of the day's week. */
export function weekStart(day: string): string {
  return addDays(day, -((weekday(day) + 6) % 7))
}

/** The first day of the day's month. */
export function monthStart(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** dd/MM/yyyy: in lists, facts and fields. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** 'viernes 20 de noviembre de 2026': in headings and sentences. */
export function longDay(day: string): string {
  return `${dayWithoutYear(day)} de ${Number(day.slice(0, 4))}`
}

/** 'viernes 20 de noviembre': where it is soon. */
export function dayWithoutYear(day: string): string {
  return `${weekdayName(day)} ${dayAndMonth(day)}`
}

/** 'vie 20 nov': on a button or a strip of days. */
export function shortDay(day: string): string {
  return `${weekdayName(day).slice(0, 3)} ${Number(day.slice(8))} ${monthName(day).slice(0, 3)}`
}

/** 'viernes' */
export function weekdayName(day: string): string {
  return weekdays[weekday(day)] ?? ''
}

/** 'hoy', 'mañana' or 'el viernes 20 de noviembre', as seen from `today`. */
export function dayFrom(today: string, day: string): string {
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : `el ${dayWithoutYear(day)}`
}

/** '20 de noviembre' */
export function dayAndMonth(day: string): string {
  return `${Number(day.slice(8))} de ${monthName(day)}`
}

/** 'noviembre de 2026' */
export function longMonth(day: string): string {
  return `${monthName(day)} de ${Number(day.slice(0, 4))}`
}

const monthName = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? ''

type Clock = (instant: Date) => { day: string; time: string }

// Creating a formatter takes a hundred times as long as using it, and an export uses it for every row.
const clocks = new Map<string, Clock>()

function clock(zone: string): Clock {
  const known = clocks.get(zone)
  if (known) return known
  const made = makeClock(zone)
  clocks.set(zone, made)
  return made
}

/** What clocks of Mexico that never change are ahead of UTC, in hours. */
const mexico: Readonly<Record<string, number>> = {
  'America/Bahia_Banderas': -6,
  'America/Cancun': -5,
  'America/Chihuahua': -6,
  'America/Hermosillo': -7,
  'America/Mazatlan': -7,
  'America/Merida': -6,
  'America/Mexico_City': -6,
  'America/Monterrey': -6,
}

/** Old browsers know few zones. There Mexico has its fixed offsets, and any other clinic the clock of the device. */
function makeClock(zone: string): Clock {
  try {
    return zonedClock(zone)
  } catch {
    const fixed = mexico[zone]
    return (instant) => {
      const ahead = fixed === undefined ? -instant.getTimezoneOffset() : fixed * 60
      const shown = new Date(instant.getTime() + ahead * 60_000).toISOString()
      return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
    }
  }
}

function zonedClock(zone: string): Clock {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (instant) => {
    const read = Object.fromEntries(parts.formatToParts(instant).map((part) => [part.type, part.value]))
    const year = String(read.year).padStart(4, '0')
    return { day: `${year}-${read.month}-${read.day}`, time: `${read.hour}:${read.minute}` }
  }
}

/** Whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es-MX', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The day at the clinic at this instant. `zone` is an IANA name, e.g. 'America/Mexico_City'. */
export function dayInZone(instant: Date, zone: string): string {
  return clock(zone)(instant).day
}

/** The time at the clinic, HH:mm, at this instant. */
export function timeInZone(instant: Date, zone: string): string {
  return clock(zone)(instant).time
}

/**
 * The instant when the clinic's clocks show `time` (HH:mm or HH:mm:ss) on `day`. Of a time that occurs twice,
 * the first; a skipped time moves to the same number of minutes after the change.
 */
export function instantInZone(day: string, time: string, zone: string): Date {
  const wall = clock(zone)
  const wanted = Date.parse(`${day}T${time.slice(0, 5)}:00Z`)
  // The zone's offset from UTC at an instant, in milliseconds.
  const ahead = (instant: number) => {
    const shown = wall(new Date(instant))
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - instant
  }
  // The offsets a day before and a day after: they differ only around a clock change.
  const candidates = [wanted - dayLength, wanted + dayLength].map((near) => wanted - ahead(near))
  const exact = candidates.filter((instant) => instant + ahead(instant) === wanted)
  return new Date(Math.min(...(exact.length > 0 ? exact : candidates.slice(0, 1))))
}

/**
 * The clinic's day as two ISO instants: `from` is its first, `to` the first of the next day. Correct for days
 * of 23 and 25 hours, and where midnight is skipped.
 */
export function dayBounds(day: string, zone: string): { from: string; to: string } {
  const wall = clock(zone)
  const firstInstant = (wanted: string) => {
    // No zone is more than 14 hours from UTC: search for the first instant of the wanted day.
    let before = utc(wanted) - 16 * 3_600_000
    let reached = utc(wanted) + 16 * 3_600_000
    while (reached - before > 1) {
      const middle = Math.floor((before + reached) / 2)
      if (wall(new Date(middle)).day < wanted) before = middle
      else reached = middle
    }
    return new Date(reached).toISOString()
  }
  return { from: firstInstant(day), to: firstInstant(addDays(day, 1)) }
}
