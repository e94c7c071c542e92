import { expect, it } from 'vitest'
import { createEffort } from './effort.ts'

function useEffort() {
  let time = 0
  const effort = createEffort(() => time)
  /** Runs queries of 100 ms in `lanes` parallel lanes for `ms`, with a pause after each. */
  const ask = (who: string, lanes: number, ms: number, pause = 0) => {
    for (const end = time + ms; time < end; ) {
      time += 100
      for (let lane = 0; lane < lanes; lane++) effort.add(who, 100)
      time += pause
    }
  }
  return { effort, ask, advance: (ms: number) => (time += ms) }
}

it('whoever sends one query after another never counts as a heavy user', () => {
  const { effort, ask, advance } = useEffort()
  ask('a', 1, 120_000)
  for (let question = 0; question < 20; question++) {
    advance(8000)
    effort.add('a', 8000)
  }
  expect(effort.isMuch('a')).toBe(false)
})

it('whoever sends three at once does after two seconds, until they use a tenth of one connection', () => {
  const { effort, ask, advance } = useEffort()
  ask('a', 3, 2000)
  expect(effort.isMuch('a')).toBe(false)
  ask('a', 3, 500)
  expect([effort.isMuch('a'), effort.isMuch('b')]).toEqual([true, false])
  // Two accounts that share one turn, idle half of the time, get a quarter of a connection each.
  ask('a', 1, 60_000, 300)
  expect(effort.isMuch('a')).toBe(true)
  advance(6000)
  expect(effort.isMuch('a')).toBe(false)
})
