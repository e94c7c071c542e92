import { ImagingError } from '#web/imaging/types.ts'
import type { CallName, Calls, FromWorker, ToWorker } from './protocol.ts'

type Options<Answer> = {
  signal?: AbortSignal
  /** `early` is an answer with what is there so far. */
  onProgress?: (part: number, early?: Answer) => void
  transfer?: Transferable[]
}
export type Ask = <Name extends CallName>(
  name: Name,
  ask: Calls[Name]['ask'],
  options?: Options<Calls[Name]['answer']>,
) => Promise<Calls[Name]['answer']>

type Waiting = { take(message: FromWorker): void; fail(error: ImagingError): void }

/** The page's end of `serve`. A failure in the worker is thrown as ImagingError; `fail` ends all waiting and later questions. */
export function createAsk(port: MessagePort): { ask: Ask; fail(error: ImagingError): void } {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  let failed: ImagingError | undefined

  const send = (message: ToWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => waiting.get(data.call)?.take(data)

  async function ask<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    { signal, onProgress, transfer }: Options<Calls[Name]['answer']> = {},
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
        const take = (message: FromWorker) => {
          // Each question is answered with its own answer: `Handlers` in serve.ts holds the worker to it.
          if ('progress' in message)
            onProgress?.(message.progress, message.early as Calls[Name]['answer'] | undefined)
          else if ('problem' in message)
            reject(new ImagingError(message.problem, message.detail, message.remote))
          else resolve(message.answer as Calls[Name]['answer'])
        }
        waiting.set(call, { take, fail: reject })
        send({ call, name, ask } as ToWorker, transfer)
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
