import { serve } from '#web/imaging/worker/serve.ts'
import type { StartedWorker } from '#web/imaging/worker/start.ts'
import { createStudy } from '#web/imaging/worker/study.ts'

/** The worker without a thread, where there are no web workers: the same messages over a real channel. */
export function workerHere(): StartedWorker {
  const { port1, port2 } = new MessageChannel()
  serve(port2, createStudy())
  return { port: port1, onFailure: () => {}, close: () => port1.close() }
}
