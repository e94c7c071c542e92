import { expect, it } from 'vitest'
import { emptyOrder, type OrderForm, readOrder } from './order-form.ts'

const filled: OrderForm = {
  ...emptyOrder,
  patient_name: '  Ana  Ruiz ',
  patient_phone: '443 100 2000',
  types: ['Tomografía dental'],
  teeth: [46, 11],
  question: ' ¿Hay fractura? ',
  consent: true,
}

it('is sent without blanks, and with its teeth in order', () => {
  expect(readOrder(filled)).toMatchObject({
    ok: true,
    value: {
      patient_name: 'Ana Ruiz',
      patient_email: null,
      patient_age: null,
      teeth: [11, 46],
      question: '¿Hay fractura?',
    },
  })
})

it.each<[what: string, change: Partial<OrderForm>, field: keyof OrderForm]>([
  ['no name', { patient_name: ' ' }, 'patient_name'],
  ['a name that is none', { patient_name: '4431002000' }, 'patient_name'],
  ['no telephone', { patient_phone: '' }, 'patient_phone'],
  ['a telephone that is none', { patient_phone: '12' }, 'patient_phone'],
  ['a mail that is none', { patient_email: 'ana@' }, 'patient_email'],
  ['an age that is none', { patient_age: 'diez' }, 'patient_age'],
  ['no study', { types: [] }, 'types'],
  ['nine studies', { types: [...'abcdefghi'] }, 'types'],
  ['a long question', { question: 'a'.repeat(501) }, 'question'],
  ['no way to deliver', { deliver: [] }, 'deliver'],
  ['a patient who does not know', { consent: false }, 'consent'],
])('refuses %s', (_, change, field) => {
  const read = readOrder({ ...filled, ...change })
  expect(read).toEqual({ ok: false, errors: { [field]: expect.any(String) } })
})

it('needs neither a place nor a mail', () => {
  expect(readOrder({ ...filled, teeth: [], areas: [], question: '' }).ok).toBe(true)
})
