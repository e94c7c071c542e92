import { trustedUrl } from '#web/imaging/trusted-url.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { ChosenFile } from './chosen.ts'
import address from './prepare.worker.ts?worker&url'

/** What is sent, whom its images say that they are of, and a small picture of it where there is one. */
export type Prepared = {
  file: File
  people: { name: string | undefined; birthDate: string | undefined }[]
  thumbnail: Blob | undefined
}

export type PrepareQuestion = ChosenFile[]
export type PrepareAnswer = { progress: number } | { prepared: Prepared } | { failure: string }

/** Several files or a folder become one ZIP, in a worker. Throws ImagingError: 'cancelled', or 'corrupt' for what the browser cannot read. */
export function prepare(
  files: PrepareQuestion,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Prepared> {
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
    worker.onmessage = ({ data }: MessageEvent<PrepareAnswer>) => {
      if ('progress' in data) return onProgress(data.progress)
      end()
      if ('prepared' in data) resolve(data.prepared)
      else reject(new ImagingError('corrupt', data.failure))
    }
    worker.onerror = ({ message }) => {
      end()
      reject(new ImagingError('corrupt', message ?? 'The worker did not start.'))
    }
    worker.postMessage(files)
  })
}
