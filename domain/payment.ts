import { bareTomography } from './catalogue.ts'
import { isDay } from './days.ts'
import { parsePrice, sumCentavos, toNumeric } from './money.ts'

export const paymentMethods = ['Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro'] as const

type PaymentMethod = (typeof paymentMethods)[number]

/** A payment being typed; an unchosen value is ''. */
export type PaymentDraft = {
  patientId: string
  /** yyyy-MM-dd */
  date: string
  method: string
  rows: { service: string; price: string }[]
}

/** The data of an invoice. Prices and total are pesos as JSON numbers; the database recomputes the total. */
export type Payment = {
  patient_id: string
  payment_date: string
  payment_method: PaymentMethod
  services: { name: string; price: number }[]
  total_amount: number
}

export type PaymentProblem = {
  title: string
  description: string
}

export type PaymentErrors = {
  patient: string | null
  date: string | null
  method: string | null
  /** One per row, in the same order. */
  rows: { service: string | null; price: string | null }[]
}

/** What is missing or wrong in each field, in words for the person. */
export function paymentErrors(draft: PaymentDraft): PaymentErrors {
  const day = draft.date.trim() === '' ? 'Elige una fecha.' : 'Escribe una fecha como 21/11/2026.'
  return {
    patient: draft.patientId === '' ? 'Elige un paciente.' : null,
    date: isDay(draft.date) ? null : day,
    method: paymentMethods.some((known) => known === draft.method) ? null : 'Elige un método de pago.',
    rows: draft.rows.map(({ service, price }) => {
      const read = parsePrice(price)
      return {
        service: service.trim() === '' ? 'Elige un servicio.' : null,
        // Without a service, do not complain about the price.
        price: service.trim() === '' || read.ok ? null : read.problem,
      }
    }),
  }
}

/** Parses a draft (docs/product/payments.md); a problem carries its toast's title and text. */
export function readPayment(
  draft: PaymentDraft,
): { ok: true; payment: Payment } | { ok: false; problem: PaymentProblem } {
  const method = paymentMethods.find((known) => known === draft.method)
  const incomplete = draft.rows.length === 0 || draft.rows.some((row) => row.service.trim() === '')
  if (draft.patientId === '' || !isDay(draft.date) || method === undefined || incomplete) {
    const description = 'Selecciona paciente, fecha, método de pago y al menos un servicio.'
    return { ok: false, problem: { title: 'Campos incompletos', description } }
  }
  const prices: number[] = []
  for (const { price } of draft.rows) {
    const read = parsePrice(price)
    if (!read.ok) return { ok: false, problem: { title: 'Precio no válido', description: read.problem } }
    prices.push(read.value)
  }
  const services = draft.rows.map((row, index) => ({
    name: row.service.trim(),
    price: toNumeric(prices[index] ?? 0),
  }))
  return {
    ok: true,
    payment: {
      patient_id: draft.patientId,
      payment_date: draft.date,
      payment_method: method,
      services,
      total_amount: toNumeric(sumCentavos(prices)),
    },
  }
}

/** The total while typing, in centavos; prices that cannot be parsed yet count as 0. */
export function draftTotal(draft: Pick<PaymentDraft, 'rows'>): number {
  const prices = draft.rows.map((row) => parsePrice(row.price))
  return sumCentavos(prices.map((price) => (price.ok ? price.value : 0)))
}

/** The services offered in a payment: the active ones, without the heading 'Tomografías'. */
export function payableServices<Service extends { name: string; active: boolean }>(
  services: readonly Service[],
): Service[] {
  return services.filter((service) => service.active && service.name !== bareTomography)
}
