import type { Vector } from '#web/imaging/types.ts'
import type { Triangles } from './mesh.ts'

/** Part of the sides around a point that must be left over: rounding leaves a millionth. */
const leftOver = 0.01

/**
 * The centre of a surface's rim, undefined without one. Around an inner point the far sides of its triangles close a
 * ring, so their vectors add up to zero; at the rim something is left. The orientation of triangles does not matter.
 */
export function boundaryCenter({ positions, indices }: Triangles): Vector | undefined {
  const left = new Float32Array(positions.length)
  const lengths = new Float32Array(positions.length / 3)
  for (let i = 0; i < indices.length; i += 3)
    for (let corner = 0; corner < 3; corner++) {
      const point = indices[i + corner] ?? 0
      const from = (indices[i + ((corner + 1) % 3)] ?? 0) * 3
      const to = (indices[i + ((corner + 2) % 3)] ?? 0) * 3
      const x = (positions[to] ?? 0) - (positions[from] ?? 0)
      const y = (positions[to + 1] ?? 0) - (positions[from + 1] ?? 0)
      const z = (positions[to + 2] ?? 0) - (positions[from + 2] ?? 0)
      left[point * 3] = (left[point * 3] ?? 0) + x
      left[point * 3 + 1] = (left[point * 3 + 1] ?? 0) + y
      left[point * 3 + 2] = (left[point * 3 + 2] ?? 0) + z
      lengths[point] = (lengths[point] ?? 0) + Math.sqrt(x * x + y * y + z * z)
    }
  let total = 0
  const sum: [number, number, number] = [0, 0, 0]
  for (let point = 0; point < lengths.length; point++) {
    const weight = Math.hypot(left[point * 3] ?? 0, left[point * 3 + 1] ?? 0, left[point * 3 + 2] ?? 0)
    if (weight <= leftOver * (lengths[point] ?? 0)) continue
    total += weight
    for (const axis of [0, 1, 2] as const) sum[axis] += weight * (positions[point * 3 + axis] ?? 0)
  }
  return total > 0 ? [sum[0] / total, sum[1] / total, sum[2] / total] : undefined
}
