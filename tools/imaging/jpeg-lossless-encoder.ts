import { bitWriter, codesOf, dcTable, segment, sizeOf } from './jpeg-bits.ts'

export type LosslessOptions = {
  columns: number
  rows: number
  precision: number
  components?: number
  predictor?: number
  /** Lines between restart markers. */
  restartLines?: number
  /** A scan for each colour instead of one for all. */
  separate?: boolean
  /** Point transform. */
  shift?: number
}

/** Lossless JPEG (T.81 annex H) of samples pixel by pixel. */
export function encodeLossless(samples: ArrayLike<number>, options: LosslessOptions): Uint8Array {
  const { columns, rows, precision, components = 1, restartLines = 0, shift = 0 } = options
  const ids = [...Array(components).keys()]
  const scans = options.separate ? ids.map((id) => [id]) : [ids]
  const frame = ids.flatMap((id) => [id + 1, 0x11, 0])
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, 74, 70, 73, 70, 0),
    ...segment(0xc3, precision, rows >> 8, rows & 255, columns >> 8, columns & 255, components, ...frame),
    ...segment(0xc4, 0, ...dcTable.counts, ...dcTable.symbols),
    ...(restartLines ? segment(0xdd, (restartLines * columns) >> 8, (restartLines * columns) & 255) : []),
    ...scans.flatMap((scan) => [
      ...segment(0xda, scan.length, ...scan.flatMap((id) => [id + 1, 0]), options.predictor ?? 1, 0, shift),
      ...scanBits(samples, options, scan),
    ]),
    ...[0xff, 0xd9],
  ])
}

function scanBits(samples: ArrayLike<number>, options: LosslessOptions, scan: number[]): number[] {
  const { columns, rows, precision, components = 1, predictor = 1, restartLines = 0, shift = 0 } = options
  const codes = codesOf(dcTable.counts, dcTable.symbols)
  const bits = bitWriter()
  const at = (row: number, column: number, id: number) =>
    (samples[(row * columns + column) * components + id] ?? 0) >> shift
  let restarts = 0
  for (let row = 0; row < rows; row++) {
    const begins = row === 0 || (restartLines > 0 && row % restartLines === 0)
    if (begins && row > 0) bits.marker(0xd0 + (restarts++ % 8))
    for (let column = 0; column < columns; column++) {
      for (const id of scan) {
        const left = column > 0 ? at(row, column - 1, id) : 0
        const above = row > 0 ? at(row - 1, column, id) : 0
        const corner = row > 0 && column > 0 ? at(row - 1, column - 1, id) : 0
        const choices = [
          0,
          left,
          above,
          corner,
          left + above - corner,
          left + ((above - corner) >> 1),
          above + ((left - corner) >> 1),
          (left + above) >> 1,
        ]
        const first = 1 << (precision - shift - 1)
        const predicted = begins
          ? column === 0
            ? first
            : left
          : column === 0
            ? above
            : (choices[predictor] ?? 0)
        const difference = ((at(row, column, id) - predicted) << 16) >> 16
        const size = difference === -32768 ? 16 : sizeOf(difference)
        bits.symbol(codes, size)
        if (size < 16) bits.value(difference, size)
      }
    }
  }
  bits.flush()
  return bits.bytes
}
