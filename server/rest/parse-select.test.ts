import { describe, expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'

const plain = (name: string) => ({ kind: 'field', field: { name, path: [] } })

describe('select', () => {
  test('columns, the star, aliases and casts', () => {
    expect(parseSelect('*')).toEqual([{ kind: 'star' }])
    expect(parseSelect('id, who:full_name, age::text')).toEqual([
      plain('id'),
      { ...plain('full_name'), alias: 'who' },
      { ...plain('age'), cast: 'text' },
    ])
    expect(parseSelect('a::double precision')).toEqual([{ ...plain('a'), cast: 'double precision' }])
  })

  test('names with accents, dashes and quotes', () => {
    expect(parseSelect('año,first-name,"a,b(c):\\"d\\\\"')).toEqual([
      plain('año'),
      plain('first-name'),
      plain('a,b(c):"d\\'),
    ])
  })

  test('json paths', () => {
    expect(parseSelect('data->a->-2->>b-c::int')).toEqual([
      {
        kind: 'field',
        cast: 'int',
        field: {
          name: 'data',
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->', key: -2 },
            { arrow: '->>', key: 'b-c' },
          ],
        },
      },
    ])
    expect(parseSelect('data->2a')).toMatchObject([{ field: { path: [{ key: '2a' }] } }])
  })

  test('embedded resources with alias, hint and join, to any depth', () => {
    expect(parseSelect('patient:profiles!patient_id!inner(name,boss!left(id)),x()')).toEqual([
      {
        kind: 'embed',
        alias: 'patient',
        target: 'profiles',
        hint: 'patient_id',
        inner: true,
        items: [plain('name'), { kind: 'embed', target: 'boss', inner: false, items: [plain('id')] }],
      },
      { kind: 'embed', target: 'x', inner: false, items: [] },
    ])
    expect(parseSelect('a!inner!b(id)')).toMatchObject([{ hint: 'b', inner: true }])
  })

  test('what does not parse says where', () => {
    expect(() => parseSelect('a,,b')).toThrow('"failed to parse select parameter (a,,b)" (line 1, column 3)')
    for (const text of ['', 'a b:', 'a!b', 'a(', 'a(b', 'a)', 'a::', 'a::::text', 'a!x!y(id)', '*a', '"a']) {
      expect(() => parseSelect(text), text).toThrow('failed to parse')
    }
  })

  test('a hundred items in all, those of embedded resources as well', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => `z${at}:a`).join(',')
    expect(parseSelect(items(100))).toHaveLength(100)
    expect(parseSelect(`${items(49)},b(${items(50)})`)).toHaveLength(50)
    for (const text of [items(101), `${items(50)},b(${items(50)})`, `b(c(${items(99)}))`])
      expect(() => parseSelect(text)).toThrow('a select of more than 100 items')
  })

  test('aggregates and spreads are refused by name', () => {
    for (const text of ['count()', 'n:count()', 'a.sum()', 'a::int.max()', 'b(a.avg())']) {
      expect(() => parseSelect(text), text).toThrow('aggregate')
    }
    expect(() => parseSelect('...a(b)')).toThrow('spreading')
  })
})
