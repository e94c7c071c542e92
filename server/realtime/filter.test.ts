import { postgresChangesFilter } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { FilterError, parseFilter, toSql } from './filter.ts'

describe('the filter of a subscription', () => {
  it.each([
    ['', []],
    ['id=eq.1', [{ column: 'id', operator: 'eq', values: ['1'] }]],
    ['name=eq.', [{ column: 'name', operator: 'eq', values: [''] }]],
    ['name=neq.a=b.c', [{ column: 'name', operator: 'neq', values: ['a=b.c'] }]],
    [
      'at=gte.2026-01-01T00:00:00+00',
      [{ column: 'at', operator: 'gte', values: ['2026-01-01T00:00:00+00'] }],
    ],
    ['s=in.(a,b c,"d,e")', [{ column: 's', operator: 'in', values: ['a', 'b c', 'd,e'] }]],
    [
      'a=gt.1,b=lt.2',
      [
        { column: 'a', operator: 'gt', values: ['1'] },
        { column: 'b', operator: 'lt', values: ['2'] },
      ],
    ],
  ])('reads %j', (text, conditions) => expect(parseFilter(text)).toEqual(conditions))

  it('reads what realtime-js writes', () => {
    const text = postgresChangesFilter().eq('a', 'x,"y"\\').in('b', ['(1)', '2']).lte('c', 3).build()
    expect(parseFilter(text).map((condition) => condition.values)).toEqual([['x,"y"\\'], ['(1)', '2'], ['3']])
  })

  it.each([
    'id',
    'id=1',
    'id=eq',
    'id=like.%a%',
    'id=is.null',
    'id=not.eq.1',
    'i d=eq.1',
    'id"=eq.1',
    'id=in.a',
    'id=in.()',
    'id=eq."a',
    'id=in.(a',
    'a=eq.1,',
    `id=in.(${Array.from({ length: 101 }, (_, index) => index)})`,
  ])('refuses $0', (text) => expect(() => parseFilter(text)).toThrow(FilterError))

  it('becomes a comparison of types, never of texts', () => {
    const values: string[] = []
    const sql = parseFilter('a=eq.1,b=in.(x,y)').map((condition) =>
      toSql(
        condition,
        '"t"',
        (column) => (column === 'a' ? 'bigint' : 'text'),
        (value) => `$${values.push(value)}`,
      ),
    )
    expect(sql).toEqual(['"t"."a" = $1::text::bigint', '"t"."b" in ($2::text::text, $3::text::text)'])
    expect(values).toEqual(['1', 'x', 'y'])
  })
})
