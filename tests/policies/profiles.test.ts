import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import {
  everyone,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { callers, emailOf, identityOf, type Person, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const subject = { table: 'public.profiles', rows: people }
const open = (Object.keys(people) as Person[]).filter((name) => !name.startsWith('closed'))
const doctors: Person[] = ['doctorA', 'doctorB', 'factorDoctor', 'admin', 'mainAdmin', 'newAdmin']

/** What a signature names beside the professional licence. */
const certified = ['specialty_license', 'specialty_certificate', 'certificate_until']

const ofAPatient = {
  done: ['full_name', 'phone', 'age', 'photo_path', 'wants_reminders', 'wants_mail'],
  rule: ['specialty', 'professional_license', 'role', 'may_report', ...certified],
  PT400: ['is_admin'],
}
const ofADentist = {
  ...ofAPatient,
  rule: ofAPatient.rule.filter((column) => column !== 'role'),
  PT400: ['is_admin', 'role'],
}
const ofADoctor = {
  done: [
    'full_name',
    'phone',
    'age',
    'photo_path',
    'specialty',
    'professional_license',
    'wants_reminders',
    'wants_mail',
    ...certified,
  ],
  rule: ['role', 'is_admin', 'may_report'],
}
const byAdmin = {
  done: [
    'full_name',
    'phone',
    'age',
    'specialty',
    'professional_license',
    'may_report',
    ...certified,
    'role',
  ],
  rule: ['photo_path', 'wants_reminders', 'wants_mail'],
}

/** What an administrator may do to each row; `self` may change their own photo and reminders. */
function asAdmin(self: 'admin' | 'mainAdmin') {
  const ofAdmin = { ...byAdmin, done: [...byAdmin.done.slice(0, -1), 'is_admin'], PT400: ['role'] }
  return {
    patientA: { ...byAdmin, PT400: ['is_admin'] },
    patientB: { ...byAdmin, PT400: ['is_admin'] },
    newPatient: { ...byAdmin, PT400: ['is_admin'] },
    dentist: { ...byAdmin, done: byAdmin.done.slice(0, -1), PT400: ['is_admin', 'role'] },
    doctorA: { ...byAdmin, done: [...byAdmin.done, 'is_admin'] },
    doctorB: { ...byAdmin, done: [...byAdmin.done, 'is_admin'] },
    factorDoctor: { ...byAdmin, done: [...byAdmin.done, 'is_admin'] },
    admin: self === 'admin' ? { ...ofAdmin, done: [...ofAdmin.done, ...byAdmin.rule], rule: [] } : ofAdmin,
    newAdmin: ofAdmin,
    mainAdmin: {
      done: [...byAdmin.done.slice(0, -1), ...(self === 'mainAdmin' ? byAdmin.rule : [])],
      rule: ['is_admin', ...(self === 'mainAdmin' ? [] : byAdmin.rule)],
      PT400: ['role'],
    },
  }
}

describe.each(engines())('profiles on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: ['patientA', 'doctorA', 'factorDoctor'],
    patientB: ['patientB', 'doctorB'],
    liar: ['patientB', 'doctorB'],
    doctorA: ['patientA', 'newPatient', ...doctors],
    doctorB: ['patientB', ...doctors],
    factorPassed: ['patientA', ...doctors],
    admin: open,
    mainAdmin: open,
    dentist: ['dentist'],
    ...withoutAnyRights([]),
    newPatient: ['newPatient'],
    newAdmin: ['newAdmin'],
    factorDue: ['factorDoctor'],
  })

  itInserts(
    world,
    'public.profiles',
    callers.map((caller) => [
      caller,
      'of a new person',
      { id: 'gen_random_uuid()', full_name: `'Alguien'`, email: `'alguien@fuera.test'`, role: `'patient'` },
      'no grant',
    ]),
  )

  itUpdates(world, {
    ...subject,
    values: {
      id: 'gen_random_uuid()',
      full_name: `'Otro Nombre'`,
      email: `'otro@clinica.test'`,
      phone: `'5559876543'`,
      role: `case role when 'doctor' then 'patient' else 'doctor' end`,
      specialty: `'Endodoncia'`,
      professional_license: `'7654321'`,
      age: '44',
      is_admin: 'not is_admin',
      photo_path: `id::text || '/otra.jpg'`,
      created_at: `'2020-01-01'`,
      wants_reminders: 'not wants_reminders',
      wants_mail: 'not wants_mail',
      may_report: 'not may_report',
      specialty_license: `'7654321'`,
      specialty_certificate: `'Consejo 12'`,
      certificate_until: `'2030-01-01'`,
      patient_number: '99999',
    },
    granted: [
      ...certified,
      'may_report',
      'wants_mail',
      'wants_reminders',
      'full_name',
      'phone',
      'age',
      'photo_path',
      'specialty',
      'professional_license',
      'role',
      'is_admin',
    ],
    may: {
      anonymous: nobody,
      patientA: { patientA: ofAPatient },
      patientB: { patientB: ofAPatient },
      liar: { patientB: ofAPatient },
      doctorA: { doctorA: ofADoctor },
      doctorB: { doctorB: ofADoctor },
      factorPassed: { factorDoctor: ofADoctor },
      admin: asAdmin('admin'),
      mainAdmin: asAdmin('mainAdmin'),
      dentist: { dentist: ofADentist },
      ...withoutAnyRights({}),
    },
  })

  itTouchesBlindly(world, subject, `update public.profiles set phone = '5559876543'`, {
    anonymous: nobody,
    patientA: ['patientA'],
    patientB: ['patientB'],
    liar: ['patientB'],
    doctorA: ['doctorA'],
    doctorB: ['doctorB'],
    factorPassed: ['factorDoctor'],
    admin: open,
    mainAdmin: open,
    dentist: ['dentist'],
    ...withoutAnyRights([]),
  })

  itDeletes(world, subject, everyone(nobody))

  const change = (stage: Stage, person: Person, set: string) =>
    stage.attempt(`update public.profiles set ${set} where id = $1`, [people[person]])

  it.each([
    ['admin', 'mainAdmin', `role = 'patient', is_admin = false`, 'rule'],
    ['mainAdmin', 'mainAdmin', `role = 'patient', is_admin = false`, 'rule'],
    ['mainAdmin', 'mainAdmin', `role = 'paciente', is_admin = false`, 'rule'],
    ['admin', 'doctorB', `role = 'patient', is_admin = true`, 'PT400'],
    ['admin', 'patientA', `role = 'doctor', is_admin = true`, 'done'],
    ['admin', 'admin', `role = 'patient', is_admin = false`, 'done'],
    ['admin', 'patientA', `role = 'paciente'`, 'done'],
    ['admin', 'patientA', `role = 'enfermera'`, 'PT400'],
    ['admin', 'patientA', `role = null`, 'PT400'],
    ['patientA', 'patientA', `role = 'paciente'`, 'rule'],
    ['patientA', 'patientA', `role = 'doctor', is_admin = true`, 'rule'],
    ['patientA', 'patientA', `photo_path = '${people.doctorA}/foto.jpg'`, '23514'],
    ['patientA', 'patientA', `photo_path = '${people.patientA}/../${people.doctorA}/foto.jpg'`, '23514'],
    ['patientA', 'patientA', `photo_path = null`, 'done'],
    ['patientA', 'patientA', `full_name = ' '`, 'PT400'],
    ['patientA', 'patientA', `full_name = repeat('x', 201)`, 'PT400'],
    ['patientA', 'patientA', `phone = '555' || repeat('-', 34) || '1234'`, 'PT400'],
    ['patientA', 'patientA', `age = 131`, 'PT400'],
    ['patientA', 'patientA', `age = -1`, 'PT400'],
    ['doctorA', 'doctorA', `specialty = repeat('x', 201)`, 'PT400'],
    ['doctorA', 'doctorA', `professional_license = repeat('x', 101)`, 'PT400'],
  ] as const)('%s changing %s, $2: $3', async (caller, person, set, expected) => {
    const found = await rehearse(world(), identityOf(caller), (stage) => change(stage, person, set))
    expect(found.outcome).toBe(expected)
  })

  it('lets an administrator who steps down do no more', async () => {
    const outcomes = await rehearse(world(), identityOf('admin'), async (stage) => [
      (await change(stage, 'admin', 'is_admin = false')).outcome,
      (await change(stage, 'doctorB', `phone = '1'`)).outcome,
      (await change(stage, 'admin', 'is_admin = true')).outcome,
    ])
    expect(outcomes).toEqual(['done', 'nothing', 'rule'])
  })

  it.each([
    ['an e-mail', 'patientA', `email = 'otro@clinica.test'`],
    ['an id', 'patientA', 'id = gen_random_uuid()'],
    ['the rights of the main administrator', 'mainAdmin', 'is_admin = false'],
    ['the role of the main administrator', 'mainAdmin', `role = 'patient', is_admin = false`],
  ] as const)('keeps %s, also for the service role and the owner', async (_what, person, set) => {
    expect(
      await rehearse(world(), serviceRole, async (stage) => (await change(stage, person, set)).outcome),
    ).toBe('rule')
    expect(await rehearseAsOwner(world(), async (stage) => (await change(stage, person, set)).outcome)).toBe(
      'rule',
    )
  })

  it('keeps the main administrator, and nobody else, from being erased', async () => {
    const outcomes = await rehearseAsOwner(world(), async (stage) => {
      const erase = (table: string, person: Person) =>
        stage.attempt(`delete from ${table} where id = $1`, [people[person]])
      return [
        (await erase('public.profiles', 'mainAdmin')).outcome,
        (await erase('auth.users', 'mainAdmin')).outcome,
        (await erase('auth.users', 'admin')).outcome,
      ]
    })
    expect(outcomes).toEqual(['rule', 'rule', 'done'])
  })

  it('finds the main administrator by the setting, however it is spelled', async () => {
    const outcome = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner(`update private.app_settings set value = $1 where key = 'admin_email'`, [
        ` ${emailOf('admin').toUpperCase()} `,
      ])
      return (await change(stage, 'admin', 'is_admin = false')).outcome
    })
    expect(outcome).toBe('rule')
  })
})
