import { askOnce } from '#web/imaging/ask-once.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import type { ChosenFile } from './chosen.ts'
import address from './prepare.worker.ts?worker&url'

/** What is sent, the patient that its images name, a small picture if there is one, and whether it opens. */
export type Prepared = {
  file: File
  people: { name: string | undefined; birthDate: string | undefined }[]
  thumbnail: Blob | undefined
  /** Why nobody will be able to open it; null when something opens, or when that is unknown. */
  problem: ImagingProblem | null
}

export type PrepareQuestion = ChosenFile[]
export type PrepareAnswer = { progress: number } | { prepared: Prepared } | { failure: string }

/** Several files or a folder become one ZIP, in a worker. Throws ImagingError: 'cancelled', or 'corrupt' for what the browser cannot read. */
export function prepare(
  files: PrepareQuestion,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Prepared> {
  return askOnce(address, files, signal, {
    read: (answer: PrepareAnswer) => {
      if ('failure' in answer) throw new ImagingError('corrupt', answer.failure)
      if ('prepared' in answer) return answer.prepared
      onProgress(answer.progress)
      return undefined
    },
    failed: (message) => new ImagingError('corrupt', message),
  })
}
