import { expect, it } from 'vitest'
import { seedWeek } from './clinic-hours.ts'
import { contradicts } from './week.ts'
import { weekInWords } from './week-words.ts'

const row = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes })

it('the week of a new installation reads as it always did', () => {
  expect(weekInWords(seedWeek)).toEqual([
    { days: 'Lunes a sábado', windows: [{ opens: '09:30', closes: '18:30' }] },
    { days: 'Domingo', windows: [{ opens: '09:30', closes: '13:30' }] },
  ])
})

it('a split day has its hours together, two alike days are joined by y, a closed day is not named', () => {
  const split = (weekday: number) => [
    row(weekday, '16:00:00', '18:30:00'),
    row(weekday, '09:30:00', '14:00:00'),
  ]
  const windows = [
    { opens: '09:30', closes: '14:00' },
    { opens: '16:00', closes: '18:30' },
  ]
  expect(weekInWords([...split(1), ...split(2), ...split(4)])).toEqual([
    { days: 'Lunes y martes', windows },
    { days: 'Jueves', windows },
  ])
})

it('words contradict a week that they do not tell of', () => {
  const words = [
    { days: 'Lunes a sábado', opens: '09:30', closes: '18:30' },
    { days: 'Domingo', opens: '09:30', closes: '13:30' },
  ]
  expect(contradicts(words, seedWeek)).toBe(false)
  expect(contradicts(words.slice(0, 1), seedWeek)).toBe(true)
  expect(contradicts(words, [...seedWeek.slice(0, 6), row(7, '09:30', '14:00')])).toBe(true)
  expect(contradicts([{ days: 'Con cita', opens: '09:30', closes: '18:30' }], seedWeek)).toBe(false)
})
