import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'
import { createTally } from './tally.ts'
import { createWindow, createWindows } from './window.ts'

describe('a window', () => {
  it('begins with the first count, and does not move with later ones', () => {
    const window = createWindow(1000)
    expect(window.add(500, 3)).toEqual({ count: 1, sum: 3, msLeft: 1000 })
    expect(window.add(1400, 4)).toEqual({ count: 2, sum: 7, msLeft: 100 })
    expect(window.held(1500)).toEqual({ count: 0, sum: 0, msLeft: 0 })
    expect(window.add(9000)).toEqual({ count: 1, sum: 0, msLeft: 1000 })
  })

  it('is each key’s own, until it is forgotten', () => {
    let now = 0
    const windows = createWindows(1000, () => now)
    windows.add('a')
    now = 400
    expect([windows.add('a').count, windows.add('b').count, windows.held('c').count]).toEqual([2, 1, 0])
    windows.forget('a')
    expect([windows.held('a').count, windows.held('b')]).toEqual([0, { count: 1, sum: 0, msLeft: 1000 }])
  })

  it('outlives a flood of other keys', () => {
    let now = 0
    const windows = createWindows(1000, () => now)
    windows.add('kept')
    for (let key = 0; key < 25_000; key++) windows.add(`x${key}`)
    now = 999
    expect(windows.held('kept').count).toBe(1)
  })
})

it('a tally counts what is open at this moment', () => {
  const tally = createTally()
  const ends = [tally.add('a'), tally.add('a'), tally.add('b')]
  expect([tally.of('a'), tally.of('b'), tally.of('c')]).toEqual([2, 1, 0])
  for (const end of ends) end()
  expect([tally.of('a'), tally.of('b')]).toEqual([0, 0])
})

it('only the values that were set last are remembered', () => {
  const recent = createRecent<number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.set('a', 3)
  recent.set('c', 4)
  expect(['a', 'b', 'c'].map(recent.get)).toEqual([3, undefined, 4])
})
