import { acSymbols, type BitWriter, bitWriter, codesOf, dcTable, segment, sizeOf } from './jpeg-bits.ts'

export type JpegOptions = {
  columns: number
  rows: number
  precision: 8 | 12
  /** The sampling factors of each colour, across and down. */
  sampling?: [across: number, down: number][]
  /** Units between restart markers. */
  restart?: number
  separate?: boolean
  /** Every coefficient is divided by it. */
  quantization?: number
  progressive?: boolean
}

// Only lossless streams have 16-bit differences; other decoders refuse the symbol.
const dcCounts = dcTable.counts.with(15, 2)
const dcSymbols = dcTable.symbols.slice(0, 16)
const dcCodes = codesOf(dcCounts, dcSymbols)

const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]

/** Sequential JPEG (T.81 annex F), baseline or extended, of a plane for each colour; `planes[c]` gives a sample of the full size. */
export function encodeJpeg(planes: ((x: number, y: number) => number)[], options: JpegOptions): Uint8Array {
  const { columns, rows, precision, restart = 0, quantization = 1 } = options
  const sampling = options.sampling ?? planes.map((): [number, number] => [1, 1])
  const ids = [...planes.keys()]
  const scans = options.separate ? ids.map((id) => [id]) : [ids]
  const marker = options.progressive ? 0xc2 : precision === 8 ? 0xc0 : 0xc1
  const frame = ids.flatMap((id) => [id + 1, ((sampling[id]?.[0] ?? 1) << 4) | (sampling[id]?.[1] ?? 1), 0])
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array(64).fill(quantization)),
    ...segment(marker, precision, rows >> 8, rows & 255, columns >> 8, columns & 255, ids.length, ...frame),
    ...segment(0xc4, 0, ...dcCounts, ...dcSymbols),
    ...segment(0xc4, 0x10, 0, 0, 0, 0, 0, 0, 0, acSymbols.length, 0, 0, 0, 0, 0, 0, 0, 0, ...acSymbols),
    ...(restart ? segment(0xdd, restart >> 8, restart & 255) : []),
    ...scans.flatMap((scan) => [
      ...segment(0xda, scan.length, ...scan.flatMap((id) => [id + 1, 0]), 0, 63, 0),
      ...scanBits(planes, scan, sampling, options),
    ]),
    ...[0xff, 0xd9],
  ])
}

function scanBits(
  planes: ((x: number, y: number) => number)[],
  scan: number[],
  sampling: [number, number][],
  { columns, rows, precision, restart = 0, quantization = 1 }: JpegOptions,
): number[] {
  const bits = bitWriter()
  const most = [0, 1].map((axis) => Math.max(...sampling.map((factors) => factors[axis] ?? 1)))
  const [mostAcross = 1, mostDown = 1] = most
  const last = planes.map(() => 0)
  const alone = scan.length === 1
  const [only = 0] = scan
  const [across = 1, down = 1] = sampling[only] ?? []
  const unitsAcross = Math.ceil(
    alone ? Math.ceil((columns * across) / mostAcross) / 8 : columns / (8 * mostAcross),
  )
  const unitsDown = Math.ceil(alone ? Math.ceil((rows * down) / mostDown) / 8 : rows / (8 * mostDown))
  for (let unit = 0; unit < unitsAcross * unitsDown; unit++) {
    if (restart && unit > 0 && unit % restart === 0) {
      bits.marker(0xd0 + ((unit / restart - 1) % 8))
      last.fill(0)
    }
    for (const id of scan) {
      const [wide = 1, high = 1] = sampling[id] ?? []
      const [h, v] = alone ? [1, 1] : [wide, high]
      for (let inside = 0; inside < h * v; inside++) {
        const left = ((unit % unitsAcross) * h + (inside % h)) * 8
        const top = (Math.floor(unit / unitsAcross) * v + Math.floor(inside / h)) * 8
        const sample = (x: number, y: number) => {
          // The top left of the pixels that a coarser sample stands for.
          const column = Math.min(columns - 1, Math.floor(((left + x) * mostAcross) / wide))
          const row = Math.min(rows - 1, Math.floor(((top + y) * mostDown) / high))
          return (planes[id]?.(column, row) ?? 0) - (1 << (precision - 1))
        }
        last[id] = putBlock(bits, forwardDct(sample, quantization), last[id] ?? 0)
      }
    }
  }
  bits.flush()
  return bits.bytes
}

const acCodes = codesOf([0, 0, 0, 0, 0, 0, 0, acSymbols.length], acSymbols)

function putBlock(bits: BitWriter, block: number[], last: number): number {
  const [dc = 0] = block
  bits.symbol(dcCodes, sizeOf(dc - last))
  bits.value(dc - last, sizeOf(dc - last))
  let zeros = 0
  for (let at = 1; at < 64; at++) {
    const value = block[zigzag[at] ?? 0] ?? 0
    if (value === 0) {
      zeros += 1
      continue
    }
    for (; zeros > 15; zeros -= 16) bits.symbol(acCodes, 0xf0)
    bits.symbol(acCodes, zeros * 16 + sizeOf(value))
    bits.value(value, sizeOf(value))
    zeros = 0
  }
  if (zeros) bits.symbol(acCodes, 0)
  return dc
}

/** By the definition (T.81 A.3.3), rounded. */
function forwardDct(sample: (x: number, y: number) => number, quantization: number): number[] {
  const scale = (index: number) => (index === 0 ? Math.SQRT1_2 : 1)
  return Array.from({ length: 64 }, (_, at) => {
    const u = at % 8
    const v = at >> 3
    let sum = 0
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        sum +=
          sample(x, y) *
          Math.cos(((2 * x + 1) * u * Math.PI) / 16) *
          Math.cos(((2 * y + 1) * v * Math.PI) / 16)
      }
    }
    return Math.round((sum * scale(u) * scale(v)) / 4 / quantization)
  })
}
