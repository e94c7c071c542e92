import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'

/** Why something could not be shown; an unknown failure counts as damage, and is logged. */
export function problemOf(failure: unknown): ImagingProblem {
  if (failure instanceof ImagingError) return failure.problem
  console.warn('An image could not be read.', failure instanceof Error ? failure.message : '')
  return 'corrupt'
}
