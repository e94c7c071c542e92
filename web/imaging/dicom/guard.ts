import { asImagingError } from '#web/imaging/problems.ts'

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
