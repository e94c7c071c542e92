import { expect, it } from 'vitest'
import { rangeOf } from './paging.ts'

it('a page becomes its first and last row', () => {
  expect(rangeOf({ page: 1, pageSize: 8 })).toEqual([0, 7])
  expect(rangeOf({ page: 3, pageSize: 10 })).toEqual([20, 29])
})
