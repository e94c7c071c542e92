// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { type Item, itemBytes, joinBytes } from '#tools/imaging/dicom-elements.ts'
import {
  type DicomFile,
  imageElements,
  type Pixels,
  syntaxes,
  writeDicom,
} from '#tools/imaging/dicom-writer.ts'
import { rangedBlob } from '#web/imaging/source.ts'
import type { ColorPicture, GreyPicture } from '#web/imaging/types.ts'
import { ownShade } from '#web/imaging/view/grey.ts'
import { readNative } from './native-frames.ts'
import { headBytes, readDicom, readHead, readHeader } from './read-dicom.ts'

const size = { columns: 5, rows: 3 }
const unsigned = Uint16Array.from({ length: 15 }, (_, at) => at * 4369)
const signed = Int16Array.from({ length: 15 }, (_, at) => at * 4000 - 30000)

async function grey(file: Uint8Array, frame = 0): Promise<GreyPicture> {
  const picture = await (await readDicom(file)).picture(frame)
  if (picture.kind !== 'grey') throw new Error('not grey')
  return picture
}

async function color(file: Uint8Array, frame = 0): Promise<ColorPicture> {
  const picture = await (await readDicom(file)).picture(frame)
  if (picture.kind !== 'color') throw new Error('no colours')
  return picture
}

function greyFile(pixels: Pixels, elements: Item = {}, file: Partial<DicomFile> = {}): Uint8Array {
  const image = {
    ...size,
    allocated: pixels.BYTES_PER_ELEMENT * 8,
    signed: pixels.constructor.name.startsWith('Int'),
  }
  return writeDicom({ elements: { ...imageElements(image), ...elements }, pixels, ...file })
}

describe('every way to write the same data set', () => {
  for (const syntax of ['implicit', 'explicit', 'bigEndian', 'deflated'] as const) {
    it.each([
      ['as it should be', {}],
      ['without preamble', { preamble: false }],
      ['with sequences of undefined length', { lengths: 'undefined' }],
      ['with bytes after the pixels', { after: new Uint8Array(64).fill(7) }],
    ] satisfies [string, Partial<DicomFile>][])(`${syntax}, %s`, async (_, how) => {
      const windows: Item = { '00283010': ['SQ', { '00283002': ['US', 2, 0, 16], '00283006': ['US', 1, 2] }] }
      const picture = await grey(greyFile(signed, windows, { syntax, ...how }))
      expect(picture.pixels).toEqual(signed)
      expect(picture.voiTable).toEqual({ first: 0, data: Uint16Array.of(1, 2), bits: 16 })
    })
  }

  it.each([
    ['with its items as the standard has them', false, 'undefined'],
    ['with items of stated length', false, 'stated'],
    ['with its items in the order of the file', true, 'undefined'],
    ['without items', false, 'none'],
  ] as const)(
    'big endian, with an element of unknown representation and undefined length %s',
    async (_, bigEndian, lengths) => {
      const inside = { explicit: false, bigEndian, delimited: lengths === 'undefined' }
      const item = itemBytes({ '00111010': ['LO', 'Consultorio'] }, inside)
      const word = (...bytes: number[]) =>
        Uint8Array.from(bigEndian ? bytes : bytes.flatMap((_, at) => bytes[at ^ 1] ?? 0))
      const length = new Uint8Array(4)
      const stated = lengths === 'undefined' ? 0xffffffff : item.length
      new DataView(length.buffer).setUint32(0, stated, !bigEndian)
      const unknown = joinBytes([
        Uint8Array.of(0, 0x11, 0x10, 0x01, 0x55, 0x4e, 0, 0, 255, 255, 255, 255),
        ...(lengths === 'none' ? [] : [word(0xff, 0xfe, 0xe0, 0), length, item]),
        ...(lengths === 'undefined' ? [word(0xff, 0xfe, 0xe0, 0x0d), new Uint8Array(4)] : []),
        word(0xff, 0xfe, 0xe0, 0xdd),
        new Uint8Array(4),
      ])
      const file = greyFile(signed, {}, { syntax: 'bigEndian' })
      // Before group 0020.
      const at = Buffer.from(file).indexOf(Uint8Array.of(0, 0x20, 0, 0x0d))
      const longer = joinBytes([file.subarray(0, at), unknown, file.subarray(at)])
      expect((await grey(longer)).pixels).toEqual(signed)
    },
  )

  it.each(['implicit', 'explicit', 'bigEndian'] as const)(
    '%s, neither preamble nor group 0002',
    async (syntax) => {
      const file = greyFile(unsigned, {}, { syntax, preamble: false, meta: false })
      expect((await grey(file)).pixels).toEqual(unsigned)
      expect((await readHeader(file)).transferSyntax).toBe(syntaxes[syntax])
    },
  )

  it('stray bytes before the first element', async () => {
    const file = greyFile(unsigned, {}, { preamble: false, meta: false })
    expect((await grey(Uint8Array.from([0x20, ...file]))).pixels).toEqual(unsigned)
  })

  it('a syntax that the file states wrongly', async () => {
    const file = greyFile(unsigned, {}, { syntax: 'implicit' })
    const explicit = greyFile(unsigned, {}, { preamble: false, meta: false })
    const head = file.subarray(
      0,
      file.length - greyFile(unsigned, {}, { syntax: 'implicit', preamble: false, meta: false }).length,
    )
    expect((await grey(Uint8Array.from([...head, ...explicit]))).pixels).toEqual(unsigned)
  })

  it('a file that lies in the middle of a larger memory', async () => {
    const file = greyFile(signed)
    const memory = new Uint8Array(file.length + 3)
    memory.set(file, 3)
    expect((await grey(memory.subarray(3))).pixels).toEqual(signed)
  })
})

describe('stored values', () => {
  it.each([Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array])(
    '%o',
    async (Numbers) => {
      const pixels = new Numbers(Array.from({ length: 15 }, (_, at) => at * 17 - 100))
      for (const syntax of ['explicit', 'bigEndian'] as const) {
        expect((await grey(greyFile(pixels, {}, { syntax }))).pixels).toEqual(pixels)
      }
    },
  )

  it('12 of 16 bits with an overlay above them, without and with sign', async () => {
    const stored = Uint16Array.of(0xf000, 0x1fff, 0x2800, 0x37ff, ...new Array(11).fill(0x5001))
    const bits: Item = { '00280101': ['US', 12], '00280102': ['US', 11] }
    expect([...(await grey(greyFile(stored, bits))).pixels.slice(0, 5)]).toEqual([0, 4095, 2048, 2047, 1])
    const withSign: Item = { ...bits, '00280103': ['US', 1] }
    expect([...(await grey(greyFile(stored, withSign))).pixels.slice(0, 5)]).toEqual([0, -1, -2048, 2047, 1])
  })

  it('bits that begin at the top', async () => {
    const stored = Uint16Array.of(0xfff7, 0x8000, 0x0010, ...new Array(12).fill(0))
    const bits: Item = { '00280101': ['US', 12], '00280102': ['US', 15] }
    expect([...(await grey(greyFile(stored, bits))).pixels.slice(0, 3)]).toEqual([4095, 2048, 1])
    expect([
      ...(await grey(greyFile(stored, { ...bits, '00280103': ['US', 1] }))).pixels.slice(0, 3),
    ]).toEqual([-1, -2048, 1])
  })

  it('one bit a pixel, the frames following each other within a byte', async () => {
    const file = writeDicom({
      elements: { ...imageElements({ ...size, allocated: 1, frames: 2, modality: 'SC' }) },
      pixels: Uint8Array.of(0b10000001, 0b11000000, 0b00000101, 0),
    })
    const ones = async (frame: number) =>
      [...(await grey(file, frame)).pixels].flatMap((bit, at) => (bit ? [at] : []))
    expect(await ones(0)).toEqual([0, 7, 14])
    expect(await ones(1)).toEqual([0, 1, 3])
  })

  it.each([
    ['unsigned', Uint16Array.from({ length: 15 }, (_, at) => at * 1000 + 1)],
    ['signed', signed],
    ['of 32 bits', Uint32Array.from({ length: 15 }, (_, at) => at * 123_456_789)],
  ] satisfies [string, Pixels][])(
    'GE’s private syntax turns the bytes of its pixels alone: %s',
    async (_, pixels) => {
      const turned = pixels.slice()
      const bytes = new Uint8Array(turned.buffer)
      const each = turned.BYTES_PER_ELEMENT
      for (let at = 0; at < bytes.length; at += each) bytes.subarray(at, at + each).reverse()
      const file = greyFile(turned, {}, { syntax: 'geBigEndianPixels' })
      expect((await grey(file)).pixels).toEqual(pixels)
      const alone = await readNative(file, rangedBlob(new Blob([new Uint8Array(file)])))
      expect(await alone?.picture(0)).toMatchObject({ pixels })
    },
  )

  it('8-bit pixels that big endian wrote as words', async () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, at) => at)
    const words = new Uint16Array(bytes.buffer)
    const elements = imageElements({ ...size, allocated: 8 })
    const { pixels } = await grey(writeDicom({ elements, pixels: words, syntax: 'bigEndian' }))
    expect([...pixels]).toEqual([...bytes.subarray(0, 15)])
  })
})

describe('values', () => {
  it('are rescaled; the range leaves padding out', async () => {
    const pixels = Int16Array.of(-2000, -2000, 0, 10, 20, -1999, ...new Array(9).fill(5))
    const elements: Item = {
      '00280120': ['SS', -2000],
      '00280121': ['SS', -1999],
      '00281052': ['DS', '-1024'],
      '00281053': ['DS', '2.5'],
    }
    const picture = await grey(greyFile(pixels, elements))
    expect(picture).toMatchObject({ slope: 2.5, intercept: -1024, range: [-1024, -974], unit: 'HU' })
  })

  it('go through a modality table', async () => {
    const pixels = Uint16Array.of(9, 10, 11, 12, 13, ...new Array(10).fill(11))
    const table: Item = { '00283002': ['US', 3, 10, 16], '00283006': ['US', 100, 900, 200] }
    const picture = await grey(greyFile(pixels, { '00283000': ['SQ', table] }))
    expect(picture.modalityTable).toEqual({ first: 10, data: Uint16Array.of(100, 900, 200), bits: 16 })
    expect(picture.range).toEqual([100, 900])
    expect(picture.unit).toBeUndefined()
  })

  it('have all windows of the file with their names, or one over the range', async () => {
    const elements: Item = {
      '00281050': ['DS', '40', '300.5', '1'],
      '00281051': ['DS', '400', '1500', '0'],
      '00281055': ['LO', 'Tejidos', 'Hueso'],
    }
    expect((await grey(greyFile(signed, elements))).windows).toEqual([
      { center: 40, width: 400, name: 'Tejidos' },
      { center: 300.5, width: 1500, name: 'Hueso' },
    ])
    expect((await grey(greyFile(signed))).windows).toEqual([{ center: -1999.5, width: 56001 }])
  })

  it('in Hounsfield units without a window show bone and teeth, whatever metal there is', async () => {
    const picture = await grey(greyFile(signed, { '00281054': ['LO', 'HU'] }))
    expect([picture.unit, picture.windows]).toEqual(['HU', []])
    expect(ownShade(picture)).toEqual({ kind: 'window', center: 1000, width: 4000 })
  })

  it('MONOCHROME1 shows the smallest as white', async () => {
    expect((await grey(greyFile(unsigned, { '00280004': ['CS', 'MONOCHROME1'] }))).inverted).toBe(true)
    expect((await grey(greyFile(unsigned))).inverted).toBe(false)
  })
})

describe('colours', () => {
  const two = { columns: 2, rows: 1, allocated: 8, samples: 3 }

  it('RGB pixel by pixel and colour by colour', async () => {
    const byPixel = writeDicom({ elements: imageElements(two), pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) })
    const byColor = writeDicom({
      elements: imageElements({ ...two, planar: 1 }),
      pixels: Uint8Array.of(1, 4, 2, 5, 3, 6),
    })
    for (const file of [byPixel, byColor])
      expect([...(await color(file)).pixels]).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
  })

  it('RGB of 16 bits keeps its upper half', async () => {
    const pixels = Uint16Array.of(0xff00, 0x80ff, 0, 0x1234, 0, 0)
    const file = writeDicom({ elements: imageElements({ ...two, allocated: 16 }), pixels })
    expect([...(await color(file)).pixels]).toEqual([255, 128, 0, 255, 18, 0, 0, 255])
  })

  it('YBR_FULL and YBR_FULL_422 by the standard’s equations', async () => {
    const full = writeDicom({
      elements: imageElements({ ...two, photometric: 'YBR_FULL' }),
      pixels: Uint8Array.of(76, 85, 255, 150, 44, 21),
    })
    expect([...(await color(full)).pixels]).toEqual([254, 0, 0, 255, 0, 255, 1, 255])
    const shared = writeDicom({
      elements: imageElements({ ...two, photometric: 'YBR_FULL_422' }),
      pixels: Uint8Array.of(76, 76, 85, 255),
    })
    expect([...(await color(shared)).pixels]).toEqual([254, 0, 0, 255, 254, 0, 0, 255])
  })

  const palette = (data: Item, bits: number): Uint8Array =>
    writeDicom({
      elements: {
        ...imageElements({ columns: 4, rows: 1, allocated: 8, photometric: 'PALETTE COLOR' }),
        '00281101': ['US', 3, 10, bits],
        '00281102': ['US', 3, 10, bits],
        '00281103': ['US', 3, 10, bits],
        ...data,
      },
      pixels: Uint8Array.of(9, 10, 11, 200),
    })
  const shown = [10, 30, 50, 255, 10, 30, 50, 255, 20, 40, 60, 255, 25, 45, 65, 255]

  it('palettes of 16 bits, of 16 that hold 8, and of 8', async () => {
    const words = (...values: number[]): Item[string] => [
      'OW',
      new Uint8Array(Uint16Array.from(values).buffer),
    ]
    const wide = {
      '00281201': words(10 << 8, 20 << 8, 25 << 8),
      '00281202': words(30 << 8, 40 << 8, 45 << 8),
      '00281203': words(50 << 8, 60 << 8, 65 << 8),
    }
    const narrow = {
      '00281201': words(10, 20, 25),
      '00281202': words(30, 40, 45),
      '00281203': words(50, 60, 65),
    }
    const bytes = {
      '00281201': ['OW', Uint8Array.of(10, 20, 25)],
      '00281202': ['OW', Uint8Array.of(30, 40, 45)],
      '00281203': ['OW', Uint8Array.of(50, 60, 65)],
    } satisfies Item
    expect([...(await color(palette(wide, 16))).pixels]).toEqual(shown)
    expect([...(await color(palette(narrow, 16))).pixels]).toEqual(shown)
    expect([...(await color(palette(bytes, 8))).pixels]).toEqual(shown)
  })

  it('segmented palettes: single values, a line, a segment used again', async () => {
    const segments = Uint16Array.of(0, 1, 10 << 8, 1, 2, 30 << 8)
    const table: Item[string] = ['OW', new Uint8Array(segments.buffer)]
    const file = palette({ '00281221': table, '00281222': table, '00281223': table }, 16)
    expect([...(await color(file)).pixels].filter((_, at) => at % 4 === 0)).toEqual([10, 10, 20, 30])
    const again = Uint16Array.of(0, 1, 77 << 8, 2, 1, 0, 0, 0, 1, 99 << 8)
    const twice: Item[string] = ['OW', new Uint8Array(again.buffer)]
    const second = palette({ '00281221': twice, '00281222': twice, '00281223': twice }, 16)
    expect([...(await color(second)).pixels].filter((_, at) => at % 4 === 0)).toEqual([77, 77, 77, 99])
  })
})

describe('many frames', () => {
  const frames = Uint16Array.from({ length: 30 }, (_, at) => at)

  it('one after the other', async () => {
    const file = writeDicom({ elements: imageElements({ ...size, frames: 2 }), pixels: frames })
    expect((await grey(file, 1)).pixels).toEqual(frames.slice(15))
    expect((await readDicom(file)).placement(1)).toBeUndefined()
    await expect(grey(file, 2)).rejects.toMatchObject({ problem: 'no_pixels' })
  })

  it('functional groups say of each frame what the shared ones do not', async () => {
    const elements: Item = {
      ...imageElements({ ...size, frames: 2 }),
      '52009229': [
        'SQ',
        {
          '00209116': ['SQ', { '00200037': ['DS', '1', '0', '0', '0', '0', '-1'] }],
          '00289110': ['SQ', { '00280030': ['DS', '0.3', '0.2'] }],
          '00289145': [
            'SQ',
            { '00281052': ['DS', '-1000'], '00281053': ['DS', '1'], '00281054': ['LO', 'HU'] },
          ],
        },
      ],
      '52009230': [
        'SQ',
        { '00209113': ['SQ', { '00200032': ['DS', '1', '2', '3'] }] },
        {
          '00209113': ['SQ', { '00200032': ['DS', '1', '2.5', '3'] }],
          '00289132': ['SQ', { '00281050': ['DS', '10'], '00281051': ['DS', '20'] }],
          '00289145': ['SQ', { '00281052': ['DS', '-500'], '00281053': ['DS', '2'] }],
        },
      ],
    }
    for (const lengths of ['stated', 'undefined'] as const) {
      const dicom = await readDicom(writeDicom({ elements, pixels: frames, lengths }))
      expect(dicom.placement(0)).toEqual({ position: [1, 2, 3], row: [1, 0, 0], column: [0, 0, -1] })
      expect(dicom.placement(1)?.position).toEqual([1, 2.5, 3])
      expect(await dicom.picture(0)).toMatchObject({
        intercept: -1000,
        unit: 'HU',
        spacing: { known: 'mm', row: 0.3, column: 0.2 },
      })
      expect(await dicom.picture(1)).toMatchObject({
        slope: 2,
        intercept: -500,
        windows: [{ center: 10, width: 20 }],
      })
    }
  })
})

describe('how greys are to be shown', () => {
  const read = async (elements: Item) =>
    (
      await readDicom(writeDicom({ elements: { ...imageElements(size), ...elements }, pixels: unsigned }))
    ).picture(0)
  const window: Item = { '00281050': ['DS', '10', '30'], '00281051': ['DS', '20', '40'] }

  it.each([
    ['LINEAR', undefined],
    ['LINEAR_EXACT', 'exact'],
    ['SIGMOID', 'sigmoid'],
  ])('the windows of a file with the function %s rise so', async (name, curve) => {
    const picture = await read({ ...window, '00281056': ['CS', name] })
    const expected = [
      { center: 10, width: 20 },
      { center: 30, width: 40 },
    ].map((one) => (curve ? { ...one, curve } : one))
    expect(picture).toMatchObject({ windows: expected })
    expect(picture.kind === 'grey' && picture.windows.map((one) => one.curve)).toEqual([curve, curve])
  })

  it('what lies over the pixels, or covers them, and is not drawn, is said', async () => {
    expect((await read({})).notices).toBeUndefined()
    expect((await read({ '60020010': ['US', 4] })).notices).toEqual([{ kind: 'overlays' }])
    expect((await read({ '00181600': ['CS', 'CIRCULAR'] })).notices).toEqual([{ kind: 'shutter' }])
  })
})

describe('the distance of pixels', () => {
  const spacing = async (modality: string, elements: Item) => {
    const head = await readHead(
      writeDicom({ elements: { ...imageElements({ ...size, modality }), ...elements }, pixels: unsigned }),
    )
    return head.spacing(0)
  }
  const patient: Item = { '00280030': ['DS', '0.1', '0.2'] }
  const detector: Item = { '00181164': ['DS', '0.1', '0.2'] }
  const other: Item = { '00181164': ['DS', '0.125', '0.25'] }

  it('is the patient’s in slices', async () => {
    for (const modality of ['CT', 'MR'])
      expect(await spacing(modality, patient)).toEqual({ known: 'mm', row: 0.1, column: 0.2 })
  })

  it.each(['CR', 'DX', 'PX', 'IO', 'OT'])(
    'is the detector’s in %s until something calibrates it',
    async (modality) => {
      expect(await spacing(modality, patient)).toMatchObject({ known: 'ratio' })
      expect(await spacing(modality, detector)).toEqual({ known: 'ratio', ratio: 0.5 })
      expect(await spacing(modality, { ...patient, ...detector })).toMatchObject({ known: 'ratio' })
      expect(await spacing(modality, { ...patient, ...other })).toEqual({
        known: 'mm',
        row: 0.1,
        column: 0.2,
      })
      for (const type of ['GEOMETRY', 'FIDUCIAL']) {
        expect(await spacing(modality, { ...patient, ...detector, '00280A02': ['CS', type] })).toMatchObject({
          known: 'mm',
        })
      }
      expect(await spacing(modality, { ...detector, '00280A02': ['CS', 'FIDUCIAL'] })).toMatchObject({
        known: 'ratio',
      })
    },
  )

  it('is unknown without any, or with a wrong one', async () => {
    expect(await spacing('CT', {})).toBeUndefined()
    for (const wrong of ['0', '-1', 'x', ''])
      expect(await spacing('CT', { '00280030': ['DS', wrong, '1'] })).toBeUndefined()
  })
})

describe('a broken file says what is wrong with it', () => {
  const file = greyFile(unsigned)
  const problem = (bytes: Uint8Array) =>
    readDicom(bytes).then(
      () => 'none',
      (error) => error.problem,
    )

  it.each([
    ['empty', new Uint8Array()],
    [
      'not_an_image',
      new TextEncoder().encode('%PDF-1.7 a document with another name, long enough to look into'),
    ],
    ['not_an_image', new Uint8Array(4096)],
    ['not_an_image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1)],
    ['truncated', file.subarray(0, file.length - 2)],
    ['truncated', file.subarray(0, 420)],
    ['truncated', file.subarray(0, 136)],
    ['no_pixels', writeDicom({ elements: { '00080060': ['CS', 'SR'], '00100010': ['PN', 'A^B'] } })],
    ['no_pixels', greyFile(new Uint16Array(0))],
    ['no_pixels', greyFile(unsigned, { '00280010': ['US', 0] })],
    ['too_large', greyFile(unsigned, { '00280010': ['US', 65535], '00280011': ['US', 65535] })],
    ['truncated', greyFile(unsigned, { '00280008': ['IS', '100000'] })],
    ['unsupported_pixels', greyFile(unsigned, { '00280100': ['US', 64] })],
    ['unsupported_pixels', greyFile(unsigned, { '00280101': ['US', 17] })],
    ['unsupported_pixels', greyFile(unsigned, { '00280002': ['US', 4] })],
    [
      'unsupported_pixels',
      writeDicom({ elements: { ...imageElements(size), '7FE00008': ['OF', new Uint8Array(60)] } }),
    ],
  ])('%s (%#)', async (expected, bytes) => {
    expect(await problem(bytes)).toBe(expected)
  })

  it('cancelled', async () => {
    await expect((await readDicom(file)).picture(0, AbortSignal.abort())).rejects.toMatchObject({
      problem: 'cancelled',
    })
  })
})

describe('the header', () => {
  it('is read from the head of a large file, of a deflated one too', async () => {
    const noise = Uint16Array.from({ length: 400_000 }, (_, at) => (at * 40503) >> 3)
    const elements: Item = {
      ...imageElements({ columns: 500, rows: 800 }),
      '00080020': ['DA', '20260115'],
      '0008103E': ['LO', 'Panorámica'],
      '00100010': ['PN', 'Núñez Muestra^Raúl^^Dr.'],
      '00100020': ['LO', ' 7 '],
      '00100030': ['DA', '19781103'],
      '00200013': ['IS', '12'],
      '00080005': ['CS', 'ISO_IR 192'],
    }
    for (const syntax of ['explicit', 'deflated'] as const) {
      const file = writeDicom({ elements, pixels: noise, syntax })
      expect(file.length).toBeGreaterThan(headBytes)
      expect(await readHeader(file.subarray(0, headBytes))).toEqual({
        patientName: 'Raúl Núñez Muestra',
        birthDate: '1978-11-03',
        patientId: '7',
        studyDate: '2026-01-15',
        modality: 'CT',
        description: 'Panorámica',
        seriesId: '1.2.3.4',
        instanceId: '1.2.3.4.5',
        instance: 12,
        transferSyntax: syntaxes[syntax],
        columns: 500,
        rows: 800,
        frames: 1,
      })
    }
  })
})
