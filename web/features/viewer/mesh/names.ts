import type { Jaw } from '#web/imaging/mesh/arrange.ts'

const jawNames: Record<Jaw, string> = { upper: 'Superior', lower: 'Inferior' }

/** What scans are called: by their jaw, or where several are of one by their file, without its folders. */
export function scanNames(files: readonly string[], jaws: readonly Jaw[]): string[] {
  return files.map((file, i) => {
    const jaw = jaws[i]
    const isOnly = jaw && jaws.filter((other) => other === jaw).length === 1
    return isOnly ? jawNames[jaw] : (file.split('/').at(-1) ?? file)
  })
}
