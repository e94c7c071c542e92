import { afterEach, expect, it, vi } from 'vitest'
import { DatabaseError } from '#server/base/errors.ts'
import { createEntrance } from './entrance.ts'

afterEach(() => vi.useRealTimers())

function useEntrance() {
  let time = 1_000_000
  const enter = createEntrance({ atOnce: 10, each: 3, busy: 2 }, () => time)
  const ask = (who: string | undefined, code?: string) =>
    enter(who, async () => {
      if (code) throw new DatabaseError({ message: '', code })
      return 'answered'
    }).catch((error) => error.code)
  return { ask, advance: (ms: number) => (time += ms) }
}

it.each(['57014', '54000'])(
  'three queries in a minute that are too costly (%s) lead to a pause',
  async (code) => {
    const { ask, advance } = useEntrance()
    for (const _ of [1, 2, 3]) expect(await ask('a', code)).toBe(code)
    expect([await ask('a'), await ask('b'), await ask(undefined)]).toEqual(['53300', 'answered', 'answered'])
    advance(59_999)
    expect(await ask('a')).toBe('53300')
    advance(1)
    for (const _ of [1, 2]) expect(await ask('a', code)).toBe(code)
    expect(await ask('a')).toBe('answered')
  },
)

it('a pause says when it ends', async () => {
  let time = 0
  const enter = createEntrance({ atOnce: 10, each: 3, busy: 2 }, () => time)
  const fail = async () => {
    throw new DatabaseError({ message: '', code: '57014' })
  }
  for (const _ of [1, 2, 3]) await expect(enter('a', fail)).rejects.toMatchObject({ code: '57014' })
  time = 18_500
  await expect(enter('a', fail)).rejects.toMatchObject({ code: '53300', retryAfter: 42 })
})

it('two in a minute, and any other error, lead to no pause', async () => {
  const { ask, advance } = useEntrance()
  for (let minute = 0; minute < 3; minute++) {
    for (const code of ['57014', '54000', '23505', '42501', '54001']) expect(await ask('a', code)).toBe(code)
    expect(await ask('a')).toBe('answered')
    advance(60_000)
  }
})

it('a pause also refuses queries that were already waiting', async () => {
  const { ask } = useEntrance()
  const codes = await Promise.all(Array.from({ length: 20 }, () => ask('a', '57014')))
  // Three started at once, and a few more when the first of them ended.
  expect(codes.filter((code) => code === '57014').length).toBeLessThan(6)
  expect(codes.at(-1)).toBe('53300')
})

it('heavy users of the database share two turns, and nobody else waits for them', async () => {
  let time = 0
  const enter = createEntrance({ atOnce: 10, each: 3, busy: 2 }, () => time)
  const inside: string[] = []
  const ends: (() => void)[] = []
  const hold = (who: string) =>
    void enter(who, async () => {
      inside.push(who)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const who of ['a', 'b', 'c']) for (const _ of [1, 2, 3]) hold(who)
  await settled()
  expect(inside.join('')).toBe('aaabbbccc')
  // Each of the three has now used 3 times 6,000 ms.
  time = 6000
  for (const end of ends.splice(0)) end()
  await settled()
  inside.splice(0)
  for (const who of ['a', 'b', 'c']) for (const _ of [1, 2, 3]) hold(who)
  hold('d')
  await settled()
  expect([...inside].sort().join('')).toBe('abd')
  for (const _ of [1, 2]) {
    for (const end of ends.splice(0)) end()
    await settled()
  }
  expect(inside.slice(3)).toContain('c')
  for (let round = 0; round < 10; round++) {
    for (const end of ends.splice(0)) end()
    await settled()
  }
  // Using less for a while clears the mark.
  time += 30_000
  inside.splice(0)
  for (const _ of [1, 2, 3]) hold('a')
  await settled()
  expect(inside.join('')).toBe('aaa')
  for (const end of ends.splice(0)) end()
})

it('the turn of a heavy user rests for as long as it has worked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let time = 0
  const enter = createEntrance({ atOnce: 10, each: 3, busy: 1 }, () => time)
  const ask = (ms: number, work = async () => {}) =>
    enter('a', async () => {
      time += ms
      await work()
    })
  // Three long queries at once.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const long = [1, 2, 3].map(() => ask(3000, () => answered))
  answer()
  await Promise.all(long)
  await ask(400)
  let isDone = false
  const next = ask(1).then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(399)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await next
})
