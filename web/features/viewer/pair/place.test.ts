import { expect, it } from 'vitest'
import { createPhantom, hounsfield, type Raster, scan, type Tooth } from '#tools/imaging/phantom.ts'
import { fitted, matrixOf, toStage, type View } from '#web/imaging/view/view.ts'
import { isSamePlace, type Lying, placeOf, viewLike } from './place.ts'

const lying = (columns: number, rows: number, mm?: number): Lying => ({
  extent: { columns, rows, aspect: 1 },
  stage: { width: 800, height: 600 },
  spacing: mm === undefined ? undefined : { known: 'mm', row: mm, column: mm },
})
const view = (zoom: number, x = 0, y = 0, turns = 0): View => ({ zoom, x, y, turns, mirrored: false })

it('another picture is as many times as large as it fits, and its same part is in the middle', () => {
  const small = lying(400, 300)
  const large = lying(1600, 1200)
  const place = placeOf(view(4, -200, 60), false, small)
  expect(viewLike(place, view(0.5), large)).toEqual(view(1, -200, 60))
})

it('where both state millimetres one of them is as large in both', () => {
  const fine = lying(400, 300, 0.1)
  const coarse = lying(300, 300, 0.4)
  const place = placeOf(view(2, 50, -20), false, fine)
  const like = viewLike(place, view(1), coarse)
  expect(like.zoom / 0.4).toBeCloseTo(2 / 0.1)
  expect([like.x, like.y]).toEqual([50, -20])
})

it('one that states none is moved by its own size, also beside one that does', () => {
  const place = placeOf(view(4, 100, 0), false, lying(400, 300, 0.1))
  const like = viewLike(place, view(1), lying(800, 600))
  expect([like.zoom, like.x]).toEqual([2, 100])
})

it('a picture keeps its own turns and mirror', () => {
  const turned: View = { ...view(1, 0, 0, 1), mirrored: true }
  const { turns, mirrored, zoom } = viewLike(
    placeOf(view(4), false, lying(400, 300)),
    turned,
    lying(400, 300),
  )
  expect({ turns, mirrored }).toEqual({ turns: 1, mirrored: true })
  // On its side it fits smaller: 600 / 400.
  expect(zoom).toBeCloseTo(2 * 1.5)
})

it('a place is the same after it was taken over and told again', () => {
  const from = lying(1234, 777)
  const to = lying(431, 902)
  const place = placeOf(view(1.37, 13, -71), false, from)
  const back = placeOf(viewLike(place, view(1), to), false, to)
  expect(isSamePlace(place, back)).toBe(true)
})

it('a fitted picture is alike whatever its size, and unlike one of the same zoom that was put there by hand', () => {
  const [one, other] = [lying(400, 300), lying(900, 100)]
  const fitting = (of: Lying) => placeOf(fitted(of.extent, of.stage), true, of)
  expect(isSamePlace(fitting(one), fitting(other))).toBe(true)
  expect(isSamePlace(fitting(one), { ...fitting(one), fit: false })).toBe(false)
})

it('S3: teeth of one head, scanned at 0.25 and at 0.5 mm, lie as far from each other, and as they are', () => {
  const phantom = createPhantom(8, [60, 60, 40])
  const teeth = [phantom.teeth[0], phantom.teeth.at(-1)] as [Tooth, Tooth]
  const truth = Math.hypot(teeth[0].x - teeth[1].x, teeth[0].y - teeth[1].y)
  const height = (teeth[0].from + teeth[0].to) / 2
  const rasterOf = (mm: number): Raster => ({ columns: 60 / mm, rows: 60 / mm, mmAcross: mm, mmDown: mm })
  /** The middle of a tooth in a scan, in its pixels. */
  function middleOf(values: Int16Array, { columns, mmAcross }: Raster, tooth: Tooth) {
    let [x, y, count] = [0, 0, 0]
    for (const [at, value] of values.entries()) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      const far = Math.hypot((column + 0.5) * mmAcross - tooth.x, (row + 0.5) * mmAcross - tooth.y)
      if (value < hounsfield.tooth - 5 || far > tooth.radius * 1.5) continue
      x += column + 0.5
      y += row + 0.5
      count++
    }
    return { x: x / count, y: y / count }
  }
  const [fine, coarse] = [0.25, 0.5].map((mm) => {
    const raster = rasterOf(mm)
    const slice = { position: [mm / 2, mm / 2, height], row: [1, 0, 0], column: [0, 1, 0] } as const
    const values = scan(phantom, slice, raster)
    return {
      lying: lying(raster.columns, raster.rows, mm),
      places: teeth.map((one) => middleOf(values, raster, one)),
    }
  }) as [Scanned, Scanned]
  const shown = view(5, 40, -25)
  const linked = viewLike(placeOf(shown, false, fine.lying), view(1), coarse.lying)
  const apart = ({ lying: { extent, stage }, places }: Scanned, seen: View) => {
    const [one, other] = places.map((place) => toStage(matrixOf(seen, extent, stage), place))
    return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))
  }
  const [before, after] = [apart(fine, shown), apart(coarse, linked)]
  expect(Math.abs(before / after - 1)).toBeLessThan(0.01)
  expect(Math.abs((before / 5) * 0.25 - truth) / truth).toBeLessThan(0.01)
})

type Scanned = { lying: Lying; places: { x: number; y: number }[] }
