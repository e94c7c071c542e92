// @vitest-environment node
import { afterEach, expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { type OpenStudy, openThrough, type Volume } from '#web/imaging/client.ts'
import type { Orientation, Plane, Point, Vector } from '#web/imaging/types.ts'
import { voxelSides } from '#web/imaging/volume/grid.ts'
import { turnedInfo } from '#web/imaging/volume/orientation.ts'
import type { Sheet } from '../stage/sheet.ts'
import type { Mark } from '../stage/use-marks.tsx'
import { panoramicSheet, planeSheet, sectionSheet } from '../volume/sheets.ts'
import { type KnownPart, keptMark, markOf, rowOf } from './mark-rows.ts'

// What is kept of a mark says where it lies, whatever its file is called and however much memory there is.

const raster = { columns: 61, rows: 59, mmAcross: 1, mmDown: 1 }
const phantom = createPhantom(8, [61, 59, 45])
const upward = axialSlices(evenHeights(45, 1)).map((slice) => ({
  ...slice,
  position: [-30, -20, slice.position[2] - 7] as Vector,
}))

const open: OpenStudy[] = []
afterEach(() => {
  for (const study of open.splice(0)) study.close()
})

async function partOf(files: NamedFile[], memory?: number): Promise<KnownPart & { volume: Volume }> {
  const { study, id, volume } = await volumeHere(files, memory)
  open.push(study)
  return { id, keys: await study.keys(id), volume }
}

const renamed = (files: NamedFile[]) =>
  files.map(({ bytes }, at) => ({ name: `OTRO/${String(1000 - at)}.dcm`, bytes }))

const arch = [
  { x: 10.5, y: 40.5 },
  { x: 30.5, y: 12.5 },
  { x: 50.5, y: 40.5 },
]

function drawn(
  part: KnownPart & { volume: Volume },
  view: Plane | 'panoramic' | 'section',
  points: Point[],
  orientation?: Orientation,
): Mark {
  const volume = turnedInfo(part.volume, orientation)
  const { sheet, pixel } =
    view === 'panoramic'
      ? panoramicSheet(part.id, arch, volume)
      : view === 'section'
        ? sectionSheet(part.id, arch, 24, volume)
        : planeSheet(part.id, view, 12, volume)
  const spacing = { known: 'mm', row: pixel.y, column: pixel.x } as const
  return { id: 'a', kind: 'length', points, sheet, pixel, spacing }
}

const line = [
  { x: 10, y: 20 },
  { x: 31, y: 12 },
]

it.each(['axial', 'coronal', 'sagittal', 'panoramic', 'section'] as const)(
  'a mark on the %s picture comes back at its place and with its value in a volume that memory made smaller',
  async (view) => {
    const files = phantomFiles(phantom, upward, raster)
    const whole = await partOf(files)
    const small = await partOf(renamed(files), 40_000)
    expect(small.volume.size[0]).toBeLessThan(whole.volume.size[0])
    const mark = drawn(whole, view, line)
    const row = rowOf(mark, whole)
    if (!row) throw new Error('Its part is known')
    expect(row).toMatchObject({
      picture: small.keys.series,
      value: Math.hypot(21, 8),
      unit: 'mm',
      plane: view,
    })
    const back = markOf(JSON.parse(JSON.stringify(row)), small)
    expect(rowOf({ ...mark, ...back }, small)).toMatchObject({
      points: row.points.map((point) => point.map((value) => expect.closeTo(value, 6))),
    })
    // On the screen of the whole volume, where it was drawn.
    expectAt(markOf(row, whole), mark.sheet, line)
  },
)

it.each(['axial', 'coronal', 'sagittal', 'panoramic', 'section'] as const)(
  'a mark on the %s picture of a turned volume keeps its orientation, and its place in the patient',
  async (view) => {
    const files = phantomFiles(phantom, upward, raster)
    const whole = await partOf(files)
    const small = await partOf(renamed(files), 40_000)
    const orientation: Orientation = [11, -5, 9]
    const mark = drawn(whole, view, line, orientation)
    const row = rowOf(mark, whole)
    if (!row) throw new Error('Its part is known')
    expect(row).toMatchObject({ value: Math.hypot(21, 8), unit: 'mm', plane: view, orientation })
    // The same pixels of a volume that was not turned lie elsewhere.
    expect(row.points).not.toEqual(rowOf(drawn(whole, view, line), whole)?.points)
    const stored = keptMark(JSON.parse(JSON.stringify(row)))
    const back = markOf(stored, small)
    expect(rowOf({ ...mark, ...back }, small)).toMatchObject({
      orientation,
      points: row.points.map((point) => point.map((value) => expect.closeTo(value, 6))),
    })
    const again = markOf(row, whole)
    expectAt(again, mark.sheet, line)
    expect(again?.sheet).toMatchObject({ orientation })
  },
)

it.each([
  ['arrow', line],
  ['point', line.slice(0, 1)],
  ['text', line.slice(0, 1)],
] as const)('a note (%s) keeps its words and its place, and no value', async (kind, points) => {
  const files = phantomFiles(phantom, upward, raster)
  const whole = await partOf(files)
  const note: Mark = { ...drawn(whole, 'section', [...points]), kind, label: 'Línea de fractura' }
  const row = rowOf(note, whole)
  if (!row) throw new Error('Its part is known')
  expect(row).toMatchObject({ kind, label: 'Línea de fractura', value: null, unit: null, plane: 'section' })
  const back = markOf(keptMark(JSON.parse(JSON.stringify(row))), await partOf(renamed(files), 40_000))
  expect(back).toMatchObject({ kind, label: 'Línea de fractura', stored: undefined })
  expectAt(back, note.sheet, [...points])
})

it('the length of a mark on a turned plane is the distance of its ends in the patient', async () => {
  const part = await partOf(phantomFiles(phantom, upward, raster))
  const row = rowOf(drawn(part, 'axial', line, [11, -5, 9]), part)
  const [[x, y, z] = [], [a, b, c] = []] = row?.points ?? []
  const apart = Math.hypot((a ?? 0) - (x ?? 0), (b ?? 0) - (y ?? 0), (c ?? 0) - (z ?? 0))
  expect(apart).toBeCloseTo(Math.hypot(21, 8), 6)
  expect(Math.abs((c ?? 0) - (z ?? 0))).toBeGreaterThan(0.5)
})

function expectAt(mark: Omit<Mark, 'id'> | null, sheet: Sheet, points: Point[]) {
  expect(mark?.points).toEqual(
    points.map(({ x, y }) => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) })),
  )
  if ('depth' in sheet) expect(mark?.sheet).toEqual({ ...sheet, depth: expect.closeTo(sheet.depth, 6) })
  else expect(mark?.sheet).toMatchObject({ view: sheet.view, part: sheet.part })
}

it('points in a plane are mm of the patient, as the slices say where they lie', async () => {
  const part = await partOf(phantomFiles(phantom, upward, raster))
  // The middle of voxel (10, 20) of the 13th cut from below.
  const row = rowOf(
    drawn(part, 'axial', [
      { x: 10.5, y: 20.5 },
      { x: 12.5, y: 20.5 },
    ]),
    part,
  )
  expect(row?.points[0]).toEqual([-20, 0, 5].map((mm) => expect.closeTo(mm, 6)))
})

it('a reduced volume that was turned begins where its last voxels end, and keeps places all the same', async () => {
  const downward = upward.map(({ position: [x, y, z], ...slice }) => ({
    ...slice,
    row: [-1, 0, 0] as Vector,
    column: [0, -1, 0] as Vector,
    position: [x + 60, y + 58, z] as Vector,
  }))
  const whole = await partOf(phantomFiles(phantom, downward, raster))
  const small = await partOf(phantomFiles(phantom, downward, raster), 40_000)
  const row = rowOf(
    drawn(whole, 'axial', [
      { x: 10.5, y: 20.5 },
      { x: 12.5, y: 20.5 },
    ]),
    whole,
  )
  expect(row?.points[0]).toEqual([-20, 0, 5].map((mm) => expect.closeTo(mm, 6)))
  const marker = phantom.marker.at
  const seen = await small.volume.cut(
    'axial',
    Math.floor((marker[2] + 0.5) / voxelSides(small.volume.spacing)[2]),
  )
  expect(seen.columns).toBe(small.volume.size[0])
  const back = row && markOf(row, small)
  const again = back && rowOf({ id: 'a', ...back }, small)
  expect(again?.points).toEqual(row?.points.map((point) => point.map((value) => expect.closeTo(value, 6))))
})

async function stackOf(files: NamedFile[]) {
  const blobs = files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))
  const study = await openThrough(workerHere(), blobs)
  open.push(study)
  const [part] = study.parts
  if (!part) throw new Error('It has a part')
  return { kind: part.kind, part: { id: part.id, keys: await study.keys(part.id), volume: null } }
}

it('a mark stays on its picture of a series whose files were renamed and came in another order', async () => {
  const files = phantomFiles(phantom, upward, raster)
  const { part } = await stackOf(files)
  const other = (await stackOf(renamed(files).toReversed())).part
  const mark: Mark = {
    id: 'a',
    kind: 'length',
    points: line,
    sheet: { view: 'picture', part: part.id, frame: 7 },
  }
  const row = rowOf(mark, part)
  expect(row).toMatchObject({ plane: null, unit: 'px' })
  expect(row && markOf(row, other)?.sheet).toEqual({ view: 'picture', part: other.id, frame: 7 })
  expect(new Set(part.keys.pictures.map(({ key }) => key)).size).toBe(45)
})

it('a mark stays on its frame of a file with many, whatever the file is called', async () => {
  const [columns, rows, frames] = [20, 16, 5]
  const bytes = writeDicom({
    pixels: Uint8Array.from({ length: columns * rows * frames }, (_, at) => (at * 7) % 256),
    elements: {
      ...imageElements({ columns, rows, allocated: 8 }),
      '00280008': ['IS', `${frames}`],
      // A film: without the time of a frame these were slices.
      '00181063': ['DS', '33'],
    },
  })
  const { kind, part } = await stackOf([{ name: 'cuadros.dcm', bytes }])
  expect([kind, part.keys.pictures.length]).toEqual(['image', frames])
  const sheets = Array.from({ length: frames }, (_, frame) => ({
    view: 'picture' as const,
    part: part.id,
    frame,
  }))
  const kept = sheets.map((sheet) => rowOf({ id: 'a', kind: 'length', points: line, sheet }, part))
  expect(new Set(kept.map((row) => row?.picture)).size).toBe(1)
  const other = (await stackOf([{ name: 'OTRO.dcm', bytes }])).part
  const back = kept.map((row) => row && markOf(row, other)?.sheet)
  expect(back).toEqual(sheets.map((sheet) => ({ ...sheet, part: other.id })))
})

it('a mark of another picture is not shown', async () => {
  const { part } = await stackOf(phantomFiles(phantom, upward, raster))
  const row = rowOf(
    { id: 'a', kind: 'length', points: line, sheet: { view: 'picture', part: part.id, frame: 7 } },
    part,
  )
  const other = { ...part, keys: { series: 'd:0', pictures: [{ key: 'd:0', frame: 0 }] } }
  expect(row && markOf(row, other)).toBeNull()
})
