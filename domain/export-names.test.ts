import { expect, it } from 'vitest'
import { isImageName, isLitter, scanStem } from './export-names.ts'

it.each([
  ['Thumbs.db', true],
  ['TAC/.DS_Store', true],
  ['TAC/._corte.dcm', true],
  ['__MACOSX/TAC/corte.dcm', true],
  ['TAC/corte.dcm', false],
  ['DICOMDIR', false],
])('what a system leaves for itself: %s', (path, expected) => {
  expect(isLitter(path)).toBe(expected)
})

it.each([
  ['Ana Soto superior.stl', 'Ana Soto INFERIOR.ply', true],
  ['caso12_UpperJaw.stl', 'caso12-LowerJawScan.stl', true],
  ['superior.stl', 'inferior.stl', true],
  ['Ana Soto superior.stl', 'Eva Lara inferior.stl', false],
  ['muela.stl', 'mordida.stl', false],
])('%s and %s are of one mouth: %o', (one, other, expected) => {
  expect(scanStem(one) === scanStem(other)).toBe(expected)
})

it('a name promises an image, or nothing', () => {
  expect(['IM1.DCM', 'a.zip', 'a.ply', 'visor.exe', 'IM1'].map(isImageName)).toEqual([
    ...[true, true, true, false, false],
  ])
})
