import { expect, test } from 'vitest'
import { parsePrefer, preferenceApplied } from './parse-prefer.ts'

test('known preferences are read, the first of two counts, unknown ones are skipped', () => {
  expect(parsePrefer(null)).toEqual({})
  expect(
    parsePrefer(
      'return=minimal, return=representation,count=exact,resolution=merge-duplicates, x=y, missing=null',
    ),
  ).toEqual({ return: 'minimal', count: 'exact', resolution: 'merge-duplicates' })
})

test('a count is exact or ends at a bound', () => {
  expect(parsePrefer('count=estimated')).toEqual({ count: 'estimated' })
  expect(parsePrefer('count=exact')).toEqual({ count: 'exact' })
})

test('strict handling refuses unknown preferences and values', () => {
  expect(() => parsePrefer('handling=strict, x=y')).toThrow('handling=strict')
  expect(() => parsePrefer('handling=strict, return=all')).toThrow('handling=strict')
})

test('what would harm when ignored is refused always', () => {
  for (const header of [
    'tx=rollback',
    'missing=default',
    'max-affected=1',
    'handling=strict, max-affected=1',
  ]) {
    expect(() => parsePrefer(header), header).toThrow('is not supported')
  }
  expect(parsePrefer('tx=commit')).toEqual({})
})

test('only what a kind of request honours is confirmed', () => {
  const prefer = parsePrefer('handling=strict,count=exact,return=minimal')
  expect(preferenceApplied(prefer, ['count', 'handling'])).toEqual({
    'preference-applied': 'count=exact, handling=strict',
  })
  expect(preferenceApplied(prefer, ['return'])).toEqual({ 'preference-applied': 'return=minimal' })
  expect(preferenceApplied({}, ['count'])).toEqual({})
})
