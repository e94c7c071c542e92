import { describe, expect, it } from 'vitest'
import { columnsProblem, editedSections, storedSections, titleProblem } from './template-sections.ts'

const newId = () => crypto.randomUUID()
const added = (title: string, columns = '') => ({ id: newId(), key: null, title, columns })

describe('sections of a template', () => {
  const stored = [
    { key: 'dientes', title: 'Dientes' },
    { key: 'medidas', title: 'Medidas', columns: ['Medida', 'Valor'] },
  ]

  it('are stored as they were when nobody changed them', () => {
    expect(storedSections(editedSections(stored, newId))).toEqual(stored)
  })

  it('keep their key under another title', () => {
    const [first] = editedSections(stored, newId)
    expect(first && storedSections([{ ...first, title: ' Dientes y encías ' }])).toEqual([
      { key: 'dientes', title: 'Dientes y encías' },
    ])
  })

  it.each([
    ['Vía aérea', 'via_aerea'],
    ['  ¿Región de interés?  ', 'region_de_interes'],
    ['36–46 (FDI)', '36_46_fdi'],
    ['…', 'seccion'],
    ['x'.repeat(50), 'x'.repeat(37)],
  ])('get a key from the title «%s»', (title, key) => {
    expect(storedSections([added(title)])[0]?.key).toBe(key)
  })

  it('get keys of their own', () => {
    const keys = storedSections([added('Dientes'), ...editedSections(stored, newId), added('dientes')])
    expect(keys.map(({ key }) => key)).toEqual(['dientes_2', 'dientes', 'medidas', 'dientes_3'])
  })

  it('have a column a line', () => {
    expect(storedSections([added('Sitios', ' Sitio \n\n Altura (mm)\n')])[0]?.columns).toEqual([
      'Sitio',
      'Altura (mm)',
    ])
  })

  it('need a title, and ten columns of different names at most', () => {
    const lines = (many: number) => Array.from({ length: many }, (_, at) => `x${at}`).join('\n')
    expect(titleProblem(added(' '))).toBe('Escribe el nombre de la sección.')
    expect(titleProblem(added('a'))).toBeNull()
    expect(columnsProblem(added('a', lines(10)))).toBeNull()
    expect(columnsProblem(added('a', lines(11)))).toBe('Una tabla puede tener 10 columnas como máximo.')
    expect(columnsProblem(added('a', 'x\n x'))).toBe('Dos columnas no pueden llamarse igual.')
  })
})
