import { beforeEach, expect, it, vi } from 'vitest'
import { follow, type LiveState } from './live.ts'

const getRealtime = vi.hoisted(() => vi.fn())
vi.mock('./later.ts', () => ({ getRealtime }))

type Channel = { name: string; change: () => void; status: (status: string) => void; options: unknown }
let channels: Channel[]
const removeChannel = vi.fn()
const setAuth = vi.fn()

beforeEach(() => {
  channels = []
  removeChannel.mockReset()
  const channel = (name: string) => {
    const made: Channel = { name, change: () => {}, status: () => {}, options: null }
    channels.push(made)
    const chain = {
      on: (_type: string, options: unknown, change: () => void) => {
        Object.assign(made, { options, change })
        return chain
      },
      subscribe: (status: (status: string) => void) => {
        made.status = status
        return chain
      },
    }
    return chain
  }
  setAuth.mockReset()
  getRealtime.mockResolvedValue({ channel, removeChannel, setAuth })
})

function listener() {
  const states: LiveState[] = []
  return { states, onChange: vi.fn(), onState: (state: LiveState) => states.push(state) }
}

async function only(): Promise<Channel> {
  await vi.waitFor(() => expect(channels).toHaveLength(1))
  const [channel] = channels
  if (!channel) throw new Error('There is no channel.')
  return channel
}

it('hears of every change of the filtered rows', async () => {
  const one = listener()
  const stop = follow('studies', 'patient_id=eq.7', one)
  const channel = await only()
  expect(channel.options).toMatchObject({ event: '*', table: 'studies', filter: 'patient_id=eq.7' })
  channel.change()
  expect(one.onChange).toHaveBeenCalledOnce()
  stop()
})

it('joins as the person, and reads again what happened before it heard', async () => {
  const one = listener()
  const stop = follow('studies', '', one)
  const channel = await only()
  expect(setAuth).toHaveBeenCalledOnce()
  expect(one.onChange).not.toHaveBeenCalled()
  channel.status('SUBSCRIBED')
  expect(one.onChange).toHaveBeenCalledOnce()
  stop()
})

it('everyone who follows the same shares one channel, which closes after the last', async () => {
  const [one, two] = [listener(), listener()]
  const stopOne = follow('citas', '', one)
  const stopTwo = follow('citas', '', two)
  const channel = await only()
  channel.change()
  expect([one, two].map(({ onChange }) => onChange.mock.calls.length)).toEqual([1, 1])
  stopOne()
  channel.change()
  expect([one, two].map(({ onChange }) => onChange.mock.calls.length)).toEqual([1, 2])
  await Promise.resolve()
  expect(removeChannel).not.toHaveBeenCalled()
  stopTwo()
  await vi.waitFor(() => expect(removeChannel).toHaveBeenCalledOnce())
})

it('says when the connection is lost, and reads again once it is back', async () => {
  const one = listener()
  const stop = follow('invoices', '', one)
  const channel = await only()
  channel.status('SUBSCRIBED')
  one.onChange.mockClear()
  channel.status('CHANNEL_ERROR')
  expect(one.onChange).not.toHaveBeenCalled()
  channel.status('SUBSCRIBED')
  expect(one.onChange).toHaveBeenCalledOnce()
  expect(one.states).toEqual(['connecting', 'online', 'offline', 'online'])
  stop()
})

it('is offline when there is no client', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  getRealtime.mockRejectedValue(new TypeError('Failed to fetch'))
  const one = listener()
  const stop = follow('study_requests', '', one)
  await vi.waitFor(() => expect(one.states).toEqual(['connecting', 'offline']))
  stop()
  warn.mockRestore()
})
