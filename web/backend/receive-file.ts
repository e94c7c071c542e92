import { AppError, type ErrorCode } from './errors.ts'

export type Received = { bytes: number; total: number | null }

/** Passes pieces of this size to the browser, which keeps large ones on disk. */
const pieceSize = 16 * 1024 * 1024

/**
 * The body of an answer as a blob, which the browser may keep on disk; `onProgress` is told its size before the first bytes, where
 * the answer says it. Throws with `code`; reason `network` when it ended early.
 */
export async function receiveFile(
  answer: Response,
  code: ErrorCode,
  onProgress: (received: Received) => void,
): Promise<Blob> {
  const header = answer.headers.get('content-length')
  const total = header === null ? null : Number(header)
  const pieces: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let kept = 0
  onProgress({ bytes, total })
  if (answer.body) {
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      bytes += value.byteLength
      if (bytes - kept >= pieceSize) {
        pieces.push(new Blob(chunks))
        chunks = []
        kept = bytes
      }
      onProgress({ bytes, total })
    }
  }
  if (total !== null && bytes !== total) throw new AppError(code, 'network')
  return new Blob([...pieces, ...chunks])
}
