import { afterEach, expect, it, vi } from 'vitest'
import type { Seen } from '../stage/export-picture.ts'
import { pictureSheet } from '../stage/sheet.ts'
import { enlargement, keyPicture, scaleBar } from './key-picture.ts'

afterEach(() => vi.unstubAllGlobals())

const matrix = (zoom: number) => ({ a: zoom, b: 0, c: 0, d: zoom, e: 0, f: 0 })
const stage = { width: 800, height: 600, ratio: 1 }

it('a picture that the screen shows smaller is drawn with the pixels of its file', () => {
  expect(enlargement({ matrix: matrix(0.5), stage })).toBe(2)
})

it('one that the screen shows larger stays as it is seen', () => {
  expect(enlargement({ matrix: matrix(3), stage })).toBe(1)
})

it('no side has more than 2000 pixels, the words at the foot included', () => {
  const by = enlargement({ matrix: matrix(0.05), stage })
  expect(Math.max(stage.width * by, (stage.height + 32) * by)).toBeLessThanOrEqual(2000)
  const tall = { width: 300, height: 2400, ratio: 2 }
  expect((tall.height + 64) * enlargement({ matrix: matrix(0.05), stage: tall })).toBeCloseTo(2000, 6)
})

it('the scale is the longest round number of millimetres that takes a quarter of the width', () => {
  const spacing = { known: 'mm', row: 0.5, column: 0.5 } as const
  expect(scaleBar({ matrix: matrix(2), stage, spacing })).toEqual({ mm: 50, length: 200 })
  expect(scaleBar({ matrix: matrix(20), stage, spacing })).toEqual({ mm: 5, length: 200 })
})

it('after a quarter of a turn it is that of what runs across', () => {
  const turned = { a: 0, b: 2, c: -2, d: 0, e: 0, f: 0 }
  const spacing = { known: 'mm', row: 0.25, column: 0.5 } as const
  expect(scaleBar({ matrix: turned, stage, spacing })).toEqual({ mm: 20, length: 160 })
})

it('there is none where the file does not state millimetres', () => {
  expect(scaleBar({ matrix: matrix(1), stage, spacing: { known: 'ratio', ratio: 1 } })).toBeNull()
})

it.each([
  ['100 mm', { known: 'mm', row: 0.5, column: 0.5 } as const],
  ['Sin escala en mm', undefined],
])('scale (%s), sides, marks and the notice are drawn in', async (scale, spacing) => {
  const written: string[] = []
  const own = { fillText: (words: string) => written.push(words) }
  const context = new Proxy(own, { get: (_, name) => Reflect.get(own, name) ?? (() => {}), set: () => true })
  const canvas = {
    getContext: () => context,
    toBlob: (answer: (blob: Blob) => void, type: string) => answer(new Blob(['x'], { type })),
  }
  vi.stubGlobal('document', { createElement: () => ({ ...canvas }) })
  const at = { x: 10, y: 20 }
  const seen: Seen = {
    picture: {} as CanvasImageSource,
    ...{ matrix: matrix(0.5), stage, spacing, on: pictureSheet('1', 0) },
    lines: [{ points: [at, { x: 30, y: 20 }], text: '12.0 mm', label: at }],
    sides: { left: 'D', right: 'I' },
  }
  const { width, height } = await keyPicture(seen)
  expect([width, height]).toEqual([1600, 1264])
  expect(written).toEqual(['12.0 mm', 'No es un dispositivo de diagnóstico', 'D', 'I', scale])
})
