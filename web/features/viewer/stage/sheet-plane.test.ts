// @vitest-environment node
import { expect, it } from 'vitest'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { Cut, Plane, Point, Vector } from '#web/imaging/types.ts'
import { type Sheet, sectionWidth } from './sheet.ts'
import { alongCurve, onPlane, placeOn, planeOf } from './sheet-plane.ts'

// A place of the volume is drawn where the picture shows it: a metal ball of which the middle is known, in every view.

const extent: Vector = [60, 60, 40]
const [mm, high] = [0.5, 1]
const phantom = createPhantom(8, extent)
const { at, radius } = phantom.marker
/** The phantom counts from the middle of its first voxel. */
const ball: Vector = [at[0] + mm / 2, at[1] + mm / 2, at[2] + high / 2]
const pixel = { x: mm, y: high }
const height = 40

/** A curve near the ball, 3 mm before it and then past it, in voxels of an axial cut. */
const arch = [
  { x: ball[0] - 3, y: ball[1] + 20 },
  { x: ball[0] - 2, y: ball[1] + 2 },
  { x: ball[0] + 6, y: ball[1] - 14 },
  { x: 40, y: 8 },
]
const archVoxels = arch.map(({ x, y }) => ({ x: x / mm - 0.5, y: y / mm - 0.5 }))

/** The middle of what is metal, as lengths from the upper left corner; null where there is none. */
function middleOf({ columns, values }: Cut): Point | null {
  let [count, x, y] = [0, 0, 0]
  for (const [index, value] of values.entries()) {
    if (value < 2500) continue
    count++
    x += (index % columns) + 0.5
    y += Math.floor(index / columns) + 0.5
  }
  return count > 0 ? { x: (x / count) * pixel.x, y: (y / count) * pixel.y } : null
}

const files = () =>
  phantomFiles(phantom, axialSlices(evenHeights(extent[2] / high, high)), {
    columns: extent[0] / mm,
    rows: extent[1] / mm,
    mmAcross: mm,
    mmDown: mm,
  })

it('a place lies where the cut, the section and the panoramic picture show it, within a voxel', async () => {
  const { study, volume } = await volumeHere(files())
  const near = (seen: Point | null | undefined, wanted: Point | null, view: string) => {
    expect(wanted, view).not.toBeNull()
    expect(Math.abs((seen?.x ?? 99) - (wanted?.x ?? 0)), `${view}, across`).toBeLessThan(mm)
    expect(Math.abs((seen?.y ?? 99) - (wanted?.y ?? 0)), `${view}, down`).toBeLessThan(high)
  }
  for (const [view, axis, step] of [
    ['axial', 2, high],
    ['coronal', 1, mm],
    ['sagittal', 0, mm],
  ] as const satisfies (readonly [Plane, number, number])[]) {
    const cut = Math.floor(ball[axis] / step)
    const sheet: Sheet = { view, part: '1', depth: (cut + 0.5) * step }
    const plane = planeOf({ sheet, pixel: view === 'axial' ? { x: mm, y: mm } : pixel }, height)
    const found = middleOf(await volume.cut(view, cut))
    const wanted = view === 'axial' && found ? { x: found.x, y: (found.y / high) * mm } : found
    near(plane && onPlane(plane, ball), wanted, view)
    expect(Math.abs(plane ? onPlane(plane, ball).off : 99)).toBeLessThanOrEqual(step)
  }
  const sections = await volume.crossSections(archVoxels, { everyMm: 1, widthMm: sectionWidth })
  const crossed = sections.flatMap((cut, index) => {
    const middle = middleOf(cut)
    return middle ? [{ index, middle }] : []
  })
  expect(crossed.length).toBeGreaterThan(2)
  for (const { index, middle } of crossed) {
    const plane = planeOf({ sheet: { view: 'section', part: '1', arch, along: index }, pixel }, height)
    const seen = plane && onPlane(plane, ball)
    near(seen, middle, `section ${index}`)
    expect(Math.abs(seen?.off ?? 99)).toBeLessThan(radius + mm)
  }
  // Drawn from its other end it is the same curve.
  for (const curve of [arch, arch.toReversed()]) {
    const panoramic = await volume.panoramic(archVoxels, { thicknessMm: 20, mode: 'mip' })
    near(alongCurve(curve, pixel, height)(ball), middleOf(panoramic), 'panoramic')
  }
  study.close()
})

it.each<Sheet>([
  { view: 'axial', part: '1', depth: 12 },
  { view: 'coronal', part: '1', depth: 12 },
  { view: 'sagittal', part: '1', depth: 12 },
  { view: 'section', part: '1', arch, along: 11 },
])('and a point of $view is put at that place of the volume', (sheet) => {
  const plane = planeOf({ sheet, pixel }, height)
  if (!plane) throw new Error('It is flat')
  for (const point of [
    { x: 0, y: 0, off: 0 },
    { x: 7.3, y: 21.9, off: -1.2 },
  ]) {
    const back = onPlane(plane, placeOn(plane, point))
    expect([back.x, back.y, back.off]).toEqual(
      [point.x, point.y, point.off].map((part) => expect.closeTo(part, 9)),
    )
  }
})

it('nothing lies on a picture by itself, and beyond the ends of a curve nothing is unrolled', () => {
  expect(planeOf({ sheet: { view: 'picture', part: '1', frame: 0 }, pixel }, height)).toBeNull()
  expect(planeOf({ sheet: { view: 'panoramic', part: '1', arch }, pixel }, height)).toBeNull()
  expect(alongCurve(arch, pixel, height)([ball[0], 59, 10])).toBeNull()
})
