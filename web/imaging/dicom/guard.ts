import { asImagingError } from '#web/imaging/problems.ts'

/**
 * Any failure inside is the file's fault, as an ImagingError: the parser throws strings, a decoder anything.
 * @throws ImagingError only
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asImagingError(error)
  }
}
