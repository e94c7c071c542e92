import { ImagingError } from '#web/imaging/types.ts'

/**
 * Whatever goes wrong inside is the file's fault in words of ours: the parser throws strings, a decoder anything.
 * @throws ImagingError only
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asImagingError(error)
  }
}

export function asImagingError(error: unknown): ImagingError {
  if (error instanceof ImagingError) return error
  if (error instanceof DOMException && error.name === 'AbortError') return new ImagingError('cancelled')
  return new ImagingError('corrupt', error instanceof Error ? error.message : String(error))
}
