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
import { identityOf, type Person, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { notes, useWorld } from './world.ts'

const subject = { table: 'public.medical_notes', rows: notes }

const note = (doctor: Person, patient: Person, other: Record<string, string> = {}) => ({
  patient_id: `'${people[patient]}'`,
  doctor_id: `'${people[doctor]}'`,
  note: `'Sin hallazgos.'`,
  ...other,
})
const own = (other: Record<string, string>) => note('doctorA', 'patientA', other)

describe.each(engines())('medical_notes on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor', 'ofClosedDoctor', 'ofFactorDoctor'],
    doctorB: ['B', 'ofFormerDoctor'],
    factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
    admin: [],
    mainAdmin: [],
    dentist: [],
    ...withoutAnyRights([]),
  })

  itInserts(world, 'public.medical_notes', [
    ['anonymous', 'like a doctor', own({}), 'no grant'],
    ['patientA', 'about themselves', own({}), 'policy'],
    ['patientA', 'as the doctor', note('patientA', 'patientA'), 'policy'],
    ['patientB', 'about themselves', note('doctorB', 'patientB'), 'policy'],
    ['liar', 'with lying claims', note('doctorB', 'patientB'), 'policy'],
    ['doctorA', 'about a linked patient', own({}), 'done'],
    ['doctorA', 'about a patient of another doctor', note('doctorA', 'patientB'), 'policy'],
    ['doctorA', 'about a closed patient', note('doctorA', 'closedPatient'), 'PT400'],
    ['doctorA', 'in the name of another doctor', note('doctorB', 'patientA'), 'policy'],
    ['doctorB', 'about a linked patient', note('doctorB', 'patientB'), 'done'],
    ['factorPassed', 'about a linked patient', note('factorDoctor', 'patientA'), 'done'],
    ['factorDue', 'before the second factor', note('factorDoctor', 'patientA'), 'policy'],
    ['admin', 'about a patient who is not linked', note('admin', 'patientA'), 'policy'],
    ['admin', 'in the name of a doctor', note('doctorA', 'patientA'), 'policy'],
    ['mainAdmin', 'about a patient who is not linked', note('mainAdmin', 'patientA'), 'policy'],
    ['newPatient', 'about themselves', note('doctorA', 'newPatient'), 'policy'],
    ['newAdmin', 'with a temporary password', note('newAdmin', 'patientA'), 'policy'],
    ['closedPatient', 'about somebody', own({}), 'policy'],
    ['closedDoctor', 'after being closed', note('closedDoctor', 'patientA'), 'policy'],
    ['erased', 'about somebody', own({}), 'policy'],
    ['doctorA', 'with an id of its own', own({ id: 'gen_random_uuid()' }), 'done'],
    ['doctorA', 'with an id that exists', own({ id: `'${notes.A}'` }), '23505'],
    ['doctorA', 'with the id of a note of another doctor', own({ id: `'${notes.B}'` }), '23505'],
    ['doctorB', 'with the id of a note, about a stranger', own({ id: `'${notes.A}'` }), 'policy'],
    ['patientA', 'with an id', own({ id: 'gen_random_uuid()' }), 'policy'],
    ['doctorA', 'with created_at', own({ created_at: 'now()' }), 'no grant'],
    ['doctorA', 'blank', own({ note: `E' \\n\\t '` }), 'PT400'],
    ['doctorA', 'null', own({ note: 'null' }), '23502'],
    ['doctorA', 'about nobody', own({ patient_id: 'null' }), 'policy'],
    ['doctorA', 'of 5000 characters', own({ note: `repeat('ñ', 5000)` }), 'done'],
    ['doctorA', 'of 5001 characters', own({ note: `repeat('ñ', 5001)` }), 'PT400'],
    ['doctorA', 'of 2 MB', own({ note: `repeat('x', 2000000)` }), 'PT400'],
  ])

  itUpdates(world, {
    ...subject,
    values: {
      id: 'gen_random_uuid()',
      patient_id: `'${people.patientB}'`,
      doctor_id: `'${people.doctorB}'`,
      note: `'Otra nota'`,
      created_at: `'2020-01-01'`,
    },
    granted: [],
    may: everyone({}),
  })

  itTouchesBlindly(world, subject, `update public.medical_notes set note = 'Otra nota'`, everyone(nobody))

  itDeletes(world, subject, everyone(nobody))

  it('lets an administrator who is linked read and write like any doctor', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
        people.admin,
        people.patientB,
      ])
      const written = await stage.attempt(
        'insert into public.medical_notes (patient_id, doctor_id, note) values ($1, $2, $3)',
        [people.patientB, people.admin, 'Sin hallazgos.'],
      )
      return [written.outcome, (await stage.attempt('select id from public.medical_notes')).rows.length]
    })
    expect(found).toEqual(['done', 3])
  })

  it('says in Spanish what is wrong with a note', async () => {
    const messages = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const write = (text: string) =>
        stage.attempt('insert into public.medical_notes (patient_id, doctor_id, note) values ($1, $2, $3)', [
          people.patientA,
          people.doctorA,
          text,
        ])
      return [(await write('')).message, (await write('x'.repeat(5001))).message]
    })
    expect(messages).toEqual(['Nota: es un dato obligatorio.', 'Nota: escribe como máximo 5000 caracteres.'])
  })

  it('only ever adds notes, also for the service role and the owner', async () => {
    const tryAll = async (stage: Stage) => {
      const outcomes: string[] = []
      for (const statement of [
        `update public.medical_notes set note = 'Otra nota'`,
        'delete from public.medical_notes',
        'truncate public.medical_notes',
        'truncate public.profiles cascade',
      ])
        outcomes.push((await stage.attempt(statement)).outcome)
      return outcomes
    }
    expect(await rehearseAsOwner(world(), tryAll)).toEqual(['rule', 'rule', 'rule', 'rule'])
    expect(await rehearse(world(), serviceRole, tryAll)).toEqual(['rule', 'rule', 'rule', 'no grant'])
  })
})
