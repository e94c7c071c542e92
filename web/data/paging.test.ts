import { expect, it } from 'vitest'
import { containsFilter, rangeOf } from './paging.ts'

it('a page becomes its first and last row', () => {
  expect(rangeOf({ page: 1, pageSize: 8 })).toEqual([0, 7])
  expect(rangeOf({ page: 3, pageSize: 10 })).toEqual([20, 29])
})

it.each([
  ['ana', 'full_name.ilike."%ana%",email.ilike."%ana%"'],
  ['  Ana Ruiz ', 'full_name.ilike."%Ana Ruiz%",email.ilike."%Ana Ruiz%"'],
  ['100%', String.raw`full_name.ilike."%100\\%%",email.ilike."%100\\%%"`],
  ['a,b).or("x', String.raw`full_name.ilike."%a,b).or(\"x%",email.ilike."%a,b).or(\"x%"`],
  [' ', null],
])('looks for %j', (text, filter) => {
  expect(containsFilter(['full_name', 'email'], text)).toBe(filter)
})
