/** Bytes of a file that are asked for and kept together; `to` is not among them any more. */
export type Piece = readonly [from: number, to: number]

/** What is read without a plan comes in pieces of this size. */
export const blockBytes = 256 * 1024

/** Cuts a stream that begins with the first of some pieces into them; they are in order, and what lies between them is left out. */
export function createCutter(
  pieces: readonly Piece[],
  done: (bytes: Uint8Array<ArrayBuffer>, index: number) => void,
) {
  let at = pieces[0]?.[0] ?? 0
  let index = 0
  let bytes = roomFor(pieces[0])
  const end = pieces.at(-1)?.[1] ?? 0
  return {
    /** False where more comes than was asked for. */
    take(chunk: Uint8Array): boolean {
      if (at + chunk.length > end) return false
      for (let read = 0; read < chunk.length; ) {
        const piece = pieces[index]
        if (!piece) break
        const [from, to] = piece
        const part = chunk.subarray(read, read + (at < from ? from : to) - at)
        if (at >= from) bytes.set(part, at - from)
        at += part.length
        read += part.length
        if (at < to) continue
        done(bytes, index++)
        bytes = roomFor(pieces[index])
      }
      return true
    },
    complete: () => index === pieces.length,
  }
}

const roomFor = (piece: Piece | undefined) => new Uint8Array(piece ? piece[1] - piece[0] : 0)
