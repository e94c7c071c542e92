import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

const read = (text: string) => parseQuery(new URLSearchParams(text), false)

describe('a query string', () => {
  test('puts each parameter where it belongs', () => {
    const query = read('select=a&b=eq.1&or=(c.eq.2,d.eq.3)&order=a&limit=5&offset=2&apikey=k')
    expect(query).toMatchObject({
      root: { limit: 5, offset: 2, order: [{ field: { name: 'a' } }] },
      embedded: [],
    })
    expect(query.root.where.map(({ kind }) => kind)).toEqual(['filter', 'or'])
  })

  test('parameters of embedded resources keep their way', () => {
    const query = read(
      'p.q.a=eq.1&p.order=a&p.limit=3&p.not.or=(a.eq.1,b.eq.2)&"x.y".and=(a.eq.1)&not.and=(a.eq.1)',
    )
    expect(query.embedded.map(({ path }) => path)).toEqual([['p', 'q'], ['p'], ['x.y']])
    expect(query.embedded[1]?.level).toMatchObject({ limit: 3, where: [{ kind: 'or', negated: true }] })
    expect(query.root.where).toMatchObject([{ kind: 'and', negated: true }])
  })

  test('json paths and quoted names in the key', () => {
    expect(read('data->a->>b=eq.1&"order"=eq.2&"a.b"=eq.3').root.where).toMatchObject([
      { field: { name: 'data', path: [{ key: 'a' }, { key: 'b' }] } },
      { field: { name: 'order' } },
      { field: { name: 'a.b' } },
    ])
  })

  test('a call takes as arguments what is no filter', () => {
    const query = parseQuery(new URLSearchParams('a=1&b=eq.2&c=x.y&limit=1'), true)
    expect([...query.args]).toEqual([
      ['a', '1'],
      ['c', 'x.y'],
    ])
    expect(query.root.where).toMatchObject([{ field: { name: 'b' } }])
  })

  test('a parameter twice, empty or unknown is refused', () => {
    for (const text of [
      'select=a&select=b',
      'limit=1&limit=1',
      'p.order=a&p.order=b',
      'a',
      'a=b',
      '=eq.1',
      'a.=eq.1',
    ]) {
      expect(() => read(text), text).toThrow()
    }
    expect(() => read('a=eq.%00')).toThrow('invalid byte sequence')
    expect(() => read(`a=eq.${'['.repeat(200)}`)).toThrow('nested deeper')
    // The same column twice is a range.
    expect(read('a=gte.1&a=lt.5').root.where).toHaveLength(2)
  })
})
