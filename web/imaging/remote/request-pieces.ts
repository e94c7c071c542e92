import { letGo } from '#web/imaging/let-go.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { createAddress } from './address.ts'
import type { Clock } from './clock.ts'
import { createCutter, type Piece } from './pieces.ts'
import { checkAnswer, rangeHeaders, type Version } from './range-answer.ts'
import { RemoteError } from './remote-error.ts'

/** How long is waited before the second, third and fourth try without a connection, ms. */
const pauses = [500, 1000, 2000]

/** One of the pieces that were asked for, as soon as it is complete. */
export type Deliver = (bytes: Uint8Array<ArrayBuffer>, piece: Piece) => void

/**
 * Asks for pieces, which are in order, with one request from the first to the last of them. A connection that breaks is
 * taken up again after the last one that came. Throws RemoteError, or ImagingError 'cancelled' on `signal`.
 */
export function createRequests(version: Version, ask: () => Promise<string>, clock: Clock) {
  const address = createAddress(ask, clock.now)

  async function once(pieces: readonly Piece[], signal: AbortSignal, deliver: Deliver): Promise<void> {
    const [from, to] = [pieces[0]?.[0] ?? 0, pieces.at(-1)?.[1] ?? 0]
    const response = await answered(from, to, signal)
    try {
      checkAnswer(response, version, from, to)
    } catch (error) {
      await response.body?.cancel()
      throw error
    }
    const cutter = createCutter(pieces, (bytes, index) => {
      const piece = pieces[index]
      if (piece) deliver(bytes, piece)
    })
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      if (cutter.take(value)) {
        letGo(value)
        continue
      }
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

  return async (pieces: readonly Piece[], signal: AbortSignal, deliver: Deliver): Promise<void> => {
    let [missing, tries] = [pieces, 0]
    while (missing.length > 0) {
      try {
        await once(missing, signal, (bytes, piece) => {
          missing = missing.slice(1)
          tries = 0
          deliver(bytes, piece)
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
