import { trustedUrl } from '#web/imaging/trusted-url.ts'
import { ImagingError } from '#web/imaging/types.ts'
import address from './worker.ts?worker&url'

export type StartedWorker = {
  port: MessagePort
  onFailure(listener: (error: ImagingError) => void): void
  close(): void
}

/** Starts the worker that reads files, from our own address as the page's policy demands. */
export function startWorker(): StartedWorker {
  const worker = new Worker(trustedUrl(address), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(undefined, [port2])
  return {
    port: port1,
    onFailure(listener) {
      // Without a message it could not be fetched.
      worker.onerror = ({ message }) =>
        listener(new ImagingError(message ? 'corrupt' : 'not_loaded', message))
      port1.onmessageerror = () =>
        listener(new ImagingError('corrupt', 'The worker’s answer cannot be read.'))
    },
    close() {
      worker.terminate()
      port1.close()
    },
  }
}
