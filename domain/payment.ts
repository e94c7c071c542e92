import { bareTomography } from './catalogue.ts'
import { isDay } from './days.ts'
import { parsePrice, sumCentavos, toNumeric } from './money.ts'

export const paymentMethods = ['Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro'] as const

type PaymentMethod = (typeof paymentMethods)[number]

/** A payment while it is being typed; an unchosen value is ''. */
export type PaymentDraft = {
  patientId: string
  /** yyyy-MM-dd */
  date: string
  method: string
  rows: { service: string; price: string }[]
}

/** What an invoice is made of; prices and total are pesos as JSON numbers, the database adds them up again. */
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
  /** One for each row, in its order. */
  rows: { service: string | null; price: string | null }[]
}

/** What each field still lacks, in words for the person. */
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
        // Without a service there is no price to speak of.
        price: service.trim() === '' || read.ok ? null : read.problem,
      }
    }),
  }
}

/** Reads a draft (docs/product/payments.md); a problem carries the title and text of its toast. */
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

/** The total while typing, in centavos; a price that cannot be read yet counts as nothing. */
export function draftTotal(draft: Pick<PaymentDraft, 'rows'>): number {
  const prices = draft.rows.map((row) => parsePrice(row.price))
  return sumCentavos(prices.map((price) => (price.ok ? price.value : 0)))
}

/** The services that a payment offers: the active ones, but not the heading 'Tomografías'. */
export function payableServices<Service extends { name: string; active: boolean }>(
  services: readonly Service[],
): Service[] {
  return services.filter((service) => service.active && service.name !== bareTomography)
}
