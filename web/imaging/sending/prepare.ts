import { askOnce } from '#web/imaging/ask-once.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import type { ChosenFile } from './chosen.ts'
import address from './prepare.worker.ts?worker&url'
import { type MadePreview, nothingMade } from './preview.ts'

export type FoundInFiles = {
  people: { name: string | undefined; birthDate: string | undefined }[]
  /** Why nobody will be able to open them; null when something opens, or when that is unknown. */
  problem: ImagingProblem | null
}

/** What is sent, the patients that its images name, whether it opens, and what will be seen of it. */
export type Prepared = FoundInFiles & {
  file: File
  /** Its pictures, which are being made. Never rejects; ended by the signal its problem is 'cancelled'. */
  preview: Promise<MadePreview>
}

export type PrepareQuestion = ChosenFile[]
export type PrepareAnswer =
  | { progress: number }
  | { prepared: Omit<Prepared, 'preview'> }
  | { preview: MadePreview }
  | { failure: string }

/**
 * Several files or a folder become one ZIP, in a worker that goes on making their pictures until `signal` ends it.
 * Throws ImagingError: 'cancelled', or 'corrupt' for what the browser cannot read.
 */
export function prepare(
  files: PrepareQuestion,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const making = askOnce(address, files, signal, {
      read: (answer: PrepareAnswer) => {
        if ('failure' in answer) throw new ImagingError('corrupt', answer.failure)
        if ('preview' in answer) return answer.preview
        if ('prepared' in answer) resolve({ ...answer.prepared, preview })
        else onProgress(answer.progress)
        return undefined
      },
      failed: (message) => new ImagingError('corrupt', message),
    })
    // Before the files are prepared a failure is theirs; afterwards they are sent without pictures.
    making.catch(reject)
    const preview = making.catch((error: unknown) => nothingMade(null, problemOf(error)))
  })
}

/** A worker that ended by itself, such as for lack of memory, says nothing about the file. */
function problemOf(error: unknown): ImagingProblem {
  return asImagingError(error).problem === 'cancelled' ? 'cancelled' : 'not_loaded'
}
