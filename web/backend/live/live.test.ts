import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { follow, type LiveState, patience, warmLive } from './live.ts'
import { readsMayBegin } from './reads.ts'

const getRealtime = vi.hoisted(() => vi.fn())
vi.mock('#web/backend/services-on-demand.ts', () => ({ getRealtime }))

type Channel = {
  change: () => void
  system: (payload: object) => void
  status: (status: string) => void
  options: unknown
}
let channels: Channel[]
let stops: (() => void)[]
const removeChannel = vi.fn()
const setAuth = vi.fn()
const connect = vi.fn()

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
  getRealtime.mockResolvedValue({ channel, removeChannel, setAuth, connect })
  warmLive()
})

afterEach(async () => {
  for (const stop of stops) stop()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.clearAllMocks()
})

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
  await vi.advanceTimersByTimeAsync(0)
  const found = channels[index]
  if (!found) throw new Error('There is no such channel.')
  return found
}

/** A read that asks whether it may begin. */
function read() {
  const state = { begun: false }
  readsMayBegin().then(() => {
    state.begun = true
  })
  return state
}

it('hears of every change of the filtered rows', async () => {
  const one = listen('studies', 'patient_id=eq.7')
  const feed = await channel()
  expect(feed.options).toMatchObject({ event: '*', table: 'studies', filter: 'patient_id=eq.7' })
  feed.change()
  expect(one.reads()).toBe(1)
})

it('joins as the person', async () => {
  listen('studies')
  await channel()
  expect(setAuth).toHaveBeenCalledOnce()
})

it('lets reads wait until the channel hears, and has none of them repeated', async () => {
  const one = listen('citas')
  const list = read()
  const feed = await channel()
  feed.status('SUBSCRIBED')
  await vi.advanceTimersByTimeAsync(patience - 1)
  // Joined is not heard: a hosted database says later that changes come.
  expect([list.begun, one.states.at(-1)]).toEqual([false, 'connecting'])
  feed.system(hearing)
  await vi.advanceTimersByTimeAsync(0)
  expect([list.begun, one.states.at(-1), one.reads()]).toEqual([true, 'online', 0])
})

it('lets reads go ahead when the channel takes too long, and has them repeated once it hears', async () => {
  const one = listen('citas')
  const list = read()
  const feed = await channel()
  await vi.advanceTimersByTimeAsync(patience)
  expect([list.begun, one.reads()]).toEqual([true, 0])
  feed.system(hearing)
  expect(one.reads()).toBe(1)
})

it('holds nothing back once it hears', async () => {
  listen('citas')
  const feed = await channel()
  feed.system(hearing)
  await vi.advanceTimersByTimeAsync(0)
  const list = read()
  await vi.advanceTimersByTimeAsync(0)
  expect(list.begun).toBe(true)
})

it('everyone who follows the same shares one channel', async () => {
  const [one, two] = [listen('citas'), listen('citas')]
  const feed = await channel()
  feed.change()
  expect([one.reads(), two.reads()]).toEqual([1, 1])
  one.stop()
  feed.change()
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
  feed.change()
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

it('holds nothing back when the channel is refused', async () => {
  const one = listen('citas')
  const list = read()
  const feed = await channel()
  feed.status('CHANNEL_ERROR')
  await vi.advanceTimersByTimeAsync(0)
  expect([list.begun, one.states.at(-1)]).toEqual([true, 'offline'])
  feed.system(hearing)
  expect(one.reads()).toBe(1)
})

it('says when the connection is lost, and reads again once it is back', async () => {
  const one = listen('invoices')
  const feed = await channel()
  feed.system(hearing)
  feed.status('CHANNEL_ERROR')
  expect(one.reads()).toBe(0)
  feed.status('SUBSCRIBED')
  feed.system(hearing)
  expect(one.reads()).toBe(1)
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
  expect(one.reads()).toBe(1)
})

it('is offline when there is no client, and holds nothing back', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  getRealtime.mockRejectedValue(new TypeError('Failed to fetch'))
  const one = listen('study_requests')
  const list = read()
  await vi.advanceTimersByTimeAsync(0)
  expect(one.states).toEqual(['connecting', 'offline'])
  expect(list.begun).toBe(true)
  warn.mockRestore()
})

describe('before anybody asked for the client', () => {
  const cold = async () => {
    vi.resetModules()
    return await import('./live.ts')
  }

  it('can connect before anybody follows', async () => {
    const live = await cold()
    vi.clearAllMocks()
    live.warmLive()
    await vi.advanceTimersByTimeAsync(0)
    expect(connect).toHaveBeenCalledOnce()
    expect(channels).toEqual([])
  })

  it('reads go ahead, the client follows when all is quiet, and what was read is read once more', async () => {
    const live = await cold()
    const { watched } = await import('./idle-network.ts')
    vi.clearAllMocks()
    let answer = () => {}
    const send = watched(() => new Promise((resolve) => (answer = () => resolve(Response.json([])))))
    const onChange = vi.fn()
    stops.push(live.follow('studies', '', { onChange, onState: () => {} }))
    const list = send('/rest/v1/studies')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(getRealtime).not.toHaveBeenCalled()
    answer()
    await list
    await vi.advanceTimersByTimeAsync(1_000)
    const feed = await channel()
    feed.system(hearing)
    expect(onChange).toHaveBeenCalledOnce()
  })
})
