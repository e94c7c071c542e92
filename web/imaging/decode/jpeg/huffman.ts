import { ImagingError } from '#web/imaging/types.ts'

/** For every next 16 bits the length of the code that they begin with (upper byte) and its symbol; 0 for none. */
export type HuffmanTable = Uint16Array

/**
 * The table of a DHT segment's 16 counts and symbols (T.81 annex C).
 * @throws ImagingError corrupt where there are more codes than fit
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65536)
  let from = 0
  let next = 0
  for (let length = 1; length <= 16; length++) {
    const span = 1 << (16 - length)
    for (let left = counts[length - 1] ?? 0; left > 0; left--) {
      const symbol = symbols[next++]
      if (symbol === undefined || from + span > 65536)
        throw new ImagingError('corrupt', 'a wrong Huffman table')
      table.fill((length << 8) | symbol, from, from + span)
      from += span
    }
  }
  return table
}
