import { describe, expect, it } from 'vitest'
import { createPace, createStrangers } from './pace.ts'

describe('what one socket may say', () => {
  it('ten joins a second', () => {
    const pace = createPace()
    const joins = (now: number) => Array.from({ length: 12 }, () => pace.mayJoin(now)).filter(Boolean).length
    expect([joins(0), joins(999), joins(1000), joins(5000)]).toEqual([10, 0, 10, 10])
  })

  it.each([
    ['a person', false, 300],
    ['a stranger', true, 60],
  ])('messages of %s in ten seconds', (_who, isStranger, most) => {
    const pace = createPace()
    const heard = (now: number) => Array.from({ length: most + 5 }, () => pace.mayTalk(now, 1, isStranger))
    expect(heard(0).filter(Boolean)).toHaveLength(most)
    expect(heard(10_000).filter(Boolean)).toHaveLength(most)
  })

  it('a stranger says 64 KB in ten seconds', () => {
    const pace = createPace()
    expect([1, 2].map(() => pace.mayTalk(0, 32 * 1024, true))).toEqual([true, true])
    expect(pace.mayTalk(9_999, 1, true)).toBe(false)
    expect(pace.mayTalk(10_000, 64 * 1024, true)).toBe(true)
  })

  it('messages wait until there are a hundred or they hold 256 KB', () => {
    const pace = createPace()
    const ends = Array.from({ length: 100 }, () => pace.queue(1))
    expect(ends).not.toContain(undefined)
    expect(pace.queue(1)).toBeUndefined()
    for (const end of ends) end?.()
    const large = [1, 2, 3, 4].map(() => pace.queue(64 * 1024))
    expect(large).not.toContain(undefined)
    expect(pace.queue(1)).toBeUndefined()
    large[0]?.()
    expect(pace.queue(64 * 1024)).toBeDefined()
  })

  it('the strangers of one network say 1,600 messages at once and then fifty a second', () => {
    const mayTalk = createStrangers()
    const said = (network: string, now: number, times: number) =>
      Array.from({ length: times }, () => mayTalk(network, now)).filter(Boolean).length
    expect([said('a', 0, 2000), said('b', 0, 10)]).toEqual([1600, 10])
    expect([said('a', 1000, 2000), said('a', 1000, 1), said('a', 11_000, 2000)]).toEqual([50, 0, 500])
    expect(said('a', 1_000_000, 2000)).toBe(1600)
  })
})
