import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import {
  draftTotal,
  type PaymentDraft,
  payableServices,
  paymentErrors,
  paymentMethods,
  readPayment,
} from './payment.ts'

const draft: PaymentDraft = {
  patientId: '6f1c1c1e-0000-4000-8000-000000000001',
  date: '2026-11-20',
  method: 'Efectivo',
  rows: [
    { service: 'Radiografía Panorámica', price: '250.10' },
    { service: 'Tomografía Bimaxilar', price: '$1,500.20' },
  ],
}

describe('a payment', () => {
  it('becomes an invoice whose total is the exact sum', () => {
    expect(readPayment(draft)).toEqual({
      ok: true,
      payment: {
        patient_id: draft.patientId,
        payment_date: '2026-11-20',
        payment_method: 'Efectivo',
        services: [
          { name: 'Radiografía Panorámica', price: 250.1 },
          { name: 'Tomografía Bimaxilar', price: 1500.2 },
        ],
        total_amount: 1750.3,
      },
    })
  })

  it.each([
    ['patient', { patientId: '' }],
    ['date', { date: '' }],
    ['date that exists', { date: '2026-02-30' }],
    ['method', { method: '' }],
    ['known method', { method: 'Trueque' }],
    ['service', { rows: [] }],
    ['service in every row', { rows: [...draft.rows, { service: ' ', price: '1' }] }],
  ])('without a %s is incomplete', (_what, missing) => {
    expect(readPayment({ ...draft, ...missing })).toEqual({
      ok: false,
      problem: {
        title: 'Campos incompletos',
        description: 'Selecciona paciente, fecha, método de pago y al menos un servicio.',
      },
    })
  })

  it('whose price is wrong is refused', () => {
    const rows = [...draft.rows, { service: 'Escaneo Intraoral', price: '12,50' }]
    expect(readPayment({ ...draft, rows })).toEqual({
      ok: false,
      problem: { title: 'Precio no válido', description: 'Escribe un precio como 250 o 1,250.50.' },
    })
  })

  it('says what each field lacks', () => {
    const fine = { service: null, price: null }
    expect(paymentErrors(draft)).toEqual({ patient: null, date: null, method: null, rows: [fine, fine] })
    const rows = [
      { service: '', price: '' },
      { service: 'Escaneo Intraoral', price: '' },
      { service: 'Escaneo Intraoral', price: '12,50' },
    ]
    expect(paymentErrors({ patientId: '', date: '', method: '', rows })).toEqual({
      patient: 'Elige un paciente.',
      date: 'Elige una fecha.',
      method: 'Elige un método de pago.',
      rows: [
        { service: 'Elige un servicio.', price: null },
        { service: null, price: 'Escribe un precio como 250 o 1,250.50.' },
        { service: null, price: 'Escribe un precio como 250 o 1,250.50.' },
      ],
    })
    expect(paymentErrors({ ...draft, date: '31/2' }).date).toBe('Escribe una fecha como 21/11/2026.')
  })

  it('adds up while prices are still being typed', () => {
    expect(draftTotal(draft)).toBe(175_030)
    expect(draftTotal({ rows: [...draft.rows, { service: '', price: '' }] })).toBe(175_030)
  })
})

it('offers the active services except the heading Tomografías', () => {
  const services = catalogue.map((row) => ({ ...row, active: row.name !== 'Escaneo Intraoral' }))
  const names = payableServices(services).map((service) => service.name)
  expect(names).toHaveLength(8)
  expect(names).not.toContain('Tomografías')
  expect(names).not.toContain('Escaneo Intraoral')
  expect(names).toContain('Tomografía Bimaxilar')
})

it('knows ten services, six of them requestable, and four payment methods', () => {
  expect(catalogue).toHaveLength(10)
  expect(catalogue.filter((row) => row.requestable).map((row) => row.name)).toEqual([
    'Radiografía Panorámica',
    'Radiografía Lateral de Cráneo',
    'Radiografía Carpal',
    'Tomografías',
    'Trazados Cefalométricos',
    'Escaneo Intraoral',
  ])
  expect(paymentMethods).toEqual(['Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro'])
})
