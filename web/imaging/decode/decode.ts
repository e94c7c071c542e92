import { syntax } from '#domain/transfer-syntax.ts'
import type { PixelFormat } from '#web/imaging/dicom/pixel-format.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { Decoded } from './decoded.ts'

type Codec = (stream: Uint8Array, format: PixelFormat) => Decoded | Promise<Decoded>

/** Each is loaded when a file needs it. */
const codecs = {
  rle: async () => (await import('./rle.ts')).decodeRle,
  jpeg: async () => (await import('./jpeg/decode-jpeg.ts')).decodeJpeg,
  jpegLs: async () => (await import('./jpeg-ls.ts')).decodeJpegLs,
  jpeg2000: async () => (await import('./jpeg-2000.ts')).decodeJpeg2000,
} satisfies Record<string, () => Promise<Codec>>
type CodecName = keyof typeof codecs

const bySyntax: Record<string, CodecName> = {
  [syntax.rle]: 'rle',
  [syntax.jpegBaseline]: 'jpeg',
  [syntax.jpegExtended]: 'jpeg',
  [syntax.jpegLossless]: 'jpeg',
  [syntax.jpegLosslessFirst]: 'jpeg',
  [syntax.jpegLs]: 'jpegLs',
  [syntax.jpegLsNear]: 'jpegLs',
  [syntax.jpeg2000Lossless]: 'jpeg2000',
  [syntax.jpeg2000]: 'jpeg2000',
}

/** Whether there is a decoder for a stream, by its first bytes. */
export function isDecodable(transferSyntax: string, stream: Uint8Array): boolean {
  return codecFor(transferSyntax, stream) !== undefined
}

/** @throws ImagingError unsupported_compression, corrupt, not_loaded */
export async function decodeFrame(
  transferSyntax: string,
  stream: Uint8Array,
  format: PixelFormat,
): Promise<Decoded> {
  const name = codecFor(transferSyntax, stream)
  if (!name) throw new ImagingError('unsupported_compression', transferSyntax)
  const decode: Codec = await lazily<Codec>(codecs[name])
  return decode(stream, format)
}

/** By the stream itself, since files often name another one; by the file where the stream does not tell. */
function codecFor(transferSyntax: string, stream: Uint8Array): CodecName | undefined {
  return codecOf(stream) ?? bySyntax[transferSyntax]
}

function codecOf(stream: Uint8Array): CodecName | undefined {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  if (stream.length < 12) return undefined
  if (view.getUint32(0) === 0xff4fff51 || view.getUint32(4) === 0x6a502020) return 'jpeg2000'
  if (view.getUint16(0) === 0xffd8) return jpegKind(view)
  const segments = view.getUint32(0, true)
  return segments >= 1 && segments <= 15 && view.getUint32(4, true) === 64 ? 'rle' : undefined
}

/** JPEG and JPEG-LS begin alike; their frame headers differ. */
function jpegKind(view: DataView): CodecName | undefined {
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker === 0xfff7) return 'jpegLs'
    if (marker >> 4 === 0xffc && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) return 'jpeg'
    if (marker === 0xffff) at += 1
    else if (marker >> 8 === 0xff) at += 2 + view.getUint16(at + 2)
    else return undefined
  }
  return undefined
}
