import { describe, expect, it } from 'vitest'
import { type ReadRequest, readPlan } from './read-plan.ts'
import type { Relation, Schema } from './schema.ts'

const people: Relation = {
  name: 'people',
  columns: new Map([['name', { name: 'name', type: 'text' }]]),
  primaryKey: [],
  computed: new Set(),
  computedRelationships: new Set(),
  isView: false,
}
const schema = (): Schema => ({
  relations: new Map([['people', people]]),
  relationships: new Map(),
  routines: new Map(),
})
const asked: ReadRequest = { search: '?name=eq.Ana', range: null, media: 'json', count: undefined }

describe('the plan of a read', () => {
  it('is made once for the same request', () => {
    const of = schema()
    expect(readPlan(of, people, { ...asked })).toBe(readPlan(of, people, { ...asked }))
  })

  it('differs with everything that it depends on', () => {
    const of = schema()
    const others: Partial<ReadRequest>[] = [
      { search: '?name=eq.Beto' },
      { range: '0-4' },
      { media: 'csv' },
      { media: 'none' },
      { count: 'exact' },
      { count: 'estimated' },
    ]
    const plans = [{}, ...others].map((one) => readPlan(of, people, { ...asked, ...one }))
    const shown = plans.map(({ sql, params }) => JSON.stringify([sql, params]))
    expect(new Set(shown).size).toBe(plans.length)
    expect(readPlan(schema(), people, asked)).not.toBe(plans[0])
  })

  it('is forgotten when many others have come since', () => {
    const of = schema()
    const first = readPlan(of, people, asked)
    for (let n = 0; n < 500; n++) readPlan(of, people, { ...asked, search: `?name=eq.${n}` })
    expect(readPlan(of, people, asked)).not.toBe(first)
  })

  it('of a query that is refused is refused each time', () => {
    const of = schema()
    const wrong = () => readPlan(of, people, { ...asked, search: '?nobody=eq.1' })
    expect(wrong).toThrow('does not exist')
    expect(wrong).toThrow('does not exist')
  })
})
