// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Entry, Item } from '#tools/imaging/dicom-elements.ts'
import { exportedFrames, exportedSlices, placed, type Written } from '#tools/imaging/exporters.ts'
import type { NamedFile } from '#tools/imaging/phantom-files.ts'
import { sortFiles } from './archive.ts'
import { loadVolume } from './volume/load.ts'

// Layouts that programs of tomographs export, each with what a reader makes of it. A slice's value says where it belongs.

type Opened = {
  kind: string
  name: string
  /** Of a volume the value of each axial plane from the feet up, of other series that of each picture. */
  values: number[]
  notices: unknown[]
}

async function opened(files: NamedFile[]): Promise<Opened[]> {
  const { parts } = await sortFiles(files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) })))
  const found: Opened[] = []
  for (const { part, slices = [] } of parts) {
    const { kind, name } = part
    if (kind !== 'volume') {
      const values = slices.map(({ header }) => header.instance ?? -1)
      found.push({ kind, name, values, notices: 'mixed' in part && part.mixed ? ['mixed'] : [] })
      continue
    }
    const { cut, info } = await loadVolume(slices, { memory: 1e9 })
    const values = upTo(info.size[2]).map((at) => cut('axial', at).values[0] ?? -1)
    found.push({ kind, name, values, notices: info.notices })
  }
  return found
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)
const volume = (values: number[], name = 'Maxilar', notices: unknown[] = []): Opened => ({
  kind: 'volume',
  name,
  values,
  notices,
})
const two = [volume(upTo(40), 'Maxilar (1 de 2)'), volume(upTo(40, 100), 'Maxilar (2 de 2)')]

/** Two acquisitions of 40 slices at the same places, the second with values from 100 on; the files take turns. */
function twice(written: (at: number, again: 0 | 1) => Written): NamedFile[] {
  const of = (again: 0 | 1) =>
    exportedSlices(40, (at) => ({
      name: `T/${String(at).padStart(3, '0')}-${again}`,
      value: at + again * 100,
      ...written(at, again),
    }))
  const [first, second] = [of(0), of(1)]
  return first.flatMap((one, at) => {
    const other = second[at]
    if (!other) return one
    return at % 2 ? [one, other] : [other, one]
  })
}

/** One number over all the files, in no order. */
const anyNumber = (at: number): Entry => ['IS', String((at * 37) % 41)]

/** What the frames of an enhanced file say one by one (PS3.3 C.7.6.16). */
const perFrame = (frames: Item[]): Item => ({ '52009230': ['SQ', ...frames] })
const framePlace = (at: number): Item => ({ '00209113': ['SQ', { '00200032': placed(at) }] })

describe('two acquisitions in one series are two volumes, told apart by', () => {
  const cases: [name: string, files: NamedFile[], expected?: Opened[]][] = [
    ['Acquisition Number', twice((_, again) => ({ elements: { '00200012': ['IS', String(again + 1)] } }))],
    [
      'Acquisition Number, though all have the same time',
      twice((_, again) => ({
        elements: { '00200012': ['IS', String(again + 4)], '00080032': ['TM', '120000'] },
      })),
    ],
    ['Acquisition Time', twice((_, again) => ({ elements: { '00080032': ['TM', `12${again}000`] } }))],
    [
      'a time of each slice that goes on',
      twice((at, again) => ({ elements: { '00080032': ['TM', `12${again}0${10 + at}`] } })),
    ],
    [
      'Convolution Kernel',
      twice((_, again) => ({ elements: { '00181210': ['SH', again ? 'BONE' : 'SOFT'] } })),
    ],
    [
      'Image Type',
      twice((_, again) => ({
        elements: { '00080008': ['CS', 'DERIVED', 'SECONDARY', again ? 'MAR' : 'AXIAL'] },
      })),
    ],
    [
      'folders, with the same numbers',
      twice((at, again) => ({ name: `${again ? 'B' : 'A'}/${at}`, elements: { '00200013': null } })),
    ],
    [
      'the letters of names, with the same numbers',
      twice((at, again) => ({ name: `S/corte_${again ? 'despues' : 'antes'}_${at}.dcm` })),
    ],
    ['a number behind that of the slice in the name', twice(() => ({}))],
    [
      'Instance Number, where places begin again',
      twice((at, again) => ({
        name: `S/${(at * 2 + again) * 7919}`,
        elements: { '00200013': ['IS', String(1 + at + again * 40)] },
      })),
    ],
    [
      'the order of the files, where places begin again',
      [
        ...exportedSlices(40, (at) => ({ name: `S/IM${at}`, elements: { '00200013': null } })),
        ...exportedSlices(40, (at) => ({
          name: `S/IM${at + 40}`,
          value: at + 100,
          elements: { '00200013': null },
        })),
      ],
    ],
    [
      'Stack ID in one file of frames',
      [
        exportedFrames(80, {
          '00200032': null,
          ...perFrame(
            upTo(80).map((at) => ({
              ...framePlace(at % 40),
              '00209111': ['SQ', { '00209056': ['SH', at < 40 ? '1' : '2'] }],
            })),
          ),
        }),
      ],
      [volume(upTo(40), 'Maxilar (1 de 2)'), volume(upTo(40, 40), 'Maxilar (2 de 2)')],
    ],
    [
      'Acquisition Number, where the second one is shorter and moved',
      [
        ...exportedSlices(40, () => ({ elements: { '00200012': ['IS', '1'] } })),
        ...exportedSlices(20, (at) => ({
          name: `T/${at}`,
          value: at + 100,
          elements: { '00200012': ['IS', '2'], '00200032': placed(at + 10) },
        })),
      ],
      [volume(upTo(40), 'Maxilar (1 de 2)'), volume(upTo(20, 100), 'Maxilar (2 de 2)')],
    ],
  ]
  it.each(cases)('%s', async (_name, files, expected = two) => {
    expect(await opened(files)).toEqual(expected)
  })

  it('Acquisition Number, and three are three', async () => {
    const files = [0, 1, 2].flatMap((again) =>
      exportedSlices(12, (at) => ({
        name: `T/${at}-${again}`,
        value: at + again * 100,
        elements: { '00200012': ['IS', String(again)] },
      })),
    )
    const found = await opened(files)
    expect(found.map(({ name }) => name)).toEqual([1, 2, 3].map((one) => `Maxilar (${one} de 3)`))
    expect(found.map(({ values }) => values)).toEqual([upTo(12), upTo(12, 100), upTo(12, 200)])
  })
})

describe('one acquisition stays one volume', () => {
  const whole = [volume(upTo(40))]
  const cases: [name: string, files: NamedFile[], expected?: Opened[]][] = [
    [
      'whose slices have an Acquisition Number each',
      exportedSlices(40, (at) => ({ elements: { '00200012': ['IS', String(at)] } })),
    ],
    [
      'that was taken in steps',
      exportedSlices(40, (at) => ({ elements: { '00200012': ['IS', String(Math.floor(at / 8))] } })),
    ],
    [
      'that was taken in steps which overlap by a slice',
      [
        ...exportedSlices(40, (at) => ({ elements: { '00200012': ['IS', String(Math.floor(at / 10))] } })),
        ...exportedSlices(3, (at) => ({
          name: `Z/${at}`,
          value: 999,
          elements: { '00200012': ['IS', String(at)], '00200032': placed(at * 10 + 10) },
        })),
      ],
      [volume(upTo(40), 'Maxilar', [{ kind: 'repeated_slices', count: 3 }])],
    ],
    [
      'that was copied twice',
      [...exportedSlices(40), ...exportedSlices(40).map((file) => ({ ...file, name: `copia/${file.name}` }))],
      [volume(upTo(40), 'Maxilar', [{ kind: 'repeated_slices', count: 40 }])],
    ],
    [
      'whose numbers run from the head down',
      exportedSlices(40, (at) => ({ elements: { '00200013': ['IS', String(40 - at)] } })),
    ],
    [
      'whose numbers say nothing',
      exportedSlices(40, (at) => ({ elements: { '00200013': anyNumber(at) } })).toReversed(),
    ],
  ]
  it.each(cases)('%s', async (_name, files, expected = whole) => {
    expect(await opened(files)).toEqual(expected)
  })
})

it('slices of which two lie at each place, and nothing tells them apart, are leafed through, never mixed', async () => {
  const files = twice((at, again) => ({ name: `S/${((at * 2 + again) * 7919) % 1009}` })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  const found = await opened(files)
  expect(found).toMatchObject([{ kind: 'stack', name: 'Maxilar', notices: ['mixed'] }])
  expect(found[0]?.values).toEqual(upTo(80).map((at) => Math.floor(at / 2) + 1))
})

const assumed = (by: string, mm = 0.5) => ({ kind: 'assumed_order', by, mm: expect.closeTo(mm) })
const by = (order: string, mm?: number) => [volume(upTo(40), 'Maxilar', [assumed(order, mm)])]
const noPlace = { '00200032': null }
const samePlace = { '00200032': placed(0) }
const slices = (elements: (at: number) => Written['elements'], name?: (at: number) => string) =>
  exportedSlices(40, (at) => ({ elements: elements(at), ...(name && { name: name(at) }) }))
const perSeries = (at: number) => ({
  '0020000E': ['UI', `2.25.78.${at + 2}`] satisfies Entry,
  '00200011': ['IS', String(at + 1)] satisfies Entry,
  '00200013': ['IS', '1'] satisfies Entry,
})
const measures: Item = { '00289110': ['SQ', { '00180088': ['DS', '0.4'], '00280030': ['DS', '0.5', '0.5'] }] }
const directions: Item = { '00209116': ['SQ', { '00200037': ['DS', '1', '0', '0', '0', '1', '0'] }] }
const shared: Item = { '52009229': ['SQ', { ...measures, ...directions }] }
const enhanced = { '00200032': null, '00200037': null, '00180050': null, '00280030': null, ...shared }
const coronal: Entry = ['DS', '1', '0', '0', '0', '0', '-1']
const scout = (elements: Written['elements']) =>
  exportedSlices(1, () => ({ name: 'CBCT/guia', value: 999, elements }))

describe('slices that do not state where they lie are a volume, and it is said what was assumed', () => {
  const cases: [name: string, files: NamedFile[], expected: Opened[]][] = [
    [
      'one place for all: in the order of Slice Location',
      slices((at) => ({
        ...samePlace,
        '00201041': ['DS', String(20 + at * 0.5)],
        '00200013': anyNumber(at),
      })),
      by('location'),
    ],
    [
      'Slice Location alone, and another thickness',
      slices((at) => ({
        ...noPlace,
        '00201041': ['DS', String(at * 0.3)],
        '00180050': ['DS', '0.6'],
        '00200013': anyNumber(at),
      })),
      by('location', 0.3),
    ],
    ['one place for all: in the order of numbers', slices(() => samePlace), by('number')],
    ['no place, and Slice Thickness', slices(() => noPlace).toReversed(), by('number')],
    [
      'no place, and Spacing Between Slices beside another thickness',
      slices(() => ({ ...noPlace, '00180088': ['DS', '0.25'] })),
      by('number', 0.25),
    ],
    [
      'numbers by twos',
      slices((at) => ({ ...noPlace, '00200013': ['IS', String(10 + at * 2)] })),
      by('number'),
    ],
    [
      'a number that is missing',
      slices(() => noPlace).filter((_, at) => at !== 20),
      [volume(upTo(40), 'Maxilar', [assumed('number'), { kind: 'missing_slices', count: 1 }])],
    ],
    [
      'no numbers: in the order of names',
      slices(
        () => ({ ...noPlace, '00200013': null }),
        (at) => `S/corte ${at + 1} de 40.dcm`,
      ).toReversed(),
      by('name'),
    ],
    [
      'one number for all: in the order of names',
      slices(
        () => ({ ...samePlace, '00200013': ['IS', '1'] }),
        (at) => `S/z${(at * 0.5).toFixed(2).padStart(6, '0')}`,
      ),
      by('name'),
    ],
    ['a series of each slice', slices(perSeries), [volume(upTo(40))]],
    [
      'a series of each slice, and no place: in the order of the series’ numbers',
      slices((at) => ({ ...perSeries(at), ...noPlace })),
      by('number'),
    ],
    [
      'copies',
      [
        ...slices(() => noPlace),
        ...slices(() => noPlace).map((file) => ({ ...file, name: `copia/${file.name}` })),
      ],
      [volume(upTo(40), 'Maxilar', [assumed('number'), { kind: 'repeated_slices', count: 40 }])],
    ],
    ['frames without functional groups, with the place of the first', [exportedFrames(40)], by('frame')],
    [
      'frames with a Slice Location Vector',
      [exportedFrames(40, { ...noPlace, '00182005': ['FL', ...upTo(40).map((at) => at * 0.5)] })],
      by('location'),
    ],
    [
      'frames with a Grid Frame Offset Vector',
      [exportedFrames(40, { '3004000C': ['DS', ...upTo(40).map((at) => String(at * 0.5))] })],
      by('location'),
    ],
    ['an enhanced file with shared groups only', [exportedFrames(40, enhanced)], by('frame', 0.4)],
    [
      'an enhanced file whose frames state their number in the stack alone, from the head down',
      [
        exportedFrames(40, {
          ...enhanced,
          ...perFrame(upTo(40).map((at) => ({ '00209111': ['SQ', { '00209057': ['UL', 40 - at] }] }))),
        }),
      ],
      [volume(upTo(40).toReversed(), 'Maxilar', [assumed('frame', 0.4)])],
    ],
    [
      'an enhanced file of which every other frame states its place: as far apart as these',
      [
        exportedFrames(40, {
          ...enhanced,
          ...perFrame(upTo(40).map((at) => (at % 2 ? {} : framePlace(at)))),
        }),
      ],
      by('frame'),
    ],
    [
      'slices of which some state no place: as far apart as the others, from the head down as these',
      slices((at) => ({ ...(at % 3 === 1 && noPlace), '00200013': ['IS', String(40 - at)] })),
      by('number'),
    ],
    [
      'places that were rounded to whole mm',
      slices((at) => ({ '00200032': ['DS', '-2', '-2', String(Math.floor(at / 2))] })),
      by('number'),
    ],
    [
      'no directions: those of axial slices',
      slices(() => ({ '00200037': null })),
      [volume(upTo(40), 'Maxilar', [{ kind: 'assumed_orientation' }])],
    ],
    [
      'neither place nor directions',
      slices(() => ({ ...noPlace, '00200037': null })),
      [volume(upTo(40), 'Maxilar', [assumed('number'), { kind: 'assumed_orientation' }])],
    ],
    [
      'one place for all, and two kernels',
      twice((_, again) => ({ elements: { ...samePlace, '00181210': ['SH', again ? 'BONE' : 'SOFT'] } })),
      two.map((one) => ({ ...one, notices: [assumed('number')] })),
    ],
    [
      'no place, and two acquisitions with numbers that go on',
      twice((at, again) => ({
        elements: {
          ...noPlace,
          '00200012': ['IS', String(again)],
          '00200013': ['IS', String(at + 1 + again * 40)],
        },
      })),
      two.map((one) => ({ ...one, notices: [assumed('number')] })),
    ],
    [
      'no place, and numbers that jump',
      twice((at, again) => ({
        elements: { ...noPlace, '00200013': ['IS', String(at + 1 + again * 100)] },
      })),
      two.map((one) => ({ ...one, notices: [assumed('number')] })),
    ],
  ]
  it.each(cases)('%s', async (_name, files, expected) => {
    expect(await opened(files)).toEqual(expected)
  })

  it('without the size of a pixel lengths are pixels, so no millimetres are said to be assumed', async () => {
    const [found] = await opened(slices(() => ({ ...noPlace, '00280030': null })))
    expect(found?.notices).toEqual([
      { kind: 'no_scale' },
      { kind: 'assumed_proportions' },
      { kind: 'assumed_order', by: 'number' },
    ])
  })

  it('slices that lie from front to back, without directions, are coronal', async () => {
    const files = slices((at) => ({ '00200032': ['DS', '-2', String(at * 0.5), '9'], '00200037': null }))
    const { parts } = await sortFiles(files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) })))
    const { info, cut } = await loadVolume(parts[0]?.slices ?? [], { memory: 1e9 })
    expect(info.size).toEqual([8, 40, 8])
    expect(upTo(40).map((at) => cut('coronal', at).values[0])).toEqual(upTo(40))
  })
})

describe('what lies in a series beside its slices is no part of the volume:', () => {
  const cases: [name: string, beside: NamedFile[]][] = [
    ['a localizer of another direction', scout({ '00200037': coronal })],
    [
      'a localizer without a place',
      scout({ ...noPlace, '00080008': ['CS', 'ORIGINAL', 'PRIMARY', 'LOCALIZER'], '00200013': ['IS', '99'] }),
    ],
    ['a picture of another size', scout({ '00280010': ['US', 4], '00280011': ['US', 16] })],
  ]
  it.each(cases)('%s', async (_name, beside) => {
    const image = { kind: 'image', name: 'guia', values: [], notices: [] }
    expect(await opened([...beside, ...slices(() => ({}))])).toEqual([volume(upTo(40)), image])
    expect(await opened([...beside, ...slices(() => noPlace)])).toEqual([...by('number'), image])
  })
})

describe('no volume is made of', () => {
  it('slices that state neither place nor distance: they are leafed through by their numbers', async () => {
    const found = await opened(slices(() => ({ ...noPlace, '00180050': null })).toReversed())
    expect(found).toEqual([{ kind: 'stack', name: 'Maxilar', values: upTo(40, 1), notices: [] }])
  })

  it('frames that state neither: they are leafed through as well', async () => {
    const file = exportedFrames(40, { '00180050': null })
    expect(await opened([file])).toMatchObject([{ kind: 'stack', name: 'Maxilar' }])
  })

  const cases: [name: string, files: NamedFile[], count: number][] = [
    ['a film', [exportedFrames(40, { '00181063': ['DS', '33'], '00080060': ['CS', 'XA'] })], 1],
    [
      'radiographs, each in a series of its own',
      slices((at) => ({ ...perSeries(at), ...noPlace, '00180050': null, '00080060': ['CS', 'IO'] })).slice(
        0,
        18,
      ),
      18,
    ],
    [
      'a few slices here and there, each in a series of its own',
      slices((at) => ({ ...perSeries(at), '00200032': placed(at ** 2) })).slice(0, 6),
      6,
    ],
  ]
  it.each(cases)('%s', async (_name, files, count) => {
    expect((await opened(files)).map(({ kind }) => kind)).toEqual(Array(count).fill('image'))
  })
})
