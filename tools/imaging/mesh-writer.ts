/** A surface to be written: three numbers a point, three points a triangle, three colour bytes a point. */
export type Surface = { positions: Float32Array; indices: Uint32Array; colors?: Uint8Array }

/**
 * Binary STL as scanners write it: a head that begins with `title`; then, for each triangle, one normal, three
 * corners and two bytes.
 */
export function writeStl({ positions, indices }: Surface, title = 'Arch phantom'): Uint8Array<ArrayBuffer> {
  const count = indices.length / 3
  const bytes = new Uint8Array(84 + count * 50)
  bytes.set(new TextEncoder().encode(title.slice(0, 80)))
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  for (let triangle = 0; triangle < count; triangle++) {
    const corners = cornersOf(positions, indices, triangle)
    for (const [i, value] of [...normalOf(corners), ...corners].entries())
      view.setFloat32(84 + triangle * 50 + i * 4, value, true)
  }
  return bytes
}

/** STL as text. */
export function writeStlText({ positions, indices }: Surface, name = 'phantom'): Uint8Array<ArrayBuffer> {
  const lines = [`solid ${name}`]
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const corners = cornersOf(positions, indices, triangle)
    lines.push(`  facet normal ${normalOf(corners).join(' ')}`, '    outer loop')
    for (let i = 0; i < 9; i += 3) lines.push(`      vertex ${corners.slice(i, i + 3).join(' ')}`)
    lines.push('    endloop', '  endfacet')
  }
  lines.push(`endsolid ${name}`, '')
  return new TextEncoder().encode(lines.join('\n'))
}

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian'

/** PLY with floats, byte colours and faces as lists; `comment` stands in its head. */
export function writePly(surface: Surface, format: PlyFormat, comment = 'phantom'): Uint8Array<ArrayBuffer> {
  const { positions, indices, colors } = surface
  const head = [
    'ply',
    `format ${format} 1.0`,
    `comment ${comment}`,
    `element vertex ${positions.length / 3}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...(colors ? ['red', 'green', 'blue'].map((name) => `property uchar ${name}`) : []),
    `element face ${indices.length / 3}`,
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join('\n')
  const encoder = new TextEncoder()
  return format === 'ascii'
    ? encoder.encode(head + plyText(surface))
    : joined(encoder.encode(head), plyBytes(surface, format === 'binary_little_endian'))
}

function plyText({ positions, indices, colors }: Surface): string {
  const lines: string[] = []
  for (let i = 0; i < positions.length; i += 3)
    lines.push([...positions.slice(i, i + 3), ...(colors?.slice(i, i + 3) ?? [])].join(' '))
  for (let i = 0; i < indices.length; i += 3) lines.push(`3 ${indices.slice(i, i + 3).join(' ')}`)
  return `${lines.join('\n')}\n`
}

function plyBytes({ positions, indices, colors }: Surface, little: boolean): Uint8Array<ArrayBuffer> {
  const points = positions.length / 3
  const stride = colors ? 15 : 12
  const bytes = new Uint8Array(points * stride + (indices.length / 3) * 13)
  const view = new DataView(bytes.buffer)
  for (let point = 0; point < points; point++)
    for (let i = 0; i < 3; i++) {
      view.setFloat32(point * stride + i * 4, positions[point * 3 + i] ?? 0, little)
      if (colors) view.setUint8(point * stride + 12 + i, colors[point * 3 + i] ?? 0)
    }
  for (let face = 0; face < indices.length / 3; face++) {
    const at = points * stride + face * 13
    view.setUint8(at, 3)
    for (let i = 0; i < 3; i++) view.setInt32(at + 1 + i * 4, indices[face * 3 + i] ?? 0, little)
  }
  return bytes
}

function cornersOf(positions: Float32Array, indices: Uint32Array, triangle: number): number[] {
  return [0, 1, 2].flatMap((corner) => {
    const point = indices[triangle * 3 + corner] ?? 0
    return [...positions.subarray(point * 3, point * 3 + 3)]
  })
}

function normalOf([ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0]: number[]) {
  const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az]
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(...normal) || 1
  return normal.map((value) => value / length)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
