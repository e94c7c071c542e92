import { catalogue } from '#domain/catalogue.ts'
import { addDays, monthStart, weekStart } from '#domain/days.ts'
import { sumCentavos, toNumeric } from '#domain/money.ts'
import { payableServices, paymentMethods } from '#domain/payment.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import type { Patient } from './patients.ts'
import { createRandom, type Random } from './random.ts'

/** Without its number, which the database assigns. */
export type InvoiceRow = {
  id: string
  patient_id: string
  doctor_id: string
  payment_date: string
  payment_method: string
  services: { name: string; price: number }[]
  total_amount: number
  created_at: string
}

const offered = payableServices(catalogue.map((row) => ({ ...row, active: true })))

/**
 * Invoices of `patients` from their own doctors, oldest first: two today, plus three per day of this week so far, plus one
 * per day of this month so far; the rest within `historyDays`. Every fifth is for a patient in `mine`.
 */
export function* generateInvoices(
  moment: Moment,
  { patients, mine, count }: { patients: readonly Patient[]; mine: readonly Patient[]; count: number },
): Generator<InvoiceRow> {
  const random = createRandom(moment.seed, 'invoices')
  for (const [index, day] of paymentDays(moment.today, count, random).entries()) {
    const patient =
      index % 5 === 0 ? (mine[(index / 5) % mine.length] ?? random.pick(patients)) : random.pick(patients)
    const services = random
      .shuffled(offered)
      .slice(0, random.whole(1, 3))
      .map(({ name, price }) => ({ name, price: random.chance(0.15) ? price - 5_050 : price }))
    yield {
      id: random.uuid(),
      patient_id: patient.id,
      doctor_id: random.pick(patient.doctorIds),
      payment_date: day,
      payment_method: random.pick(paymentMethods),
      services: services.map(({ name, price }) => ({ name, price: toNumeric(price) })),
      total_amount: toNumeric(sumCentavos(services.map((service) => service.price))),
      created_at: instantOf(day, moment, random),
    }
  }
}

function paymentDays(today: string, count: number, random: Random): string[] {
  const days = daysFrom(weekStart(today), today).flatMap((day) => [day, day, day])
  days.push(...daysFrom(monthStart(today), today), today, today)
  while (days.length < count) days.push(addDays(today, -random.whole(1, historyDays)))
  return days.sort()
}

function daysFrom(first: string, last: string): string[] {
  return first > last ? [] : [first, ...daysFrom(addDays(first, 1), last)]
}
