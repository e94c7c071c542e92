import { expect, it } from 'vitest'
import { blankMesh } from './blank-mesh.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder('latin1').decode(data)

const facet =
  'facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n'

it('takes the name out of an STL in words, at its beginning and its end', () => {
  const file = bytes(`solid Ana Ruiz 12/03/1990\r\n${facet}endsolid Ana Ruiz\r\n`)
  const before = file.slice()
  const copy = text(blankMesh(file, 'stl'))
  expect(copy).not.toMatch(/Ana|Ruiz|1990/)
  expect(copy.replace(/ +(?=\r)/g, '')).toBe(`solid\r\n${facet}endsolid\r\n`)
  expect(file).toEqual(before)
})

it('empties the head of a binary STL and leaves its triangles, also when it begins with solid', () => {
  const file = new Uint8Array(84 + 50 + 12)
  file.set(bytes('solid Ana Ruiz'))
  new DataView(file.buffer).setUint32(80, 1, true)
  file.fill(7, 84, 134)
  file.set(bytes('Ana Ruiz\0\0\0\0'), 134)
  const copy = blankMesh(file, 'stl')
  expect(copy.length).toBe(134)
  expect(copy.subarray(0, 80).every((byte) => byte === 0)).toBe(true)
  expect(copy.subarray(80)).toEqual(file.subarray(80, 134))
})

it('leaves the comments of a PLY out, and every byte behind its head as it is', () => {
  const head =
    'ply\nformat binary_little_endian 1.0\ncomment Paciente: Ana Ruiz\nobj_info Ana\nelement vertex 2\nproperty uchar x\nend_header\n'
  const body = new Uint8Array([0x63, 0x0a, 0xff, 0x0a])
  const copy = blankMesh(new Uint8Array([...bytes(head), ...body]), 'ply')
  expect(text(copy.subarray(0, -4))).toBe(
    'ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty uchar x\nend_header\n',
  )
  expect(copy.subarray(-4)).toEqual(body)
})
