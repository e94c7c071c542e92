import { catalogue } from '#domain/catalogue.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { addDays } from '#domain/days.ts'
import { sumCentavos, toNumeric } from '#domain/money.ts'
import { payableServices, paymentMethods } from '#domain/payment.ts'
import { studyTypes } from '#domain/study.ts'
import type { Accounts, Person } from './accounts.ts'
import { type AppointmentRow, daysBefore } from './appointments.ts'
import type { InvoiceRow } from './invoices.ts'
import { instantOf, type Moment } from './moment.ts'
import { referringDoctors } from './names.ts'
import { inventedName, inventedPhone, type Patient, slug } from './patients.ts'
import { createRandom, type Random } from './random.ts'
import type { StudyRequestRow } from './requests.ts'
import { exampleLink, type StudyRow } from './studies.ts'

/** How many rows are added to the demo's own; `doctors` are further colleagues. */
export type VolumeSizes = {
  doctors: number
  patients: number
  studies: number
  requests: number
  invoices: number
}

export type Volume = {
  people: (Person & { created_at: string })[]
  links: { doctor_id: string; patient_id: string }[]
  /** As many as requested, going back as far as needed. */
  appointments(count: number): Generator<AppointmentRow>
  studies: Generator<StudyRow>
  requests: Generator<StudyRequestRow>
  invoices: Generator<InvoiceRow & { invoice_number: string }>
}

/** Studies, payments and requests go back two years, in days; all people arrived before that. */
const spanDays = 730
const arrivedBefore = 1_500

/**
 * Rows that make the demo clinic large: colleagues, patients and years of work around the demo's own rows,
 * which do not change. No work is dated today, and the demo's doctors get no appointments in the weeks that the
 * demo fills. Only the people are kept in memory; other rows are generated while read.
 */
export function generateVolume(
  moment: Moment,
  accounts: Accounts,
  sizes: VolumeSizes,
  privacyVersion: string,
): Volume {
  const { doctora, doctor, admin, admin2 } = accounts
  const random = createRandom(moment.seed, 'volume people')
  const { today } = moment
  const arrival = () => instantOf(addDays(today, -random.whole(spanDays + 1, arrivedBefore)), moment, random)

  const colleagues = Array.from({ length: sizes.doctors }, (_, index) =>
    colleague(index + 1, random, arrival()),
  )
  const staff = [doctora, doctor, admin, admin2, ...colleagues]
  const patients = Array.from({ length: sizes.patients }, (_, index): Patient => {
    const full_name = inventedName(random)
    // Every fourth belongs to doctora@, so that one account sees long lists.
    const first = index % 4 === 0 ? doctora : random.pick(staff)
    const second = random.chance(0.1) ? random.pick(staff) : first
    return {
      ...nobody,
      id: random.uuid(),
      full_name,
      email: `${slug(full_name)}.v${index + 1}@correo.test`,
      phone: random.chance(0.9) ? inventedPhone(random) : null,
      age: random.chance(0.9) ? random.whole(6, 84) : null,
      created_at: arrival(),
      doctorIds: [...new Set([first.id, second.id])],
    }
  })
  const ownDoctors = new Set([doctora.id, doctor.id, admin.id, admin2.id])
  return {
    people: [...colleagues, ...patients.map(({ doctorIds: _, ...person }) => person)],
    links: patients.flatMap(({ id, doctorIds }) =>
      doctorIds.map((doctor_id) => ({ doctor_id, patient_id: id })),
    ),
    appointments: (count) => appointments(moment, agendas(staff, patients, ownDoctors), count),
    studies: studies(moment, patients, sizes.studies),
    requests: requests(moment, patients, sizes.requests, privacyVersion),
    invoices: invoices(moment, patients, sizes.invoices),
  }
}

const nobody = { role: 'patient', specialty: null, professional_license: null, is_admin: false } as const

function colleague(index: number, random: Random, created_at: string): Person & { created_at: string } {
  return {
    id: random.uuid(),
    full_name: `Dr. ${inventedName(random)}`,
    email: `colega.v${index}@clinica.test`,
    phone: inventedPhone(random),
    role: 'doctor',
    specialty: 'Radiología Bucal y Maxilofacial',
    professional_license: String(20_000_000 + index),
    age: random.whole(28, 66),
    is_admin: false,
    created_at,
  }
}

type Agenda = { doctorId: string; patients: readonly Patient[]; isOwn: boolean }

function agendas(staff: readonly Person[], patients: readonly Patient[], own: ReadonlySet<string>): Agenda[] {
  const byDoctor = new Map<string, Patient[]>(staff.map(({ id }) => [id, []]))
  for (const patient of patients) for (const id of patient.doctorIds) byDoctor.get(id)?.push(patient)
  return [...byDoctor]
    .filter(([, theirs]) => theirs.length > 0)
    .map(([doctorId, theirs]) => ({ doctorId, patients: theirs, isOwn: own.has(doctorId) }))
}

/** Fills every agenda day by day, from next month backwards, up to `count`; no slot is booked twice. A clinic without hours has none. */
function* appointments(moment: Moment, all: readonly Agenda[], count: number): Generator<AppointmentRow> {
  const random = createRandom(moment.seed, 'volume appointments')
  const { today, hours } = moment
  let left = all.length > 0 && hours.week.length > 0 ? count : 0
  for (let offset = 30; left > 0; offset--) {
    if (offset === 0) continue
    const day = addDays(today, offset)
    for (const { doctorId, patients, isOwn } of all) {
      if (isOwn && offset >= -daysBefore) continue
      for (const appointment_time of slotTimes(day, hours)) {
        if (left === 0) return
        if (random.chance(0.2)) continue
        const patient = random.pick(patients)
        left--
        yield {
          id: random.uuid(),
          created_at: instantOf(addDays(offset < 0 ? day : today, -random.whole(1, 9)), moment, random),
          patient_id: patient.id,
          doctor_id: doctorId,
          appointment_date: day,
          appointment_time,
          study_type: random.pick(studyTypes),
          status: offset > 0 ? 'pendiente' : random.chance(0.85) ? 'completada' : 'cancelada',
          nombre: patient.full_name,
          telefono: patient.phone,
          especialidad: 'Imagenología Dental',
        }
      }
    }
  }
}

/** The day of row `index` of `count`: evenly spread, oldest first, ending yesterday. */
function dayOf(index: number, count: number, today: string): string {
  return addDays(today, -1 - Math.floor(((count - 1 - index) / count) * spanDays))
}

/** With a link or nothing: only the demo's own studies have files. */
function* studies(moment: Moment, patients: readonly Patient[], count: number): Generator<StudyRow> {
  const random = createRandom(moment.seed, 'volume studies')
  for (let index = 0; index < count; index++) {
    const id = random.uuid()
    const patient = random.pick(patients)
    const day = dayOf(index, count, moment.today)
    yield {
      id,
      patient_id: patient.id,
      doctor_id: random.pick(patient.doctorIds),
      study_type: random.pick(studyTypes),
      study_date: day,
      comments: random.chance(0.3) ? 'Entregado al paciente y a su odontólogo.' : null,
      file_url: random.chance(0.7) ? exampleLink : null,
      file_name: null,
      created_at: instantOf(day, moment, random),
    }
  }
}

function* requests(
  moment: Moment,
  patients: readonly Patient[],
  count: number,
  privacy_version: string,
): Generator<StudyRequestRow> {
  const random = createRandom(moment.seed, 'volume requests')
  for (let index = 0; index < count; index++) {
    const day = dayOf(index, count, moment.today)
    const created_at = instantOf(day, moment, random)
    const status = random.chance(0.05) ? 'pendiente' : random.chance(0.7) ? 'aceptada' : 'rechazada'
    const person = status === 'aceptada' ? random.pick(patients) : undefined
    const name = person?.full_name ?? inventedName(random)
    yield {
      patient_name: name,
      patient_email: person?.email ?? `${slug(name)}.w${index + 1}@correo.test`,
      patient_phone: person?.phone ?? inventedPhone(random),
      patient_age: person ? person.age : random.whole(6, 84),
      study_type: random.pick(studyTypes),
      tentative_date: random.chance(0.7) ? addDays(day, random.whole(0, 20)) : null,
      referring_doctor: random.chance(0.75) ? random.pick(random.pick(referringDoctors)) : null,
      notes: null,
      status,
      privacy_version,
      privacy_accepted_at: created_at,
      created_at,
    }
  }
}

const offered = payableServices(catalogue.map((row) => ({ ...row, active: true })))

/** Numbered here, below the numbers that the database will assign: its search for a free number is slow in bulk. */
function* invoices(
  moment: Moment,
  patients: readonly Patient[],
  count: number,
): Generator<InvoiceRow & { invoice_number: string }> {
  const random = createRandom(moment.seed, 'volume invoices')
  const numbers = 100_000_000
  const step = Math.floor((numbers * 0.9) / Math.max(count, 1))
  const last = moment.now.getTime() % numbers
  for (let index = 0; index < count; index++) {
    const patient = random.pick(patients)
    const day = dayOf(index, count, moment.today)
    const services = Array.from({ length: random.whole(1, 3) }, () => random.pick(offered))
    const number = (last - (count - index) * step + numbers) % numbers
    yield {
      id: random.uuid(),
      invoice_number: `IDX-${String(number).padStart(8, '0')}`,
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
