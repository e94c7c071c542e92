import { asImagingError } from '#web/imaging/problems.ts'
import { RemoteError } from '#web/imaging/remote/remote-error.ts'
import { createRemoteFile } from '#web/imaging/remote/remote-file.ts'
import { encode } from './encode.ts'
import { sampleOf } from './sample.ts'
import type { SampleAnswer, SampleQuestion } from './sample-file.ts'

/** Makes the pictures of a study's file from a few of its bytes; to cancel, end the worker. */
addEventListener('message', async ({ data }: MessageEvent<SampleQuestion>) => {
  // So few bytes are there before one address ends.
  const file = createRemoteFile({ size: data.bytes, etag: null, address: async () => data.address })
  try {
    answer({ preview: await sampleOf(file, data.most, encode) })
  } catch (error) {
    answer({
      problem: error instanceof RemoteError ? error.kind : 'whole',
      detail: asImagingError(error).message,
    })
  }
})

function answer(message: SampleAnswer): void {
  postMessage(message)
}
