import { describe, expect, it } from 'vitest'
import {
  addMonths,
  type CalendarView,
  dayAfterKey,
  readView,
  stepView,
  viewTitle,
  visibleDays,
  weekOf,
  weeksOfMonth,
} from './calendar.ts'

describe('months', () => {
  it.each([
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', -12, '2027-02-28'],
  ])('%s moved by %i is %s', (day, count, moved) => {
    expect(addMonths(day, count)).toBe(moved)
  })

  it.each([
    // 30 days, starting on a Sunday
    ['2026-11-20', 6, '2026-10-26', '2026-12-06'],
    ['2026-12-01', 5, '2026-11-30', '2027-01-03'],
    // 28 days, starting on a Monday
    ['2027-02-10', 4, '2027-02-01', '2027-02-28'],
    ['2026-08-31', 6, '2026-07-27', '2026-09-06'],
  ])('that of %s has %i weeks, from %s to %s', (day, count, from, to) => {
    const weeks = weeksOfMonth(day)
    expect(weeks).toHaveLength(count)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect(visibleDays('mes', day)).toEqual({ from, to })
    expect(weeks.flat().filter((shown) => shown.startsWith(day.slice(0, 8)))).toHaveLength(
      Number(addMonths(`${day.slice(0, 8)}31`, 0).slice(8)),
    )
  })
})

describe('a week', () => {
  it('begins on Monday and ends on Sunday, over months and changes of the clock', () => {
    expect(weekOf('2026-11-22')).toEqual(weekOf('2026-11-16'))
    expect(weekOf('2026-11-01')).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ])
    expect(visibleDays('semana', '2026-03-08')).toEqual({ from: '2026-03-02', to: '2026-03-08' })
    expect(visibleDays('dia', '2026-03-08')).toEqual({ from: '2026-03-08', to: '2026-03-08' })
  })
})

it.each<[CalendarView, string, string]>([
  ['mes', '2026-11-20', 'noviembre de 2026'],
  ['semana', '2026-11-20', '16 al 22 de noviembre de 2026'],
  ['semana', '2026-10-01', '28 de septiembre al 4 de octubre de 2026'],
  ['semana', '2026-12-31', '28 de diciembre de 2026 al 3 de enero de 2027'],
  ['dia', '2026-11-20', 'viernes 20 de noviembre de 2026'],
])('the view %s of %s is called "%s"', (view, day, title) => {
  expect(viewTitle(view, day)).toBe(title)
})

it.each<[CalendarView, string, string]>([
  ['mes', '2026-12-20', '2026-10-20'],
  ['semana', '2026-11-27', '2026-11-13'],
  ['dia', '2026-11-21', '2026-11-19'],
])('the view %s steps to %s and back to %s', (view, next, previous) => {
  expect(stepView(view, '2026-11-20', 1)).toBe(next)
  expect(stepView(view, '2026-11-20', -1)).toBe(previous)
})

it('an address names one of three views, else the month is meant', () => {
  expect(['mes', 'semana', 'dia', 'año', '', null].map(readView)).toEqual([
    'mes',
    'semana',
    'dia',
    'mes',
    'mes',
    'mes',
  ])
})

describe('the keyboard leads', () => {
  const from = '2026-11-18'
  it.each<[string, string | null, string | null, string | null]>([
    ['ArrowLeft', '2026-11-17', '2026-11-17', '2026-11-17'],
    ['ArrowRight', '2026-11-19', '2026-11-19', '2026-11-19'],
    ['ArrowUp', '2026-11-11', null, null],
    ['ArrowDown', '2026-11-25', null, null],
    ['Home', '2026-11-16', '2026-11-16', null],
    ['End', '2026-11-22', '2026-11-22', null],
    ['PageUp', '2026-10-18', '2026-11-11', '2026-11-17'],
    ['PageDown', '2026-12-18', '2026-11-25', '2026-11-19'],
    ['Enter', null, null, null],
  ])('with %s to %s in a month, %s in a week and %s in a day', (key, month, week, day) => {
    expect(dayAfterKey(from, { key }, 'mes')).toBe(month)
    expect(dayAfterKey(from, { key }, 'semana')).toBe(week)
    expect(dayAfterKey(from, { key }, 'dia')).toBe(day)
  })

  it('by years with Shift, where a month is shown', () => {
    expect(dayAfterKey(from, { key: 'PageUp', shiftKey: true }, 'mes')).toBe('2025-11-18')
    expect(dayAfterKey(from, { key: 'PageDown', shiftKey: true }, 'mes')).toBe('2027-11-18')
  })
})
