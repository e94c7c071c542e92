import type { Grid } from './grid.ts'

/** Of all voxels as many are called hard: enamel, metal, the densest bone. */
const hardPart = 0.01
/** Above this part of the hard ones nothing counts more: metal would outweigh teeth. */
const metalPart = 0.1
/** Voxels that are looked at; a large volume is looked at coarsely. */
const looked = 4e6

/** The hard voxels that count, seen coarsely: mm of each, and how much it counts. */
export type HardVoxel = { x: number; y: number; z: number; weight: number }

/** What is hard in the front half of what is not air: teeth, and bone where there are none. Places in mm. */
export function hardVoxels(grid: Grid): HardVoxel[] {
  const { voxels, size, spacing } = grid
  const [nx, ny, nz] = size
  const stride = Math.max(1, Math.ceil(Math.cbrt(voxels.length / looked)))
  const each = (take: (x: number, y: number, z: number, value: number) => void) => {
    for (let z = 0; z < nz; z += stride)
      for (let y = 0; y < ny; y += stride)
        for (let x = 0, at = (z * ny + y) * nx; x < nx; x += stride) take(x, y, z, voxels[at + x] ?? 0)
  }
  const counts = new Uint32Array(65536)
  let total = 0
  each((_x, _y, _z, value) => {
    counts[value + 32768] = (counts[value + 32768] ?? 0) + 1
    total++
  })
  const hard = valueAbove(counts, total * hardPart)
  const metal = Math.max(hard + 1, valueAbove(counts, total * hardPart * metalPart))
  const soft = (valueAbove(counts, total * 0.995) + hard) / 2
  let [front, back] = [ny, 0]
  each((_x, y, _z, value) => {
    if (value <= soft) return
    front = Math.min(front, y)
    back = Math.max(back, y)
  })
  const found: HardVoxel[] = []
  each((x, y, z, value) => {
    if (value <= hard || y > (front + back) / 2) return
    const weight = Math.min(1, (value - hard) / (metal - hard)) + 0.1
    found.push({ x: x * spacing[0], y: y * spacing[1], z: z * spacing[2], weight })
  })
  return found
}

/** The value that so many voxels are above. */
function valueAbove(counts: Uint32Array, many: number): number {
  let above = 0
  for (let value = 65535; value >= 0; value--) {
    above += counts[value] ?? 0
    if (above > many) return value - 32768
  }
  return -32768
}
