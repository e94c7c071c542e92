import { ImagingError } from '#web/imaging/types.ts'
import { createAddress } from './address.ts'
import { blockBytes, createCutter } from './blocks.ts'
import type { Clock } from './clock.ts'
import { checkAnswer, rangeHeaders, type Version } from './range-answer.ts'
import { RemoteError } from './remote-error.ts'

/** How long is waited before the second, third and fourth try without a connection, ms. */
const pauses = [500, 1000, 2000]

type Deliver = (block: number, bytes: Uint8Array<ArrayBuffer>) => void

/**
 * Asks for the blocks from `first` to `last` with one request, each delivered as soon as it is complete. A connection that
 * breaks is taken up again after the last of them. Throws RemoteError, or ImagingError 'cancelled' on `signal`.
 */
export function createBlockRequests(version: Version, ask: () => Promise<string>, clock: Clock) {
  const address = createAddress(ask, clock.now)

  async function once(first: number, last: number, signal: AbortSignal, deliver: Deliver): Promise<void> {
    const from = first * blockBytes
    const to = Math.min(version.size, (last + 1) * blockBytes)
    const response = await answered(from, to, signal)
    try {
      checkAnswer(response, version, from, to)
    } catch (error) {
      await response.body?.cancel()
      throw error
    }
    let block = first
    const cutter = createCutter(to - from, (bytes) => deliver(block++, bytes))
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      if (cutter.take(value)) continue
      await reader?.cancel()
      throw new RemoteError('whole', 'more than was asked for')
    }
    if (!cutter.complete()) throw new RemoteError('whole', 'less than was asked for')
  }

  /** An address that has ended is renewed once. */
  async function answered(from: number, to: number, signal: AbortSignal): Promise<Response> {
    const send = async (url: string) =>
      fetch(url, { headers: rangeHeaders(version, from, to), signal, cache: 'no-store' })
    const url = await address.get()
    const response = await send(url)
    if (response.status !== 400 && response.status !== 401) return response
    await response.body?.cancel()
    await address.refuse(url)
    return send(await address.get())
  }

  return async (first: number, last: number, signal: AbortSignal, deliver: Deliver): Promise<void> => {
    let [next, tries] = [first, 0]
    while (next <= last) {
      try {
        await once(next, last, signal, (block, bytes) => {
          deliver(block, bytes)
          next = block + 1
          tries = 0
        })
      } catch (error) {
        if (signal.aborted) throw new ImagingError('cancelled')
        if (error instanceof RemoteError) throw error
        const pause = pauses[tries++]
        if (pause === undefined) throw new RemoteError('unreachable', String(error))
        await clock.wait(pause, signal)
      }
    }
  }
}
