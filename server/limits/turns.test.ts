import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

afterEach(() => vi.useRealTimers())

describe('turns', () => {
  /** Requests turns and ends them; shows who was let in so far. */
  function crowd(turns: ReturnType<typeof createTurns>) {
    const inside: { who: string; end: () => void }[] = []
    const refused: string[] = []
    return {
      ask: async (who: string, times = 1) => {
        for (let time = 0; time < times; time++)
          turns.take(who).then(
            (end) => inside.push({ who, end }),
            (error) => refused.push(error.code),
          )
        await Promise.resolve()
      },
      leave: async (who: string) => {
        const at = inside.findIndex((one) => one.who === who)
        inside.splice(at, 1)[0]?.end()
        await new Promise((done) => setImmediate(done))
      },
      inside: () => inside.map(({ who }) => who).join(''),
      refused,
    }
  }

  it('an account that asks for everything leaves turns to the others', async () => {
    const { ask, inside } = crowd(createTurns({ atOnce: 4, each: 3 }))
    await ask('a', 50)
    await ask('b')
    expect(inside()).toBe('aaab')
  })

  it('the next turn goes to whoever has the fewest running, and equals take turns', async () => {
    const { ask, leave, inside } = crowd(createTurns({ atOnce: 4, each: 3 }))
    await ask('a', 50)
    await ask('b', 50)
    await ask('c', 50)
    expect(inside()).toBe('aaab')
    await leave('a')
    expect(inside()).toBe('aabc')
    await leave('a')
    expect(inside()).toBe('abca')
    await leave('a')
    expect(inside()).toBe('bcab')
  })

  it('an ended turn goes to the next, and nothing is left behind', async () => {
    const { ask, leave, inside } = crowd(createTurns({ atOnce: 1, each: 1 }))
    await ask('a', 3)
    for (const left of ['a', 'a', '']) {
      await leave('a')
      expect(inside()).toBe(left)
    }
    await ask('b')
    expect(inside()).toBe('b')
  })

  it('refuses an account that has too many waiting, and nobody else', async () => {
    const { ask, leave, inside, refused } = crowd(createTurns({ atOnce: 1, each: 1 }))
    await ask('a', 400)
    await ask('b')
    await new Promise((done) => setImmediate(done))
    expect(refused).toEqual(Array(99).fill('53300'))
    await leave('a')
    await leave('a')
    expect(inside()).toBe('b')
  })

  it('gives up after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const turns = createTurns({ atOnce: 1, each: 1 })
    const end = await turns.take('a')
    const late = turns.take('b').catch((error) => error.code)
    const patient = turns.take('c')
    await vi.advanceTimersByTimeAsync(9_999)
    end()
    const endOfB = await late
    expect(typeof endOfB).toBe('function')
    const refusal = patient.catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(1)
    expect(await refusal).toBe('53300')
    endOfB()
    expect(typeof (await turns.take('d'))).toBe('function')
  })
})
