import { trustedUrl } from './trusted-url.ts'
import { ImagingError } from './types.ts'

/**
 * Asks one question of a worker of its own, which ends with the answer. `read` returns the result of a message, undefined if it
 * is not the last, or throws. Throws ImagingError 'cancelled' on `signal`; `failed` makes the error of a crashed worker.
 */
export function askOnce<Message, Result>(
  address: string,
  question: unknown,
  signal: AbortSignal,
  { read, failed }: { read: (message: Message) => Result | undefined; failed: (message: string) => Error },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ImagingError('cancelled'))
      return
    }
    const worker = new Worker(trustedUrl(address), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', cancel)
    }
    const cancel = () => {
      end()
      reject(new ImagingError('cancelled'))
    }
    signal.addEventListener('abort', cancel)
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      try {
        const result = read(data)
        if (result === undefined) return
        resolve(result)
      } catch (error) {
        reject(error)
      }
      end()
    }
    worker.onerror = ({ message }) => {
      end()
      reject(failed(message ?? 'The worker did not start.'))
    }
    worker.postMessage(question)
  })
}
