import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type FrameInfo = {
  width: number
  height: number
  bitsPerSample: number
  componentCount: number
  isSigned: boolean
}
type Encoder = {
  getDecodedBuffer(info: FrameInfo): Uint8Array
  setInterleaveMode?(mode: number): void
  setDecompositions?(count: number): void
  setQuality?(reversible: boolean, layers: number): void
  setCompressionRatio?(layer: number, ratio: number): void
  encode(): void
  getEncodedBuffer(): Uint8Array
  delete(): void
}
type Module = { JpegLSEncoder: new () => Encoder; J2KEncoder: new () => Encoder }

export type Image = {
  columns: number
  rows: number
  bits: number
  components?: number
  signed?: boolean
  /** How many times fewer bits JPEG 2000 takes, at a loss. Without it nothing is lost. */
  ratio?: number
}
type Samples = Uint8Array | Uint16Array | Int16Array

/** Lossless JPEG-LS of samples pixel by pixel, by CharLS; the format has no sign, so only the stored bits are written. */
export async function encodeJpegLs(samples: Samples, image: Image): Promise<Uint8Array> {
  const { JpegLSEncoder } = await load('codec-charls/wasmjs', 'codec-charls/wasm')
  const unsigned = image.signed
    ? Uint16Array.from(samples, (value) => value & (2 ** image.bits - 1))
    : samples
  return encode(new JpegLSEncoder(), unsigned, image)
}

/** JPEG 2000 of samples pixel by pixel, by OpenJPEG. */
export async function encodeJpeg2000(samples: Samples, image: Image): Promise<Uint8Array> {
  const { J2KEncoder } = await load('codec-openjpeg/wasmjs', 'codec-openjpeg/wasm')
  return encode(new J2KEncoder(), samples, image)
}

async function load(program: string, wasm: string): Promise<Module> {
  const factory: (options: object) => Promise<Module> = require(`@cornerstonejs/${program}`)
  const wasmBinary = readFileSync(require.resolve(`@cornerstonejs/${wasm}`))
  return factory({ wasmBinary, print: () => {}, printErr: () => {} })
}

function encode(
  encoder: Encoder,
  samples: Samples,
  { columns, rows, bits, components = 1, signed = false, ratio }: Image,
): Uint8Array {
  const info = {
    width: columns,
    height: rows,
    bitsPerSample: bits,
    componentCount: components,
    isSigned: signed,
  }
  encoder.getDecodedBuffer(info).set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  // By pixel; colour by colour is its default.
  encoder.setInterleaveMode?.(components === 1 ? 0 : 2)
  // As many decompositions as a small picture allows; a loss is for large ones.
  encoder.setDecompositions?.(ratio ? 5 : 2)
  if (ratio) {
    encoder.setQuality?.(false, 1)
    encoder.setCompressionRatio?.(0, ratio)
  }
  encoder.encode()
  const stream = encoder.getEncodedBuffer().slice()
  encoder.delete()
  return stream
}
