import { describe, expect, it } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import {
  automaticWindow,
  draggedWindow,
  greyOf,
  meaningOf,
  narrowest,
  ownShade,
  paintGrey,
  shadeOf,
} from './grey.ts'

const picture = (over: Partial<GreyPicture> = {}): GreyPicture => ({
  kind: 'grey',
  columns: 3,
  rows: 1,
  pixels: new Int16Array([0, 1024, 2000]),
  slope: 1,
  intercept: -1024,
  windows: [{ center: 40, width: 400 }],
  inverted: false,
  range: [-1024, 976],
  ...over,
})

/** The greys that a picture is drawn in. */
function drawn(of: GreyPicture, inverted = false, shade = ownShade(of)): number[] {
  const pixels = new Uint32Array(of.columns * of.rows)
  paintGrey(of, shade, inverted, pixels)
  for (const pixel of pixels) {
    expect([pixel >>> 24, (pixel >>> 16) & 255, (pixel >>> 8) & 255]).toEqual([255, pixel & 255, pixel & 255])
  }
  return [...pixels].map((pixel) => pixel & 255)
}

describe('values of less than 1 in all', () => {
  const fine = picture({
    pixels: Uint16Array.of(60, 19_480, 38_900),
    slope: 5.6e-6,
    intercept: 0,
    windows: [{ center: 0.107, width: 0.214 }],
    range: [60 * 5.6e-6, 38_900 * 5.6e-6],
  })

  it.each<[string, ReturnType<typeof ownShade>]>([
    ['the file’s window', ownShade(fine)],
    ['all values', ownShade({ ...fine, windows: [] })],
    ['the automatic window', shadeOf(automaticWindow(fine))],
    ['a window that was dragged there and back', dragged(dragged(ownShade(fine), -100), 100)],
  ])('rise from black to white in %s', (_name, shade) => {
    const [dark = 255, middle = 0, bright = 0] = drawn(fine, false, shade)
    expect(dark).toBeLessThan(10)
    expect(Math.abs(middle - 127)).toBeLessThan(12)
    expect(bright).toBeGreaterThan(245)
  })

  it('and a drag makes the window as much narrower as it would of a large range', () => {
    const window = { center: 0.107, width: 0.214 }
    const narrower = draggedWindow(window, -150, 0, fine.range, 300)
    expect(narrower).toMatchObject({ width: expect.closeTo(0.214 - fine.range[1] / 2, 3) })
    expect(draggedWindow(window, -9000, 0, fine.range, 300)).toMatchObject({ width: narrowest(fine.range) })
  })

  function dragged(shade: ReturnType<typeof ownShade>, dx: number) {
    return shade.kind === 'table' ? shade : draggedWindow(shade, dx, 0, fine.range, 300)
  }

  it('whole numbers keep windows of 1 and more', () => {
    expect([narrowest([0, 4095]), narrowest([5, 5]), narrowest([0, 21])]).toEqual([1, 1, 1])
  })
})

describe('a window', () => {
  it.each([
    [-160.5, 0],
    [-160, 0],
    [39.5, 128],
    [239, 255],
    [400, 255],
  ])('of 40 ± 200 shows %d as %i, as the standard reckons', (value, grey) => {
    expect(greyOf(value, shadeOf({ center: 40, width: 400 }), picture(), false)).toBe(grey)
  })

  it.each([
    [-360, 5],
    [-160, 30],
    [40, 128],
    [240, 225],
  ])('that is a sigmoid never ends: 40 ± 200 shows %d as %i', (value, grey) => {
    const shade = shadeOf({ center: 40, width: 400, curve: 'sigmoid' })
    expect(greyOf(value, shade, picture(), false)).toBe(grey)
  })

  it.each([
    [-160, 0],
    [39.5, 127],
    [40, 128],
    [239, 254],
    [240, 255],
  ])('that is exact is as wide as it says: 40 ± 200 shows %d as %i', (value, grey) => {
    const shade = shadeOf({ center: 40, width: 400, curve: 'exact' })
    expect(greyOf(value, shade, picture(), false)).toBe(grey)
  })

  it('keeps its curve when it is dragged', () => {
    const window = { center: 50, width: 100, curve: 'sigmoid' } as const
    expect(draggedWindow(window, 10, 0, [0, 1000], 1000)).toMatchObject({ width: 110, curve: 'sigmoid' })
  })

  it('one wide is a threshold', () => {
    const shade = shadeOf({ center: 100, width: 1 })
    expect([99, 99.5, 100].map((value) => greyOf(value, shade, picture(), false))).toEqual([0, 0, 255])
  })

  it('8 bits shown whole are shown as they are', () => {
    const pixels = Uint8Array.from({ length: 256 }, (_, at) => at)
    const whole = picture({
      columns: 256,
      pixels,
      intercept: 0,
      windows: [{ center: 128, width: 256 }],
      range: [0, 255],
    })
    expect(drawn(whole)).toEqual([...pixels])
  })

  it('grows to the right and is at least 1 wide; down moves its middle up the scale', () => {
    const window = { center: 50, width: 100 }
    expect(draggedWindow(window, 10, 0, [0, 1000], 1000)).toEqual({ kind: 'window', center: 50, width: 110 })
    expect(draggedWindow(window, 0, 10, [0, 1000], 1000)).toEqual({ kind: 'window', center: 60, width: 100 })
    expect(draggedWindow(window, -1e4, 0, [0, 1000], 1000)).toEqual({ kind: 'window', center: 50, width: 1 })
  })
})

describe('a picture is drawn', () => {
  it('through slope, intercept and window; MONOCHROME1 and the switch exchange black and white', () => {
    expect(drawn(picture())).toEqual([0, 102, 255])
    expect(drawn(picture(), true)).toEqual([255, 153, 0])
    expect(drawn(picture({ inverted: true }))).toEqual([255, 153, 0])
    expect(drawn(picture({ inverted: true }), true)).toEqual([0, 102, 255])
  })

  it('with negative numbers, and with numbers of 32 bits', () => {
    const windows = [{ center: 0.5, width: 201 }]
    const low = { intercept: 0, windows, range: [-100, 100] as const }
    for (const Kind of [Int8Array, Int16Array, Int32Array]) {
      expect(drawn(picture({ ...low, pixels: new Kind([-100, 0, 100]) })), Kind.name).toEqual([0, 128, 255])
    }
    const wide = { windows: [{ center: 5e8, width: 1e9 }], intercept: 0 }
    const big = picture({ ...wide, pixels: new Uint32Array([0, 5e8, 1e9]), range: [0, 1e9] })
    expect(drawn(big)).toEqual([0, 128, 255])
  })

  it('through the tables of the file, their ends repeated', () => {
    const modalityTable = { first: 10, data: new Uint16Array([100, 200, 300]), bits: 16 }
    const tables = picture({
      columns: 4,
      pixels: new Uint8Array([0, 10, 11, 99]),
      modalityTable,
      voiTable: { first: 100, data: new Uint8Array(201).map((_, at) => at), bits: 8 },
    })
    expect([0, 10, 11, 99].map((stored) => meaningOf(tables, stored))).toEqual([100, 100, 200, 300])
    expect(drawn(tables)).toEqual([0, 0, 100, 200])
    // Whoever chooses a window leaves the file's table.
    expect(drawn(tables, false, shadeOf({ center: 200.5, width: 201 }))).toEqual([0, 0, 128, 255])
  })
})

describe('an automatic window', () => {
  it('leaves out a few extreme pixels and the padding', () => {
    const pixels = new Int16Array(10_000).map((_, at) =>
      at < 20 ? 30_000 : at < 40 ? -2000 : 100 + (at % 900),
    )
    const { center, width } = automaticWindow(
      picture({ columns: 100, rows: 100, pixels, intercept: 0, range: [0, 1500] }),
    )
    expect(Math.abs(center - 550)).toBeLessThan(15)
    expect(Math.abs(width - 880)).toBeLessThan(30)
  })

  it('of an even picture is its range', () => {
    expect(automaticWindow(picture({ range: [7, 7] }))).toEqual({ center: 7.5, width: 1 })
  })
})
