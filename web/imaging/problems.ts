import { ImagingError, type ImagingProblem } from './types.ts'

/** zip.js's words and the engine's, as they begin, and what they mean to a person. */
const meanings: [RegExp, ImagingProblem][] = [
  // A part of ours that could not be fetched; every browser says it in its own words.
  [/dynamically imported module|importing a module script|loading dynamically/i, 'not_loaded'],
  [/encrypted|password|unsupported encryption/i, 'encrypted_zip'],
  [/not found|out of bounds|unexpected end|premature|split zip/i, 'truncated'],
  [/compression method|unsupported compression/i, 'unsupported_compression'],
  [/allocation|array length|out of memory|invalid typed array length/i, 'too_large'],
]

/** Whatever was thrown, as what a person hears: what is not known is a damaged file. */
export function asImagingError(error: unknown): ImagingError {
  if (error instanceof ImagingError) return error
  if (!(error instanceof Error)) return new ImagingError('corrupt', String(error))
  if (error.name === 'AbortError') return new ImagingError('cancelled')
  const [, problem] = meanings.find(([words]) => words.test(error.message)) ?? []
  return new ImagingError(problem ?? 'corrupt', error.message)
}

/** Throws 'cancelled' once the person no longer waits. */
export function stopIfCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw new ImagingError('cancelled')
}
