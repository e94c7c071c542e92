import { describe, expect, test } from 'vitest'
import { looksLikeFilter, parseFilter, parseLogic, parseOrder } from './parse-filter.ts'

const a = { name: 'a', path: [] }
const test_ = (text: string) => parseFilter(a, text).test

describe('a filter', () => {
  test('takes the rest of the text as its value', () => {
    expect(parseFilter(a, 'eq.1.5,(x)"')).toEqual({
      kind: 'filter',
      field: a,
      negated: false,
      test: { op: 'eq', value: '1.5,(x)"' },
    })
    expect(parseFilter(a, 'not.ilike.*x*')).toMatchObject({
      negated: true,
      test: { op: 'ilike', value: '*x*' },
    })
    expect(test_('eq.')).toEqual({ op: 'eq', value: '' })
  })

  test('a list', () => {
    expect(test_('in.(1,2)')).toEqual({ op: 'in', values: ['1', '2'] })
    expect(test_('in.()')).toEqual({ op: 'in', values: [] })
    expect(test_('in.("a,b","c\\"d","",e"f)')).toEqual({ op: 'in', values: ['a,b', 'c"d', '', 'e"f'] })
    expect(test_('in.(a b, c)')).toEqual({ op: 'in', values: ['a b', ' c'] })
  })

  test('is', () => {
    expect(test_('is.NULL')).toEqual({ op: 'is', value: 'null' })
    expect(test_('is.not_null')).toEqual({ op: 'is', value: 'not_null' })
    expect(() => test_('is.nothing')).toThrow('failed to parse')
  })

  test('of the wrong form is refused', () => {
    for (const text of [
      '',
      'x',
      'eq',
      'foo.x',
      'in.1',
      'in.(1',
      'in.(1)2',
      'is.null2',
      'not.',
      'not.not.eq.1',
    ]) {
      expect(() => parseFilter(a, text), text).toThrow('failed to parse')
    }
    for (const text of ['cs.{1}', 'fts(es).x', 'eq(any).{1}', 'isdistinct.1']) {
      expect(() => parseFilter(a, text), text).toThrow('is not supported')
    }
  })

  test('is told from an argument of a function', () => {
    for (const text of ['eq.1', 'not.in.(1)', 'cs.{1}', 'fts(es).x', 'like(any).{}']) {
      expect(looksLikeFilter(text), text).toBe(true)
    }
    for (const text of ['1', 'dr. pérez', 'equal.x', 'eq', 'not.here', 'IN.x']) {
      expect(looksLikeFilter(text), text).toBe(false)
    }
  })
})

describe('a logic tree', () => {
  test('nests, negates, and ends values at commas and brackets', () => {
    expect(
      parseLogic('or', true, '(a.eq.x y, not.and(b->>c.not.is.null,d.in.(1,2)),e.eq."f,g)",h.eq.{1,2})'),
    ).toEqual({
      kind: 'or',
      negated: true,
      of: [
        { kind: 'filter', field: a, negated: false, test: { op: 'eq', value: 'x y' } },
        {
          kind: 'and',
          negated: true,
          of: [
            {
              kind: 'filter',
              field: { name: 'b', path: [{ arrow: '->>', key: 'c' }] },
              negated: true,
              test: { op: 'is', value: 'null' },
            },
            {
              kind: 'filter',
              field: { name: 'd', path: [] },
              negated: false,
              test: { op: 'in', values: ['1', '2'] },
            },
          ],
        },
        { kind: 'filter', field: { name: 'e', path: [] }, negated: false, test: { op: 'eq', value: 'f,g)' } },
        {
          kind: 'filter',
          field: { name: 'h', path: [] },
          negated: false,
          test: { op: 'eq', value: '{1,2}' },
        },
      ],
    })
    expect(parseLogic('or', false, '(and.eq.1,or.eq.2)')).toMatchObject({
      of: [{ field: { name: 'and' } }, { field: { name: 'or' } }],
    })
  })

  test('of the wrong form is refused', () => {
    for (const text of [
      '',
      '()',
      '(a)',
      '(a.eq)',
      '(a.eq.1',
      '(a.eq.1))',
      '(a.eq.1,)',
      'a.eq.1',
      '(and(a.eq.1)',
    ]) {
      expect(() => parseLogic('and', false, text), text).toThrow('failed to parse')
    }
    expect(() => parseLogic('and', false, '(a.cs.{1})')).toThrow('is not supported')
  })
})

describe('order', () => {
  test('directions, nulls, json paths and fields of the embedded', () => {
    expect(parseOrder('a,a.desc,a.asc.nullslast,a.nullsfirst,b(a->x).desc')).toEqual([
      { field: a },
      { field: a, direction: 'desc' },
      { field: a, direction: 'asc', nulls: 'last' },
      { field: a, nulls: 'first' },
      { relation: 'b', field: { name: 'a', path: [{ arrow: '->', key: 'x' }] }, direction: 'desc' },
    ])
  })

  test('of the wrong form is refused', () => {
    for (const text of [
      '',
      'a.',
      'a.up',
      'a.descc',
      'a.desc.nulls',
      'a.nullslast.desc',
      'a,',
      'b(a',
      'b()',
    ]) {
      expect(() => parseOrder(text), text).toThrow('failed to parse')
    }
  })
})
