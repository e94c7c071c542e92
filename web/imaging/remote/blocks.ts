/** Bytes that are asked for and kept together. */
export const blockBytes = 256 * 1024

/** Cuts a stream into blocks, the first beginning with it and the last as short as the file's end makes it. */
export function createCutter(bytes: number, done: (block: Uint8Array<ArrayBuffer>) => void) {
  let left = bytes
  let block = new Uint8Array(Math.min(left, blockBytes))
  let filled = 0
  return {
    /** False where more comes than was asked for. */
    take(chunk: Uint8Array): boolean {
      if (chunk.length > left) return false
      for (let from = 0; from < chunk.length; ) {
        const piece = chunk.subarray(from, from + block.length - filled)
        block.set(piece, filled)
        filled += piece.length
        from += piece.length
        left -= piece.length
        if (filled < block.length) continue
        done(block)
        block = new Uint8Array(Math.min(left, blockBytes))
        filled = 0
      }
      return true
    },
    complete: () => left === 0,
  }
}
