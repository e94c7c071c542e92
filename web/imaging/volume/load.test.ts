// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom, type Raster } from '#tools/imaging/phantom.ts'
import {
  axialSlices,
  evenHeights,
  type NamedFile,
  phantomFiles,
  sliceFile,
} from '#tools/imaging/phantom-files.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import type { Slice } from '#web/imaging/series.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { createVolumeLoad, type LoadPlan, loadVolume } from './load.ts'
import type { OpenVolume } from './open-volume.ts'

// Scanning takes a slow machine its time.
const raster: Raster = { columns: 24, rows: 20, mmAcross: 1, mmDown: 1 }
const phantom = createPhantom(8, [24, 20, 60])
const count = 60
const plenty = 1e9
const bytesAt = (factor: number) =>
  Math.ceil(raster.columns / factor) * Math.ceil(raster.rows / factor) * Math.ceil(count / factor) * 2

type Seen = { slices: Slice[]; reads: number[] }

/** The slices of the files' only volume, from the lowest up, and the order in which they are read. `before` may refuse to read one. */
async function watched(files: NamedFile[], before?: (at: number, reads: number) => void): Promise<Seen> {
  const { parts } = await sortFiles(files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) })))
  const [part] = parts
  if (!part?.slices || parts.length > 1) throw new Error('It is one volume')
  const reads: number[] = []
  const slices = part.slices.map(({ source, ...slice }, at) => ({
    ...slice,
    source: {
      ...source,
      bytes: async (signal?: AbortSignal) => {
        before?.(at, reads.length)
        reads.push(at)
        return source.bytes(signal)
      },
    },
  }))
  return { slices, reads }
}

const filesOf = (heights = evenHeights(count, 1), tilt = 0, more: Item = {}) =>
  phantomFiles(phantom, axialSlices(heights, tilt), raster, '1', more)

/** The same files, those with these places in the stack cut in the middle of their pixels. */
const damaged = (...places: number[]) => {
  const names = places.map((at) => `EXAMEN/S1/${String((at * 37) % 61).padStart(4, '0')}`)
  return filesOf().map((file) =>
    names.includes(file.name) ? { ...file, bytes: file.bytes.slice(0, file.bytes.length - 500) } : file,
  )
}

/** Slices from front to back, or from the left to the right, turned round. */
const across = (row: [number, number, number], way: (at: number) => [number, number, number]) =>
  phantomFiles(
    phantom,
    Array.from({ length: 20 }, (_, at) => ({ position: way(at), row, column: [0, 0, -1] as const })),
    raster,
  )

const half = evenHeights(30, 0.4)
const cases: [name: string, NamedFile[], memory?: number][] = [
  ['even', filesOf()],
  ['tilted', filesOf(evenHeights(count, 1), 14)],
  ['MONOCHROME1', filesOf(undefined, 0, { '00280004': ['CS', 'MONOCHROME1'] })],
  ['reduced by 2', filesOf(), bytesAt(1) - 1],
  ['reduced by 3', filesOf(), bytesAt(2) - 1],
  ['damaged', damaged(0, 7, 8, 24, 25, 26, 33, 58, 59)],
  ['damaged and reduced by 3', damaged(0, 7, 8, 24, 25, 26, 33, 58, 59), bytesAt(2) - 1],
  ['damaged where it is judged by', damaged(16, 32, 48)],
  ['with some missing', filesOf(evenHeights(count, 1).filter((at) => ![20, 21, 40].includes(at)))],
  ['uneven', filesOf([...half, ...evenHeights(20, 0.7).map((at) => 12 + at)])],
  [
    'uneven, with slices between the planes',
    filesOf([...evenHeights(9, 0.2), ...evenHeights(30, 1).map((at) => 2 + at)]),
  ],
  [
    'with some twice',
    [
      ...filesOf(),
      ...filesOf()
        .slice(0, 5)
        .map((file) => ({ ...file, name: `${file.name}b` })),
    ],
  ],
  ['from front to back', across([-1, 0, 0], (at) => [23, at, 40])],
  ['from side to side', across([0, 1, 0], (at) => [at, 0, 40])],
]

const shown = ({ info, grid, slice }: OpenVolume, { slices }: Seen) => ({
  info,
  grid: { ...grid, voxels: Buffer.from(grid.voxels.buffer).toString('base64') },
  slices: slices.map((_, at) => slice(at)),
})

describe.each(cases)('a volume that is loaded in passes: %s', (_name, files, memory = plenty) => {
  const expected = async () => {
    const given = await watched(files)
    return shown(await loadVolume(given.slices, { memory }), given)
  }

  it.each([true, false])(
    'is in the end what it is when loaded in order, also where the connection is quick: %s',
    async (quick) => {
      const given = await watched(files)
      const load = createVolumeLoad(given.slices, { memory, passes: true, quick: () => quick })
      await load.run({})
      const volume = load.volume()
      expect(volume && shown(volume, given)).toEqual(await expected())
      expect(load.detail()).toBe(1)
    },
  )

  it('and when it is stopped again and again', async () => {
    let stop = new AbortController()
    const given = await watched(files, (_, reads) => {
      if (reads % 7 === 6) stop.abort()
    })
    const load = createVolumeLoad(given.slices, { memory, passes: true })
    let runs = 0
    while (load.detail() < 1 && runs++ < 50) {
      stop = new AbortController()
      await load.run({ signal: stop.signal }).catch(() => {})
    }
    const volume = load.volume()
    expect(runs).toBeGreaterThan(2)
    expect(volume && shown(volume, given)).toEqual(await expected())
  })
})

/** Slices that become brighter by 9 from one to the next: what is filled in a straight line is the truth. */
const ramp = Array.from({ length: count }, (_, at): NamedFile => {
  const [slice] = axialSlices([at])
  if (!slice) throw new Error('There is one')
  const values = Int16Array.from(
    { length: raster.columns * raster.rows },
    (_, pixel) => (pixel % 97) + at * 9,
  )
  return { name: `S/${at}`, bytes: sliceFile(values, slice, raster, at, '1') }
})
const first = [0, 8, 16, 24, 32, 40, 48, 56, 59]
const samples = [32, 16, 48]

/** A load that ends when it has read so many planes. */
async function begun(files: NamedFile[], planes: number, plan: Partial<LoadPlan> = {}) {
  const given = await watched(files)
  const load = createVolumeLoad(given.slices, { memory: plenty, passes: true, ...plan })
  const controller = new AbortController()
  let made = 0
  const onProgress = () => {
    if (++made === planes) controller.abort()
  }
  await expect(load.run({ signal: controller.signal, onProgress })).rejects.toMatchObject({
    problem: 'cancelled',
  })
  return { ...given, load }
}

const planesOf = (volume: OpenVolume | undefined) =>
  Array.from({ length: count }, (_, at) => volume?.cut('axial', at).values)

describe('after the first pass', () => {
  it('all planes are there, those between as their neighbours tell, and it says how much is true', async () => {
    const { load } = await begun(ramp, first.length)
    expect(load.detail()).toBe(first.length / count)
    const truth = planesOf(await loadVolume((await watched(ramp)).slices, { memory: plenty }))
    for (const [at, values] of planesOf(load.volume()).entries())
      for (const [pixel, value] of (values ?? []).entries())
        expect(Math.abs(value - (truth[at]?.[pixel] ?? 0))).toBeLessThanOrEqual(first.includes(at) ? 0 : 1)
  })

  it('nothing else was read, also to judge its values by', async () => {
    const { reads } = await begun(ramp, first.length)
    expect(reads.toSorted((a, b) => a - b)).toEqual(first)
  })

  it('it is seen, not before, and anew with each plane', async () => {
    expect((await begun(ramp, first.length - 1)).load.volume()).toBeUndefined()
    const { load } = await begun(ramp, first.length)
    const seen = load.volume()
    expect(load.volume()).toBe(seen)
    expect(seen?.info.range[1]).toBe(59 * 9 + 96)
    await load.run({})
    expect(load.volume()).not.toBe(seen)
  })

  it.each([
    ['in passes', false, first.length + 7],
    ['in order', true, first.length + 4],
  ])(
    'planes are as the nearest neighbours tell that were read until then, %s',
    async (_name, quick, planes) => {
      const found = planesOf((await begun(filesOf(), planes, { quick: () => quick })).load.volume())
      const [values, below, above] = [found[6], found[4], found[8]]
      expect(values?.length).toBe(raster.columns * raster.rows)
      for (const [pixel, value] of (values ?? []).entries())
        expect(Math.abs(value - ((below?.[pixel] ?? 0) + (above?.[pixel] ?? 0)) / 2)).toBeLessThanOrEqual(1)
    },
  )

  it('a damaged slice is the mixture of those beside it', async () => {
    const { load } = await begun(damaged(8), first.length)
    const whole = planesOf(await loadVolume((await watched(damaged(8))).slices, { memory: plenty }))
    expect(planesOf(load.volume())[8]).toEqual(whole[8])
    expect(load.volume()?.info.notices).toEqual([{ kind: 'damaged_slices', count: 1 }])
    // They were read for it; their own planes are not there yet.
    expect([7, 9].map((at) => load.volume()?.slice(at))).toEqual([undefined, undefined])
  })

  it.each([
    ['with some missing', filesOf(evenHeights(count, 1).filter((at) => at !== 20))],
    ['uneven', filesOf([...half, ...evenHeights(20, 0.7).map((at) => 12 + at)])],
  ])('nothing is seen of a volume %s: it comes in order', async (_name, files) => {
    const { load, reads } = await begun(files, 40)
    expect(load.volume()).toBeUndefined()
    expect(reads.slice(3)).toEqual(reads.slice(3).toSorted((a, b) => a - b))
  })

  it('only slices that were read are given as acquired', async () => {
    const { load, slices } = await begun(ramp, first.length + 1)
    const given = slices.flatMap((_, at) => (load.volume()?.slice(at) ? at : []))
    expect(given).toEqual([0, 4, 8, 16, 24, 32, 40, 48, 56, 59])
  })
})

describe('slices are read once, in the order that was told before', () => {
  const orders: [name: string, Partial<LoadPlan>, order: number[]][] = [
    [
      'in passes',
      { passes: true },
      [
        ...first,
        ...[4, 12, 20, 28, 36, 44, 52],
        ...evenHeights(15, 4).map((at) => at + 2),
        ...evenHeights(30, 2).map((at) => at + 1),
      ],
    ],
    [
      'in order after the first pass',
      { passes: true, quick: () => true },
      [...first, ...evenHeights(count, 1)],
    ],
    ['in order', {}, evenHeights(count, 1)],
  ]
  it.each(orders)('%s', async (_name, plan, order) => {
    const { slices, reads } = await watched(ramp)
    const told: number[] = []
    const ahead = (next: Slice[]) => {
      told.push(...next.map((slice) => slices.indexOf(slice)))
      expect(told).toEqual([...new Set(told)])
      // Nothing is read before it is told.
      expect(reads).toEqual(told.slice(0, reads.length))
    }
    await createVolumeLoad(slices, { memory: plenty, ahead, ...plan }).run({})
    expect(reads).toEqual([...new Set([...samples, ...order])])
    expect(told).toEqual(reads)
  })

  it('and their files are let go of as soon as they were', async () => {
    const seen = await watched(filesOf())
    const read: Uint8Array[] = []
    const slices = seen.slices.map((slice) => ({
      ...slice,
      source: {
        ...slice.source,
        async bytes(signal?: AbortSignal) {
          expect(read.slice(0, -1).every(({ length }) => length === 0)).toBe(true)
          const bytes = await slice.source.bytes(signal)
          read.push(bytes)
          return bytes
        },
      },
    }))
    await loadVolume(slices, { memory: plenty })
    expect(read).toHaveLength(count)
    expect(read.filter(({ length }) => length > 0)).toHaveLength(1)
  })

  it('also after a stop, when what is missing is told again', async () => {
    const told: number[][] = []
    const { reads, load } = await begun(ramp, 20, {
      ahead: (next) => told.push(next.map(({ placement }) => placement?.position[2] ?? -1)),
    })
    const before = reads.length
    told.length = 0
    await load.run({})
    expect(reads).toEqual([...new Set(reads)])
    expect(told).toEqual([reads.slice(before)])
    expect(reads).toHaveLength(count)
  })

  it('also where they lie between the planes of the volume, and after the last', async () => {
    const heights = [...evenHeights(9, 0.2), ...evenHeights(30, 1).map((at) => 2 + at), 31.3]
    const { slices, reads } = await watched(filesOf(heights))
    await loadVolume(slices, { memory: plenty })
    expect(reads.slice(3)).toEqual(heights.flatMap((_, at) => (reads.slice(0, 3).includes(at) ? [] : at)))
  })

  it('where a volume is reduced, all slices of a plane come together', async () => {
    const { slices, reads } = await watched(ramp)
    await createVolumeLoad(slices, { memory: bytesAt(1) - 1, passes: true }).run({})
    expect(reads.slice(0, 9)).toEqual([...samples, 0, 1, 17, 33, 49, 58])
    expect(reads.toSorted((a, b) => a - b)).toEqual(evenHeights(count, 1))
  })
})

it('a slice that could not be had for now is no damaged one: the next run reads it', async () => {
  for (const lost of [32, 16, 0, 40]) {
    let connected = false
    const { slices } = await watched(ramp, (at) => {
      if (at === lost && !connected) throw new ImagingError('not_loaded')
    })
    const load = createVolumeLoad(slices, { memory: plenty, passes: true })
    await expect(load.run({})).rejects.toMatchObject({ problem: 'not_loaded' })
    connected = true
    await load.run({})
    expect(load.volume()?.info.notices).toEqual([])
    expect(load.volume()?.slice(lost)).toBeDefined()
  }
})

it('slices of which more than a quarter are damaged are no volume in the next run either', async () => {
  const load = createVolumeLoad((await watched(damaged(...evenHeights(16, 3)))).slices, {
    memory: plenty,
    passes: true,
  })
  for (const _ of [1, 2]) await expect(load.run({})).rejects.toMatchObject({ problem: 'truncated' })
})

it('questions are answered while it loads, also where all bytes are at hand', async () => {
  const { slices } = await watched(ramp)
  const here = await Promise.all(
    slices.map(async ({ source, ...slice }) => {
      const bytes = await source.bytes()
      return { ...slice, source: { ...source, bytes: async () => bytes } }
    }),
  )
  const load = createVolumeLoad(here, { memory: plenty, passes: true })
  let answered = -1
  setImmediate(() => {
    answered = load.detail()
  })
  await load.run({})
  expect(answered).toBeLessThan(1)
  expect(answered).toBeGreaterThan(-1)
})
