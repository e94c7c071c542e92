import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addDays,
  dayBounds,
  dayInZone,
  formatDay,
  instantInZone,
  isDay,
  longDay,
  longMonth,
  monthStart,
  readDay,
  shortDay,
  timeInZone,
  weekday,
  weekStart,
} from './days.ts'

const mexico = 'America/Mexico_City'

describe("the clinic's today", () => {
  it.each([
    ['2026-11-20T05:59:59Z', mexico, '2026-11-19', '23:59'],
    ['2026-11-20T06:00:00Z', mexico, '2026-11-20', '00:00'],
    ['2026-11-21T00:30:00Z', mexico, '2026-11-20', '18:30'],
    ['2026-11-20T10:00:00Z', 'Pacific/Kiritimati', '2026-11-21', '00:00'],
    ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31', '23:30'],
  ])('at %s in %s is %s, %s', (instant, zone, day, time) => {
    expect(dayInZone(new Date(instant), zone)).toBe(day)
    expect(timeInZone(new Date(instant), zone)).toBe(time)
  })

  it.each([
    ['2026-11-20', mexico, '2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    // Days of 23 and 25 hours
    ['2026-03-08', 'America/Tijuana', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', 'America/Tijuana', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    // Mexico's last summer time
    ['2022-10-30', mexico, '2022-10-30T05:00:00.000Z', '2022-10-31T06:00:00.000Z'],
    // Midnight is skipped: the day starts at 01:00
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ])('%s in %s lasts from %s to %s', (day, zone, from, to) => {
    expect(dayBounds(day, zone)).toEqual({ from, to })
  })
})

it('makes the clock of a zone once, however often it is read', () => {
  const { DateTimeFormat } = Intl
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(...args) {
    return new DateTimeFormat(...args)
  })
  onTestFinished(() => made.mockRestore())
  const instants = ['2026-11-20T05:59:59Z', '2026-11-20T06:00:00Z'].map((text) => new Date(text))
  expect(instants.map((instant) => dayInZone(instant, 'America/Guatemala'))).toEqual([
    '2026-11-19',
    '2026-11-20',
  ])
  expect(timeInZone(new Date('2026-11-20T06:00:00Z'), 'America/Guatemala')).toBe('00:00')
  expect(made).toHaveBeenCalledTimes(1)
})

describe('a time on the wall', () => {
  it.each([
    ['America/Mexico_City', '2026-11-20', '18:00', '2026-11-21T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20', '09:30:00', '2026-11-19T19:30:00.000Z'],
    ['America/Tijuana', '2026-01-20', '09:30', '2026-01-20T17:30:00.000Z'],
    ['America/Tijuana', '2026-07-20', '09:30', '2026-07-20T16:30:00.000Z'],
    // The morning after the clock change, and the one before it.
    ['America/Tijuana', '2026-03-08', '09:30', '2026-03-08T16:30:00.000Z'],
    ['America/Tijuana', '2026-03-07', '09:30', '2026-03-07T17:30:00.000Z'],
    // 02:30 is skipped in March, 01:30 occurs twice in November.
    ['America/Tijuana', '2026-03-08', '02:30', '2026-03-08T10:30:00.000Z'],
    ['America/Tijuana', '2026-11-01', '01:30', '2026-11-01T08:30:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, day, time, instant) => {
    expect(instantInZone(day, time, zone).toISOString()).toBe(instant)
  })
})

describe('a day', () => {
  it.each(['2026-11-20', '2024-02-29'])('%s exists', (day) => {
    expect(isDay(day)).toBe(true)
  })

  it.each(['', '2026-02-30', '2026-13-01', '2025-02-29', '20/11/2026', '2026-11-20T00:00', '2026-1-2'])(
    '"%s" does not',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )

  it('moves over months, leap days and changes of the clock', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  })

  it('knows its weekday, the Monday that its week begins with, and its month', () => {
    expect(weekday('2026-11-22')).toBe(0)
    expect(weekday('2026-11-20')).toBe(5)
    expect(weekStart('2026-11-20')).toBe('2026-11-16')
    expect(weekStart('2026-11-22')).toBe('2026-11-16')
    expect(weekStart('2026-11-16')).toBe('2026-11-16')
    expect(monthStart('2026-11-20')).toBe('2026-11-01')
  })

  it('is written dd/MM/yyyy, as Mexico writes it', () => {
    expect(formatDay('2026-11-05')).toBe('05/11/2026')
    expect(longDay('2026-11-20')).toBe('viernes 20 de noviembre de 2026')
    expect(longDay('2026-01-01')).toBe('jueves 1 de enero de 2026')
    expect(longMonth('2026-11-01')).toBe('noviembre de 2026')
    expect(shortDay('2026-09-02')).toBe('mié 2 sep')
  })
})

describe('a typed day (d/m/yyyy, d/m/yy or ddmmyyyy)', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5/1/2027', '2027-01-05'],
    ['5-1-2027', '2027-01-05'],
    [' 05.12.2026 ', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['3/12/26', '2026-12-03'],
    ['3-12-69', '2069-12-03'],
    ['3.12.98', '1998-12-03'],
    ['03122026', '2026-12-03'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is read', (typed, day) => {
    expect(readDay(typed)).toBe(day)
  })

  it.each([
    '31/02/2026',
    '29/02/2027',
    '12/25/2026',
    '12/25/26',
    '31022026',
    '3122026',
    '031226',
    '5/12/026',
    'mañana',
    '00/01/2027',
  ])('%s is none', (typed) => {
    expect(readDay(typed)).toBeNull()
  })
})

describe('a browser that does not know the zone', () => {
  async function daysWithoutZones() {
    const { DateTimeFormat } = Intl
    const old = class extends DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
        if (given[1]?.timeZone) throw new RangeError(`Invalid time zone specified: ${given[1].timeZone}`)
        super(...given)
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: old })
    vi.resetModules()
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.resetModules()
    })
    return import('./days.ts')
  }

  it.each([
    ['America/Mexico_City', '2026-11-19', '23:30'],
    ['America/Cancun', '2026-11-20', '00:30'],
    ['America/Hermosillo', '2026-11-19', '22:30'],
  ])('has the fixed hour of %s', async (zone, day, time) => {
    const days = await daysWithoutZones()
    const instant = new Date('2026-11-20T05:30:00Z')
    expect([days.dayInZone(instant, zone), days.timeInZone(instant, zone)]).toEqual([day, time])
    expect(days.instantInZone(day, time, zone)).toEqual(instant)
  })

  it('has the clock of the device for any other clinic', async () => {
    const days = await daysWithoutZones()
    const noon = new Date(2026, 10, 20, 12, 5)
    expect([days.dayInZone(noon, 'Europe/Kyiv'), days.timeInZone(noon, 'Europe/Kyiv')]).toEqual([
      '2026-11-20',
      '12:05',
    ])
  })
})
