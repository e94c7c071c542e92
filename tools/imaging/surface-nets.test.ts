import { describe, expect, it } from 'vitest'
import { levelOf, surfaceNets } from './surface-nets.ts'

const count = 31
const step = 0.4
const radius = 4

/** A ball in the middle of the grid; above the height `top` (mm from the middle) nothing is known. */
function ball(top = Number.POSITIVE_INFINITY) {
  const middle = ((count - 1) / 2) * step
  const levels = new Uint8Array(count ** 3)
  for (let at = 0; at < levels.length; at++) {
    const [x, y, z] = [at % count, Math.floor(at / count) % count, Math.floor(at / count ** 2)]
    const height = z * step - middle
    if (height > top) continue
    levels[at] = levelOf(Math.hypot(x * step - middle, y * step - middle, height) - radius, step)
  }
  return surfaceNets({ counts: [count, count, count], origin: [-middle, -middle, -middle], step, levels })
}

/** The volume that triangles close in, mm³; below 0 when they are seen clockwise from outside. */
function volumeOf({ positions, indices }: ReturnType<typeof ball>): number {
  let sum = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = indices.subarray(i, i + 3)
    const [ax = 0, ay = 0, az = 0] = positions.subarray(a * 3, a * 3 + 3)
    const [bx = 0, by = 0, bz = 0] = positions.subarray(b * 3, b * 3 + 3)
    const [cx = 0, cy = 0, cz = 0] = positions.subarray(c * 3, c * 3 + 3)
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return sum / 6
}

describe('surface nets', () => {
  it('close a ball, its triangles anticlockwise from outside', () => {
    const surface = ball()
    const points = surface.positions.length / 3
    for (let i = 0; i < points; i++)
      expect(Math.hypot(...surface.positions.subarray(i * 3, i * 3 + 3))).toBeCloseTo(radius, 1)
    // Euler: a closed surface without handles has two points more than half of its triangles.
    expect(points - surface.indices.length / 6).toBe(2)
    expect(volumeOf(surface)).toBeCloseTo((4 / 3) * Math.PI * radius ** 3, -1)
  })

  it('leave a surface open where nothing is known', () => {
    const surface = ball(2)
    expect(Math.max(...surface.positions.filter((_, i) => i % 3 === 2))).toBeLessThan(2.1)
    expect(surface.positions.length / 3 - surface.indices.length / 6).toBeGreaterThan(10)
  })
})
