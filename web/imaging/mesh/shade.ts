import type { MeshData, Triangles } from './mesh.ts'

/** Normals of the points: those of the triangles around them, larger triangles counting more. Unit length; zero where there is none. */
export function normalsOf({ positions, indices }: Triangles): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length)
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] ?? 0) * 3
    const b = (indices[i + 1] ?? 0) * 3
    const c = (indices[i + 2] ?? 0) * 3
    const ax = positions[a] ?? 0
    const ay = positions[a + 1] ?? 0
    const az = positions[a + 2] ?? 0
    const ux = (positions[b] ?? 0) - ax
    const uy = (positions[b + 1] ?? 0) - ay
    const uz = (positions[b + 2] ?? 0) - az
    const vx = (positions[c] ?? 0) - ax
    const vy = (positions[c + 1] ?? 0) - ay
    const vz = (positions[c + 2] ?? 0) - az
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    for (const corner of [a, b, c]) {
      normals[corner] = (normals[corner] ?? 0) + x
      normals[corner + 1] = (normals[corner + 1] ?? 0) + y
      normals[corner + 2] = (normals[corner + 2] ?? 0) + z
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i] ?? 0
    const y = normals[i + 1] ?? 0
    const z = normals[i + 2] ?? 0
    const length = Math.sqrt(x * x + y * y + z * z) || 1
    normals[i] = x / length
    normals[i + 1] = y / length
    normals[i + 2] = z / length
  }
  return normals
}

/** A scan's points are some tenths of a millimetre apart, a fissure is one wide. */
const rounds = 3

/**
 * How deep each point lies relative to those around it, which a lamp from
 * one side would not show. 128 is even, less is a groove, more is a ridge.
 */
export function reliefOf({
  positions,
  indices,
  normals,
}: Pick<MeshData, 'positions' | 'indices' | 'normals'>): Uint8Array<ArrayBuffer> {
  const count = positions.length / 3
  let height = new Float32Array(count)
  const lengths = new Float32Array(count)
  const neighbours = new Float32Array(count)
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i] ?? 0
    const to = indices[i % 3 === 2 ? i - 2 : i + 1] ?? 0
    const x = (positions[from * 3] ?? 0) - (positions[to * 3] ?? 0)
    const y = (positions[from * 3 + 1] ?? 0) - (positions[to * 3 + 1] ?? 0)
    const z = (positions[from * 3 + 2] ?? 0) - (positions[to * 3 + 2] ?? 0)
    const above =
      x * (normals[from * 3] ?? 0) + y * (normals[from * 3 + 1] ?? 0) + z * (normals[from * 3 + 2] ?? 0)
    height[from] = (height[from] ?? 0) + above
    lengths[from] = (lengths[from] ?? 0) + Math.sqrt(x * x + y * y + z * z)
    neighbours[from] = (neighbours[from] ?? 0) + 1
  }
  for (let i = 0; i < count; i++) height[i] = (height[i] ?? 0) / (lengths[i] || 1)
  for (let round = 0; round < rounds; round++) height = smoothed(height, indices, neighbours)
  const relief = new Uint8Array(count)
  for (let i = 0; i < count; i++)
    relief[i] = Math.max(0, Math.min(255, Math.round(128 + (height[i] ?? 0) * 700)))
  return relief
}

/** Each point as the mean of itself and those around it. */
function smoothed(values: Float32Array, indices: Uint32Array, neighbours: Float32Array) {
  const next = Float32Array.from(values)
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i] ?? 0
    next[from] = (next[from] ?? 0) + (values[indices[i % 3 === 2 ? i - 2 : i + 1] ?? 0] ?? 0)
  }
  for (let i = 0; i < next.length; i++) next[i] = (next[i] ?? 0) / (1 + (neighbours[i] ?? 0))
  return next
}
