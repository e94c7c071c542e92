import { expect, it } from 'vitest'
import { dayWindows, seedHours } from './clinic-hours.ts'
import { slotTimes } from './day-slots.ts'
import { dayCases } from './slots-cases.ts'

const written = (windows: { opens: string; closes: string }[]) =>
  windows.map(({ opens, closes }) => `${opens}-${closes}`).join(' ')

it('agrees with every known day of slots.cases.json', () => {
  expect(dayCases.length).toBeGreaterThanOrEqual(200)
  const found = dayCases.map(({ hours, day, ...known }) => ({
    ...known,
    day,
    who: hours.doctorId,
    windows: written(dayWindows(day, hours)),
  }))
  expect(found).toEqual(dayCases.map(({ hours, ...known }) => ({ ...known, who: hours.doctorId })))
})

it('reads times as the database writes them', () => {
  const week = [{ doctor_id: null, weekday: 1, opens: '09:30:00', closes: '24:00:00' }]
  const closures = [
    {
      doctor_id: null,
      kind: 'cierre' as const,
      first_day: '2026-11-23',
      last_day: '2026-11-23',
      opens: '14:00:00',
      closes: '16:00:00',
      label: null,
    },
    {
      doctor_id: null,
      kind: 'apertura' as const,
      first_day: '2026-11-23',
      last_day: '2026-11-23',
      opens: '08:30:00',
      closes: '09:30:00',
      label: null,
    },
  ]
  expect(written(dayWindows('2026-11-23', { doctorId: null, week, closures }))).toBe(
    '08:30-14:00 16:00-24:00',
  )
})

it('has a slot each half hour of a window, none in the break between two', () => {
  const week = [
    { doctor_id: null, weekday: 1, opens: '09:30', closes: '14:00' },
    { doctor_id: null, weekday: 1, opens: '16:00', closes: '18:30' },
  ]
  const times = slotTimes('2026-11-23', { ...seedHours, week })
  expect(times.slice(8, 10)).toEqual(['13:30', '16:00'])
  expect(times.at(-1)).toBe('18:00')
  expect(times).toHaveLength(14)
})
