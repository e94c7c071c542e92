import { expect, it } from 'vitest'
import { dentitions, isTooth, nextTooth, regionParts, toothName, toothShape } from './odontogram.ts'

const all = Object.values(dentitions).flatMap(({ upper, lower }) => [...upper, ...lower])

it('has 32 permanent and 20 primary teeth, each once', () => {
  expect(dentitions.permanent.upper).toEqual([18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28])
  expect(dentitions.primary.lower).toEqual([85, 84, 83, 82, 81, 71, 72, 73, 74, 75])
  expect(new Set(all).size).toBe(52)
})

it.each([
  [36, 'primer molar inferior izquierdo'],
  [11, 'incisivo central superior derecho'],
  [28, 'tercer molar superior izquierdo'],
  [44, 'primer premolar inferior derecho'],
  [53, 'canino temporal superior derecho'],
  [75, 'segundo molar temporal inferior izquierdo'],
])('calls %i %s', (number, name) => expect(toothName(number)).toBe(name))

it('has another name for each tooth', () => expect(new Set(all.map(toothName)).size).toBe(52))

it.each([0, 10, 19, 49, 56, 86, 91, 36.5])('%d is no tooth', (number) => {
  expect(isTooth(number)).toBe(false)
  expect(() => toothName(number)).toThrow(RangeError)
})

it('draws the first primary molar as a molar, the first premolar as one', () => {
  expect([54, 14, 11, 23, 46].map(toothShape)).toEqual(['molar', 'premolar', 'incisor', 'canine', 'molar'])
})

it('says where in words', () => {
  expect(regionParts({ teeth: [18, 36], areas: ['atm', 'arcada_inferior'] })).toEqual([
    'Piezas 18, 36',
    'Arcada inferior',
    'ATM',
  ])
  expect(regionParts({ teeth: [36], areas: [] })).toEqual(['Pieza 36'])
  expect(regionParts({ teeth: [], areas: [] })).toEqual([])
})

it.each([
  ['ArrowRight', 11, 21],
  ['ArrowLeft', 21, 11],
  ['ArrowLeft', 18, 18],
  ['ArrowRight', 38, 38],
  ['ArrowDown', 16, 46],
  ['ArrowDown', 46, 46],
  ['ArrowUp', 31, 21],
  ['ArrowUp', 21, 21],
  ['Home', 25, 18],
  ['End', 42, 38],
])('%s leads from %i to %i', (key, from, to) => {
  expect(nextTooth(dentitions.permanent, from, key)).toBe(to)
})
