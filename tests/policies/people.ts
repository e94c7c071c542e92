import type { Identity } from '#server/identity.ts'

/** A fixed id, so that a failing test names the same row every time. */
export const uuid = (kind: string, number: number) =>
  `00000000-0000-4000-${kind}-${String(number).padStart(12, '0')}`

const person = (number: number) => uuid('8000', number)

/** Everybody with a row in `auth.users`. */
export const people = {
  patientA: person(1),
  /** Spelled 'paciente'. */
  patientB: person(2),
  doctorA: person(3),
  doctorB: person(4),
  admin: person(5),
  mainAdmin: person(6),
  /** Two accounts that must still change their temporary password. */
  newPatient: person(7),
  newAdmin: person(8),
  closedPatient: person(9),
  closedDoctor: person(10),
  /** A doctor with a verified second factor. */
  factorDoctor: person(11),
  dentist: person(12),
} as const

export type Person = keyof typeof people

export const emailOf = (name: Person) => `${name.toLowerCase()}@clinica.test`

/** Everybody who may call the API. */
export const callers = [
  'anonymous',
  'patientA',
  'patientB',
  'doctorA',
  'doctorB',
  'admin',
  'mainAdmin',
  'newPatient',
  'newAdmin',
  'closedPatient',
  'closedDoctor',
  /** A valid token whose account is gone. */
  'erased',
  /** Second factor not passed (aal1), and passed (aal2). */
  'factorDue',
  'factorPassed',
  /** Patient B with false claims about e-mail, role and rights: must see and do what patient B does. */
  'liar',
  /** Refers patients, and is none: reads and changes nothing but the own account. */
  'dentist',
] as const

export type Caller = (typeof callers)[number]

export const anonymous: Identity = { role: 'anon', claims: { role: 'anon' } }
export const serviceRole: Identity = { role: 'service_role', claims: { role: 'service_role' } }

function tokenOf(name: Person, claims: Record<string, unknown> = {}): Identity {
  return {
    role: 'authenticated',
    claims: { sub: people[name], role: 'authenticated', aal: 'aal1', email: emailOf(name), ...claims },
  }
}

export const erasedId = person(99)

/** The identity of each caller, as the backend would verify it. */
export function identityOf(caller: Caller): Identity {
  switch (caller) {
    case 'anonymous':
      return anonymous
    case 'erased':
      return { role: 'authenticated', claims: { sub: erasedId, role: 'authenticated', aal: 'aal1' } }
    case 'factorDue':
      return tokenOf('factorDoctor')
    case 'factorPassed':
      return tokenOf('factorDoctor', { aal: 'aal2' })
    case 'liar':
      return tokenOf('patientB', {
        email: emailOf('patientA'),
        is_admin: true,
        app_metadata: { is_admin: true, role: 'doctor', roles: ['admin', 'service_role'] },
        user_metadata: { is_admin: true, role: 'doctor', email: emailOf('mainAdmin') },
      })
    default:
      return tokenOf(caller)
  }
}
