import { syntax } from '#domain/transfer-syntax.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { DataSetFile } from './data-set.ts'
import type { Fragment } from './fragments.ts'
import { frameBits, type PixelFormat } from './pixel-format.ts'

/** Where the frames' bytes are: one after the other from `start` on, or compressed in fragments each. */
export type FrameSource = PlainSource | CompressedSource
export type PlainSource = { kind: 'plain'; start: number; frameBits: number; bigEndian: boolean }
export type CompressedSource = { kind: 'compressed'; frames: Fragment[][] }

/** @throws ImagingError no_pixels, truncated, too_large, corrupt, not_loaded */
export async function frameSourceOf(file: DataSetFile, format: PixelFormat): Promise<FrameSource> {
  const { pixels, bytes } = file
  if (!pixels || pixels.length === 0) {
    if (pixels || file.complete) throw new ImagingError('no_pixels')
    throw new ImagingError('truncated', 'ends before its pixels')
  }
  if (!pixels.hadUndefinedLength) {
    const bits = frameBits(format)
    const there = Math.min(pixels.length, bytes.length - pixels.dataOffset)
    const needed = Math.ceil((bits * format.frames) / 8)
    if (there < needed) throw new ImagingError('truncated', `${there} bytes of ${needed}`)
    return { kind: 'plain', start: pixels.dataOffset, frameBits: bits, bigEndian: hasBigEndianPixels(file) }
  }
  const { compressedSource } = await lazily(() => import('./compressed-source.ts'))
  return compressedSource(file, format, pixels.dataOffset)
}

/** Those of GE's private syntax are, though nothing else of its files is. */
export const hasBigEndianPixels = ({ bigEndian, transferSyntax }: DataSetFile): boolean =>
  bigEndian || transferSyntax === syntax.geBigEndianPixels
