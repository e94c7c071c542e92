import { describe, expect, it } from 'vitest'
import { namesTag, parseRange } from './byte-range.ts'

describe('the range of a download', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=95-1000', { first: 95, last: 99 }],
    ['BYTES = 0 - 0', { first: 0, last: 0 }],
  ])('%s of 100 bytes', (header, range) => expect(parseRange(header, 100)).toEqual(range))

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s cannot be had of 100 bytes', (header) =>
    expect(parseRange(header, 100)).toBe('unsatisfiable'),
  )

  it('nothing can be had of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
  })

  it.each([null, '', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])(
    '%j means the whole file',
    (header) => expect(parseRange(header, 100)).toBeNull(),
  )
})

describe('a tag in a list', () => {
  it('is found with or without the weak mark', () => {
    expect(namesTag('"a", W/"b"', '"b"')).toBe(true)
    expect(namesTag('*', '"b"')).toBe(true)
    expect(namesTag('"a"', '"b"')).toBe(false)
    expect(namesTag(null, '"b"')).toBe(false)
  })
})
