import type { PhotoContent } from '#domain/file-content.ts'
import { ImagingError, type ImagingProblem } from './types.ts'

/** How the messages of zip.js and of browsers begin, and what they mean to a person. */
const meanings: [RegExp, ImagingProblem][] = [
  // A part of ours that could not be fetched; every browser says it in its own words.
  [/dynamically imported module|importing a module script|loading dynamically/i, 'not_loaded'],
  [/encrypted|password|unsupported encryption/i, 'encrypted_zip'],
  [/not found|out of bounds|unexpected end|premature|split zip/i, 'truncated'],
  [/compression method|unsupported compression/i, 'unsupported_compression'],
  [/allocation|array length|out of memory|invalid typed array length/i, 'too_large'],
]

/** Any thrown value as an ImagingError; an unknown one counts as a damaged file. */
export function asImagingError(error: unknown): ImagingError {
  if (error instanceof ImagingError) return error
  if (!(error instanceof Error)) return new ImagingError('corrupt', String(error))
  if (error.name === 'AbortError') return new ImagingError('cancelled')
  const [, problem] = meanings.find(([words]) => words.test(error.message)) ?? []
  return new ImagingError(problem ?? 'corrupt', error.message)
}

/** What is said of a photo that a browser does not draw, where it need not be damaged: Safari alone shows TIFF and HEIC. */
export function notHere(type: `image/${PhotoContent}`): ImagingProblem | undefined {
  if (type === 'image/tiff') return 'no_tiff_here'
  if (type === 'image/heic') return 'no_heic_here'
  return type === 'image/avif' ? 'unsupported_compression' : undefined
}

/** Throws 'cancelled' once the person has stopped waiting. */
export function stopIfCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw new ImagingError('cancelled')
}
