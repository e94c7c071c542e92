// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watched } from './idle-network.ts'
import { follow, type LiveState, writeQuietly } from './live.ts'

const getRealtime = vi.hoisted(() => vi.fn())
vi.mock('#web/backend/services-on-demand.ts', () => ({ getRealtime }))

type Channel = {
  change: (row?: { new: { id?: string }; old: { id?: string } }) => void
  system: (payload: object) => void
  status: (status: string) => void
  options: unknown
}
let channels: Channel[]
let stops: (() => void)[]
const removeChannel = vi.fn()
const setAuth = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  channels = []
  stops = []
  const channel = () => {
    const made: Channel = { change: () => {}, system: () => {}, status: () => {}, options: null }
    channels.push(made)
    const chain = {
      on: (type: string, options: unknown, call: (payload?: object) => void) => {
        Object.assign(made, type === 'system' ? { system: call } : { options, change: call })
        return chain
      },
      subscribe: (status: (status: string) => void) => {
        made.status = status
        return chain
      },
    }
    return chain
  }
  getRealtime.mockResolvedValue({ channel, removeChannel, setAuth })
})

afterEach(async () => {
  for (const stop of stops) stop()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const row = (id: string) => ({ new: { id }, old: { id } })
const hearing = { extension: 'postgres_changes', status: 'ok' }

/** Somebody who follows; `reads` are how often it was told to read again. */
function listen(table: Parameters<typeof follow>[0], filter = '') {
  const states: LiveState[] = []
  const onChange = vi.fn()
  const stop = follow(table, filter, { onChange, onState: (state) => states.push(state) })
  stops.push(stop)
  return { states, stop, reads: () => onChange.mock.calls.length }
}

async function channel(index = 0): Promise<Channel> {
  await vi.advanceTimersByTimeAsync(300)
  const found = channels[index]
  if (!found) throw new Error('There is no such channel.')
  return found
}

it('hears of every change of the filtered rows', async () => {
  const one = listen('studies', 'patient_id=eq.7')
  const feed = await channel()
  expect(feed.options).toMatchObject({ event: '*', table: 'studies', filter: 'patient_id=eq.7' })
  feed.change(row('x'))
  expect(one.reads()).toBe(1)
})

it('joins as the person', async () => {
  listen('studies')
  await channel()
  expect(setAuth).toHaveBeenCalledOnce()
})

it('has everything read once more when it hears, and not when it has merely joined', async () => {
  const one = listen('citas')
  const feed = await channel()
  feed.status('SUBSCRIBED')
  // A hosted database says later that changes come.
  expect([one.states.at(-1), one.reads()]).toEqual(['connecting', 0])
  feed.system(hearing)
  expect([one.states.at(-1), one.reads()]).toEqual(['online', 1])
})

it('asks for the client when nothing else is on its way', async () => {
  let answer = () => {}
  const send = watched(() => new Promise((resolve) => (answer = () => resolve(Response.json([])))))
  listen('studies')
  const list = send('/rest/v1/studies')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(getRealtime).not.toHaveBeenCalled()
  answer()
  await list
  await channel()
})

it('everyone who follows the same shares one channel', async () => {
  const [one, two] = [listen('citas'), listen('citas')]
  const feed = await channel()
  feed.change(row('x'))
  expect([one.reads(), two.reads()]).toEqual([1, 1])
  one.stop()
  feed.change(row('x'))
  expect([one.reads(), two.reads()]).toEqual([1, 2])
  expect(channels).toHaveLength(1)
})

it('stays open for the next screen, which is told of what happened in between', async () => {
  const one = listen('citas')
  const feed = await channel()
  feed.system(hearing)
  one.stop()
  const two = listen('citas')
  expect([two.states, two.reads()]).toEqual([['online'], 0])
  two.stop()
  feed.change(row('x'))
  const three = listen('citas')
  expect(three.reads()).toBe(1)
  expect(listen('citas').reads()).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(removeChannel).not.toHaveBeenCalled()
  expect(channels).toHaveLength(1)
})

it('closes a while after the last one left', async () => {
  const one = listen('citas')
  await channel()
  one.stop()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(removeChannel).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(removeChannel).toHaveBeenCalledOnce()
  listen('citas')
  await channel(1)
})

it('is offline when the channel is refused', async () => {
  const one = listen('citas')
  const feed = await channel()
  feed.status('CHANNEL_ERROR')
  await vi.advanceTimersByTimeAsync(0)
  expect(one.states.at(-1)).toBe('offline')
  feed.system(hearing)
  expect(one.reads()).toBe(1)
})

it('says when the connection is lost, and reads again once it is back', async () => {
  const one = listen('invoices')
  const feed = await channel()
  feed.system(hearing)
  feed.status('CHANNEL_ERROR')
  expect(one.reads()).toBe(1)
  feed.status('SUBSCRIBED')
  feed.system(hearing)
  expect(one.reads()).toBe(2)
  expect(one.states).toEqual(['connecting', 'online', 'offline', 'online'])
})

it('is offline when the backend ends the changes, and is not misled by other messages', async () => {
  const one = listen('invoices')
  const feed = await channel()
  feed.system({ extension: 'presence', status: 'ok' })
  expect(one.states).toEqual(['connecting'])
  feed.system({ extension: 'postgres_changes', status: 'error' })
  expect(one.states).toEqual(['connecting', 'offline'])
})

it("reads again when the device's network returns, though the connection may have survived", async () => {
  const one = listen('invoices')
  const feed = await channel()
  feed.system(hearing)
  dispatchEvent(new Event('online'))
  expect(one.reads()).toBe(2)
})

it('is offline when there is no client', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  getRealtime.mockRejectedValue(new TypeError('Failed to fetch'))
  const one = listen('study_requests')
  await vi.advanceTimersByTimeAsync(300)
  expect(one.states).toEqual(['connecting', 'offline'])
  warn.mockRestore()
})

it('tells nobody of one’s own change that is known already, whenever its echo comes', async () => {
  const one = listen('messages')
  const feed = await channel()
  feed.system(hearing)
  const before = one.reads()
  let finish = (_: string[]) => {}
  const written = writeQuietly(
    'messages',
    () =>
      new Promise<string[]>((resolve) => {
        finish = resolve
      }),
    (ids) => ids,
  )
  feed.change(row('a'))
  finish(['a', 'b'])
  await written
  feed.change(row('b'))
  expect(one.reads()).toBe(before)
  // Somebody else changed it after that.
  feed.change(row('b'))
  expect(one.reads()).toBe(before + 1)
})

it('tells of others’ changes when a write of one’s own is over, also when it failed', async () => {
  const one = listen('messages')
  const feed = await channel()
  feed.system(hearing)
  const before = one.reads()
  let fail = () => {}
  const written = writeQuietly(
    'messages',
    () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(new Error('lost'))
      }),
    () => [],
  )
  feed.change(row('c'))
  expect(one.reads()).toBe(before)
  fail()
  await expect(written).rejects.toThrow('lost')
  expect(one.reads()).toBe(before + 1)
})

it('waits for an echo only a while', async () => {
  const one = listen('messages')
  const feed = await channel()
  feed.system(hearing)
  const before = one.reads()
  await writeQuietly(
    'messages',
    async () => {},
    () => ['d'],
  )
  await vi.advanceTimersByTimeAsync(10_000)
  feed.change(row('d'))
  expect(one.reads()).toBe(before + 1)
})
