import type { Grid } from './grid.ts'

/** Of all voxels as many are called hard: enamel, metal, the densest bone. */
const hardPart = 0.01
/** mm³: at most so many, which are all teeth; a whole skull has more dense bone than that. */
const hardMost = 16_000
/** Above this part of the hard ones nothing counts more: metal would outweigh teeth. */
const metalPart = 0.1
/** How far back teeth stand, as a part of the head. */
const frontPart = 0.6
/** Voxels that are looked at; a large volume is looked at coarsely. */
const looked = 4e6

/** The hard voxels that count, seen coarsely: mm of each, and how much it counts. */
export type HardVoxel = { x: number; y: number; z: number; weight: number }

/** What is hard in the front of what is not air: teeth, and bone where there are none. Places in mm. */
export function hardVoxels(grid: Grid): HardVoxel[] {
  const { voxels, size, sides, inverted } = grid
  const [nx, ny, nz] = size
  const stride = Math.max(1, Math.ceil(Math.cbrt(voxels.length / looked)))
  const each = (take: (x: number, y: number, z: number, value: number) => void) => {
    for (let z = 0; z < nz; z += stride)
      for (let y = 0; y < ny; y += stride)
        for (let x = 0, at = (z * ny + y) * nx; x < nx; x += stride) {
          const value = voxels[at + x] ?? 0
          // The complement has the order turned round and stays within 16 bits.
          take(x, y, z, inverted ? ~value : value)
        }
  }
  const counts = new Uint32Array(65536)
  let [total, sum] = [0, 0]
  each((_x, _y, _z, value) => {
    counts[value + 32768] = (counts[value + 32768] ?? 0) + 1
    total++
    sum += value
  })
  const many = Math.min(total * hardPart, hardMost / (sides[0] * sides[1] * sides[2] * stride ** 3))
  const hard = valueReached(counts, many)
  const metal = Math.max(hard + 1, valueReached(counts, many * metalPart))
  let [front, back] = [ny, 0]
  each((_x, y, _z, value) => {
    // Air is darker than the mean, where there is any.
    if (value < sum / total) return
    front = Math.min(front, y)
    back = Math.max(back, y)
  })
  const found: HardVoxel[] = []
  each((x, y, z, value) => {
    if (value < hard || y > front + (back - front) * frontPart) return
    const weight = Math.min(1, (value - hard) / (metal - hard)) + 0.1
    found.push({ x: x * sides[0], y: y * sides[1], z: z * sides[2], weight })
  })
  return found
}

/** The largest value that more voxels than so many reach. */
function valueReached(counts: Uint32Array, many: number): number {
  let above = 0
  for (let value = 65535; value >= 0; value--) {
    above += counts[value] ?? 0
    if (above > many) return value - 32768
  }
  return -32768
}
