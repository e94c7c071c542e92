import { expect, it } from 'vitest'
import { offeredFacts } from './report-facts.ts'

it('offers equipment, exposure, voxel, field of view and hour of the file', () => {
  const facts = {
    modality: 'CT',
    manufacturer: 'Planmeca',
    model: 'ProMax',
    kvp: 90,
    ma: 8,
    voxel_mm: [0.2, 0.2, 0.2],
    fov_mm: [80, 80, 50],
    slices: 250,
    performed_at: '2026-11-24T10:05',
  }
  expect(offeredFacts(facts).map(({ label, value, into }) => [label, value, into])).toEqual([
    ['Equipo', 'Planmeca ProMax', 'technique'],
    ['Tensión', '90 kV', 'technique'],
    ['Corriente', '8 mA', 'technique'],
    ['Vóxel', '0.2 × 0.2 × 0.2 mm', 'technique'],
    ['Campo de visión', '80 × 80 × 50 mm', 'technique'],
    ['Fecha y hora', '24/11/2026, 10:05', 'performed_at'],
  ])
})

it('offers no hour where the file has a day alone, and nothing where it says nothing', () => {
  expect(offeredFacts({ performed_at: '2026-11-24' })).toEqual([])
  expect(offeredFacts({})).toEqual([])
})
