import { addDays } from '#domain/days.ts'
import type { RequestRow } from '#domain/request-form.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { studyTypes } from '#domain/study.ts'
import type { Person } from './accounts.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import { referringDoctors } from './names.ts'
import { inventedName, inventedPhone, slug } from './patients.ts'
import { createRandom } from './random.ts'

export type StudyRequestRow = Omit<RequestRow, 'status'> & {
  status: RequestStatus
  privacy_accepted_at: string
  created_at: string
}

const pendingToday = 7

const earlierStatuses = ['aceptada', 'aceptada', 'rechazada', 'pendiente'] as const

const notes = [
  'Me urge para una cirugía de terceros molares.',
  'Necesito el estudio en CD y por correo.',
  'Tengo alergia al látex.',
  'Prefiero por la mañana, trabajo en la tarde.',
  'Es para iniciar tratamiento de ortodoncia.\nMi hijo es menor de edad, lo acompaño yo.',
]

/**
 * `count` study requests, oldest first; the last seven are from today and pending. Accepted ones, and some
 * others, come from people in `known`; the rest have no account.
 */
export function* generateRequests(
  moment: Moment,
  { known, count, privacyVersion }: { known: readonly Person[]; count: number; privacyVersion: string },
): Generator<StudyRequestRow> {
  const random = createRandom(moment.seed, 'requests')
  const { today } = moment
  const instants = Array.from({ length: count }, (_request, index) =>
    instantOf(addDays(today, index < pendingToday ? 0 : -random.whole(1, historyDays)), moment, random),
  ).sort()

  for (const [index, created_at] of instants.entries()) {
    const isTodays = index >= count - pendingToday
    const status = isTodays ? 'pendiente' : random.pick(earlierStatuses)
    const person = status === 'aceptada' || index % 6 === 0 ? known[index % known.length] : undefined
    const name = person?.full_name ?? inventedName(random)
    yield {
      patient_name: name,
      patient_email: person?.email ?? `${slug(name)}.s${index + 1}@correo.test`,
      patient_phone: person?.phone ?? inventedPhone(random),
      patient_age: person === undefined ? (random.chance(0.8) ? random.whole(6, 84) : null) : person.age,
      study_type: random.pick(studyTypes),
      tentative_date: random.chance(0.7) ? addDays(created_at.slice(0, 10), random.whole(0, 20)) : null,
      referring_doctor: random.chance(0.75) ? random.pick(random.pick(referringDoctors)) : null,
      notes: random.chance(0.4) ? random.pick(notes) : null,
      status,
      privacy_version: privacyVersion,
      privacy_accepted_at: created_at,
      created_at,
    }
  }
}
