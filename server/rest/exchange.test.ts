import { expect, test } from 'vitest'
import { applyRange, contentRange, negotiate, statusOfRange } from './exchange.ts'
import type { Level } from './parse-query.ts'

test('the first media type that can be written wins', () => {
  expect(negotiate(null)).toBe('json')
  expect(negotiate('*/*')).toBe('json')
  expect(negotiate('text/html, text/csv;q=0.9, application/json')).toBe('csv')
  expect(negotiate('application/vnd.pgrst.object+json')).toBe('object')
  expect(() => negotiate('application/vnd.pgrst.object+json;nulls=stripped')).toThrow('None of these')
  expect(() => negotiate('image/png')).toThrow('None of these')
})

test('a Range header and limit keep what both allow', () => {
  const level = (given: Partial<Level>, header: string) => {
    const narrowed: Level = { where: [], ...given }
    applyRange(narrowed, header)
    return [narrowed.offset, narrowed.limit]
  }
  expect(level({}, '0-9')).toEqual([0, 10])
  expect(level({}, '5-')).toEqual([5, undefined])
  expect(level({ offset: 2, limit: 10 }, '5-6')).toEqual([5, 2])
  expect(level({ offset: 2, limit: 3 }, '0-99')).toEqual([2, 3])
  expect(level({ limit: 0 }, '0-9')).toEqual([0, 0])
  expect(() => level({ limit: 2 }, '5-6')).toThrow('not satisfiable')
  expect(() => level({}, '6-5')).toThrow('not satisfiable')
  expect(() => level({}, 'bytes=0-5')).toThrow('not supported')
})

test('Content-Range and its status', () => {
  expect(contentRange(0, 3, null)).toEqual({ 'content-range': '0-2/*' })
  expect(contentRange(5, 2, 9)).toEqual({ 'content-range': '5-6/9' })
  expect(contentRange(0, 0, 0)).toEqual({ 'content-range': '*/0' })
  expect(contentRange(0, 0, null)).toEqual({ 'content-range': '*/*' })
  expect(statusOfRange(0, 3, null)).toBe(200)
  expect(statusOfRange(0, 3, 3)).toBe(200)
  expect(statusOfRange(0, 2, 3)).toBe(206)
  expect(statusOfRange(3, 0, 3)).toBe(206)
  expect(statusOfRange(20_000, 2, 10_001)).toBe(206)
  expect(() => statusOfRange(4, 0, 3)).toThrow('not satisfiable')
})
