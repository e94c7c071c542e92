// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import { describe, expect, it } from 'vitest'
import { contentOf, sniffedBytes } from '#domain/file-content.ts'
import { archPhantom, archSize, gumColor, toothColor } from '#tools/imaging/arch-phantom.ts'
import { writePly, writeStl, writeStlText } from '#tools/imaging/mesh-writer.ts'
import { ImagingError, type MeshFormat } from '#web/imaging/types.ts'
import type { MeshData } from './mesh.ts'
import { readMesh } from './read-mesh.ts'

const arch = archPhantom({ jaw: 'lower', triangles: 2_000 })
const triangles = arch.indices.length / 3
const points = arch.positions.length / 3

const files = {
  'binary STL': [writeStl(arch), 'stl'],
  'binary STL that begins with solid': [writeStl(arch, 'solid facet normal'), 'stl'],
  'STL as text': [writeStlText(arch, 'vertex facet endsolid'), 'stl'],
  'PLY, little endian': [writePly(arch, 'binary_little_endian'), 'ply'],
  'PLY, big endian': [writePly(arch, 'binary_big_endian'), 'ply'],
  'PLY as text': [writePly(arch, 'ascii'), 'ply'],
} as const

const text = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))

function problem(bytes: Uint8Array<ArrayBuffer>, format: MeshFormat): string {
  try {
    readMesh(bytes, format)
    return 'none'
  } catch (error) {
    if (error instanceof ImagingError) return error.problem
    throw error
  }
}

describe('what others read is read: four triangles of 10 mm,', () => {
  const places = ['0 0 0', '10 0 0', '0 10 0', '0 0 10']
  const faces = ['3 0 1 2', '3 0 2 3', '3 0 3 1', '3 1 3 2']
  const red = [230, 40, 40]
  const colored = places.map((place) => `${place} ${red.join(' ')}`)
  const ply = (vertices: string[], lines = faces, more: string[] = []) => [
    'ply',
    'format ascii 1.0',
    `element vertex ${vertices.length}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...['red', 'green', 'blue'].map((name) => `property uchar ${name}`),
    'element face 4',
    'property list uchar int vertex_indices',
    ...more,
    'end_header',
    ...vertices,
    ...lines,
    '',
  ]
  const facets = (write = (number: string) => number) =>
    faces.flatMap((face) => [
      'facet normal 0 0 0',
      'outer loop',
      ...face
        .split(' ')
        .slice(1)
        .map((at) => `vertex ${(places[Number(at)] ?? '').split(' ').map(write).join(' ')}`),
      'endloop',
      'endfacet',
    ])
  const scalars = ['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`)
  const tail = ' 6 .1 .1 .4 .1 .1 .4 9 1 1 1 1 1 1 1 1 1'
  const cases: [name: string, bytes: Uint8Array<ArrayBuffer>, format: 'ply' | 'stl'][] = [
    [
      'VCG’s corners with a list where the head says four numbers',
      text(
        ...ply(
          colored,
          faces.map((face) => face + tail),
          ['property list uchar float texcoord', ...scalars],
        ),
      ),
      'ply',
    ],
    ['colours of faces that are missing', text(...ply(colored, faces, scalars)), 'ply'],
    [
      'a point that is no number and that no face uses',
      text(...ply([...colored, 'nan nan nan 0 0 0'])),
      'ply',
    ],
    ['an infinite one', text(...ply([...colored, 'inf -inf 1e39 0 0 0'])), 'ply'],
    ['carriage returns alone', new TextEncoder().encode(ply(colored).join('\r')), 'ply'],
    ['carriage returns and new lines', new TextEncoder().encode(ply(colored).join('\r\n')), 'ply'],
    ['spaces at the ends of lines', new TextEncoder().encode(ply(colored).join('  \n')), 'ply'],
    ['decimal commas in a PLY', text(...ply(colored.map((line) => line.replace(/^(\d+)/, '$1,0')))), 'ply'],
    [
      'spaces at the ends of lines of an STL',
      text(...['solid a', ...facets(), 'endsolid a', ''].map((line) => `${line} \t`)),
      'stl',
    ],
    ['‘end solid’', text('solid a', ...facets(), 'end solid a', ''), 'stl'],
    ['no end behind the last facet', text('solid a', ...facets(), ''), 'stl'],
    [
      'decimal commas',
      text('solid a', ...facets((one) => `${Number(one).toExponential(6).replace('.', ',')}`), 'endsolid'),
      'stl',
    ],
    [
      'carriage returns alone in an STL',
      new TextEncoder().encode(['solid a', ...facets(), 'endsolid a', ''].join('\r')),
      'stl',
    ],
  ]
  it.each(cases)('%s', (_name, bytes, format) => {
    const { indices, box, colors } = readMesh(bytes, format)
    if (format === 'ply') expect(colors).toEqual(Uint8Array.from([...red, ...red, ...red, ...red]))
    expect(indices).toHaveLength(12)
    expect(box).toEqual({ min: [0, 0, 0], max: [10, 10, 10] })
    expect(contentOf(bytes.subarray(0, sniffedBytes), bytes.length)).toBe(format)
  })
})

/** Corners of all triangles in the order of the file. */
function corners({ positions, indices }: Pick<MeshData, 'positions' | 'indices'>): number[] {
  return [...indices].flatMap((point) => [...positions.subarray(point * 3, point * 3 + 3)])
}

describe('a scan is read as it was written', () => {
  it.each(Object.entries(files))('%s', (_, [bytes, format]) => {
    const mesh = readMesh(bytes, format)
    expect(mesh.indices.length / 3).toBe(triangles)
    expect(corners(mesh)).toEqual(corners(readMesh(files['binary STL'][0], 'stl')))
    expect(mesh.box.max.map((end, i) => end - (mesh.box.min[i] ?? 0))).toEqual([...archSize])
  })

  it('and the same as by three’s own loaders', () => {
    const stl = new STLLoader().parse(files['binary STL'][0].buffer).getAttribute('position').array
    expect(corners(readMesh(files['binary STL'][0], 'stl'))).toEqual([...stl])
    for (const name of ['PLY, little endian', 'PLY, big endian', 'PLY as text'] as const) {
      const geometry = new PLYLoader().parse(files[name][0].buffer)
      expect(corners(readMesh(files[name][0], 'ply'))).toEqual([
        ...geometry.toNonIndexed().getAttribute('position').array,
      ])
    }
  })

  it('each place once, however often the file has it', () => {
    for (const [bytes, format] of Object.values(files)) {
      expect(readMesh(bytes, format).positions.length / 3).toBe(points)
    }
  })

  it('with its colours', () => {
    for (const name of ['PLY, little endian', 'PLY, big endian', 'PLY as text'] as const) {
      const { colors } = readMesh(...files[name])
      expect(colors).toEqual(arch.colors)
    }
    expect([...toothColor, ...gumColor].every((part) => arch.colors?.includes(part))).toBe(true)
    expect(readMesh(...files['binary STL']).colors).toBeUndefined()
  })

  it('with colours as parts of one, other properties in between, and squares', () => {
    const file = text(
      'ply',
      'format ascii 1.0',
      'element camera 1',
      'property list uchar float lens',
      'element vertex 4',
      'property float32 x',
      'property float32 y',
      'property float nx',
      'property float32 z',
      ...['red', 'green', 'blue'].map((name) => `property float ${name}`),
      'element face 1',
      'property uchar flags',
      'property list uint8 uint32 vertex_index',
      'end_header',
      '2 1.5 2.5',
      '0 0 9 0 1 0.5 0',
      '1 0 9 0 1 0.5 0',
      '1 1 9 0 1 0.5 0',
      '-1.5e-1 +1 9 .25 1 0.5 0',
      '7 4 0 1 2 3',
    )
    const mesh = readMesh(file, 'ply')
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3])
    expect([...mesh.positions.slice(9)]).toEqual([Math.fround(-0.15), 1, 0.25])
    expect([...(mesh.colors ?? [])].slice(0, 3)).toEqual([255, 128, 0])
  })

  const ofFaces = (format: string, more = '') =>
    text(
      'ply',
      `format ${format} 1.0`,
      'element vertex 6',
      ...['x', 'y', 'z'].map((axis) => `property uchar ${axis}`),
      'element face 2',
      'property list uchar uchar vertex_indices',
      ...['red', 'green', 'blue'].map((name) => `property uchar ${name}`),
      ...(more ? [more] : []),
      'end_header',
      '',
    )
  const places = [0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 9, 0, 9, 9, 9, 9]
  const binary = [...places, 4, 0, 1, 3, 2, 200, 100, 50, 3, 1, 4, 3, 100, 0, 150]
  const asText = (tail = '') =>
    text(
      ...[0, 3, 6, 9, 12, 15].map((at) => places.slice(at, at + 3).join(' ')),
      `4 0 1 3 2 200 100 50${tail}`,
      `3 1 4 3 100 0 150${tail}`,
    )
  const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

  it.each([
    ['bytes', joined(ofFaces('binary_little_endian'), Uint8Array.from(binary))],
    ['text', joined(ofFaces('ascii'), asText())],
    [
      'text with a list behind them',
      joined(ofFaces('ascii', 'property list uchar float texcoord'), asText(' 2 .5 .5')),
    ],
  ])('with the colours of its faces, each point with the mean of the triangles around it: %s', (_, bytes) => {
    const { colors } = readMesh(bytes, 'ply')
    const one = [200, 100, 50]
    expect([...(colors ?? [])].slice(0, 15)).toEqual([...one, 150, 50, 100, ...one, 167, 67, 83, 100, 0, 150])
  })

  it('without colours of faces that do not follow the head', () => {
    const { colors, indices } = readMesh(joined(ofFaces('ascii'), asText(' 1 2')), 'ply')
    expect([colors, indices.length]).toEqual([undefined, 9])
  })

  it('with normals that point outwards, and darker grooves', () => {
    const mesh = readMesh(...files['binary STL'])
    const top = mesh.positions.reduce(
      (best, z, i) => (i % 3 === 2 && z > (mesh.positions[best] ?? 0) ? i : best),
      2,
    )
    expect(mesh.normals[top]).toBeGreaterThan(0.8)
    for (let i = 0; i < mesh.normals.length; i += 3)
      expect(Math.hypot(...mesh.normals.subarray(i, i + 3))).toBeCloseTo(1, 4)
    // Between two teeth lies a groove.
    const across = (arch.indices[1] ?? 0) - (arch.indices[0] ?? 0)
    const relief = (tooth: number) => {
      const row = Math.round((tooth / arch.teeth.length) * (points / across - 1))
      return mesh.relief[row * across + Math.floor(across / 2)] ?? 0
    }
    expect(relief(5)).toBeLessThan(relief(5.3) - 10)
  })
})

describe('what is wrong with a file is said, before memory is taken for it', () => {
  const stl = files['binary STL'][0]
  const ply = files['PLY, little endian'][0]
  const says = (bytes: Uint8Array<ArrayBuffer>, count: number) => {
    const copy = bytes.slice()
    new DataView(copy.buffer).setUint32(80, count, true)
    return copy
  }
  const head = (count: string, faces = '1') => [
    'ply',
    'format ascii 1.0',
    `element vertex ${count}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    `element face ${faces}`,
    'property list uchar int vertex_indices',
    'end_header',
  ]
  const corner = ['0 0 0', '1 0 0', '0 1 0']

  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['a head that is cut off', stl.slice(0, 60), 'truncated'],
    ['triangles that are cut off', stl.slice(0, -700), 'truncated'],
    ['one triangle more than there is', says(stl, triangles + 1), 'truncated'],
    ['four thousand million triangles', says(stl, 0xffff_ffff), 'corrupt'],
    ['no triangles', says(stl, 0), 'nothing_to_show'],
    [
      'text that ends in a solid',
      text('solid a', 'facet normal 0 0 1', 'outer loop', 'vertex 0 0'),
      'truncated',
    ],
    ['text without facets', text('solid a', 'endsolid a'), 'nothing_to_show'],
    [
      'a facet of two corners',
      text('solid a', 'facet', 'vertex 0 0 0', 'vertex 1 0 0', 'endfacet', 'endsolid'),
      'corrupt',
    ],
    [
      'a corner that is no number',
      writeStlText({ ...arch, positions: arch.positions.with(4, Number.NaN) }),
      'corrupt',
    ],
    [
      'a corner that is not finite',
      writeStl({ ...arch, positions: arch.positions.with(4, Number.POSITIVE_INFINITY) }),
      'corrupt',
    ],
    ['a corner in orbit', writeStl({ ...arch, positions: arch.positions.with(4, 3e8) }), 'corrupt'],
    [
      'triangles without a surface',
      writeStl({ ...arch, positions: arch.positions.map(() => 1) }),
      'nothing_to_show',
    ],
  ])('STL: %s', (_, bytes, expected) => {
    expect(problem(bytes, 'stl')).toBe(expected)
  })

  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['something else', text('PK'), 'not_an_image'],
    ['a head without an end', text('ply', 'format ascii 1.0'), 'truncated'],
    ['points that are cut off', ply.slice(0, 2_000), 'truncated'],
    ['faces that are cut off', ply.slice(0, -5), 'truncated'],
    ['a thousand million points', text(...head('1000000000'), ...corner, '3 0 1 2'), 'corrupt'],
    ['a count that is no number', text(...head('-3'), ...corner, '3 0 1 2'), 'corrupt'],
    ['more faces than there are', text(...head('3', '9'), ...corner, '3 0 1 2'), 'truncated'],
    ['a point that is not there', text(...head('3'), ...corner, '3 0 1 3'), 'corrupt'],
    ['a point before the first', text(...head('3'), ...corner, '3 0 1 -1'), 'corrupt'],
    ['half a point', text(...head('3'), ...corner, '3 0 1 1.5'), 'corrupt'],
    ['a face of a million corners', text(...head('3'), ...corner, '1000000 0 1 2'), 'corrupt'],
    ['a point that is no number', text(...head('3'), '0 0 nan', '1 0 0', '0 1 0', '3 0 1 2'), 'corrupt'],
    ['bare points', text(...head('3', '0'), ...corner), 'nothing_to_show'],
    ['faces of two corners', text(...head('3'), ...corner, '2 0 1'), 'nothing_to_show'],
    [
      'a type that nobody knows',
      text('ply', 'format ascii 1.0', 'element vertex 1', 'property color x', 'end_header', '1'),
      'corrupt',
    ],
    [
      'points without a place',
      text('ply', 'format ascii 1.0', 'element vertex 1', 'property float x', 'end_header', '1'),
      'corrupt',
    ],
    [
      'a thousand million of nothing',
      text('ply', 'format ascii 1.0', 'element void 1000000000', 'end_header', ''),
      'corrupt',
    ],
  ])('PLY: %s', (_, bytes, expected) => {
    expect(problem(bytes, 'ply')).toBe(expected)
  })

  it('cut off or with bits turned over anywhere, a file is a mesh or a problem', () => {
    const small = archPhantom({ jaw: 'upper', triangles: 300 })
    const found = new Set<string>()
    let seed = 1
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    for (const [bytes, format] of [
      [writeStl(small), 'stl'],
      [writeStlText(small), 'stl'],
      [writePly(small, 'binary_big_endian'), 'ply'],
      [writePly(small, 'ascii'), 'ply'],
    ] as const) {
      for (let end = 0; end < bytes.length; end += 397) found.add(problem(bytes.slice(0, end), format))
      for (let round = 0; round < 60; round++) {
        const broken = bytes.slice()
        // Headers are small and decide most.
        for (let i = 0; i < 4; i++) {
          const at = random(round % 2 ? broken.length : 300)
          broken[at] = (broken[at] ?? 0) ^ (1 << random(8))
        }
        found.add(problem(broken, format))
      }
    }
    expect([...found].sort()).toEqual(expect.arrayContaining(['corrupt', 'none', 'truncated']))
  }, 60_000)
})

const shared = '../shared/imaging'

if (!existsSync(shared)) console.info(`Without ${shared}: no scans of real mouths are read.`)

describe.runIf(existsSync(shared))('scans of real mouths', () => {
  it.each([
    ['arcada.stl', 'stl', undefined],
    ['arcada-color.ply', 'ply', 50_643 * 3],
  ] as const)('%s', (name, format, colors) => {
    const mesh = readMesh(new Uint8Array(readFileSync(`${shared}/${name}`)), format)
    expect(mesh.indices.length / 3).toBe(99_999)
    expect(mesh.positions.length / 3).toBe(50_643)
    expect(mesh.colors?.length).toBe(colors)
    // An upper jaw whose front teeth lie at -y: as looked at.
    expect(mesh.orientation.occlusal[2]).toBe(-1)
    expect(mesh.orientation.front[1]).toBe(-1)
  })
})
