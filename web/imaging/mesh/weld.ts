import type { Triangles } from './mesh.ts'

/**
 * Merges equal points: STL repeats a point for every triangle around it, and smooth
 * shading needs triangles to share points. Leaves out triangles without area and points that are no numbers, which no triangle
 * may use.
 */
export function weld({ positions, indices, colors }: Triangles): Triangles {
  const count = positions.length / 3
  // -0 is the same place as 0 but not the same bits.
  for (let i = 0; i < positions.length; i++) positions[i] = (positions[i] ?? 0) + 0
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length)
  let size = 1024
  while (size < count * 2) size *= 2
  const table = new Int32Array(size).fill(-1)
  const newOf = new Uint32Array(count)
  let kept = 0
  for (let point = 0; point < count; point++) {
    const sum =
      (positions[point * 3] ?? 0) + (positions[point * 3 + 1] ?? 0) + (positions[point * 3 + 2] ?? 0)
    if (!Number.isFinite(sum)) continue
    const x = bits[point * 3] ?? 0
    const y = bits[point * 3 + 1] ?? 0
    const z = bits[point * 3 + 2] ?? 0
    let slot = hash(x, y, z) & (size - 1)
    let found = table[slot] ?? -1
    while (found >= 0 && (bits[found * 3] !== x || bits[found * 3 + 1] !== y || bits[found * 3 + 2] !== z)) {
      slot = (slot + 1) & (size - 1)
      found = table[slot] ?? -1
    }
    if (found < 0) {
      found = kept++
      table[slot] = found
      // Never ahead of the point that is read.
      bits[found * 3] = x
      bits[found * 3 + 1] = y
      bits[found * 3 + 2] = z
      for (let i = 0; colors && i < 3; i++) colors[found * 3 + i] = colors[point * 3 + i] ?? 0
    }
    newOf[point] = found
  }
  return {
    positions: positions.slice(0, kept * 3),
    indices: renumber(indices, newOf),
    ...(colors && { colors: colors.slice(0, kept * 3) }),
  }
}

function renumber(indices: Uint32Array, newOf: Uint32Array): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(indices.length)
  let used = 0
  for (let i = 0; i < indices.length; i += 3) {
    const a = newOf[indices[i] ?? 0] ?? 0
    const b = newOf[indices[i + 1] ?? 0] ?? 0
    const c = newOf[indices[i + 2] ?? 0] ?? 0
    if (a === b || b === c || c === a) continue
    result[used++] = a
    result[used++] = b
    result[used++] = c
  }
  return result.slice(0, used)
}

function hash(x: number, y: number, z: number): number {
  let value = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return value ^ (value >>> 13)
}
