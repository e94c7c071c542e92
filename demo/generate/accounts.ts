import { createRandom } from './random.ts'

type Role = 'doctor' | 'patient' | 'paciente'

/** A person with an account, as in `profiles`. */
export type Person = {
  id: string
  full_name: string
  email: string
  phone: string | null
  role: Role
  specialty: string | null
  professional_license: string | null
  age: number | null
  is_admin: boolean
}

export const demoPassword = 'Demo-2026!'

export const mainAdminEmail = 'admin@clinica.test'

type Named = Omit<Person, 'id'> & { email: `${string}@clinica.test` }

const radiology = 'Radiología Bucal y Maxilofacial'

const people = {
  admin: {
    full_name: 'Dra. Valeria Montes Ibarra',
    email: mainAdminEmail,
    phone: '962 010 0001',
    role: 'doctor',
    specialty: radiology,
    professional_license: '10200301',
    age: 46,
    is_admin: true,
  },
  admin2: {
    full_name: 'Dr. Rafael Ibáñez Luna',
    email: 'admin2@clinica.test',
    phone: '962 010 0002',
    role: 'doctor',
    specialty: 'Cirugía Maxilofacial',
    professional_license: '10200302',
    age: 51,
    is_admin: true,
  },
  doctora: {
    full_name: 'Dra. Lucía Ferrer Soto',
    email: 'doctora@clinica.test',
    phone: '962 010 0003',
    role: 'doctor',
    specialty: radiology,
    professional_license: '10200303',
    age: 38,
    is_admin: false,
  },
  doctor: {
    full_name: 'Dr. Andrés Quintana Ruiz',
    email: 'doctor@clinica.test',
    phone: '962 010 0004',
    role: 'doctor',
    specialty: 'Ortodoncia',
    professional_license: '10200304',
    age: 42,
    is_admin: false,
  },
  paciente: {
    full_name: 'Mariana López Hernández',
    email: 'paciente@clinica.test',
    phone: '962 010 0005',
    role: 'patient',
    specialty: null,
    professional_license: null,
    age: 29,
    is_admin: false,
  },
  paciente2: {
    full_name: 'Jorge Méndez Cruz',
    email: 'paciente2@clinica.test',
    phone: '962 010 0006',
    role: 'paciente',
    specialty: null,
    professional_license: null,
    age: 55,
    is_admin: false,
  },
} as const satisfies Record<string, Named>

export type Accounts = Record<keyof typeof people, Person>

/** The accounts that the demo prints, with ids from the seed. */
export function accountsOf(seed: number): Accounts {
  const random = createRandom(seed, 'accounts')
  return {
    admin: { id: random.uuid(), ...people.admin },
    admin2: { id: random.uuid(), ...people.admin2 },
    doctora: { id: random.uuid(), ...people.doctora },
    doctor: { id: random.uuid(), ...people.doctor },
    paciente: { id: random.uuid(), ...people.paciente },
    paciente2: { id: random.uuid(), ...people.paciente2 },
  }
}
