// @vitest-environment node
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { describe, expect, it, vi } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { sizesSaid } from '#tools/imaging/harmful-archives.ts'
import { createPhantom, type Raster } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { type Sorted, sortFiles } from './archive.ts'
import { ImagingError } from './types.ts'

const raster: Raster = { columns: 24, rows: 24, mmAcross: 2, mmDown: 2 }
const phantom = createPhantom(8, [46, 46, 24])
const slices = phantomFiles(phantom, axialSlices(evenHeights(8, 3)), raster)

const file = (name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]): NamedFile => ({
  name,
  bytes: new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])),
  ),
})
/** A file of boxes (ISO 14496-12) with its first and its other brands. */
const boxes = (name: string, first: string, others: string) =>
  file(name, Uint8Array.of(0, 0, 0, 16 + others.length), `ftyp${first}\0\0\0\0${others}`, new Uint8Array(64))
const sort = (files: NamedFile[]): Promise<Sorted> =>
  sortFiles(files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) })))
const sortZip = async (blob: Blob, name = 'estudio.zip') => sortFiles([{ name, blob }])

/** Kind and name of each part, and the problem of what cannot be read. */
const said = ({ parts }: Sorted) =>
  parts.map(({ part }) => [part.kind, part.name, ...('problem' in part ? [part.problem] : [])])

const picture = (elements = {}) =>
  writeDicom({
    elements: { ...imageElements({ columns: 2, rows: 2 }), ...elements },
    pixels: Uint16Array.of(1, 2, 3, 4),
  })

const binaryStl = (triangles: number) =>
  file('x', ' '.repeat(80), Uint8Array.of(triangles, 0, 0, 0), new Uint8Array(triangles * 50)).bytes

describe('what a file is, its content says', () => {
  it.each<[string, NamedFile, string]>([
    ['a DICOM file without an ending', { name: 'IM0001', bytes: picture() }, 'image'],
    ['a photograph', file('foto', '\xff\xd8\xff\xe0 JFIF'), 'photo'],
    ['a PNG named .jpg', file('captura.jpg', '\x89PNG\r\n\x1a\n....'), 'photo'],
    ['WebP', file('x', 'RIFF\x10\0\0\0WEBPVP8 '), 'photo'],
    ['a GIF', file('x', 'GIF89a........'), 'photo'],
    ['a BMP', file('x', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0....'), 'photo'],
    ['a TIFF', file('x', 'II*\0\x08\0\0\0....'), 'photo'],
    ['a TIFF of the other byte order', file('x', 'MM\0*\0\0\0\x08....'), 'photo'],
    [
      'a text that begins as a BMP does',
      file('x', `BM${'es una marca de autos alemana '.repeat(40)}`),
      'unreadable',
    ],
    [
      'DICOM that begins with an odd group',
      { name: 'IM1', bytes: picture({ '00070010': ['LO', 'NOVARAD'] }) },
      'image',
    ],
    [
      'DICOM without representations that begins with an odd group',
      {
        name: 'IM1',
        bytes: writeDicom({
          elements: { ...imageElements({ columns: 2, rows: 2 }), '00070010': ['LO', 'NOVARAD'] },
          pixels: Uint16Array.of(1, 2, 3, 4),
          syntax: 'implicit',
        }),
      },
      'image',
    ],
    ['a photograph of a telephone', boxes('x', 'heic', 'mif1heic'), 'photo'],
    ['one that was named .jpg', boxes('IMG_0001.jpg', 'heix', 'mif1heix'), 'photo'],
    ['HEIC whose first brand is general', boxes('x', 'mif1', 'mif1heicmiaf'), 'photo'],
    ['HEIC of several pictures', boxes('x', 'msf1', 'hevcmsf1'), 'photo'],
    ['AVIF', boxes('x', 'avif', 'avifmif1miaf'), 'photo'],
    ['a video of a telephone', boxes('IMG_0001.MOV', 'qt  ', 'qt  '), 'unreadable'],
    ['a PDF after some junk', file('informe', '\n\n%PDF-1.7'), 'document'],
    ['a binary STL', { name: 'x', bytes: binaryStl(2) }, 'mesh'],
    [
      'a binary STL that begins like a text',
      { name: 'x', bytes: Uint8Array.from([...Buffer.from('solid'), ...binaryStl(2).slice(5)]) },
      'mesh',
    ],
    ['an ASCII STL', file('x', 'solid arcada\n facet normal 0 0 1\n outer loop'), 'mesh'],
    [
      'an STL that breaks off, because who reads it can say so',
      file('arcada.stl', ' '.repeat(80), Uint8Array.of(9, 0, 0, 0), new Uint8Array(60)),
      'mesh',
    ],
    ['a PLY', file('x', 'ply\nformat ascii 1.0\n'), 'mesh'],
  ])('%s', async (_, given, kind) => {
    expect((await sort([given])).parts.map(({ part }) => part.kind)).toEqual([kind])
  })

  it.each<[string, NamedFile, string]>([
    ['nothing in it', file('vacio.dcm'), 'empty'],
    ['a PDF that was named .dcm', file('estudio.dcm', '%PDF-1.4'), 'not_an_image'],
    ['a text', file('x', 'Hola, esto no es una imagen. '.repeat(40)), 'not_an_image'],
    [
      'DICOM without a picture',
      { name: 'a.dcm', bytes: writeDicom({ elements: imageElements({ columns: 2, rows: 2 }) }) },
      'no_pixels',
    ],
    ['half an archive', file('a.zip', 'PK\x03\x04', new Uint8Array(900)), 'truncated'],
    ['an archive with nothing in it', file('a.zip', 'PK\x05\x06', new Uint8Array(18)), 'nothing_to_show'],
  ])('unreadable: %s', async (_, given, problem) => {
    expect(said(await sort([given]))).toEqual([['unreadable', given.name, problem]])
  })
})

describe('a document inside DICOM', () => {
  const carried = (type: string, text: string | Uint8Array) =>
    writeDicom({
      elements: {
        '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.104.1'],
        '00100010': ['PN', 'PRUEBA^ANA'],
        '00420010': ['ST', 'Informe'],
        '00420011': ['OB', typeof text === 'string' ? new TextEncoder().encode(text) : text],
        '00420012': ['LO', type],
        '00420015': ['UL', text.length],
      },
    })

  it.each<[string, Uint8Array<ArrayBuffer>, string, string, string]>([
    [
      'a PDF',
      carried('application/pdf', '%PDF-1.7 Informe.'),
      'document',
      'informe.pdf',
      '%PDF-1.7 Informe.',
    ],
    ['a model', carried('model/stl', binaryStl(1)), 'mesh', 'informe.stl', ''],
  ])('%s is opened', async (_, bytes, kind, name, text) => {
    const { parts } = await sort([{ name: 'informe.dcm', bytes }])
    expect(parts.map(({ part }) => [part.kind, part.name])).toEqual([[kind, name]])
    if (text) expect(await (await parts[0]?.source.blob())?.text()).toBe(text)
  })

  it('of another kind is no image', async () => {
    const found = await sort([{ name: 'a.dcm', bytes: carried('text/xml', '<ClinicalDocument/>') }])
    expect(said(found)).toEqual([['unreadable', 'a.dcm', 'no_pixels']])
  })

  it('that is an archive is not gone into', async () => {
    const found = await sort([{ name: 'a.dcm', bytes: carried('application/pdf', 'PK\x03\x04 y más') }])
    expect(said(found)).toEqual([['unreadable', 'a.pdf', 'too_large']])
  })
})

describe('slices', () => {
  it('of one series are one volume, in the order of their place', async () => {
    const sorted = await sort(slices)
    expect(sorted.parts.map(({ part }) => part)).toEqual([
      expect.objectContaining({ kind: 'volume', id: '1', name: 'Fantoma', slices: 8 }),
    ])
    const heights = sorted.parts[0]?.slices?.map(({ placement }) => placement?.position[2])
    expect(heights).toEqual(evenHeights(8, 3))
  })

  it('of two series, two sizes or two directions are volumes of their own', async () => {
    const other = phantomFiles(phantom, axialSlices(evenHeights(8, 3)), raster, '2')
    const small = phantomFiles(phantom, axialSlices(evenHeights(8, 3)), { ...raster, rows: 12 })
    const tilted = phantomFiles(phantom, axialSlices(evenHeights(8, 3), 5), raster)
    const all = [slices, other, small, tilted].flatMap((list, at) =>
      list.map((one) => ({ ...one, name: `${at}/${one.name}` })),
    )
    expect((await sort(all)).parts.map(({ part }) => 'slices' in part && part.slices)).toEqual([8, 8, 8, 8])
  })

  it('too few of them stay pictures; those at one place are leafed through, as if they stated none', async () => {
    expect(said(await sort(slices.slice(0, 4))).map(([kind]) => kind)).toEqual(Array(4).fill('image'))
    const film = phantomFiles(phantom, axialSlices(Array(6).fill(3)), raster)
    expect(said(await sort(film)).map(([kind]) => kind)).toEqual(['stack'])
  })

  it('a series that does not say where its slices lie is one stack, by their numbers', async () => {
    const many = phantomFiles(phantom, axialSlices(evenHeights(60, 3)), raster, '1', {
      '00200032': ['DS', ''],
    })
    const { parts } = await sort(many.toReversed())
    const [stack] = parts
    expect(parts.map(({ part }) => part.kind)).toEqual(['stack'])
    expect(stack?.part).toMatchObject({ name: 'Fantoma', slices: 60 })
    const numbers = stack?.slices?.map(({ header }) => header.instance ?? -1) ?? []
    expect(numbers).toHaveLength(60)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  it('films of one series stay pictures, but for so many that nobody takes them singly', async () => {
    const films = (count: number) =>
      phantomFiles(phantom, axialSlices(evenHeights(count, 3)), raster, '1', {
        '00200032': ['DS', ''],
        '00080060': ['CS', 'IO'],
      })
    expect(said(await sort(films(18))).map(([kind]) => kind)).toEqual(Array(18).fill('image'))
    expect(said(await sort(films(40))).map(([kind]) => kind)).toEqual(['stack'])
  })

  it('the frames of a film are one picture with frames', async () => {
    const film = writeDicom({
      elements: imageElements({ columns: 2, rows: 2, frames: 3 }),
      pixels: new Uint16Array(12),
    })
    const { parts } = await sort([{ name: 'cine', bytes: film }])
    expect(parts.map(({ part }) => part)).toEqual([
      expect.objectContaining({ kind: 'image', header: expect.objectContaining({ frames: 3 }) }),
    ])
  })
})

describe('an archive', () => {
  const junk = [
    'LEEME.txt',
    '__MACOSX/S1/._0001',
    'DICOMDIR',
    'S1/Thumbs.db',
    'S1/.DS_Store',
    'VISOR/viewer.exe',
  ]

  it('shows what is in it and counts what was left out', async () => {
    const blob = await zipOf([
      ...junk.map((name) => file(name, 'x')),
      ...slices,
      file('informe.pdf', '%PDF-1.4'),
    ])
    const sorted = await sortZip(blob)
    expect(said(sorted)).toEqual([
      ['volume', 'Fantoma'],
      ['document', 'informe.pdf'],
    ])
    expect(sorted.notices).toEqual([{ kind: 'left_out', count: junk.length }])
    expect(
      new Uint8Array(await ((await sorted.parts[1]?.source.blob()) ?? new Blob()).arrayBuffer()),
    ).toEqual(file('informe.pdf', '%PDF-1.4').bytes)
  })

  it.each([
    ['.dat', 0],
    ['.dat', 132],
    ['.db', 0],
    ['.ini', 0],
  ])('shows slices that are called %s, without their first %i bytes', async (ending, from) => {
    const named = slices.map(({ name, bytes }) => ({ name: `${name}${ending}`, bytes: bytes.slice(from) }))
    const sorted = await sortZip(await zipOf([...named, file('datos.dat', 'x'.repeat(400))]))
    expect(said(sorted)).toEqual([['volume', 'Fantoma']])
    expect(sorted.notices).toEqual([{ kind: 'left_out', count: 1 }])
  })

  it('shows pictures and documents under the names of something else', async () => {
    const sorted = await sort([
      file('foto.dat', '\xff\xd8\xff\xe0 JFIF'),
      file('informe.log', '%PDF-1.4'),
      { name: 'modelo.db', bytes: binaryStl(2) },
    ])
    expect(sorted.parts.map(({ part }) => part.kind)).toEqual(['photo', 'mesh', 'document'])
  })

  it('leaves out the index of a disc, reports without a picture and programs', async () => {
    const empty = writeDicom({ elements: { '00080016': ['UI', '1.2.840.10008.1.3.10'] } })
    const program = await zipOf([file('META-INF/MANIFEST.MF', 'x'), file('Visor.class', 'x')])
    const sorted = await sort([
      { name: 'DICOMDIR', bytes: empty },
      { name: 'dosis.sr', bytes: empty },
      { name: 'visor.jar', bytes: new Uint8Array(await program.arrayBuffer()) },
      { name: 'a.png', bytes: file('a', '\x89PNG\r\n\x1a\n....').bytes },
    ])
    expect(said(sorted)).toEqual([['photo', 'a.png']])
    expect(sorted.notices).toEqual([{ kind: 'left_out', count: 3 }])
  })

  it('in an archive is opened, one deeper is not', async () => {
    const inner = await zipOf(slices)
    const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
    const outer = await zipOf([{ name: 'CBCT/serie.zip', bytes: await bytesOf(inner) }])
    expect(said(await sortZip(outer))).toEqual([['volume', 'Fantoma']])
    const third = await zipOf([{ name: 'todo.zip', bytes: await bytesOf(outer) }])
    expect(said(await sortZip(third))).toEqual([['unreadable', 'serie.zip', 'too_large']])
  })

  it('that asks for a password says so', async () => {
    const blob = await zipOf(slices, { password: 'secreto' })
    expect(said(await sortZip(blob, 'a.zip'))).toEqual([['unreadable', 'a.zip', 'encrypted_zip']])
  })

  it.each(['informe.pdf', 'S1/9999', 'LEEME.txt'])(
    'of which %s alone asks for a password shows the rest',
    async (name) => {
      const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false })
      for (const one of slices) await zip.add(one.name, new Uint8ArrayReader(one.bytes))
      await zip.add(name, new Uint8ArrayReader(file(name, '%PDF-1.4').bytes), { password: 'secreto' })
      const sorted = await sortZip(await zip.close())
      const isJunk = name.endsWith('.txt')
      const locked = ['unreadable', name.replace('S1/', ''), 'encrypted_zip']
      expect(said(sorted)).toEqual([['volume', 'Fantoma'], ...(isJunk ? [] : [locked])])
      expect(sorted.notices).toEqual(isJunk ? [{ kind: 'left_out', count: 1 }] : [])
    },
  )

  it('packed by Deflate64 says so, and shows what is not', async () => {
    const packed = async (files: NamedFile[], names: string[]) => {
      const bytes = Buffer.from(await (await zipOf(files)).arrayBuffer())
      // In the list at the end: signature, then 10 bytes before the method and 34 more before the name.
      for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1)) {
        const name = bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
        if (names.includes(name)) bytes.writeUInt16LE(9, at + 10)
      }
      return new Blob([bytes])
    }
    const pdf = file('informe.pdf', '%PDF-1.4')
    const some = await sortZip(await packed([...slices, pdf], ['informe.pdf']))
    expect(said(some)).toEqual([
      ['volume', 'Fantoma'],
      ['unreadable', 'informe.pdf', 'deflate64'],
    ])
    const all = await sortZip(
      await packed(
        slices,
        slices.map(({ name }) => name),
      ),
      'a.zip',
    )
    expect(said(all)).toEqual([['unreadable', 'a.zip', 'deflate64']])
  })

  it('that says it unpacks to more than any study has is not unpacked', async () => {
    const five = await zipOf(['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 'x')))
    const blob = await saying(five, 0xfffffff0)
    expect(said(await sortZip(blob, 'a.zip'))).toEqual([['unreadable', 'a.zip', 'too_large']])
  })

  it('with a file that holds more than it says stops there', async () => {
    const bytes = picture({ '00204000': ['LT', 'x'.repeat(300_000)] })
    const blob = await saying(await zipOf([{ name: 'a', bytes }]), 1000)
    expect(said(await sortZip(blob))).toEqual([['unreadable', 'a', 'corrupt']])
  })

  it('that was damaged shows what can be read and says what cannot', async () => {
    const blob = await zipOf(
      [
        { name: 'a', bytes: picture() },
        { name: 'b', bytes: picture() },
      ],
      { level: 0 },
    )
    const bytes = new Uint8Array(await blob.arrayBuffer())
    // In the pixels of the first: the sum over the file is wrong.
    const at = Buffer.from(bytes).indexOf(Buffer.of(1, 0, 2, 0, 3, 0, 4, 0))
    bytes[at] = 99
    expect(said(await sortZip(new Blob([bytes])))).toEqual([
      ['image', 'b'],
      ['unreadable', 'a', 'corrupt'],
    ])
  })
})

it('reads no more than the heads of slices before a volume is asked for', async () => {
  const big = phantomFiles(phantom, axialSlices(evenHeights(6, 3)), { ...raster, columns: 400, rows: 400 })
  let read = 0
  const counting = big.map(({ name, bytes }) => {
    const blob = new Blob([bytes])
    vi.spyOn(blob, 'slice').mockImplementation((from, to) => {
      read += Math.min(Number(to), bytes.length) - Number(from)
      return new Blob([bytes.subarray(from, to)])
    })
    vi.spyOn(blob, 'arrayBuffer').mockRejectedValue(new Error('The whole file was read.'))
    return { name, blob }
  })
  expect(said(await sortFiles(counting))).toEqual([['volume', 'Fantoma']])
  expect(read).toBeLessThan(big.length * 20_000)
})

it('stops when nobody waits any more', async () => {
  const controller = new AbortController()
  const files = slices.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))
  const heard: number[] = []
  const sorting = sortFiles(files, {
    signal: controller.signal,
    onProgress(part) {
      heard.push(part)
      controller.abort()
    },
  })
  await expect(sorting).rejects.toEqual(new ImagingError('cancelled'))
  expect(heard).toHaveLength(1)
})

const saying = async (zip: Blob, size: number) =>
  new Blob([new Uint8Array(sizesSaid(Buffer.from(await zip.arrayBuffer()), size))])
