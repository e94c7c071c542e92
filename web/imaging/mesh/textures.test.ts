// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentOf } from '#domain/file-content.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { readCovered, readMesh } from './read-mesh.ts'
import type { Surfaces } from './surfaces.ts'

const text = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const red = [255, 0, 0]
const blue = [0, 0, 255]
const green = [0, 128, 0]
const white = [255, 255, 255]

/** Red on the left, blue on the right; below both green. */
const texture = {
  columns: 2,
  rows: 2,
  pixels: Uint8ClampedArray.from([red, blue, green, green].flatMap((color) => [...color, 255])),
}
const covered: Surfaces = new Map([
  ['encía', { texture }],
  ['0', { texture }],
  ['esmalte', { color: red }],
])

const square = ['v 0 0 0', 'v 10 0 0', 'v 10 10 0', 'v 0 10 0']
const places = ['vt 0.1 0.9', 'vt 0.9 0.9', 'vt 0.9 0.1', 'vt -0.9 0.1']
const colorsOf = (lines: string[], format: 'obj' | 'ply' = 'obj', surfaces = covered) => {
  const { colors, indices, box } = readMesh(text(...lines), format, surfaces)
  expect([indices.length, box.max]).toEqual([6, [10, 10, 0]])
  return colors && [0, 3, 6, 9].map((at) => [...colors.slice(at, at + 3)])
}

describe('an OBJ', () => {
  it.each<[string, string[], number[][] | undefined]>([
    [
      'with a texture',
      [...square, ...places, 'usemtl encía', 'f 1/1 2/2 3/3 4/4'],
      [red, blue, green, green],
    ],
    [
      'with normals besides',
      [...square, ...places, 'vn 0 0 1', 'usemtl encía', 'f 1/1/1 2/2/1 3/3/1 4/4/1'],
      [red, blue, green, green],
    ],
    [
      'that counts backwards',
      [...square, ...places, 'usemtl encía', 'f -4/-4 -3/-3 -2/-2 -1/-1'],
      [red, blue, green, green],
    ],
    [
      'with the colour of a material',
      [...square, 'usemtl esmalte', 'f 1//1 2//1 3//1 4//1'],
      [red, red, red, red],
    ],
    [
      'with materials of which one is missing',
      [...square, 'usemtl esmalte', 'f 1 2 3', 'usemtl otro', 'f 1 3 4'],
      [red, red, red, white],
    ],
    [
      'with colours of its points',
      [...square.map((line) => `${line} 1 0 0`), 'f 1 2 3 4'],
      [red, red, red, red],
    ],
    [
      'with them as bytes, in capitals, with comments',
      [
        '# escáner',
        'o arcada',
        ...square.map((line) => `${line} 255 0 0`),
        'g a',
        's off',
        'F 1 2 3 4 # cara',
      ],
      [red, red, red, red],
    ],
    ['without any colour', [...square, 'f 1 2 3 4'], undefined],
    ['with groups that are called like faces', [...square, 'g f 1 2 9', 'f 1 2 3 4'], undefined],
  ])('%s', (_, lines, colors) => {
    expect(colorsOf(lines)).toEqual(colors)
    expect(colorsOf([lines.join('\r')])).toEqual(colors)
    const bytes = text(...lines)
    expect(contentOf(bytes, bytes.length)).toBe('obj')
  })

  it.each([
    ['a point that is not there', [...square, 'f 1 2 5'], 'corrupt'],
    ['a point that is no number', ['v 0 0', ...square, 'f 1 2 3'], 'corrupt'],
    ['no faces', square, 'nothing_to_show'],
  ])('says what is wrong: %s', (_, lines, problem) => {
    const read = () => readMesh(text(...lines), 'obj')
    expect(read).toThrow(ImagingError)
    expect(read).toThrow(expect.objectContaining({ problem }))
  })
})

describe('a PLY with a texture', () => {
  const head = (points: string[], faces: string[]) => [
    'ply',
    'format ascii 1.0',
    'comment TextureFile Arcada superior.png',
    'element vertex 4',
    ...['x', 'y', 'z', ...points].map((name) => `property float ${name}`),
    'element face 1',
    'property list uchar int vertex_indices',
    ...faces,
    'end_header',
  ]
  const corners = ['0 0 0', '10 0 0', '10 10 0', '0 10 0']
  const at = places.map((line) => line.slice(3))

  it.each<[string, string[]]>([
    [
      'at its points',
      [...head(['s', 't'], []), ...corners.map((place, i) => `${place} ${at[i]}`), '4 0 1 2 3'],
    ],
    [
      'at the corners of its faces',
      [...head([], ['property list uchar float texcoord']), ...corners, `4 0 1 2 3 8 ${at.join(' ')}`],
    ],
    [
      'with the number of its texture, as VCG writes it',
      [
        ...head([], ['property list uchar float texcoord', 'property int texnumber', 'property uchar red']),
        ...corners,
        `4 0 1 2 3 8 ${at.join(' ')} 0 9 1 1 1`,
      ],
    ],
  ])('%s', (_, lines) => {
    expect(colorsOf(lines, 'ply')).toEqual([red, blue, green, green])
    expect(colorsOf(lines, 'ply', new Map())).toBeUndefined()
  })
})

describe('the files beside a mesh', () => {
  afterEach(() => vi.unstubAllGlobals())
  const png = text('\x89PNG\r\n\x1a\n....')
  const image = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...png])
  const obj = text('mtllib Encía superior.mtl', ...square, ...places, 'usemtl encía', 'f 1/1 2/2 3/3 4/4')
  const mtl = (name: string) => text('newmtl encía', 'Kd 1 1 1', `map_Kd ${name}`)
  const sort = async (files: Record<string, Uint8Array<ArrayBuffer>>) => {
    const { parts, notices } = await sortFiles(
      Object.entries(files).map(([name, bytes]) => ({ name, blob: new Blob([bytes]) })),
    )
    return {
      parts: parts.map(({ part, beside }) => [
        part.kind,
        part.name,
        ...(beside ?? []).map(({ path }) => path),
      ]),
      notices,
    }
  }

  it.each(['Diente.PNG', 'C:\\escaneo\\diente.png', '-s 1 1 1 -o 0 0 0 diente.png'])(
    'are found by the name %s',
    async (name) => {
      const files = {
        'S/arcada.obj': obj,
        'S/encía superior.mtl': mtl(name),
        'S/diente.png': image,
        'otra/diente.png': image,
        'foto.png': image,
      }
      expect(await sort(files)).toEqual({
        parts: [
          ['photo', 'foto.png'],
          ['photo', 'diente.png'],
          ['mesh', 'arcada.obj', 'S/encía superior.mtl', 'S/diente.png'],
        ],
        notices: [],
      })
    },
  )

  it('are found from a PLY, and left out where no mesh names them', async () => {
    const ply = text('ply', 'format ascii 1.0', 'comment TextureFile diente.png', 'end_header', '')
    expect(await sort({ 'a.ply': ply, 'diente.png': image, 'a.mtl': mtl('diente.png') })).toEqual({
      parts: [['mesh', 'a.ply', 'diente.png']],
      notices: [{ kind: 'left_out', count: 1 }],
    })
  })

  it('cover it; it is seen without those that are missing or that this browser cannot read', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2, height: 2, close() {} }))
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => ({ drawImage() {}, getImageData: () => ({ data: texture.pixels }) })
      },
    )
    const beside = [
      { name: 'S/encía superior.mtl', blob: new Blob([mtl('diente.png')]) },
      { name: 'S/diente.png', blob: new Blob([image]) },
    ]
    const colors = async (files = beside) => [...((await readCovered(obj, 'obj', files)).colors ?? [])]
    expect(await colors()).toEqual([...red, ...blue, ...green, ...green])
    expect(await colors(beside.slice(0, 1))).toEqual([])
    expect(await colors([])).toEqual([])
    vi.stubGlobal('createImageBitmap', () =>
      Promise.reject(new Error('The source image could not be decoded.')),
    )
    expect(await colors()).toEqual([])
  })
})
