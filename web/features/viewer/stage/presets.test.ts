import { expect, it } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import { presetLike, presetsOf } from './presets.ts'

const picture: GreyPicture = {
  kind: 'grey',
  columns: 2,
  rows: 1,
  pixels: new Uint16Array([0, 1000]),
  slope: 1,
  intercept: 0,
  windows: [
    { center: 40, width: 80, name: 'Cerebro' },
    { center: 600, width: 3000 },
  ],
  inverted: false,
  range: [0, 1000],
}
const names = (of: GreyPicture) => presetsOf(of).map(({ name }) => name)

it('a tomography has windows for bone, soft tissue and teeth, others do not', () => {
  expect(names(picture)).toEqual(['Cerebro', 'Del archivo (2)', 'Automática'])
  expect(names({ ...picture, unit: 'HU' })).toEqual([
    'Cerebro',
    'Del archivo (2)',
    'Hueso y dientes',
    'Hueso',
    'Tejidos blandos',
    'Dientes',
    'Automática',
  ])
})

it('a table of the file comes first, and is what is shown with it', () => {
  const voiTable = { first: 0, data: new Uint8Array([0, 255]), bits: 8 }
  const presets = presetsOf({ ...picture, voiTable })
  expect(presets[0]?.name).toBe('Tabla del archivo')
  expect(presetLike(presets, { kind: 'table' })?.name).toBe('Tabla del archivo')
})

it('knows which one is shown, and that a window of one’s own is none', () => {
  const presets = presetsOf(picture)
  expect(presetLike(presets, { kind: 'window', center: 600, width: 3000 })?.name).toBe('Del archivo (2)')
  expect(presetLike(presets, { kind: 'window', center: 601, width: 3000 })).toBeUndefined()
})
