import { askOnce } from '#web/imaging/ask-once.ts'
import { RemoteError } from '#web/imaging/remote/remote-error.ts'
import { ImagingError, type RemoteProblem } from '#web/imaging/types.ts'
import type { MadePreview } from './preview.ts'
import address from './sample.worker.ts?worker&url'

export type SampleQuestion = {
  /** Of the study's file; signed, good for a minute. */
  address: string
  /** What the file has, and what may be read of it. */
  bytes: number
  most: number
}
export type SampleAnswer = { preview: MadePreview } | { problem: RemoteProblem; detail: string }

/**
 * Makes the pictures of a large study from a few bytes of its file, in a worker. Throws RemoteError ('whole' where all of it must
 * be read), ImagingError 'cancelled', or 'not_loaded' where the worker ended by itself.
 */
export function sampleFile(question: SampleQuestion, signal: AbortSignal): Promise<MadePreview> {
  return askOnce(address, question, signal, {
    read: (answer: SampleAnswer) => {
      if ('problem' in answer) throw new RemoteError(answer.problem, answer.detail)
      return answer.preview
    },
    failed: (message) => new ImagingError('not_loaded', message),
  })
}
