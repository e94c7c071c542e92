import { addDays, instantInZone } from './days.ts'

/** The facts of an appointment for a calendar. */
export type CalendarEvent = {
  /** The appointment's id: importing it again updates the existing entry. */
  id: string
  /** yyyy-MM-dd */
  day: string
  /** HH:mm or HH:mm:ss; null makes an all-day entry. */
  time: string | null
  /** The clinic's IANA zone. */
  zone: string
  title: string
  place: string
  details: string
  /** How often it was moved: calendars take the newest. */
  sequence: number
}

/** Length of an appointment in minutes (docs/product/appointments.md). */
const length = 30

/**
 * An iCalendar file (RFC 5545) with one event. Its times are in UTC, so that calendars need not know the
 * clinic's zone. `now` is the time of creation.
 */
export function calendarFile(event: CalendarEvent, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portal de la clínica//Citas//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcStamp(now)}`,
    ...span(event),
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.details)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function span({ day, time, zone }: CalendarEvent): string[] {
  if (time === null) {
    const date = (value: string) => value.replaceAll('-', '')
    return [`DTSTART;VALUE=DATE:${date(day)}`, `DTEND;VALUE=DATE:${date(addDays(day, 1))}`]
  }
  const start = instantInZone(day, time, zone)
  const end = new Date(start.getTime() + length * 60_000)
  return [`DTSTART:${utcStamp(start)}`, `DTEND:${utcStamp(end)}`]
}

/** 20261120T153000Z */
function utcStamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n?|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the format has no way to write them.
      .replace(/[\u0000-\u001f\u007f]/g, '')
  )
}

const longest = 75

/**
 * Lines may have at most 75 bytes of UTF-8; the rest continues on the next line after a space. Characters are never split.
 */
function folded(line: string): string {
  const utf8 = new TextEncoder()
  const rows = ['']
  let left = longest
  for (const letter of line) {
    const size = utf8.encode(letter).length
    if (size > left) {
      rows.push('')
      left = longest - 1
    }
    rows[rows.length - 1] += letter
    left -= size
  }
  return rows.join('\r\n ')
}
