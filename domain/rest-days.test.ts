import { expect, it } from 'vitest'
import { restDays } from './rest-days.ts'

const daysOf = (year: number) => restDays(year).map(({ day }) => day)

// Read off printed calendars.
it.each([
  [2026, ['01-01', '02-02', '03-16', '05-01', '09-16', '11-16', '12-25']],
  [2027, ['01-01', '02-01', '03-15', '05-01', '09-16', '11-15', '12-25']],
  [2028, ['01-01', '02-07', '03-20', '05-01', '09-16', '11-20', '12-25']],
  [2030, ['01-01', '02-04', '03-18', '05-01', '09-16', '10-01', '11-18', '12-25']],
])('the rest days of %i are those of Article 74', (year, days) => {
  expect(daysOf(year)).toEqual(days.map((day) => `${year}-${day}`))
})

it('the change of the executive power is a rest day each six years from 2024 on', () => {
  const years = Array.from({ length: 20 }, (_, index) => 2018 + index)
  expect(years.filter((year) => daysOf(year).includes(`${year}-10-01`))).toEqual([2024, 2030, 2036])
})

it('each says what it is', () => {
  expect(restDays(2026).at(1)).toEqual({ day: '2026-02-02', label: 'Día de la Constitución' })
})
