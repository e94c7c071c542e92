import { expect, it } from 'vitest'
import { measureWords } from './report-measure.ts'

const mark = { value: 12.44, unit: 'mm', label: 'Altura', plane: 'axial', frame: null }

it('writes value, unit and place as the mark says', () => {
  expect(measureWords(mark)).toBe('Altura: 12.4 mm (corte axial)')
  expect(measureWords({ ...mark, value: 88, unit: '°', label: ' ', plane: null, frame: 3 })).toBe(
    '88.0° (imagen 4)',
  )
  expect(measureWords({ ...mark, label: null, plane: null })).toBe('12.4 mm')
  expect(measureWords({ ...mark, value: null })).toBeNull()
})
