import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { itDeletes, itInserts, itShows, itTouchesBlindly, itUpdates, withoutAnyRights } from './matrix.ts'
import { identityOf, type Person, people } from './people.ts'
import { rehearse, rehearseAsOwner } from './rehearse.ts'
import { deletedStudy, type Pair, pathOf, studies, useWorld } from './world.ts'

const subject = { table: 'public.studies', rows: studies }
const all = Object.keys(studies) as Pair[]
const ofDoctorA: Pair[] = ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor']
const none: Pair[] = []

const study = (doctor: Person, patient: Person, other: Record<string, string> = {}) => ({
  patient_id: `'${people[patient]}'`,
  doctor_id: `'${people[doctor]}'`,
  study_type: `'Escaneo Intraoral'`,
  study_date: `'2026-01-05'`,
  ...other,
})
const today = `(now() at time zone 'America/Mexico_City')::date`
const link = (url: string) => study('doctorA', 'patientA', { file_url: `'${url}'` })
const file = (path: string, name = `'estudio.zip'`) =>
  study('doctorA', 'patientA', { file_url: `'${path}'`, file_name: name })

const granted = [
  'patient_id',
  'doctor_id',
  'study_type',
  'study_date',
  'comments',
  'file_url',
  'file_name',
  'report_needed',
  'arch',
]
const byAuthor = {
  done: ['study_type', 'study_date', 'comments', 'file_url', 'file_name', 'report_needed', 'arch'],
  rule: ['patient_id', 'doctor_id'],
}
const byAdmin = {
  ...Object.fromEntries(all.map((name) => [name, { done: granted }])),
  // Its file stays in the folder of patient A.
  A: { done: granted.slice(1), PT400: ['patient_id'] },
}

describe.each(engines())('studies on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
    patientB: ['B', 'ofFormerDoctor'],
    liar: ['B', 'ofFormerDoctor'],
    doctorA: [...ofDoctorA, 'ofClosedDoctor', 'ofFactorDoctor'],
    doctorB: ['B', 'ofFormerDoctor'],
    factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: none,
    ...withoutAnyRights(none),
  })

  itInserts(world, 'public.studies', [
    ['anonymous', 'like a doctor', study('doctorA', 'patientA'), 'no grant'],
    ['patientA', 'about themselves', study('doctorA', 'patientA'), 'policy'],
    ['patientA', 'as the doctor', study('patientA', 'patientA'), 'policy'],
    ['patientB', 'about themselves', study('doctorB', 'patientB'), 'policy'],
    ['liar', 'with lying claims', study('doctorB', 'patientB'), 'policy'],
    ['doctorA', 'of a linked patient', study('doctorA', 'patientA'), 'done'],
    ['doctorA', 'of a linked patient who has not signed in yet', study('doctorA', 'newPatient'), 'done'],
    ['doctorA', 'of a patient of another doctor', study('doctorA', 'patientB'), 'policy'],
    ['doctorA', 'of a closed patient', study('doctorA', 'closedPatient'), 'PT400'],
    ['doctorA', 'of nobody', { ...study('doctorA', 'patientA'), patient_id: 'null' }, 'policy'],
    ['doctorA', 'of a doctor', study('doctorA', 'doctorB'), 'policy'],
    ['doctorA', 'in the name of another doctor', study('doctorB', 'patientA'), 'policy'],
    ['doctorA', 'in the name of nobody', { ...study('doctorA', 'patientA'), doctor_id: 'null' }, 'policy'],
    ['doctorB', 'of a linked patient', study('doctorB', 'patientB'), 'done'],
    ['factorPassed', 'of a linked patient', study('factorDoctor', 'patientA'), 'done'],
    ['factorDue', 'before the second factor', study('factorDoctor', 'patientA'), 'policy'],
    ['admin', 'of any patient by any doctor', study('doctorB', 'patientA'), 'done'],
    ['admin', 'of any patient by themselves', study('admin', 'patientA'), 'done'],
    ['admin', 'of nobody by nobody', { study_date: `'2026-01-05'` }, 'done'],
    ['admin', 'by a closed doctor', study('closedDoctor', 'patientA'), 'PT400'],
    ['admin', 'by a patient', study('patientB', 'patientA'), 'PT400'],
    ['admin', 'of a doctor', study('doctorA', 'doctorB'), 'PT400'],
    ['mainAdmin', 'of any patient by any doctor', study('doctorA', 'patientB'), 'done'],
    ['newPatient', 'about themselves', study('doctorA', 'newPatient'), 'policy'],
    ['newAdmin', 'with a temporary password', study('newAdmin', 'patientA'), 'policy'],
    ['closedPatient', 'about somebody', study('doctorA', 'patientA'), 'policy'],
    ['closedDoctor', 'of a linked patient', study('doctorA', 'patientA'), 'policy'],
    ['erased', 'about somebody', study('doctorA', 'patientA'), 'policy'],

    ['doctorA', 'with an id of its own', study('doctorA', 'patientA', { id: 'gen_random_uuid()' }), 'done'],
    ['admin', 'with an id of its own', study('doctorA', 'patientA', { id: 'gen_random_uuid()' }), 'done'],
    ['doctorA', 'with an id that exists', study('doctorA', 'patientA', { id: `'${studies.A}'` }), '23505'],
    [
      'doctorA',
      'with the id of another doctor’s',
      study('doctorA', 'patientA', { id: `'${studies.B}'` }),
      '23505',
    ],
    [
      'doctorA',
      'with the id of a deleted one',
      study('doctorA', 'patientA', { id: `'${deletedStudy}'` }),
      'PT400',
    ],
    [
      'admin',
      'with the id of a deleted one',
      study('doctorA', 'patientA', { id: `'${deletedStudy}'` }),
      'PT400',
    ],
    ['doctorA', 'of today', study('doctorA', 'patientA', { study_date: today }), 'done'],
    ['doctorA', 'of tomorrow', study('doctorA', 'patientA', { study_date: `${today} + 1` }), 'PT400'],
    ['admin', 'of tomorrow', study('doctorA', 'patientA', { study_date: `${today} + 1` }), 'PT400'],
    [
      'doctorA',
      'of the first day of 1990',
      study('doctorA', 'patientA', { study_date: `'1990-01-01'` }),
      'done',
    ],
    ['doctorA', 'of the day before', study('doctorA', 'patientA', { study_date: `'1989-12-31'` }), 'PT400'],
    ['doctorA', 'with created_at', study('doctorA', 'patientA', { created_at: 'now()' }), 'no grant'],
    ['admin', 'with created_at', study('doctorA', 'patientA', { created_at: 'now()' }), 'no grant'],
    ['doctorA', 'without a date', study('doctorA', 'patientA', { study_date: 'null' }), '23502'],
    [
      'doctorA',
      'with 2 MB of comments',
      study('doctorA', 'patientA', { comments: `repeat('x', 2000000)` }),
      'PT400',
    ],
    [
      'doctorA',
      'with 5000 characters',
      study('doctorA', 'patientA', { comments: `repeat('ñ', 5000)` }),
      'done',
    ],

    ['doctorA', 'with a link', link('https://archivos.test/a?b=c#d'), 'done'],
    ['doctorA', 'with a link in capitals', link('HTTPS://ARCHIVOS.TEST/A'), 'done'],
    ['doctorA', 'with an http link', link('http://archivos.test/a'), 'PT400'],
    ['doctorA', 'with a javascript link', link('javascript:alert(1)'), 'PT400'],
    ['doctorA', 'with a JavaScript link', link(' JavaScript:alert(1)'), 'PT400'],
    ['doctorA', 'with a data link', link('data:text/html,x'), 'PT400'],
    ['doctorA', 'with a file link', link('file:///etc/passwd'), 'PT400'],
    ['doctorA', 'with a link without a scheme', link('//archivos.test/a'), 'PT400'],
    ['doctorA', 'with a link to nowhere', link('https://'), 'PT400'],
    ['doctorA', 'with a link with a space', link('https://archivos.test/a b'), 'PT400'],
    [
      'doctorA',
      'with a link of 2 MB',
      study('doctorA', 'patientA', { file_url: `'https://a.mx/' || repeat('x', 2000000)` }),
      'PT400',
    ],
    ['doctorA', 'with an empty link', link(' '), 'done'],
    ['doctorA', 'with a file of the patient', file(`${people.patientA}/otro.zip`), 'done'],
    ['doctorA', 'with a file deeper in the folder', file(`${people.patientA}/2026/otro.zip`), 'done'],
    ['doctorA', 'with a file without a name', file(`${people.patientA}/otro.zip`, 'null'), 'PT400'],
    ['doctorA', 'with a file of another patient', file(`${people.patientB}/otro.zip`), 'PT400'],
    ['doctorA', 'with the folder itself', file(`${people.patientA}/`), 'PT400'],
    [
      'doctorA',
      'with a way out of the folder',
      file(`${people.patientA}/../${people.patientB}/otro.zip`),
      'PT400',
    ],
    ['doctorA', 'with a dot folder', file(`${people.patientA}/./otro.zip`), 'PT400'],
    ['doctorA', 'with a double slash', file(`${people.patientA}//otro.zip`), 'PT400'],
    [
      'doctorA',
      'with a backslash',
      study('doctorA', 'patientA', {
        file_url: `'${people.patientA}/..' || chr(92) || 'otro.zip'`,
        file_name: `'a'`,
      }),
      'PT400',
    ],
    [
      'doctorA',
      'with a control character',
      study('doctorA', 'patientA', {
        file_url: `'${people.patientA}/o' || chr(10) || 'tro.zip'`,
        file_name: `'a'`,
      }),
      'PT400',
    ],
    ['doctorA', 'with a leading slash', file(`/${people.patientA}/otro.zip`), 'PT400'],
    ['doctorA', 'with a folder that only starts alike', file(`${people.patientA}0/otro.zip`), 'PT400'],
    ['doctorA', 'with the file of a deleted study', file(pathOf('archived')), 'PT400'],
    ['admin', 'with the file of a deleted study', file(pathOf('archived')), 'PT400'],
    ['admin', 'with a file of another patient', file(`${people.patientB}/otro.zip`), 'PT400'],
    ['admin', 'with an http link', link('http://archivos.test/a'), 'PT400'],
    [
      'admin',
      'with a file of nobody',
      { study_date: `'2026-01-05'`, file_url: `'${people.patientA}/otro.zip'`, file_name: `'a'` },
      'PT400',
    ],
  ])

  itUpdates(world, {
    ...subject,
    values: {
      report_needed: 'not report_needed',
      arch: `'[[1, 2]]'`,
      id: 'gen_random_uuid()',
      patient_id: `case patient_id when '${people.patientA}' then '${people.patientB}' else '${people.patientA}' end::uuid`,
      doctor_id: `case doctor_id when '${people.doctorA}' then '${people.doctorB}' else '${people.doctorA}' end::uuid`,
      study_type: `'Radiografía Panorámica'`,
      study_date: `'2026-02-06'`,
      comments: `'Otro comentario'`,
      file_url: `'https://otro.test/archivo'`,
      file_name: `'otro.zip'`,
      created_at: `'2020-01-01'`,
    },
    granted,
    may: {
      anonymous: nobody,
      patientA: {},
      patientB: {},
      liar: {},
      doctorA: Object.fromEntries(ofDoctorA.map((name) => [name, byAuthor])),
      doctorB: { B: byAuthor },
      factorPassed: { ofFactorDoctor: byAuthor },
      admin: byAdmin,
      mainAdmin: byAdmin,
      dentist: {},
      ...withoutAnyRights({}),
    },
  })

  itTouchesBlindly(world, subject, `update public.studies set comments = 'Otro comentario'`, {
    anonymous: nobody,
    patientA: none,
    patientB: none,
    liar: none,
    doctorA: ofDoctorA,
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: none,
    ...withoutAnyRights(none),
  })

  itDeletes(world, subject, {
    anonymous: nobody,
    patientA: none,
    patientB: none,
    liar: none,
    doctorA: ofDoctorA,
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: none,
    ...withoutAnyRights(none),
  })

  it.each([
    ['doctorA', `file_url = '${people.patientB}/libre.zip', file_name = 'libre.zip'`],
    ['doctorA', `file_url = 'http://archivos.test/a'`],
    ['doctorA', `file_url = 'javascript:alert(1)'`],
    ['admin', `file_url = '${people.patientB}/libre.zip', file_name = 'libre.zip'`],
    ['doctorA', `file_url = '${pathOf('archived')}', file_name = 'borrado.zip'`],
    ['admin', `file_url = '${pathOf('archived')}', file_name = 'borrado.zip'`],
    ['admin', `patient_id = '${people.doctorB}'`],
    ['admin', `doctor_id = '${people.patientB}'`],
  ] as const)('refuses %s changing a study to $1', async (caller, set) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      stage.attempt(`update public.studies set ${set} where id = $1`, [studies.A]),
    )
    expect(found.outcome).toBe('PT400')
  })

  it('binds the owner to the path rules as well', async () => {
    const outcome = await rehearseAsOwner(world(), (stage) =>
      stage.attempt('update public.studies set file_url = $1 where id = $2', [pathOf('B'), studies.A]),
    )
    expect(outcome.outcome).toBe('PT400')
  })

  it.each(['doctorA', 'admin'] as const)(
    'archives what %s deletes: who, when, the row and its file',
    async (caller) => {
      const archived = await rehearse(world(), identityOf(caller), async (stage) => {
        await stage.attempt('delete from public.studies where id in ($1, $2)', [
          studies.A,
          studies.ofNewPatient,
        ])
        return stage.owner(
          `select id::text, study ->> 'study_type' as study_type, patient_id::text, doctor_id::text, file_path,
           deleted_by::text, deleted_at = now() as now
         from private.deleted_studies where id in ($1, $2) order by id`,
          [studies.A, studies.ofNewPatient],
        )
      })
      const deleted = {
        study_type: 'Escaneo Intraoral',
        doctor_id: people.doctorA,
        deleted_by: people[caller],
        now: true,
      }
      expect(archived).toEqual([
        { ...deleted, id: studies.A, patient_id: people.patientA, file_path: pathOf('named') },
        { ...deleted, id: studies.ofNewPatient, patient_id: people.newPatient, file_path: null },
      ])
    },
  )

  it('a date from before the rule stays, and whoever changes it keeps to the rule', async () => {
    const outcomes = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.owner(`update public.studies set study_date = '1900-01-01' where id = $1`, [studies.A])
      const set = async (date: string) => {
        const sql = `update public.studies set comments = $1, study_date = ${date} where id = $2`
        return (await stage.attempt(sql, [`Del ${date}`, studies.A])).outcome
      }
      return [
        await set(`'1900-01-01'`),
        await set(`'1989-12-31'`),
        await set(`${today} + 1`),
        await set(today),
      ]
    })
    expect(outcomes).toEqual(['done', 'PT400', 'PT400', 'done'])
  })

  it('links patient and doctor of a study that an administrator makes or moves', async () => {
    const links = await rehearse(world(), identityOf('admin'), async (stage) => {
      const read = () =>
        stage.owner(
          `select doctor_id::text, patient_id::text, created_by::text from private.doctor_patients
           where doctor_id = $1 order by patient_id`,
          [people.doctorB],
        )
      const before = await read()
      await stage.attempt('update public.studies set doctor_id = $1 where id = $2', [
        people.doctorB,
        studies.A,
      ])
      return [before.length, await read()]
    })
    expect(links).toEqual([
      1,
      [
        { doctor_id: people.doctorB, patient_id: people.patientA, created_by: people.admin },
        { doctor_id: people.doctorB, patient_id: people.patientB, created_by: null },
      ],
    ])
  })
})
