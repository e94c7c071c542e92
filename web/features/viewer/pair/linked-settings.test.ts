import { expect, it } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import { linkedChanges, shadeLike } from './linked-settings.ts'

const grey = (center: number, width: number, unit?: 'HU'): GreyPicture => ({
  kind: 'grey',
  columns: 1,
  rows: 1,
  pixels: new Int16Array(1),
  slope: 1,
  intercept: 0,
  windows: [{ center, width }],
  inverted: false,
  range: [0, 4095],
  ...(unit && { unit }),
})
const window = (center: number, width: number) => ({ kind: 'window', center, width }) as const
const photo = { kind: 'color', columns: 1, rows: 1, pixels: new Uint8ClampedArray(4) } as const
const none = { shade: null, pictureShade: null }

it('two tomographies in HU have the same window', () => {
  const shade = window(40, 400)
  expect(shadeLike(shade, grey(500, 2000, 'HU'), grey(1400, 3200, 'HU'))).toEqual(shade)
})

it('other greys are windowed as far from their own window as those are from theirs', () => {
  expect(shadeLike(window(1500, 500), grey(1000, 1000), grey(100, 200))).toEqual(window(200, 100))
})

it('a file’s own window is each file’s own; what has no greys has none', () => {
  expect(shadeLike(null, grey(1, 2), grey(3, 4))).toBeNull()
  expect(shadeLike({ kind: 'table' }, grey(1, 2), grey(3, 4))).toBeNull()
  expect(shadeLike(window(1, 2), grey(1, 2), photo)).toBeUndefined()
  expect(shadeLike(window(1, 2), null, grey(3, 4))).toBeUndefined()
})

it('only what was changed and what the other one has is changed there', () => {
  const before = { plane: 'axial', inverted: false, frame: 3, place: [1, 2, 3] } as const
  const now = { plane: 'coronal', inverted: false, frame: 9, place: [7, 8, 9] } as const
  const greys = { from: none, to: none }
  expect(linkedChanges(before, now, { plane: 'axial', frame: 0 }, greys)).toEqual({ plane: 'coronal' })
  expect(linkedChanges(before, now, { pictureInverted: false, frame: 0 }, greys)).toBeNull()
})

it('a window of a volume reaches the other volume, and none reaches a picture', () => {
  const greys = { from: { ...none, shade: grey(500, 2000, 'HU') }, to: { ...none, shade: grey(0, 1, 'HU') } }
  const change = [{ shade: window(500, 2000) }, { shade: window(40, 400) }] as const
  expect(linkedChanges(...change, { shade: window(0, 1) }, greys)).toEqual({ shade: window(40, 400) })
  expect(linkedChanges(...change, { pictureShade: null }, greys)).toBeNull()
  const back = [{ shade: window(40, 400) }, { shade: null }] as const
  expect(linkedChanges(...back, { shade: window(40, 400) }, greys)).toEqual({ shade: null })
})
