import type { Drawn } from './encode.ts'
import type { MadePreview, PreviewFacts } from './preview.ts'

/** What is seen of a study's files, before it is made into files of its own. */
export type Look = Pick<MadePreview, 'sheets' | 'index'> & {
  thumb: Drawn
  cover: Drawn
  facts: PreviewFacts
}

/** Millimetres of a pixel or voxel, and of so many of them on each axis. */
export function sizeFacts(sides: readonly number[], counts: readonly number[]): PreviewFacts {
  const rounded = (mm: number) => Number(mm.toPrecision(4))
  return {
    voxel_mm: sides.map(rounded),
    fov_mm: sides.map((side, axis) => rounded(side * (counts[axis] ?? 0))),
  }
}
