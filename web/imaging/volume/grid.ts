import type { Vector } from '#web/imaging/types.ts'

/** Voxels in memory: x (to the patient's left) runs fastest, then y (to the back), then z (to the head). */
export type Grid = {
  voxels: Int16Array
  /** Voxels along x, y, z. */
  size: Vector
  /** mm between their centres. */
  spacing: Vector
  /** What is said to lie around the volume: the value of air where it has some. */
  outside: number
}
