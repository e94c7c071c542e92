import { ImagingError } from './types.ts'

/**
 * A part of the program that few files need, loaded on demand.
 * @throws ImagingError not_loaded, which says nothing about the file
 */
export async function lazily<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    throw new ImagingError('not_loaded', String(error))
  }
}
