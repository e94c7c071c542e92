import { beforeEach, expect, it, vi } from 'vitest'
import { createSaveQueue, type SaveState, saveAfter } from './save-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

type Row = { id: string; value: number }

function queueOf(answers: ('stored' | 'refused')[] = []) {
  const sent: Row[][] = []
  const states: SaveState[] = []
  const failures: unknown[] = []
  const stored = new Map<string, number>()
  const queue = createSaveQueue<Row>({
    send: async (rows) => {
      sent.push(rows)
      if (answers.shift() === 'refused') throw new Error('No connection')
      for (const { id, value } of rows) stored.set(id, value)
    },
    onState: (state) => states.push(state),
    onFailure: (failure) => failures.push(failure),
    clock: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
  })
  return {
    queue,
    sent,
    states,
    failures,
    stored,
    put: (id: string, value = 1) => queue.put(id, { id, value }),
  }
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('saves 800 ms after the last change, all changes in one request, in their order', async () => {
  const { sent, put, states } = queueOf()
  put('b')
  await after(500)
  put('a')
  put('b', 2)
  await after(saveAfter - 1)
  expect(sent).toEqual([])
  await after(1)
  expect(sent).toEqual([
    [
      { id: 'b', value: 2 },
      { id: 'a', value: 1 },
    ],
  ])
  expect(states).toEqual(['saving', 'saved'])
})

it('keeps what was refused and tries again by itself, longer and longer, and says it once', async () => {
  const { sent, put, states, failures, stored, queue } = queueOf(['refused', 'refused'])
  put('a')
  await after(saveAfter)
  expect(states).toEqual(['saving', 'failed'])
  expect(queue.holds('a')).toBe(true)
  await after(2_000)
  expect(sent).toHaveLength(2)
  await after(3_999)
  expect(sent).toHaveLength(2)
  await after(1)
  expect(sent).toHaveLength(3)
  expect([...stored]).toEqual([['a', 1]])
  expect(failures).toHaveLength(1)
  expect(states.at(-1)).toBe('saved')
  expect(queue.holds('a')).toBe(false)
})

it('a newer change made while a save is refused is what the next try stores', async () => {
  const { sent, put, stored } = queueOf(['refused'])
  put('a', 1)
  await after(saveAfter)
  put('a', 2)
  put('b', 1)
  await after(saveAfter)
  expect(sent.at(-1)).toEqual([
    { id: 'a', value: 2 },
    { id: 'b', value: 1 },
  ])
  expect([...stored]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

it('sends one request at a time: what changes meanwhile waits for the answer', async () => {
  const sent: Row[][] = []
  let answer = () => {}
  const queue = createSaveQueue<Row>({
    send: (rows) => {
      sent.push(rows)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    onState: () => {},
    clock: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
  })
  queue.put('a', { id: 'a', value: 1 })
  await after(saveAfter)
  queue.put('a', { id: 'a', value: 2 })
  await after(10_000)
  expect(sent).toHaveLength(1)
  answer()
  await after(saveAfter)
  expect(sent).toEqual([[{ id: 'a', value: 1 }], [{ id: 'a', value: 2 }]])
  expect(queue.state()).toBe('saving')
})

it('what is not wanted any more is not sent', async () => {
  const { sent, put, queue, states } = queueOf()
  put('a')
  queue.drop('a')
  await after(saveAfter)
  expect(sent).toEqual([])
  expect(states).toEqual(['saving', 'saved'])
})

it('sends at once what waits when the page is left', async () => {
  const { sent, put, queue } = queueOf()
  put('a')
  queue.flush()
  await after(0)
  expect(sent).toHaveLength(1)
  await after(saveAfter)
  expect(sent).toHaveLength(1)
})
