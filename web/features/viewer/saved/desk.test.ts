import { expect, it } from 'vitest'
import type { Vector, VolumeInfo } from '#web/imaging/types.ts'
import { type Canals, mostCanalPoints } from '#web/imaging/volume/canal.ts'
import type { Settings } from '../stage/use-setting.tsx'
import {
  canalsOf,
  type Desk,
  deskBytes,
  deskToStore,
  type KeptCanals,
  keptCanals,
  keptSettings,
  readCurves,
  readDesk,
  settingsOf,
} from './desk.ts'

const keys = {
  series: 'd:1',
  pictures: [
    { key: 'd:1', frame: 0 },
    { key: 'd:2', frame: 0 },
    { key: 'd:3', frame: 4 },
  ],
}

/** So many voxels of so many mm, whose corner lies at -30, -20, 5. */
const volume = (mm: number): VolumeInfo => ({
  size: [60 / mm, 60 / mm, 40 / mm],
  spacing: { known: true, mm: [mm, mm, mm] },
  windows: [],
  range: [0, 1],
  inverted: false,
  scale: { slope: 1, intercept: 0 },
  place: {
    corner: [-30, -20, 5],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  notices: [],
})

const settings: Partial<Settings> = {
  way: 'panoramic',
  shade: { kind: 'window', center: 400, width: 1500 },
  slab: { mm: 6, mode: 'mean' },
  place: [10, 20, 30],
  arch: [
    { x: 10, y: 40 },
    { x: 30, y: 12 },
  ],
  layer: { mm: 20, mode: 'mip' },
  height: 12,
  section: 7,
  frame: 2,
}

it('keeps window, arch, slab, way and layout, and places as mm of the patient', () => {
  const kept = keptSettings(settings, { id: '1', keys, volume: volume(0.5) })
  expect(kept).toMatchObject({
    way: 'panoramic',
    shade: { kind: 'window', center: 400, width: 1500 },
    slab: { mm: 6, mode: 'mean' },
    place: [-20, 0, 35],
    arch: [
      [-20, 20],
      [0, -8],
    ],
    height: 17,
    picture: { key: 'd:3', frame: 4 },
  })
})

it('gives it back to a volume that was loaded smaller, and to pictures in another order', () => {
  const kept = keptSettings(settings, { id: '1', keys, volume: volume(0.5) })
  const other = { series: 'd:1', pictures: keys.pictures.toReversed() }
  const stored = JSON.parse(JSON.stringify({ part: 'd:1', others: true, parts: { 'd:1': kept } }))
  const back = settingsOf(readDesk(stored)?.parts['d:1'] ?? {}, { id: '2', keys: other, volume: volume(1) })
  expect(back).toEqual({ ...settings, frame: 0 })
})

it('gives a turned volume its orientation, and its places at the same place in the patient', () => {
  const turned: Partial<Settings> = { ...settings, orientation: [12.5, -6, 8] }
  const kept = keptSettings(turned, { id: '1', keys, volume: volume(0.5) })
  const back = settingsOf(JSON.parse(JSON.stringify(kept)), { id: '2', keys, volume: volume(1) })
  expect(back.orientation).toEqual([12.5, -6, 8])
  const again = keptSettings(back, { id: '2', keys, volume: volume(1) })
  const near = (numbers: readonly number[] = []) => numbers.map((mm) => expect.closeTo(mm, 6))
  expect(again.place).toEqual(near(kept.place))
  expect(again.arch).toEqual(kept.arch?.map(near))
  expect(again.height).toBeCloseTo(kept.height ?? 0, 6)
  expect(kept.place).not.toEqual(keptSettings(settings, { id: '1', keys, volume: volume(0.5) }).place)
})

it('of a volume that is not there yet no place is put', () => {
  const kept = keptSettings(settings, { id: '1', keys, volume: volume(0.5) })
  const back = settingsOf(kept, { id: '1', keys, volume: null })
  expect(back.way).toBe('panoramic')
  expect([back.place, back.arch, back.height]).toEqual([undefined, undefined, undefined])
})

it('3D is not begun by itself', () => {
  const asked = { solid: { asked: true, mode: 'mip', surface: null } } satisfies Partial<Settings>
  expect(keptSettings(asked, { id: '1', keys, volume: volume(0.5) })).toEqual({})
})

it.each([null, 'x', { parts: 3 }, {}])('what is no desk is none: %j', (state) => {
  expect(readDesk(state)).toBeNull()
})

it('reads curves for everybody, and leaves out what is none', () => {
  const curve = [
    [-20, 20],
    [0, -8],
  ]
  expect(readCurves({ 'd:1': curve, 'd:2': 'x', 'd:3': [[1]], 'd:4': [[1, 2]] })).toEqual({ 'd:1': curve })
  expect(readCurves(null)).toEqual({})
  expect(readCurves('x')).toEqual({})
})

const canals: Canals = {
  right: {
    points: [
      [10, 20, 30],
      [12.00049, 24, 26],
    ],
    diameterMm: 3,
  },
  left: { points: [], diameterMm: 2.5 },
}
const kept: KeptCanals = {
  right: {
    points: [
      [-20, 0, 35],
      [-18, 4, 31],
    ],
    mm: 3,
  },
}

it('keeps canals as mm of the patient, apart from how the viewer was left, and gives them to a smaller volume', () => {
  const known = { id: '1', keys, volume: volume(0.5) }
  expect(keptCanals(canals, known)).toEqual(kept)
  const settings: Partial<Settings> = { canals: { of: canals, side: 'right', chosen: 0, before: [] } }
  expect(keptSettings(settings, known)).toEqual({})
  const stored = JSON.parse(JSON.stringify({ part: null, others: true, parts: {}, canals: { 'd:1': kept } }))
  expect(canalsOf(readDesk(stored)?.canals['d:1'] ?? {}, { ...known, volume: volume(1) })).toEqual({
    right: {
      points: [
        [10, 20, 30],
        [12, 24, 26],
      ],
      diameterMm: 3,
    },
  })
  expect(keptCanals(canals, { ...known, volume: null })).toBeNull()
  expect(canalsOf(kept, { ...known, volume: null })).toBeNull()
})

const desk = (more: Partial<Desk>): Desk => ({ part: null, others: true, parts: {}, canals: {}, ...more })

it('a canal that another window stored meanwhile is not lost; one that was changed here is stored as it is here', () => {
  const other: KeptCanals = { left: { points: [[1, 2, 3]], mm: 2 } }
  const stored = desk({ canals: { 'd:1': other, 'd:2': other } })
  const here = desk({ canals: { 'd:1': kept } })
  expect(deskToStore(here, stored, new Set(['d:1'])).canals).toEqual({ 'd:1': kept, 'd:2': other })
  expect(deskToStore(desk({}), stored, new Set(['d:1'])).canals).toEqual({ 'd:2': other })
  expect(deskToStore(here, null, new Set()).canals).toEqual({ 'd:1': kept })
  // What it removed does not come back.
  expect(deskToStore(here, desk({}), new Set()).canals).toEqual({})
})

it('where not all may be kept, canals go before how the rest was left', () => {
  const parts = {
    'd:1': { way: 'planes' as const, arch: Array.from({ length: 8000 }, (): [number, number] => [1, 2]) },
  }
  const stored = deskToStore(desk({ parts, canals: { 'd:1': kept } }), null, new Set())
  expect(JSON.stringify(stored).length).toBeLessThanOrEqual(deskBytes)
  expect(stored.canals).toEqual({ 'd:1': kept })
})

it('eight series with two full lines each fit', () => {
  const points = Array.from({ length: mostCanalPoints }, (_, at): Vector => [-123.456, 123.456, -98.7 - at])
  const full = { right: { points, mm: 2.5 }, left: { points, mm: 2.5 } }
  expect(JSON.stringify(full).length * 8).toBeLessThan(deskBytes)
})
