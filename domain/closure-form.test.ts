import { expect, it } from 'vitest'
import { type ClosureDraft, closureProblems } from './closure-form.ts'

const draft: ClosureDraft = {
  kind: 'cierre',
  doctorId: '',
  first: '2026-12-24',
  last: '2026-12-24',
  wholeDays: false,
  opens: '09:00',
  closes: '14:00',
  label: 'Nochebuena',
}
const wrongIn = (change: Partial<ClosureDraft>) =>
  Object.fromEntries(
    Object.entries(closureProblems({ ...draft, ...change })).filter(([, problem]) => problem),
  )

it('a closure of some hours, of whole days and over midnight are right', () => {
  expect(wrongIn({})).toEqual({})
  expect(wrongIn({ wholeDays: true, opens: '', closes: '' })).toEqual({})
  expect(wrongIn({ last: '2026-12-25', opens: '22:00', closes: '06:00' })).toEqual({})
  expect(wrongIn({ last: '2027-12-24' })).toEqual({})
})

it.each<[object, Partial<ClosureDraft>]>([
  [{ doctorId: 'Elige un doctor.' }, { kind: 'ausencia' }],
  [{ first: 'Escribe la fecha como dd/mm/aaaa.' }, { first: '31/31' }],
  [{ last: 'La fecha final debe ser igual o posterior.' }, { last: '2026-12-23' }],
  [{ last: 'Elige como máximo 366 días.' }, { last: '2027-12-25' }],
  [{ opens: 'Usa horas en punto o y media.' }, { opens: '09:10' }],
  [{ closes: 'La hora de cierre debe ser posterior.' }, { closes: '09:00' }],
  [
    { closes: 'La hora de cierre debe ser posterior.' },
    { kind: 'apertura', last: '2026-12-25', closes: '08:00' },
  ],
  [{ label: 'El motivo puede tener 100 caracteres como máximo.' }, { label: 'x'.repeat(101) }],
])('%o', (problems, change) => {
  expect(wrongIn(change)).toEqual(problems)
})
