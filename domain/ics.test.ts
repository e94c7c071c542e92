import { describe, expect, it } from 'vitest'
import { type CalendarEvent, calendarFile } from './ics.ts'

const event: CalendarEvent = {
  id: '7f1e2c9a-0000-4000-8000-000000000001',
  day: '2026-11-20',
  time: '09:30:00',
  zone: 'America/Mexico_City',
  title: 'Escaneo Intraoral',
  place: 'Calle de la Ceiba 100',
  details: 'Llega 10 minutos antes.',
  sequence: 0,
}
const now = new Date('2026-11-18T02:03:04.567Z')

/** The lines as a calendar parses them: unfolded, by name. */
function read(changes: Partial<CalendarEvent> = {}): Map<string, string> {
  const lines = calendarFile({ ...event, ...changes }, now)
    .replaceAll('\r\n ', '')
    .split('\r\n')
  return new Map(lines.map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1)]))
}

describe('the calendar file of an appointment', () => {
  it.each([
    ['America/Mexico_City', '20261120T153000Z', '20261120T160000Z'],
    ['America/Tijuana', '20261120T173000Z', '20261120T180000Z'],
    ['Pacific/Kiritimati', '20261119T193000Z', '20261119T200000Z'],
  ])('tells the 30 minutes of a clinic in %s in UTC', (zone, start, end) => {
    const lines = read({ zone })
    expect(lines.get('DTSTART')).toBe(start)
    expect(lines.get('DTEND')).toBe(end)
  })

  it('follows the hour of summer', () => {
    expect(read({ zone: 'America/Tijuana', day: '2026-07-20' }).get('DTSTART')).toBe('20260720T163000Z')
  })

  it('is an entry for the whole day without a time', () => {
    const lines = read({ time: null, day: '2026-12-31' })
    expect(lines.get('DTSTART;VALUE=DATE')).toBe('20261231')
    expect(lines.get('DTEND;VALUE=DATE')).toBe('20270101')
  })

  it('keeps the name of the entry, whenever it is made', () => {
    expect(read().get('UID')).toBe(event.id)
    expect(read({ day: '2026-11-21' }).get('UID')).toBe(event.id)
    expect(read().get('DTSTAMP')).toBe('20261118T020304Z')
  })

  it('ends every line as the format wants and holds one event', () => {
    const file = calendarFile(event, now)
    expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('escapes what has a meaning in the format, so that no text makes a line of its own', () => {
    const lines = read({ title: 'a, b; c\\d', details: 'uno\ndos\r\nATTACH:https://malo.test\rfin\u0007' })
    expect(lines.get('SUMMARY')).toBe('a\\, b\\; c\\\\d')
    expect(lines.get('DESCRIPTION')).toBe('uno\\ndos\\nATTACH:https://malo.test\\nfin')
    expect(lines.has('ATTACH')).toBe(false)
  })

  it('folds long lines at 75 bytes without cutting a letter', () => {
    const title = 'Radiografía Lateral de Cráneo 🦷 '.repeat(12)
    const utf8 = new TextEncoder()
    const rows = calendarFile({ ...event, title }, now).split('\r\n')
    expect(Math.max(...rows.map((row) => utf8.encode(row).length))).toBe(75)
    expect(rows.join('')).not.toContain('\ufffd')
    expect(read({ title }).get('SUMMARY')).toBe(title)
  })
})
