import { describe, expect, it } from 'vitest'
import { seedHours as hours } from './clinic-hours.ts'
import { slotsOf, slotTimes } from './day-slots.ts'
import { formatTime } from './slots.ts'

const zone = 'America/Mexico_City'
const friday = '2026-11-20'
const sunday = '2026-11-22'

describe('the slots of a day', () => {
  it('run every 30 minutes from 09:30, the last before 18:30', () => {
    const times = slotTimes(friday, hours)
    expect(times.slice(0, 3)).toEqual(['09:30', '10:00', '10:30'])
    expect(times.at(-1)).toBe('18:00')
    expect(times).toHaveLength(18)
  })

  it('end before 13:30 on Sunday', () => {
    expect(slotTimes(sunday, hours).at(-1)).toBe('13:00')
    expect(slotTimes(sunday, hours)).toHaveLength(8)
    expect(slotTimes('2026-11-21', hours)).toHaveLength(18)
  })

  it('are marked when taken, whatever the database writes', () => {
    const slots = slotsOf(sunday, {
      hours,
      taken: ['09:30:00', '11:00', null],
      now: new Date('2026-11-20T12:00:00Z'),
      zone,
    })
    expect(slots.filter((slot) => slot.taken).map((slot) => slot.time)).toEqual(['09:30', '11:00'])
    expect(slots).toHaveLength(8)
  })

  it('are not offered once they have begun, by the clock of the clinic', () => {
    const at = (instant: string) => slotsOf(friday, { hours, taken: [], now: new Date(instant), zone })
    expect(at('2026-11-20T15:29:00Z')[0]?.time).toBe('09:30')
    expect(at('2026-11-20T15:30:00Z')[0]?.time).toBe('10:00')
    // 18:01 at the clinic; the next day has begun in UTC, but not there
    expect(at('2026-11-21T00:01:00Z')).toEqual([])
    expect(at('2026-11-20T23:59:00Z').map((slot) => slot.time)).toEqual(['18:00'])
    expect(at('2026-11-22T12:00:00Z')).toEqual([])
  })
})

it.each([
  ['09:30', '09:30 a. m.'],
  ['09:30:00', '09:30 a. m.'],
  ['12:00', '12:00 p. m.'],
  ['00:15', '12:15 a. m.'],
  ['18:00', '06:00 p. m.'],
])('%s is shown as %s', (time, shown) => {
  expect(formatTime(time)).toBe(shown.replaceAll(' ', '\u00a0'))
})

it.each([null, '', '25:00', 'mañana'])('%j is shown as Por definir', (time) => {
  expect(formatTime(time)).toBe('Por definir')
})
