const headerBytes = 5

/**
 * Follows PostgreSQL's message stream (a letter, four bytes of length that include themselves, the rest). For
 * each piece, returns whether a message in it announces more than `longest` bytes.
 */
export function createMeter(longest: number): (piece: Buffer) => boolean {
  let header = Buffer.alloc(0)
  let left = 0
  return (piece) => {
    let at = 0
    while (at < piece.length) {
      if (left > 0) {
        const step = Math.min(left, piece.length - at)
        left -= step
        at += step
        continue
      }
      const taken = piece.subarray(at, at + headerBytes - header.length)
      header = Buffer.concat([header, taken])
      at += taken.length
      if (header.length < headerBytes) continue
      const length = header.readUInt32BE(1)
      header = Buffer.alloc(0)
      if (length > longest) return true
      left = length - (headerBytes - 1)
    }
    return false
  }
}
