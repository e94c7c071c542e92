import type { Vector } from '#web/imaging/types.ts'
import { cross, dot } from '#web/imaging/vectors.ts'
import type { Orientation } from './mesh.ts'
import { across, add, negate, unit } from './vectors.ts'

export type Jaw = 'upper' | 'lower'

/** How the scans of a study lie together; `jaws` in the order of the scans. Unit vectors, upright on each other. */
export type Arrangement = { up: Vector; front: Vector; left: Vector; jaws: Jaw[] }

const upperWords = /maxil(?!lofac)|upper|superior|(?:^|[^a-z])(?:sup|max|oberkiefer|ok)(?:[^a-z]|$)/
const lowerWords = /mandib|lower|inferior|(?:^|[^a-z])(?:inf|mand|unterkiefer|uk)(?:[^a-z]|$)/

/**
 * Which scan is which jaw, and where the patient's head is. The file's name tells; else the scanner's convention
 * that the file's largest axis points to the head, so that the upper jaw's chewing surfaces face against it.
 */
export function arrange(scans: { name: string; orientation: Orientation }[]): Arrangement {
  const named = scans.map(({ name }) => jawOf(name))
  let votes: Vector = [0, 0, 0]
  for (const [i, { orientation }] of scans.entries()) {
    if (named[i] === 'upper') votes = add(votes, negate(orientation.occlusal))
    if (named[i] === 'lower') votes = add(votes, orientation.occlusal)
  }
  const [first] = scans
  const occlusal: Vector = first?.orientation.occlusal ?? [0, 0, 1]
  const up = Math.hypot(...votes) > 0.5 ? unit(votes) : byConvention(occlusal)
  const front = across(meanFront(scans), up)
  return {
    up,
    front,
    left: cross(up, front),
    jaws: scans.map(
      ({ orientation }, i) => named[i] ?? (dot(orientation.occlusal, up) > 0 ? 'lower' : 'upper'),
    ),
  }
}

function jawOf(name: string): Jaw | undefined {
  const words = name.toLowerCase()
  const upper = upperWords.test(words)
  if (upper === lowerWords.test(words)) return undefined
  return upper ? 'upper' : 'lower'
}

function byConvention(occlusal: Vector): Vector {
  const largest = [...occlusal].sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0
  return largest > 0 ? occlusal : negate(occlusal)
}

/** Of all scans together; when two contradict each other, the first decides. */
function meanFront(scans: { orientation: Orientation }[]): Vector {
  const sum = scans.reduce<Vector>((sum, { orientation }) => add(sum, orientation.front), [0, 0, 0])
  return Math.hypot(...sum) > 0.5 ? sum : (scans[0]?.orientation.front ?? [0, -1, 0])
}
