import { ImagingError } from '#web/imaging/types.ts'
import type { CallName, Calls, FromWorker, ToWorker } from './protocol.ts'

type Options = { signal?: AbortSignal; onProgress?: (part: number) => void }
export type Ask = <Name extends CallName>(
  name: Name,
  ask: Calls[Name]['ask'],
  options?: Options,
) => Promise<Calls[Name]['answer']>

type Waiting = { hear(message: FromWorker): void; fail(error: ImagingError): void }

/** The page's end of `serve`. A failure in the worker is thrown as ImagingError; `fail` ends all waiting and later questions. */
export function createAsk(port: MessagePort): { ask: Ask; fail(error: ImagingError): void } {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  let failed: ImagingError | undefined

  const send = (message: ToWorker) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => waiting.get(data.call)?.hear(data)

  async function ask<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    { signal, onProgress }: Options = {},
  ): Promise<Calls[Name]['answer']> {
    if (failed) throw failed
    if (signal?.aborted) throw new ImagingError('cancelled')
    const call = ++calls
    const cancel = () => {
      send({ call, cancel: true })
      waiting.get(call)?.fail(new ImagingError('cancelled'))
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await new Promise<Calls[Name]['answer']>((resolve, reject) => {
        const hear = (message: FromWorker) => {
          if ('progress' in message) onProgress?.(message.progress)
          else if ('problem' in message) reject(new ImagingError(message.problem, message.detail))
          // Each question is answered with its own answer: `Handlers` in serve.ts holds the worker to it.
          else resolve(message.answer as Calls[Name]['answer'])
        }
        waiting.set(call, { hear, fail: reject })
        send({ call, name, ask } as ToWorker)
      })
    } finally {
      waiting.delete(call)
      signal?.removeEventListener('abort', cancel)
    }
  }

  return {
    ask,
    fail(error) {
      failed = error
      for (const one of waiting.values()) one.fail(error)
    },
  }
}
