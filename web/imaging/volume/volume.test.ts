// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest'
import { createPhantom, hounsfield, type Phantom, type Raster, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { centerOf, hillsOf } from '#tools/imaging/seen.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { type OpenStudy, openThrough, type Volume } from '#web/imaging/client.ts'
import type { Cut, Plane, Point, Vector } from '#web/imaging/types.ts'
import { type MeasureKind, measure } from '#web/imaging/view/measure.ts'
import { pixelOf, voxelAt } from './places.ts'

// A phantom is scanned, written as DICOM and read again: what is known of it must be seen in the volume.

// Scanning takes a slow machine its time.
const extent: Vector = [60, 60, 36]
const mm = { across: 0.4, down: 0.5, step: 0.6 }
const raster: Raster = { columns: 150, rows: 120, mmAcross: mm.across, mmDown: mm.down }
const heights = evenHeights(60, mm.step)
const phantom = createPhantom(14, extent)
const voxelOf = ([x, y, z]: Vector): Vector => [x / mm.across, y / mm.down, z / mm.step]
const metal = (hounsfield.metal + hounsfield.tooth) / 2
const enamel = (hounsfield.tooth + hounsfield.bone) / 2

let open: OpenStudy | undefined
afterEach(() => open?.close())

async function volumeOf(given: NamedFile[], memory?: number): Promise<Volume> {
  const blobs = given.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))
  open = await openThrough(workerHere(), blobs, { memory })
  const [part] = open.parts
  expect(open.parts.map(({ kind }) => kind)).toEqual(['volume'])
  return open.volume(part?.id ?? '')
}

const files = phantomFiles(phantom, axialSlices(heights), raster)
const straight = () => volumeOf(files)

describe('a volume of slices whose names and numbers are in no order', () => {
  it('lies as the patient does, slice by slice', async () => {
    const volume = await straight()
    expect(volume).toMatchObject({ size: [150, 120, 60], unit: 'HU', notices: [] })
    expect(sidesOf(volume).map((one) => Number(one.toFixed(6)))).toEqual([mm.across, mm.down, mm.step])
    for (const at of [0, 17, 59]) {
      const [slice] = axialSlices([heights[at] ?? 0])
      expect(slice && (await volume.cut('axial', at)).values).toEqual(slice && scan(phantom, slice, raster))
    }
  })

  it('shows its middle slice before it is loaded', async () => {
    const blobs = files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))
    open = await openThrough(workerHere(), blobs)
    const picture = await open.picture(open.parts[0]?.id ?? '')
    const [slice] = axialSlices([heights[30] ?? 0])
    expect(slice && Array.from(picture.pixels, (value) => value - 1024)).toEqual(
      slice && [...scan(phantom, slice, raster)],
    )
  })

  it.each<Plane>(['axial', 'coronal'])(
    'the marker on the patient’s right is on the left of the screen in the %s cut',
    async (plane) => {
      const volume = await straight()
      const expected = pixelOf(plane, voxelOf(phantom.marker.at), volume.size)
      const cut = await volume.cut(plane, expected.at)
      const seen = centerOf(cut, metal, { x: 0, y: 0 }, 1e6)
      expect(Math.abs((seen?.x ?? 99) - expected.x)).toBeLessThan(1)
      expect(Math.abs((seen?.y ?? 99) - expected.y)).toBeLessThan(1)
      expect(seen?.x).toBeLessThan(cut.columns / 2)
    },
  )

  it('a sagittal cut has the front on the left and the head above', async () => {
    const volume = await straight()
    const tooth = phantom.teeth[7]
    if (!tooth) throw new Error('no tooth')
    const place: Vector = [tooth.x, tooth.y, (tooth.from + tooth.to) / 2]
    const expected = pixelOf('sagittal', voxelOf(place), volume.size)
    const cut = await volume.cut('sagittal', expected.at)
    const seen = centerOf(cut, enamel, expected, 1e6)
    expect(Math.abs((seen?.x ?? 99) - expected.x)).toBeLessThan(1)
    expect(Math.abs((seen?.y ?? 99) - expected.y)).toBeLessThan(1)
    expect(seen?.x).toBeLessThan(cut.columns / 2)
    expect(seen?.y).toBeLessThan(cut.rows / 2)
  })

  it('a pixel of a cut names its voxel and the other way round', () => {
    const size: Vector = [150, 120, 60]
    for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
      const { at, ...pixel } = pixelOf(plane, [10, 20, 30], size)
      expect(voxelAt(plane, at, pixel, size)).toEqual([10, 20, 30])
    }
  })
})

describe('measured on a cut whose pixels are not square', () => {
  async function teethIn(plane: 'axial'): Promise<{ cut: Cut; seen: Point[] }> {
    const volume = await straight()
    const at = Math.round(((phantom.teeth[0]?.from ?? 0) + (phantom.teeth[0]?.to ?? 0)) / 2 / mm.step)
    const cut = await volume.cut(plane, at)
    const seen = phantom.teeth.flatMap(({ x, y, radius }) => {
      const near = { x: x / mm.across, y: y / mm.down }
      return centerOf(cut, enamel, near, radius / mm.across) ?? []
    })
    return { cut, seen }
  }

  it('lengths between teeth are right within one in a hundred', async () => {
    const { cut, seen } = await teethIn('axial')
    for (const [one, other] of [
      [0, 13],
      [0, 6],
      [3, 11],
      [6, 13],
    ] as const) {
      const [a, b] = [phantom.teeth[one], phantom.teeth[other]]
      const [from, to] = [seen[one], seen[other]]
      if (!a || !b || !from || !to) throw new Error('no tooth')
      const truth = Math.hypot(a.x - b.x, a.y - b.y)
      expect(Math.abs(measured('length', [from, to], cut) / truth - 1)).toBeLessThan(0.01)
    }
  })

  it('angles between teeth are right within a degree', async () => {
    const { cut, seen } = await teethIn('axial')
    for (const [one, corner, other] of [
      [0, 6, 13],
      [2, 0, 9],
      [4, 13, 8],
    ] as const) {
      const [a, b, c] = [phantom.teeth[one], phantom.teeth[corner], phantom.teeth[other]]
      const [from, at, to] = [seen[one], seen[corner], seen[other]]
      if (!a || !b || !c || !from || !at || !to) throw new Error('no tooth')
      const truth = measured('angle', [a, b, c], { spacing: { known: 'mm', column: 1, row: 1 } })
      expect(Math.abs(measured('angle', [from, at, to], cut) - truth)).toBeLessThan(1)
    }
  })

  it('a tooth is as high in the coronal cut as it is', async () => {
    const volume = await straight()
    const tooth = phantom.teeth[2]
    if (!tooth) throw new Error('no tooth')
    const cut = await volume.cut('coronal', tooth.y / mm.down)
    const column = Math.round(tooth.x / mm.across)
    const rows = [...cut.values.keys()].filter(
      (at) => at % cut.columns === column && (cut.values[at] ?? 0) > enamel,
    )
    const height = measured(
      'length',
      [
        { x: column, y: 0 },
        { x: column, y: rows.length },
      ],
      cut,
    )
    // To a voxel: a tooth ends between two.
    expect(Math.abs(height - (tooth.to - tooth.from))).toBeLessThan(mm.step)
  })
})

describe('slabs', () => {
  it('take the highest or the mean of what lies within their mm', async () => {
    const volume = await straight()
    const layers = await Promise.all([29, 30, 31].map((at) => volume.cut('coronal', at)))
    const at = (pixel: number) => layers.map(({ values }) => values[pixel] ?? 0)
    const mip = await volume.cut('coronal', 30, { mm: 1.5, mode: 'mip' })
    const mean = await volume.cut('coronal', 30, { mm: 1.5, mode: 'mean' })
    const pixels = [...mip.values.keys()]
    expect([...mip.values]).toEqual(pixels.map((pixel) => Math.max(...at(pixel))))
    expect([...mean.values]).toEqual(
      pixels.map((pixel) => Math.round(at(pixel).reduce((sum, value) => sum + value) / 3)),
    )
  })

  it('and are the same across every plane: an axial one through everything is what each column has', async () => {
    const volume = await straight()
    const all = await volume.cut('axial', 30, { mm: 100, mode: 'mip' })
    const coronal = await volume.cut('coronal', 60)
    for (const x of [10, 75, 140]) {
      const column = Array.from(
        { length: coronal.rows },
        (_, row) => coronal.values[row * coronal.columns + x],
      )
      expect(all.values[60 * all.columns + x]).toBe(Math.max(...column.map(Number)))
    }
  })
})

describe('the panoramic along the guessed arch', () => {
  it.each([8, 10, 14, 16])('shows %i teeth where there are as many', async (count) => {
    const made = createPhantom(count, extent)
    const volume = await volumeOf(phantomFiles(made, axialSlices(heights), raster))
    const panoramic = await volume.panoramic(await volume.arch(), { thicknessMm: 12 })
    expect(teethOf(panoramic, made)).toBe(count)
    expect(panoramic).toMatchObject({
      spacing: { known: 'mm', column: 0.4, row: expect.closeTo(mm.step) },
      rows: 60,
    })
  })

  it('a straight line unrolled is a coronal cut', async () => {
    const volume = await straight()
    const line = [20, 60, 120].map((x) => ({ x, y: 70 }))
    const panoramic = await volume.panoramic(line, { thicknessMm: 0 })
    const cut = await volume.cut('coronal', 70)
    expect(panoramic.columns).toBe(101)
    // From the patient's right, whichever end it was drawn from.
    expect(await volume.panoramic(line.toReversed(), { thicknessMm: 0 })).toEqual(panoramic)
    for (const row of [5, 30, 50]) {
      const start = row * cut.columns + 20
      expect([...panoramic.values.subarray(row * 101, row * 101 + 101)]).toEqual([
        ...cut.values.subarray(start, start + 101),
      ])
    }
  })

  it('cross-sections stand at even mm, outside on their left', async () => {
    const volume = await straight()
    const line = [20, 60, 120].map((x) => ({ x, y: 60 }))
    const sections = await volume.crossSections(line, { everyMm: 8, widthMm: 24 })
    expect(sections).toHaveLength(6)
    const sagittal = await volume.cut('sagittal', 40)
    const [, second] = sections
    // 24 mm around y = 30 mm: from the front (18 mm) to the back, a sample for every 0.4 mm.
    expect(second).toMatchObject({ columns: 61, rows: 60, spacing: { column: 0.4 } })
    for (const [column, y] of [
      [0, 36],
      [5, 40],
      [60, 84],
    ] as const) {
      expect(second?.values[30 * 61 + column]).toBe(sagittal.values[30 * sagittal.columns + y])
    }
  })
})

/** As the viewer measures, with the cut's own mm. */
function measured(kind: MeasureKind, points: Point[], { spacing }: Pick<Cut, 'spacing'>) {
  return measure(kind, points, spacing)?.value ?? Number.NaN
}

function sidesOf({ spacing }: Volume): Vector {
  if (!spacing.known) throw new Error('The phantom states its spacing')
  return spacing.mm
}

/** Teeth in the row of the panoramic half way up their crowns. */
function teethOf(panoramic: Cut, { teeth }: Phantom): number {
  const middle = ((teeth[0]?.from ?? 0) + (teeth[0]?.to ?? 0)) / 2
  return hillsOf(panoramic, panoramic.rows - 1 - Math.round(middle / mm.step), 0.15)
}

describe('what a machine did to the slices', () => {
  /** How long the way from the marker to the middle of the teeth is in the volume; 1 where it is as long as in the phantom. */
  async function stretch(volume: Volume, made = phantom): Promise<number> {
    const marker = await centerIn(volume, metal)
    const teeth = await centerIn(volume, enamel, metal)
    const apart = sidesOf(volume).map((side, axis) => ((marker[axis] ?? 0) - (teeth[axis] ?? 0)) * side)
    return Math.hypot(...apart) / truthOf(made)
  }

  it('a tilted gantry: set upright, lengths stay right, and it is said', async () => {
    const volume = await volumeOf(phantomFiles(phantom, axialSlices(evenHeights(100, 0.6), 18), raster))
    expect(volume.notices).toEqual([{ kind: 'tilted', degrees: expect.closeTo(18, 1) }])
    expect(sidesOf(volume)[2]).toBeCloseTo(0.6 * Math.cos(Math.PI / 10), 4)
    expect(Math.abs((await stretch(volume)) - 1)).toBeLessThan(0.01)
  })

  it('slices in uneven steps: made even, and it is said', async () => {
    const close = evenHeights(40, 0.4)
    const uneven = [...close, ...evenHeights(30, 0.7).map((height) => 16 + height)]
    const volume = await volumeOf(phantomFiles(phantom, axialSlices(uneven), raster))
    expect(volume.notices).toEqual([
      { kind: 'uneven_spacing', mm: [expect.closeTo(0.4, 3), expect.closeTo(0.7, 3)] },
    ])
    expect(Math.abs((await stretch(volume)) - 1)).toBeLessThan(0.01)
  })

  it('missing slices: their place is kept, and it is said how many', async () => {
    const some = axialSlices(heights.filter((_, at) => ![20, 21, 40].includes(at)))
    const volume = await volumeOf(phantomFiles(phantom, some, raster))
    expect(volume.size[2]).toBe(60)
    expect(volume.notices).toEqual([{ kind: 'missing_slices', count: 3 }])
    expect(Math.abs((await stretch(volume)) - 1)).toBeLessThan(0.01)
    const [slice] = axialSlices([heights[39] ?? 0])
    expect(slice && (await volume.cut('axial', 39)).values).toEqual(slice && scan(phantom, slice, raster))
  })

  it('what the files want over their pixels: not drawn in the planes either, and it is said', async () => {
    const drawn = phantomFiles(phantom, axialSlices(heights), raster, '1', { '60020010': ['US', 4] })
    expect((await volumeOf(drawn)).notices).toEqual([{ kind: 'overlays' }])
  })

  it('the same slice twice: once is enough', async () => {
    const volume = await volumeOf([
      ...files,
      ...files.slice(0, 4).map((file) => ({ ...file, name: `${file.name}b` })),
    ])
    expect(volume.size[2]).toBe(60)
    expect(volume.notices).toEqual([{ kind: 'repeated_slices', count: 4 }])
  })

  it('less memory than it needs: smaller on every side by a whole factor, and it is said', async () => {
    const volume = await volumeOf(files, 150 * 120 * 60 * 2 - 1)
    expect(volume.size).toEqual([75, 60, 30])
    expect(volume.notices).toEqual([{ kind: 'reduced', factor: 2 }])
    const whole = await straight()
    const [small, large] = [
      await volume.cut('axial', 10),
      await whole.cut('axial', 20, { mm: 1.2, mode: 'mean' }),
    ]
    const mean = [0, 1, 150, 151].reduce((sum, by) => sum + (large.values[100 * 150 + 60 + by] ?? 0), 0) / 4
    expect(Math.abs((small.values[50 * 75 + 30] ?? 0) - mean)).toBeLessThanOrEqual(1)
  })

  it('slices from front to back, or from side to side, are the same patient', async () => {
    const expected = await (await straight()).cut('axial', 24)
    const across = (count: number, step: number) => Array.from({ length: count }, (_, at) => at * step)
    const coronal = across(120, mm.down).map((y) => ({
      position: [0, y, 59 * mm.step] as const,
      row: [1, 0, 0] as const,
      column: [0, 0, -1] as const,
    }))
    const sagittal = across(150, mm.across).map((x) => ({
      position: [x, 0, 59 * mm.step] as const,
      row: [0, 1, 0] as const,
      column: [0, 0, -1] as const,
    }))
    const fromFront = await volumeOf(
      phantomFiles(phantom, coronal, { columns: 150, rows: 60, mmAcross: mm.across, mmDown: mm.step }),
    )
    expect(fromFront.size).toEqual([150, 120, 60])
    expect((await fromFront.cut('axial', 24)).values).toEqual(expected.values)
    open?.close()
    const fromSide = await volumeOf(
      phantomFiles(phantom, sagittal, { columns: 120, rows: 60, mmAcross: mm.down, mmDown: mm.step }),
    )
    expect(fromSide.size).toEqual([150, 120, 60])
    expect((await fromSide.cut('axial', 24)).values).toEqual(expected.values)
    expect(fromSide.notices).toEqual([])
  })

  it('slices across the patient’s axes are shown as they lie, and it is said', async () => {
    const angle = Math.PI / 18
    const slices = heights.map((height) => ({
      position: [-Math.sin(angle) * height, 0, Math.cos(angle) * height] as const,
      row: [Math.cos(angle), 0, Math.sin(angle)] as const,
      column: [0, 1, 0] as const,
    }))
    const volume = await volumeOf(phantomFiles(phantom, slices, raster))
    expect(volume.notices).toEqual([{ kind: 'oblique', degrees: expect.closeTo(10, 3) }])
  })

  async function centerIn(volume: Volume, least: number, most = 1e6): Promise<Vector> {
    let [x, y, z, count] = [0, 0, 0, 0]
    for (let layer = 0; layer < volume.size[2]; layer++) {
      const { values, columns } = await volume.cut('axial', layer)
      for (const [at, value] of values.entries()) {
        if (value < least || value >= most) continue
        x += at % columns
        y += Math.floor(at / columns)
        z += layer
        count++
      }
    }
    return [x / count, y / count, z / count]
  }

  /** mm between the marker and the middle of all that is as hard as teeth, in a volume as it should be. */
  function truthOf(made: Phantom): number {
    const tooth = made.teeth[0]
    if (!tooth) throw new Error('no tooth')
    const mass = made.teeth.reduce((sum, { radius }) => sum + radius ** 2, 0)
    const mean = (key: 'x' | 'y') =>
      made.teeth.reduce((sum, one) => sum + one[key] * one.radius ** 2, 0) / mass
    const [x, y, z] = made.marker.at
    return Math.hypot(mean('x') - x, mean('y') - y, (tooth.from + tooth.to) / 2 - z)
  }
})
