import { addDays } from '#domain/days.ts'
import { type Accounts, accountsOf, type Person } from './accounts.ts'
import { type AppointmentRow, generateAppointments } from './appointments.ts'
import {
  type ApplicationRow,
  type DentistPerson,
  generateApplications,
  generateDentists,
} from './dentists.ts'
import { generateInvoices, type InvoiceRow } from './invoices.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import { generateNotes, type NoteRow } from './notes.ts'
import { generatePatients } from './patients.ts'
import { createRandom } from './random.ts'
import { generateRequests, type StudyRequestRow } from './requests.ts'
import { generateStudies, type StudyRow } from './studies.ts'

export type Sizes = { patients: number; studies: number; requests: number; invoices: number }

/** A little more than the demo promises; `patients` are those besides the two with a printed account. */
const demoSizes: Sizes = { patients: 44, studies: 80, requests: 48, invoices: 96 }

export type DemoClinic = {
  accounts: Accounts
  people: (Person & { created_at: string })[]
  links: { doctor_id: string; patient_id: string }[]
  appointments: Iterable<AppointmentRow>
  studies: Iterable<StudyRow>
  notes: Iterable<NoteRow>
  requests: Iterable<StudyRequestRow>
  invoices: Iterable<InvoiceRow>
  dentists: DentistPerson[]
  applications: ApplicationRow[]
}

/** The whole demo clinic. Only the people are kept; all other rows are generated while read, and only once. */
export function demoClinic(moment: Moment, privacyVersion: string, sizes: Sizes = demoSizes): DemoClinic {
  const accounts = accountsOf(moment.seed)
  const { admin, admin2, doctora, doctor, paciente, paciente2 } = accounts
  const random = createRandom(moment.seed, 'staff')
  const { today } = moment
  const doctors = [admin, admin2, doctora, doctor].map((person) => ({
    ...person,
    created_at: instantOf(addDays(today, -200), moment, random),
  }))
  const patients = [...generatePatients(moment, accounts, sizes.patients)]

  // Recent patients have no history yet.
  const since = addDays(today, -historyDays)
  const regulars = patients.filter((patient) => patient.created_at < since)
  const mine = regulars.filter((patient) => patient.id === paciente.id || patient.id === paciente2.id)
  const of = (person: Person) => regulars.filter((patient) => patient.doctorIds.includes(person.id))

  function* appointments() {
    for (const [person, busiest] of [
      [doctora, 5],
      [doctor, 3],
      [admin, 1],
      [admin2, 1],
    ] as const) {
      const agenda = { doctorId: person.id, patients: of(person), busiest, fullToday: person === doctora }
      yield* generateAppointments(moment, agenda)
    }
  }

  return {
    accounts,
    people: [...doctors, ...patients.map(({ doctorIds: _, ...person }) => person)],
    links: patients.flatMap(({ id, doctorIds }) =>
      doctorIds.map((doctor_id) => ({ doctor_id, patient_id: id })),
    ),
    appointments: appointments(),
    studies: generateStudies(moment, { patients: regulars, mine, least: sizes.studies }),
    notes: generateNotes(moment, regulars),
    requests: generateRequests(moment, { known: regulars, count: sizes.requests, privacyVersion }),
    invoices: generateInvoices(moment, { patients: regulars, mine, count: sizes.invoices }),
    dentists: generateDentists(moment),
    applications: generateApplications(moment, admin.id, privacyVersion),
  }
}
