import { expect, it } from 'vitest'
import type { VolumeInfo } from '#web/imaging/types.ts'
import { keptSettings } from './desk.ts'
import { placeOf, settingsBack } from './key-source.ts'
import type { KnownPart } from './mark-rows.ts'

const volume: VolumeInfo = {
  size: [60, 60, 40],
  spacing: { known: true, mm: [1, 1, 1] },
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
}
const pictures = [
  { key: 'd:1', frame: 0 },
  { key: 'd:2', frame: 0 },
]
const part: KnownPart = { id: '3', keys: { series: 'd:1', pictures }, volume }
const parts = new Map([['3', part]])

it('says on which plane a key image lies, in mm of the patient', () => {
  expect(placeOf({ view: 'axial', part: '3', depth: 12.5 }, part)).toEqual({
    series: 'd:1',
    plane: 'axial',
    picture: null,
    frame: null,
    depth: [-30, -20, 17.5],
  })
})

it('says which picture it is', () => {
  const found = placeOf({ view: 'picture', part: '3', frame: 1 }, part)
  expect(found).toMatchObject({ plane: null, picture: 'd:2', frame: 0, depth: null })
})

it('leads back to place, window and slab', () => {
  const settings = {
    place: [10, 20, 30] as const,
    shade: { kind: 'window', center: 5, width: 9 } as const,
    slab: { mm: 4, mode: 'mip' } as const,
  }
  const source = JSON.parse(JSON.stringify({ series: 'd:1', settings: keptSettings(settings, part) }))
  // One that says nothing of an orientation has none.
  expect(settingsBack(source, parts)).toEqual({ part: '3', settings: { ...settings, orientation: null } })
})

it('leads back to the orientation in which it was taken, and says where its plane lies in the patient', () => {
  const orientation = [0, 0, 45] as const
  const settings = { place: [10, 20, 30], orientation } as const
  const source = JSON.parse(JSON.stringify({ series: 'd:1', settings: keptSettings(settings, part) }))
  const back = settingsBack(source, parts)
  expect(back?.settings.orientation).toEqual(orientation)
  expect(back?.settings.place).toEqual([10, 20, 30].map((mm) => expect.closeTo(mm, 9)))
  // Without it the same lengths are of another place.
  expect(source.settings.place).not.toEqual(keptSettings({ place: settings.place }, part).place)
  // The front edge of the turned box of 86 mm: 43 mm before the middle, on the axis that now runs to the front left.
  const { depth } = placeOf({ view: 'coronal', part: '3', depth: 0, orientation }, part)
  const [cos, half] = [Math.SQRT1_2, 43]
  const corner = [-half * cos - half * cos, -half * cos + half * cos]
  expect(depth).toEqual([corner[0] ?? 0, (corner[1] ?? 0) + 10, 45].map((mm) => expect.closeTo(mm, 6)))
})

it.each([{}, { series: 'd:9', settings: {} }, { series: 'd:1', settings: null }])(
  'leads nowhere where the study does not hold it: %j',
  (source) => {
    expect(settingsBack(source, parts)).toBeNull()
  },
)
