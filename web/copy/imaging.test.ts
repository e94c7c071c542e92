import { expect, it } from 'vitest'
import { type ImagingNotice, imagingProblems } from '#web/imaging/types.ts'
import { noticeWords, problemWords } from './imaging.ts'

it('every problem of a file has words of its own, and none is left over', () => {
  expect(Object.keys(problemWords).sort()).toEqual([...imagingProblems].sort())
  const titles = imagingProblems.map((problem) => problemWords[problem].title)
  expect(new Set(titles).size).toBe(titles.length)
  for (const { title, description } of Object.values(problemWords)) {
    expect(title).not.toMatch(/\.$/)
    expect(description).toMatch(/\.$/)
  }
})

it.each<[ImagingNotice, string]>([
  [
    { kind: 'reduced', factor: 2 },
    'Se muestra con menor resolución (1/2) por la memoria de este dispositivo.',
  ],
  [
    { kind: 'tilted', degrees: 12 },
    'Los cortes se tomaron con el equipo inclinado 12.0°: se enderezaron, la cabeza sigue inclinada.',
  ],
  [
    { kind: 'oblique', degrees: 3.25 },
    'Los cortes están girados 3.3° respecto al paciente: las vistas siguen a los cortes.',
  ],
  [
    { kind: 'uneven_spacing', mm: [0.4, 1] },
    'La separación entre cortes no es uniforme (de 0.40 a 1.00 mm).',
  ],
  [{ kind: 'missing_slices', count: 1 }, 'Falta 1 corte en la serie.'],
  [{ kind: 'missing_slices', count: 3 }, 'Faltan 3 cortes en la serie.'],
  [
    { kind: 'assumed_order', by: 'number', mm: 0.4 },
    'Se ordenó por número; se supuso una separación de 0.40 mm. Arriba y abajo pueden estar al revés.',
  ],
  [
    { kind: 'assumed_order', by: 'name' },
    'Se ordenó por nombre de archivo. Arriba y abajo pueden estar al revés.',
  ],
  [{ kind: 'repeated_slices', count: 1 }, 'Se omitió 1 corte repetido.'],
  [{ kind: 'repeated_slices', count: 5 }, 'Se omitieron 5 cortes repetidos.'],
  [{ kind: 'left_out', count: 1 }, 'Se omitió 1 archivo que no es parte del estudio.'],
  [{ kind: 'left_out', count: 4 }, 'Se omitieron 4 archivos que no son parte del estudio.'],
])('%o is said as a sentence', (notice, words) => {
  expect(noticeWords(notice)).toBe(words)
})
