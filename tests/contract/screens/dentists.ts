import { randomUUID } from 'node:crypto'
import type { Place } from '../place.ts'
import { type Case, read } from '../query-case.ts'
import { ended, type Write } from '../write-case.ts'

/** Who asked for an account. */
export const reads: readonly Case[] = [
  [
    'dentistApplicationsQuery',
    'all',
    (q) => read(q.dentistApplicationsQuery()),
    { some: 'admin', none: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
  ],
]

const dentist = (id: string) => ({
  full_name: ' Dra. Luz Mora ',
  email: `${id}@clinica.test`,
  practice: ' Dental Mora ',
  phone: '962 111 2233',
  address: '',
  licence: '7654321',
})

const fromNowhere = { referrer_key: null, application_id: null }

const application = (id: string) =>
  `select state, decided_by from public.dentist_applications where id = '${id}'`

async function applicationRow({ product }: Place): Promise<string> {
  const id = randomUUID()
  await product.database.query(
    `insert into public.dentist_applications (id, full_name, practice, email, phone)
     values ($1, 'Luz Mora', 'Dental Mora', $2, '9621112233')`,
    [id, `${id}@fuera.test`],
  )
  return id
}

async function dentistRow(place: Place): Promise<string> {
  const id = randomUUID()
  const made = await place.screen('admin').inviteDentist(dentist(id), fromNowhere, id)
  if (made.outcome !== 'created') throw new Error(made.message)
  return made.id
}

/** Accounts of dentists who refer, and the answers to who asked for one. */
export const writes: readonly Write[] = [
  [
    'inviteDentist',
    'for whom nobody asked',
    {
      run: (q, _, id) => q.inviteDentist(dentist(id), fromNowhere, id),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para crear cuentas.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) =>
        `select p.full_name, p.role, d.practice, d.address, d.phone, d.licence, d.approved_by
         from public.profiles p left join public.dentists d on d.id = p.id where p.email = '${id}@clinica.test'`,
      // A doctor's is a patient whatever else is asked for.
      after: (_, place, me) => [
        me === place.id('admin')
          ? {
              full_name: 'Dra. Luz Mora',
              role: 'dentist',
              practice: 'Dental Mora',
              address: null,
              phone: '962 111 2233',
              licence: '7654321',
              approved_by: me,
            }
          : { full_name: 'Dra. Luz Mora', role: 'patient', practice: null },
      ],
    },
  ],
  [
    'inviteDentist',
    'for an application',
    {
      row: applicationRow,
      run: (q, _, id) =>
        q.inviteDentist(dentist(randomUUID()), { ...fromNowhere, application_id: id }, randomUUID()),
      answers: {
        done: 'admin',
        // They make a patient of it.
        nothing: 'doctora doctor',
        'forbidden: No tienes permiso para crear cuentas.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: application,
      after: (_, __, me) => [{ state: 'aprobada', decided_by: me }],
    },
  ],
  [
    'rejectDentist',
    'an application',
    {
      row: applicationRow,
      run: (q, _, id) => q.rejectDentist(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para responder solicitudes de acceso.':
          'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: application,
      after: (_, __, me) => [{ state: 'rechazada', decided_by: me }],
    },
  ],
  [
    'closeDentist',
    'an account',
    {
      row: dentistRow,
      run: (q, _, id) => q.closeDentist(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para cerrar el acceso de un dentista.':
          'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select active from public.dentists where id = '${id}'`,
      after: () => [{ active: false }],
    },
  ],
]
