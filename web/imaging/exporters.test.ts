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
