import { expect, it } from 'vitest'
import { measure, measuredText, measurementText, nearestHandle } from './measure.ts'

const from = { x: 10, y: 10 }

it('a length is in mm where the spacing is to be trusted, with the spacing of each direction', () => {
  const spacing = { known: 'mm', row: 0.5, column: 0.2 } as const
  expect(measure('length', [from, { x: 30, y: 10 }], spacing)).toEqual({ value: 4, unit: 'mm' })
  expect(measure('length', [from, { x: 10, y: 16 }], spacing)).toEqual({ value: 3, unit: 'mm' })
  expect(measure('length', [from, { x: 30, y: 16 }], spacing)).toEqual({ value: 5, unit: 'mm' })
})

it.each([undefined, { known: 'ratio', ratio: 2.5 }, { known: 'nothing', ratio: 2.5 }] as const)(
  'else in px: %o',
  (spacing) => {
    expect(measure('length', [from, { x: 13, y: 14 }], spacing)).toEqual({ value: 5, unit: 'px' })
  },
)

it('an angle is that of the patient, not of the pixels, and never more than half a turn', () => {
  const right = [
    { x: 1, y: 0 },
    { x: 0, y: 0 },
    { x: 0, y: 1 },
  ]
  expect(measure('angle', right)).toEqual({ value: 90, unit: '°' })
  const diagonal = [
    { x: 1, y: 0 },
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]
  expect(measure('angle', diagonal)?.value).toBeCloseTo(45)
  expect(measure('angle', diagonal, { known: 'ratio', ratio: 2 })?.value).toBeCloseTo(63.435, 3)
  expect(measure('angle', [...diagonal].reverse())?.value).toBeCloseTo(45)
  expect(
    measure('angle', [
      { x: -1, y: 0.001 },
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ])?.value,
  ).toBeCloseTo(180, 0)
})

it('an angle is not told where the proportions of a pixel are not known', () => {
  const right = [{ x: 1, y: 0 }, from, { x: 0, y: 1 }]
  expect(measure('angle', right, { known: 'nothing', ratio: 1 })).toBeNull()
  expect(measurementText('angle', right, { known: 'nothing', ratio: 1 })).toBe('sin escala')
  expect(measurementText('angle', right.slice(0, 2), { known: 'nothing', ratio: 1 })).toBe('')
})

it('says nothing before its last point', () => {
  expect(measure('length', [from])).toBeNull()
  expect(measure('angle', [from, { x: 1, y: 1 }])).toBeNull()
})

it.each([
  [{ value: 12.345, unit: 'mm' as const }, '12.3 mm'],
  [{ value: 4.26, unit: 'px' as const }, '4.3 px'],
  [{ value: 48.7, unit: 'px' as const }, '49 px'],
  [{ value: 91.46, unit: '°' as const }, '91.5°'],
])('%o is said as %s', (value, text) => {
  expect(measuredText(value)).toBe(text)
})

it('a finger takes the nearest point within its reach', () => {
  const handles = [
    { x: 0, y: 0, name: 'a' },
    { x: 10, y: 0, name: 'b' },
  ]
  expect(nearestHandle(handles, { x: 7, y: 1 }, 22)?.name).toBe('b')
  expect(nearestHandle(handles, { x: 40, y: 0 }, 22)).toBeNull()
})
