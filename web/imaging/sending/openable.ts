import type { ImagingProblem, Part } from '#web/imaging/types.ts'

const notTheFiles = new Set<ImagingProblem>(['not_loaded', 'no_tiff_here', 'no_heic_here'])

/**
 * Why nobody will be able to open the files to be sent, as the viewer will say it; null
 * when at least one part opens. HEIC opens for few: whoever sends it is told. A decoder that could not be loaded is not the file's fault.
 */
export function problemOf(parts: readonly Part[]): ImagingProblem | null {
  const problems: ImagingProblem[] = []
  for (const part of parts) {
    if (part.kind === 'photo' && part.type === 'image/heic') {
      problems.push('no_heic_here')
      continue
    }
    if (part.kind !== 'unreadable' || notTheFiles.has(part.problem)) return null
    problems.push(part.problem)
  }
  return problems[0] ?? 'nothing_to_show'
}
