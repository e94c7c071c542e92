import { describe, expect, it } from 'vitest'
import { names as goodNames, noNames } from '#domain/name.cases.ts'
import { firstNameCases } from '#domain/person.cases.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, identityOf, people, serviceRole } from './people.ts'
import { call, rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, invoices, notes, requests, studies, useWorld } from './world.ts'

describe.each(engines())('names beside a row on $name', (engine) => {
  const world = useWorld(engine)

  const names = (stage: Stage) =>
    call(
      stage,
      `select json_build_object('row', 'cita', 'patient', public.patient_name(t), 'doctor', public.doctor_name(t),
         'specialty', public.doctor_specialty(t)) as value from public.citas t where t.id = '${appointments.ofClosedDoctor}'
       union all select json_build_object('row', 'study', 'patient', public.patient_name(t), 'doctor', public.doctor_name(t))
         from public.studies t where t.id = '${studies.ofClosedDoctor}'
       union all select json_build_object('row', 'invoice', 'patient', public.patient_name(t), 'doctor',
         public.doctor_name(t), 'specialty', public.doctor_specialty(t), 'license', public.doctor_license(t))
         from public.invoices t where t.id = '${invoices.ofClosedDoctor}'
       union all select json_build_object('row', 'note', 'doctor', public.doctor_name(t))
         from public.medical_notes t where t.id = '${notes.ofClosedDoctor}'`,
    )
  const patient = 'Nombre patientA'
  const doctor = 'Nombre closedDoctor'
  const appointment = { row: 'cita', patient, doctor, specialty: 'Ortodoncia' }
  const study = { row: 'study', patient, doctor }
  const invoice = { row: 'invoice', patient, doctor, specialty: 'Ortodoncia', license: '1234567' }
  const note = { row: 'note', doctor }

  it('are letters and what joins them, as the portal has it', async () => {
    const rows = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select name, private.is_name(name) as fits from unnest($1::text[]) with ordinality as t (name, place) order by place`,
        [[...goodNames, ...noNames]],
      ),
    )
    expect(rows).toEqual([
      ...goodNames.map((name) => ({ name, fits: true })),
      ...noNames.map((name) => ({ name, fits: false })),
    ])
  })

  it('refuse an address or a hidden sign through every door, and leave what is stored', async () => {
    const refusal = 'Nombre: usa solo letras, espacios, puntos, apóstrofos y guiones.'
    const outcomes = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(`update public.profiles set full_name = 'Ana 2' where id = $1`, [people.patientA])
      await stage.owner(`update public.study_requests set patient_name = 'Ana 2' where id = $1`, [requests.A])
      const said = async (sql: string, params: readonly unknown[] = []) => {
        const { outcome, message } = await stage.attempt(sql, params)
        return message || outcome
      }
      return [
        await said(`update public.profiles set full_name = 'https://x.test' where id = '${people.patientA}'`),
        await said(`update public.profiles set full_name = 'Ana 2', age = 4 where id = '${people.patientA}'`),
        await said(`update public.study_requests set patient_name = 'Ana\u202e' where id = ${requests.A}`),
        await said(
          `update public.study_requests set patient_name = 'Ana 2', status = 'aceptada' where id = ${requests.A}`,
        ),
        await said(`select public.prepare_account('{"full_name": "x.test/a", "email": "x@fuera.test"}')`),
        await said(
          `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
           values ('Ana 2', 'a@b.test', '962 000 0000', 'Escaneo Intraoral')`,
        ),
      ]
    })
    expect(outcomes).toEqual([refusal, 'done', refusal, 'done', refusal, refusal])
    const booked = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.owner(`update public.profiles set full_name = 'Ana 2' where id = $1`, [people.patientA])
      const book = async (time: string, name: string) => {
        const { outcome, message } = await stage.attempt(
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
           values ($1, $2, '2099-01-06', $3, 'Escaneo Intraoral', $4)`,
          [people.patientA, people.doctorA, time, name],
        )
        return message || outcome
      }
      return [await book('09:30', 'Ana 3'), await book('10:00', 'Ana 2')]
    })
    expect(booked).toEqual([refusal, 'done'])
  })

  it('greet as the portal does', async () => {
    const called = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select name, private.first_name(name) as called from unnest($1::text[]) with ordinality as t (name, place) order by place`,
        [firstNameCases.map(([name]) => name)],
      ),
    )
    expect(called).toEqual(firstNameCases.map(([name, called]) => ({ name, called })))
  })

  it.each([
    ['patientA', [appointment, study, invoice]],
    ['admin', [appointment, study, invoice]],
    // Linked, but not a party to the appointment or the invoice.
    ['doctorA', [study, note]],
    ['doctorB', 'nothing'],
    ['closedDoctor', 'nothing'],
    ['anonymous', 'no grant'],
  ] as const)('show %s those of a closed doctor as long as the row is readable', async (caller, expected) => {
    expect(await rehearse(world(), identityOf(caller), names)).toEqual(expected)
  })

  it('show the name of a closed patient', async () => {
    const value = await rehearse(world(), identityOf('doctorA'), (stage) =>
      call(stage, 'select public.patient_name(t) as value from public.citas t where t.id = $1', [
        appointments.ofClosedPatient,
      ]),
    )
    expect(value).toEqual(['Nombre closedPatient'])
  })

  const madeUp = (table: string, id: string, columns: string) =>
    `jsonb_populate_record(null::public.${table}, jsonb_build_object('id', '${id}', ${columns}))`
  const both = `'patient_id', '${people.patientA}', 'doctor_id', '${people.doctorA}'`
  const functions: [string, string, string][] = [
    ['patient_name', 'citas', appointments.A],
    ['doctor_name', 'citas', appointments.A],
    ['doctor_specialty', 'citas', appointments.A],
    ['patient_name', 'studies', studies.A],
    ['doctor_name', 'studies', studies.A],
    ['doctor_name', 'medical_notes', notes.A],
    ['patient_name', 'invoices', invoices.A],
    ['doctor_name', 'invoices', invoices.A],
    ['doctor_specialty', 'invoices', invoices.A],
    ['doctor_license', 'invoices', invoices.A],
  ]

  it.each(functions)('%s of a made-up row of %s says nothing', async (name, table, id) => {
    const ask = (caller: Caller, row: string) =>
      rehearse(world(), identityOf(caller), (stage) => call(stage, `select public.${name}(${row}) as value`))
    const foreign = madeUp(table, id, both)
    const invented = madeUp(table, people.admin, both)
    expect(await ask('patientB', foreign)).toEqual([null])
    expect(await ask('patientA', invented)).toEqual([null])
    expect(await ask('anonymous', foreign)).toBe('no grant')
    expect(await ask('doctorA', foreign)).toEqual([expect.stringMatching(/^(Nombre |Ortodoncia|1234567)/)])
  })

  it('show the service role the names of any row', async () => {
    const value = await rehearse(world(), serviceRole, (stage) =>
      call(stage, 'select public.doctor_name(t) as value from public.citas t where t.id = $1', [
        appointments.A,
      ]),
    )
    expect(value).toEqual(['Nombre doctorA'])
  })

  it('keep the words of the search helpers', async () => {
    const [row] = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select private.plain('ÁÑü') as plain, private.name_key('  José-María  Ñu ') as name,
           private.referrer_key('Dra. Alejandra Pérez') as key, private.referrer_key('PEREZ alejandra, doctora') as same,
           private.referrer_key('Dr.') as nobody, private.like_pattern('a%_\\') as pattern`,
      ),
    )
    expect(row).toEqual({
      plain: 'anu',
      name: 'jose maria nu',
      key: 'alejandra perez',
      same: 'alejandra perez',
      nobody: null,
      pattern: '%a\\%\\_\\\\%',
    })
  })

  it('compare names in other alphabets letter by letter, and are never empty', async () => {
    const rows = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select one, other, private.name_key(one) = private.name_key(other) as same
         from (values ('李小龍', '王五'), ('李小龍', ' 李小龍。'), ('José 李', 'José 王'), ('Łukasz', 'ukasz'),
           ('O’Neill-Ruiz', 'o neill  ruiz'), ('…', '---'), ('김민수', '김민서')) t (one, other)`,
      ),
    )
    expect(rows.map(({ one, other, same }) => [one, other, same])).toEqual([
      ['李小龍', '王五', false],
      ['李小龍', ' 李小龍。', true],
      ['José 李', 'José 王', false],
      ['Łukasz', 'ukasz', false],
      ['O’Neill-Ruiz', 'o neill  ruiz', true],
      ['…', '---', false],
      ['김민수', '김민서', false],
    ])
  })

  it('read the letters of Spanish as all others are read', async () => {
    const [row] = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select count(*)::int as texts, count(*) filter (where private.plain(text)
             is distinct from translate(lower(regexp_replace(normalize(text, NFD), '[\u0300-\u036f]', '', 'g')),
               '‘’ʼ´ªº', '''''''''ao'))::int as other
         from generate_series(1, 9000) n, lateral (values (chr(n)), ('Ñ' || chr(n) || 'É'), (chr(n) || 'Ü Z')) t (text)`,
      ),
    )
    expect(row).toEqual({ texts: 27_000, other: 0 })
  })
})
