import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseClinic } from '#domain/clinic.ts'
import { type ClinicHours, seedHours } from '#domain/clinic-hours.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { addDays, dayInZone, monthStart, weekStart } from '#domain/days.ts'
import { paymentMethods } from '#domain/payment.ts'
import { referringKey } from '#domain/referring-doctors.ts'
import { isHttpsLink, studyAttachment } from '#domain/study.ts'
import { assetOf } from './assets.ts'
import { type DemoClinic, demoClinic } from './demo-clinic.ts'
import { createMoment } from './moment.ts'

const zone = 'America/Mexico_City'
const at = (now: string, { seed = 20261120, hours = seedHours } = {}) =>
  createMoment({ seed, now: new Date(now), zone, hours })

/** As clinics have them: Monday in two parts, a long Saturday evening, no Sunday. */
const ownHours: ClinicHours = {
  ...seedHours,
  week:
    parseClinic({
      agenda: {
        lunes: ['07:00-12:00', '16:00-20:30'],
        martes: ['09:30-18:30'],
        miércoles: ['09:30-18:30'],
        jueves: ['09:30-18:30'],
        sábado: ['14:00-24:00'],
        domingo: [],
      },
    }).agenda?.map((row) => ({ ...row, doctor_id: null })) ?? [],
}

type Rows = {
  [Part in keyof DemoClinic]: DemoClinic[Part] extends Iterable<infer Row> ? Row[] : DemoClinic[Part]
}

function rowsOf(now: string, hours = seedHours): Rows {
  const clinic = demoClinic(at(now, { hours }), 'aviso-1')
  return {
    ...clinic,
    appointments: [...clinic.appointments],
    studies: [...clinic.studies],
    notes: [...clinic.notes],
    requests: [...clinic.requests],
    invoices: [...clinic.invoices],
  }
}

const times = [
  ['a Friday noon', '2026-11-20T18:00:00Z', seedHours],
  ['a Sunday with its short day', '2026-11-22T18:00:00Z', seedHours],
  ['a Monday, the first of its month, just after midnight', '2027-02-01T06:00:30Z', seedHours],
  ['an evening that is already the next UTC day', '2026-12-01T02:00:00Z', seedHours],
  ['a Monday of a clinic with hours of its own', '2026-11-23T18:00:00Z', ownHours],
] as const

describe.each(times)('the demo clinic on %s', (_when, now, hours) => {
  const rows = rowsOf(now, hours)
  const today = at(now).today
  const { doctora, doctor, paciente, paciente2 } = rows.accounts
  const createdToday = (row: { created_at: string }) => dayInZone(new Date(row.created_at), zone) === today

  it('is the same for the same seed and moment', () => {
    expect(rowsOf(now, hours)).toEqual(rows)
  })

  it('has the printed accounts and at least 40 more patients, one with a name of 40 characters', () => {
    expect(
      rows.people.slice(0, 6).map((person) => [person.email, person.full_name, person.role, person.is_admin]),
    ).toEqual([
      ['admin@clinica.test', 'Dra. Valeria Montes Ibarra', 'doctor', true],
      ['admin2@clinica.test', 'Dr. Rafael Ibáñez Luna', 'doctor', true],
      ['doctora@clinica.test', 'Dra. Lucía Ferrer Soto', 'doctor', false],
      ['doctor@clinica.test', 'Dr. Andrés Quintana Ruiz', 'doctor', false],
      ['paciente@clinica.test', 'Mariana López Hernández', 'patient', false],
      ['paciente2@clinica.test', 'Jorge Méndez Cruz', 'paciente', false],
    ])
    const others = rows.people.slice(6)
    expect(others.length).toBeGreaterThanOrEqual(40)
    expect(others.some((person) => [...person.full_name].length === 40)).toBe(true)
    expect(new Set(rows.people.map((person) => person.email)).size).toBe(rows.people.length)
    expect(new Set(rows.people.map((person) => person.id)).size).toBe(rows.people.length)
    expect(rows.links).toContainEqual({ doctor_id: doctora.id, patient_id: paciente.id })
    expect(rows.links).toContainEqual({ doctor_id: doctor.id, patient_id: paciente2.id })
  })

  it('has nine or more appointments of doctora@ today and a hundred in the 60 days around', () => {
    const own = rows.appointments.filter((row) => row.doctor_id === doctora.id)
    const todays = own.filter((row) => row.appointment_date === today)
    const count = (status: string) => todays.filter((row) => row.status === status).length
    expect(todays.length).toBeGreaterThanOrEqual(9)
    expect(count('completada')).toBeGreaterThanOrEqual(2)
    expect(count('cancelada')).toBe(1)
    expect(count('pendiente')).toBe(todays.length - count('completada') - 1)
    const around = own.filter(
      (row) => row.appointment_date >= addDays(today, -30) && row.appointment_date <= addDays(today, 30),
    )
    expect(around.length).toBeGreaterThanOrEqual(100)
  })

  it('books no slot twice and none beside the grid', () => {
    const booked = rows.appointments
      .filter((row) => row.status !== 'cancelada' && row.appointment_time !== null)
      .map((row) => `${row.doctor_id} ${row.appointment_date} ${row.appointment_time}`)
    expect(new Set(booked).size).toBe(booked.length)
    for (const { appointment_date, appointment_time } of rows.appointments) {
      if (appointment_time !== null) expect(slotTimes(appointment_date, hours)).toContain(appointment_time)
    }
  })

  it('keeps every row between a patient and a doctor who are linked', () => {
    const links = new Set(rows.links.map((link) => `${link.doctor_id} ${link.patient_id}`))
    for (const row of [...rows.appointments, ...rows.studies, ...rows.notes, ...rows.invoices]) {
      if (row.patient_id !== null) expect(links).toContain(`${row.doctor_id} ${row.patient_id}`)
    }
  })

  it('has some appointments of people without an account, never today', () => {
    const guests = rows.appointments.filter((row) => row.patient_id === null)
    expect(guests.length).toBeGreaterThanOrEqual(3)
    expect(guests.every((row) => row.nombre !== '' && row.appointment_date !== today)).toBe(true)
  })

  it('has at least 60 studies with a file, a link or neither, some of today', () => {
    expect(rows.studies.length).toBeGreaterThanOrEqual(60)
    const ofKind = (kind: string) => rows.studies.filter((row) => studyAttachment(row.file_url).kind === kind)
    expect(ofKind('file').length).toBeGreaterThanOrEqual(60)
    expect(ofKind('link').length).toBeLessThanOrEqual(3)
    expect(ofKind('none').length).toBeLessThanOrEqual(10)
    for (const row of rows.studies) {
      if (row.file_name === null) expect(row.file_url === null || isHttpsLink(row.file_url)).toBe(true)
      else expect(row.file_url).toMatch(new RegExp(`^${row.patient_id}/[0-9a-f-]{36}/[^/]+$`))
    }
    expect(rows.studies.filter(createdToday).some((row) => row.doctor_id === doctora.id)).toBe(true)
    const assets = rows.studies.map((row) => {
      const person = rows.people.find(({ id }) => id === row.patient_id)
      return assetOf(20261120, row, { age: person?.age ?? null })
    })
    // A film of twelve bits, one without DICOM, both mouths, and a few teeth.
    for (const one of ['lateral-4', 'carpal-3', 'escaneo-1', 'escaneo-2', 'tomografia-5x5-1'])
      expect(assets).toContain(one)
    const own = rows.studies.filter((row) => row.patient_id === paciente.id)
    const newest = own.toSorted((one, other) => other.study_date.localeCompare(one.study_date)).slice(0, 2)
    expect(newest.map((row) => [row.study_type, row.file_name?.split('.').at(-1)])).toEqual([
      ['Tomografías', 'zip'],
      ['Radiografía Panorámica', 'dcm'],
    ])
    const [tomography] = newest
    expect(tomography && assetOf(20261120, tomography, { age: 30 })).toBe('tomografia-arcada-1')
    expect(new Set(own.map((row) => studyAttachment(row.file_url).kind))).toEqual(
      new Set(['file', 'link', 'none']),
    )
  })

  it('has at least 40 requests in every state, seven of them pending and of today', () => {
    expect(rows.requests.length).toBeGreaterThanOrEqual(40)
    expect(new Set(rows.requests.map((row) => row.status))).toEqual(
      new Set(['pendiente', 'aceptada', 'rechazada']),
    )
    expect(rows.requests.filter((row) => row.status === 'pendiente' && createdToday(row))).toHaveLength(7)
    const created = rows.requests.map((row) => row.created_at)
    expect(created).toEqual(created.toSorted())
    expect(rows.requests.some((row) => row.patient_email === paciente.email)).toBe(true)
  })

  it('spells referring doctors in several ways', () => {
    const names = rows.requests.map((row) => row.referring_doctor ?? '')
    const juan = names.filter((name) => referringKey(name) === 'juan perez')
    expect(new Set(juan).size).toBeGreaterThanOrEqual(2)
    expect(new Set(names.map(referringKey)).size).toBeGreaterThanOrEqual(5)
  })

  it('has at least 50 invoices over today, the week, the month and the months before', () => {
    expect(rows.invoices.length).toBeGreaterThanOrEqual(50)
    const within = (from: string, to: string) =>
      rows.invoices.filter((row) => row.payment_date >= from && row.payment_date <= to).length
    expect(within(today, today)).toBeGreaterThanOrEqual(3)
    expect(within(weekStart(today), today)).toBeGreaterThanOrEqual(3)
    expect(within(monthStart(today), today)).toBeGreaterThanOrEqual(3)
    expect(within('2000-01-01', addDays(monthStart(today), -1))).toBeGreaterThanOrEqual(20)
    expect(within(addDays(today, 1), '2999-12-31')).toBe(0)
    for (const person of [paciente, paciente2]) {
      expect(rows.invoices.filter((row) => row.patient_id === person.id).length).toBeGreaterThanOrEqual(3)
    }
    for (const row of rows.invoices) {
      expect(paymentMethods).toContain(row.payment_method)
      const cents = row.services.reduce((sum, service) => sum + Math.round(service.price * 100), 0)
      expect(Math.round(row.total_amount * 100)).toBe(cents)
    }
  })

  it('has notes, and nothing that was made in the future', () => {
    expect(rows.notes.filter((row) => row.patient_id === paciente.id)).toHaveLength(3)
    for (const part of ['people', 'appointments', 'studies', 'notes', 'requests', 'invoices'] as const) {
      for (const row of rows[part]) expect(row.created_at <= new Date(now).toISOString()).toBe(true)
    }
  })
})

it.each([
  ['a day that is closed', '2026-11-22T18:00:00Z', ownHours],
  ['a week without hours', '2026-11-23T18:00:00Z', { ...seedHours, week: [] }],
] as const)('books nobody on %s', (_when, now, hours) => {
  const { appointments } = rowsOf(now, hours)
  expect(appointments.filter(({ appointment_date: day }) => day === at(now).today)).toEqual([])
  expect(appointments.length > 0).toBe(hours.week.length > 0)
})

it('another seed makes another clinic', () => {
  const [one, other] = [1, 2].map((seed) => demoClinic(at(times[0][1], { seed }), 'aviso-1'))
  expect(one?.people.map((person) => person.id)).not.toEqual(other?.people.map((person) => person.id))
})

it('grows without repeating an e-mail or a slot', () => {
  const clinic = demoClinic(at(times[0][1]), 'aviso-1', {
    patients: 10_000,
    studies: 20_000,
    requests: 2_000,
    invoices: 20_000,
  })
  expect(new Set(clinic.people.map((person) => person.email)).size).toBe(clinic.people.length)
  let studies = 0
  for (const _study of clinic.studies) studies++
  expect(studies).toBe(20_000)
})

it('weighs 12 MB at most in the repository, pictures and files', () => {
  const folder = new URL('../assets/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(files.length).toBeGreaterThan(100)
  expect(bytes).toBeLessThanOrEqual(12 * 10 ** 6)
})
