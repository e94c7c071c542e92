import { trustedUrl } from '#web/imaging/trusted-url.ts'
import address from './worker.ts?worker&url'

export type StartedWorker = {
  port: MessagePort
  onFailure(hear: (detail: string) => void): void
  close(): void
}

/** Starts the worker that reads files, from our own address as the page's policy demands. */
export function startWorker(): StartedWorker {
  const worker = new Worker(trustedUrl(address), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(undefined, [port2])
  return {
    port: port1,
    onFailure(hear) {
      worker.onerror = ({ message }) => hear(message ?? 'The worker did not start.')
      port1.onmessageerror = () => hear('The worker answered what cannot be read.')
    },
    close() {
      worker.terminate()
      port1.close()
    },
  }
}
