import { describe, expect, it } from 'vitest'
import { type Closure, seedWeek } from './clinic-hours.ts'
import { dayInZone, timeInZone } from './days.ts'
import { openWords, type PageHours, packHours, unpackHours } from './open-now.ts'

const at = (
  day: string,
  time: string,
  closures: Partial<Closure>[] = [],
  week: PageHours['week'] = seedWeek,
) => {
  const { state, change } = openWords(
    { day, time },
    {
      week,
      closures: closures.map((one) => ({
        kind: 'cierre',
        first_day: day,
        last_day: day,
        opens: null,
        closes: null,
        label: null,
        ...one,
      })),
    },
  )
  return [state, change].join('|').replaceAll('\u00a0', ' ')
}

const row = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes })

// 2026-11-23 is a Monday.
describe('whether the clinic is open', () => {
  it.each([
    ['2026-11-23', '09:29', 'Cerrado ahora|Abre hoy a las 09:30 a. m.'],
    ['2026-11-23', '09:30', 'Abierto ahora|Hasta las 06:30 p. m.'],
    ['2026-11-23', '18:29', 'Abierto ahora|Hasta las 06:30 p. m.'],
    ['2026-11-23', '18:30', 'Cerrado ahora|Abre mañana a las 09:30 a. m.'],
    ['2026-11-29', '13:00', 'Abierto ahora|Hasta la 01:30 p. m.'],
    ['2026-12-31', '23:59', 'Cerrado ahora|Abre mañana a las 09:30 a. m.'],
  ])('on %s at %s: %s', (day, time, words) => {
    expect(at(day, time)).toBe(words)
  })

  it('between the two halves of a day it opens again the same day', () => {
    const week = [row(1, '09:30', '14:00'), row(1, '16:00', '18:30')]
    expect(at('2026-11-23', '13:59', [], week)).toBe('Abierto ahora|Hasta las 02:00 p. m.')
    expect(at('2026-11-23', '14:00', [], week)).toBe('Cerrado ahora|Abre hoy a las 04:00 p. m.')
    // The same weekday is a week away: a name would mean today.
    expect(at('2026-11-23', '18:30', [], week)).toBe('Cerrado ahora|Abre el 30/11/2026 a las 09:30 a. m.')
  })

  it('a closure counts, whether of days or of hours, and so does an opening', () => {
    const christmas = { first_day: '2026-12-24', last_day: '2026-12-25' }
    expect(at('2026-12-23', '19:00', [christmas])).toBe('Cerrado ahora|Abre el sábado a las 09:30 a. m.')
    expect(at('2026-12-24', '12:00', [christmas])).toBe('Cerrado ahora|Abre el sábado a las 09:30 a. m.')
    expect(at('2026-11-23', '12:00', [{ opens: '13:00', closes: '15:00' }])).toBe(
      'Abierto ahora|Hasta la 01:00 p. m.',
    )
    expect(at('2026-11-23', '13:00', [{ opens: '13:00', closes: '15:00' }])).toBe(
      'Cerrado ahora|Abre hoy a las 03:00 p. m.',
    )
    expect(at('2026-11-23', '19:00', [{ kind: 'apertura', opens: '19:00', closes: '20:00' }])).toBe(
      'Abierto ahora|Hasta las 08:00 p. m.',
    )
  })

  it('hours that pass midnight end on the next day, and midnight itself has a name', () => {
    const night = [row(1, '20:00', '24:00'), row(2, '00:00', '02:00'), row(2, '20:00', '24:00')]
    expect(at('2026-11-23', '23:59', [], night)).toBe('Abierto ahora|Hasta las 02:00 a. m.')
    expect(at('2026-11-24', '00:30', [], night)).toBe('Abierto ahora|Hasta las 02:00 a. m.')
    expect(at('2026-11-24', '22:00', [], night)).toBe('Abierto ahora|Hasta las 12:00 a. m.')
  })

  it('a clinic without hours, or closed for long, promises nothing', () => {
    expect(at('2026-11-23', '12:00', [], [])).toBe('Cerrado ahora|')
    const year = { first_day: '2026-11-01', last_day: '2027-11-01' }
    expect(at('2026-11-23', '12:00', [year])).toBe('Cerrado ahora|')
  })

  it('what counts is the clock of the clinic, wherever the visitor is', () => {
    // 05:00 on Tuesday in Madrid, 22:00 on Monday in Mexico City, 20:00 in Tijuana.
    const instant = new Date('2026-11-24T04:00:00Z')
    const week = [row(1, '09:30', '21:00'), row(2, '09:30', '21:00')]
    const words = (zone: string) => at(dayInZone(instant, zone), timeInZone(instant, zone), [], week)
    expect(words('America/Mexico_City')).toBe('Cerrado ahora|Abre mañana a las 09:30 a. m.')
    expect(words('America/Tijuana')).toBe('Abierto ahora|Hasta las 09:00 p. m.')
    expect(words('Europe/Madrid')).toBe('Cerrado ahora|Abre hoy a las 09:30 a. m.')
  })
})

it('the page carries hours in few letters and loses nothing of them but words', () => {
  const closures: PageHours['closures'] = [
    {
      kind: 'cierre',
      first_day: '2026-12-24',
      last_day: '2026-12-25',
      opens: null,
      closes: null,
      label: 'Fiesta',
    },
    {
      kind: 'cierre',
      first_day: '2026-12-31',
      last_day: '2026-12-31',
      opens: '13:00:00',
      closes: '24:00:00',
      label: null,
    },
    {
      kind: 'apertura',
      first_day: '2027-01-03',
      last_day: '2027-01-03',
      opens: '09:30',
      closes: '14:00',
      label: null,
    },
  ]
  const week = [row(1, '09:30:00', '14:00:00'), row(7, '16:00', '24:00')]
  expect(unpackHours(packHours({ week, closures }))).toEqual({
    week: [row(1, '09:30', '14:00'), row(7, '16:00', '24:00')],
    closures: [
      { ...closures[0], label: null },
      { ...closures[1], opens: '13:00', closes: '24:00' },
      closures[2],
    ],
  })
  expect(unpackHours(packHours({ week, closures: [] }))).toMatchObject({ closures: [] })
})
