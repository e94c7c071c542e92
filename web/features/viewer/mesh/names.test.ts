import { expect, it } from 'vitest'
import { scanNames } from './names.ts'

it('scans are called by their jaw, and by their file where several are of one', () => {
  expect(scanNames(['caso/abajo.stl', 'arriba.ply'], ['lower', 'upper'])).toEqual(['Inferior', 'Superior'])
  expect(scanNames(['caso/a.stl', 'b.stl', 'c.ply'], ['lower', 'lower', 'upper'])).toEqual([
    'a.stl',
    'b.stl',
    'Superior',
  ])
})
