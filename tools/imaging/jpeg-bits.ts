/** Codes of 2 to 16 bits for symbols 0 to 16, and of 8 for all symbols of coefficients: counts of each length, then the symbols. */
export const dcTable = {
  counts: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3],
  symbols: [...Array(17).keys()],
}
export const acSymbols = [
  0x00,
  0xf0,
  ...Array.from({ length: 16 }, (_, run) =>
    Array.from({ length: 14 }, (_, size) => run * 16 + size + 1),
  ).flat(),
]

export type Codes = Map<number, { code: number; length: number }>

export function codesOf(counts: readonly number[], symbols: readonly number[]): Codes {
  const codes: Codes = new Map()
  let code = 0
  let next = 0
  for (const [index, count] of counts.entries()) {
    for (let left = count; left > 0; left--) {
      const symbol = symbols[next++]
      if (symbol !== undefined) codes.set(symbol, { code: code++, length: index + 1 })
    }
    code <<= 1
  }
  return codes
}

export type BitWriter = {
  put(value: number, length: number): void
  symbol(codes: Codes, symbol: number): void
  /** A difference or coefficient of `size` bits. */
  value(value: number, size: number): void
  flush(): void
  marker(code: number): void
  bytes: number[]
}

/** Entropy-coded bits with a zero after each FF. */
export function bitWriter(): BitWriter {
  const bytes: number[] = []
  let buffer = 0
  let count = 0
  const writer: BitWriter = {
    bytes,
    put(value, length) {
      for (let at = length - 1; at >= 0; at--) {
        buffer = (buffer << 1) | ((value >> at) & 1)
        count += 1
        if (count < 8) continue
        bytes.push(buffer & 0xff)
        if ((buffer & 0xff) === 0xff) bytes.push(0)
        buffer = 0
        count = 0
      }
    },
    symbol(codes, symbol) {
      const found = codes.get(symbol)
      if (!found) throw new Error(`No code for ${symbol}`)
      writer.put(found.code, found.length)
    },
    value(value, size) {
      writer.put(value < 0 ? value + (1 << size) - 1 : value, size)
    },
    flush() {
      while (count) writer.put(1, 1)
    },
    marker(code) {
      writer.flush()
      bytes.push(0xff, code)
    },
  }
  return writer
}

export function sizeOf(value: number): number {
  return value === 0 ? 0 : 32 - Math.clz32(Math.abs(value))
}

export function segment(marker: number, ...body: number[]): number[] {
  const length = body.length + 2
  return [0xff, marker, length >> 8, length & 255, ...body]
}
