import { addDays } from '#domain/days.ts'
import { instantOf, type Moment } from './moment.ts'
import { createRandom } from './random.ts'

/** The account of a dentist who refers. */
export type DentistPerson = {
  id: string
  full_name: string
  email: string
  phone: string
  role: 'dentist'
  created_at: string
  dentist: { practice: string; address?: string; licence?: string }
}

export type ApplicationRow = {
  full_name: string
  practice: string
  licence: string | null
  email: string
  phone: string
  privacy_version: string
  asked_at: string
  state: 'pendiente' | 'rechazada'
  decided_by: string | null
  decided_at: string | null
}

type Named = Omit<DentistPerson, 'id' | 'role' | 'created_at'>

/** Two dentists, each under a name that many requests give, and how many days ago they came. */
export const dentistPeople: readonly { days: number; person: Named }[] = [
  {
    days: 60,
    person: {
      full_name: 'Dr. Juan Pérez',
      email: 'dentista@clinica.test',
      phone: '962 010 0007',
      dentist: {
        practice: 'Clínica Dental Pérez',
        address: 'Av. Hidalgo 14, Centro',
        licence: '7654321',
      },
    },
  },
  {
    days: 21,
    person: {
      full_name: 'Dra. Sofía Narváez',
      email: 'dentista2@clinica.test',
      phone: '962 010 0008',
      dentist: { practice: 'Ortodoncia Narváez' },
    },
  },
]

/** The same with ids from the seed. */
export function generateDentists(moment: Moment): DentistPerson[] {
  const random = createRandom(moment.seed, 'dentists')
  return dentistPeople.map(({ days, person }) => ({
    id: random.uuid(),
    role: 'dentist',
    created_at: instantOf(addDays(moment.today, -days), moment, random),
    ...person,
  }))
}

/** Who asked for an account: two wait, and one was rejected by this administrator. */
export function generateApplications(
  moment: Moment,
  admin: string,
  privacyVersion: string,
): ApplicationRow[] {
  const random = createRandom(moment.seed, 'applications')
  const at = (days: number) => instantOf(addDays(moment.today, -days), moment, random)
  const open = { state: 'pendiente', decided_by: null, decided_at: null } as const
  return [
    {
      full_name: 'Dra. Beatriz Luna Cancino',
      practice: 'Endodoncia Luna',
      licence: '8123456',
      email: 'beatriz.luna@correo.test',
      phone: '962 555 0141',
      privacy_version: privacyVersion,
      asked_at: at(1),
      ...open,
    },
    {
      full_name: 'Héctor Grajales Mora',
      practice: 'Consultorio Dental Grajales',
      licence: null,
      email: 'hector.grajales@correo.test',
      phone: '962 555 0142',
      privacy_version: privacyVersion,
      asked_at: at(3),
      ...open,
    },
    {
      full_name: 'Ventas Insumos',
      practice: 'Insumos del Sur',
      licence: null,
      email: 'ventas@correo.test',
      phone: '962 555 0143',
      privacy_version: privacyVersion,
      asked_at: at(12),
      state: 'rechazada',
      decided_by: admin,
      decided_at: at(11),
    },
  ]
}
