import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { studies, useWorld } from './world.ts'

const anonymous = 'no grant'

describe.each(engines())('looking for people on $name', (engine) => {
  const world = useWorld(engine)
  const asks = (
    caller: Caller,
    sql: string,
    params: readonly unknown[],
    before?: (stage: Stage) => Promise<unknown>,
  ) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await before?.(stage)
      return call(stage, sql, params)
    })

  describe('search_doctor_patients', () => {
    const patients = 'select full_name as value from public.search_doctor_patients($1, $2) order by 1'
    const ofA: Record<Caller, unknown> = {
      ...everyone<unknown>('nothing'),
      anonymous,
      doctorA: ['Nombre newPatient', 'Nombre patientA'],
      admin: ['Nombre newPatient', 'Nombre patientA'],
      mainAdmin: ['Nombre newPatient', 'Nombre patientA'],
    }
    it.each(callers)('shows %s the patients of doctor A, when they may know them', async (caller) => {
      for (const term of ['patient', '', null, 'NOMBRE', '555 000'])
        expect([term, await asks(caller, patients, [people.doctorA, term])]).toEqual([term, ofA[caller]])
    })
    it.each([
      ['patientA@', ['Nombre patientA']],
      ['PatientÁ', ['Nombre patientA']],
      ['+52 (55) 44', ['Nombre patientA']],
      ['5544', ['Nombre patientA']],
      ['55', 'nothing'],
      ['closed', 'nothing'],
      ['patientB', 'nothing'],
      ['%', 'nothing'],
      ['_', 'nothing'],
    ])('finds by name, e-mail or telephone: %j', async (term, expected) => {
      const found = await asks('doctorA', patients, [people.doctorA, term], (stage) =>
        stage.owner(`update public.profiles set phone = '+52 (55) 44-33 22 11' where id = $1`, [
          people.patientA,
        ]),
      )
      expect(found).toEqual(expected)
    })
  })

  it.each([
    '+52 55 1234 5678',
    '+52 1 55 1234 5678',
    '044 55 1234 5678',
    '55\u20131234\u20135678',
    '55 1234 5678 ext. 12',
    '+52 55 12',
  ])('finds a telephone by %j, however it was stored', async (term) => {
    for (const stored of ['55 1234 5678', '+52 1 55 1234 5678', '01 55 1234 5678', '55 1234 5678 ext. 9']) {
      const found = await asks(
        'doctorA',
        'select full_name as value from public.search_patients($1)',
        [term],
        (stage) =>
          stage.owner(`update public.profiles set phone = $2 where id = $1`, [people.patientA, stored]),
      )
      expect([stored, found]).toEqual([stored, ['Nombre patientA']])
    }
  })

  describe('search_patients', () => {
    const patients = 'select full_name as value from public.search_patients($1) order by 1'
    const [a, b, fresh] = ['Nombre patientA', 'Nombre patientB', 'Nombre newPatient']
    it.each(callers)('shows %s the patients whom they may read', async (caller) => {
      const wanted: Record<Caller, unknown> = {
        ...everyone<unknown>('nothing'),
        anonymous,
        patientA: [a],
        patientB: [b],
        liar: [b],
        doctorA: [fresh, a],
        doctorB: [b],
        factorPassed: [a],
        admin: [fresh, a, b],
        mainAdmin: [fresh, a, b],
      }
      expect(await asks(caller, patients, ['PATIENT'])).toEqual(wanted[caller])
      // Before changing the password, one already reads one's own profile.
      if (caller === 'newPatient') wanted.newPatient = [fresh]
      expect(await asks(caller, patients, [' '])).toEqual(wanted[caller])
    })
  })

  describe('search_profiles', () => {
    const accounts = 'select full_name as value from public.search_profiles($1) order by 1'
    const open = [
      'Nombre admin',
      'Nombre dentist',
      'Nombre doctorA',
      'Nombre doctorB',
      'Nombre factorDoctor',
      'Nombre mainAdmin',
      'Nombre newAdmin',
      'Nombre newPatient',
      'Nombre patientA',
      'Nombre patientB',
    ]
    const sorted = (names: unknown) => (Array.isArray(names) ? [...names].sort() : names)
    it.each(callers)('shows administrators every open account, nobody else any: %s', async (caller) => {
      const refused = caller === 'anonymous' ? anonymous : 'rule'
      const wanted = caller === 'admin' || caller === 'mainAdmin' ? open : refused
      for (const term of ['NOMBRE', ' ', null])
        expect([term, sorted(await asks(caller, accounts, [term]))]).toEqual([term, wanted])
    })
    it.each([
      ['patientb@', ['Nombre patientB']],
      ['PACIENTE', ['Nombre newPatient', 'Nombre patientA', 'Nombre patientB']],
      ['adm', ['Nombre admin', 'Nombre mainAdmin', 'Nombre newAdmin']],
      ['doctor', open.filter((name) => !/atient|dentist/.test(name))],
      ['5544', ['Nombre patientA']],
      ['closed', 'nothing'],
      ['%', 'nothing'],
      ['_', 'nothing'],
      ["' or true --", 'nothing'],
    ])('finds by name, e-mail, telephone or role: %j', async (term, expected) => {
      const found = await asks('admin', accounts, [term], (stage) =>
        stage.owner(`update public.profiles set phone = '+52 (55) 44-33 22 11' where id = $1`, [
          people.patientA,
        ]),
      )
      expect(sorted(found)).toEqual(expected)
    })
  })

  describe('quick_search', () => {
    const quick = `select kind || ' ' || title as value from public.quick_search($1)`
    const own = (...rows: string[]) => rows
    it.each(callers)('finds for %s only what they may read', async (caller) => {
      const threeStudies = Array.from({ length: 3 }, () => 'study Escaneo Intraoral')
      const wanted: Record<Caller, unknown> = {
        ...everyone<unknown>('nothing'),
        anonymous,
        patientA: own(
          'patient Nombre patientA',
          ...threeStudies,
          'invoice IDX-00000000',
          'invoice IDX-00000004',
          'invoice IDX-00000005',
        ),
        doctorA: own('patient Nombre patientA', ...threeStudies, 'invoice IDX-00000000'),
        factorPassed: own('patient Nombre patientA', ...threeStudies, 'invoice IDX-00000005'),
        admin: own(
          'patient Nombre patientA',
          ...threeStudies,
          'invoice IDX-00000000',
          'invoice IDX-00000004',
          'invoice IDX-00000005',
        ),
        mainAdmin: own(
          'patient Nombre patientA',
          ...threeStudies,
          'invoice IDX-00000000',
          'invoice IDX-00000004',
          'invoice IDX-00000005',
        ),
      }
      expect(await asks(caller, quick, ['nombre PATIENTÁ'])).toEqual(wanted[caller])
    })
    it('answers five of each kind, with what opens them, and nothing to one letter', async () => {
      const found = await rehearse(world(), identityOf('mainAdmin'), async (stage) => {
        await stage.owner(`update public.study_requests set patient_name = 'Nombre de alguien'`)
        return {
          counts: await call(
            stage,
            `select kind || ' ' || count(*) as value from public.quick_search('nombre') group by kind order by 1`,
          ),
          one: await call(stage, `select kind as value from public.quick_search('n')`),
          blank: await call(stage, `select kind as value from public.quick_search('')`),
          rows: (await stage.attempt(`select * from public.quick_search('patientb')`)).rows,
          request: (await stage.attempt(`select * from public.quick_search('alguien@fuera')`)).rows,
        }
      })
      expect(found).toEqual({
        counts: ['invoice 5', 'patient 3', 'request 5', 'study 5'],
        one: 'nothing',
        blank: 'nothing',
        rows: [
          { kind: 'patient', id: people.patientB, title: 'Nombre patientB', detail: 'patientb@clinica.test' },
          ...[studies.B, studies.ofFormerDoctor].map((id) => ({
            kind: 'study',
            id,
            title: 'Escaneo Intraoral',
            detail: 'Nombre patientB · 05/01/2026',
          })),
          { kind: 'request', id: '9003', title: 'Nombre de alguien', detail: 'Escaneo Intraoral' },
          { kind: 'invoice', id: 'IDX-00000001', title: 'IDX-00000001', detail: 'Nombre patientB' },
          { kind: 'invoice', id: 'IDX-00000006', title: 'IDX-00000006', detail: 'Nombre patientB' },
        ],
        request: [{ kind: 'request', id: '9004', title: 'Nombre de alguien', detail: 'Escaneo Intraoral' }],
      })
    })
  })

  describe('similar_patients', () => {
    const similar = `select why || ' ' || full_name as value from public.similar_patients($1, $2, $3)`
    it.each(callers)('warns %s of patients they may read, and of nobody else', async (caller) => {
      const wanted: Record<Caller, unknown> = {
        ...everyone<unknown>('nothing'),
        anonymous,
        patientA: ['email Nombre patientA'],
        doctorA: ['email Nombre patientA'],
        factorPassed: ['email Nombre patientA'],
        admin: ['email Nombre patientA'],
        mainAdmin: ['email Nombre patientA'],
      }
      expect(await asks(caller, similar, ['', 'PatientA@clinica.test ', ''])).toEqual(wanted[caller])
    })
    it.each([
      ['the same e-mail', ['', 'patienta@clinica.test', ''], ['email Nombre patientA']],
      ['the same number, however written', ['', '', '+52 55 1234 5678'], ['phone Nombre patientA']],
      ['the same number with an extension', ['', '', '044 55 1234 5678 ext. 12'], ['phone Nombre patientA']],
      ['a name with other accents and case', ['josé angel ramirez', '', ''], ['name Jose Ángel Ramírez']],
      ['a name with a typing mistake', ['Jose Angel Ramires', '', ''], ['name Jose Ángel Ramírez']],
      ['another name', ['José Luis Paredes', '', ''], 'nothing'],
      ['nothing at all', ['', '', ''], 'nothing'],
      ['nulls', [null, null, null], 'nothing'],
      ['too short a number', ['', '', '5678'], 'nothing'],
      ['a closed account', ['', 'closedpatient@clinica.test', ''], 'nothing'],
      ['a doctor', ['', 'doctorb@clinica.test', ''], 'nothing'],
      [
        'several, the surest first',
        ['Jose Angel Ramirez', 'patienta@clinica.test', ''],
        ['email Nombre patientA', 'name Jose Ángel Ramírez'],
      ],
    ])('compares %s', async (_what, given, expected) => {
      const found = await asks('admin', similar, given, async (stage) => {
        await stage.owner(`update public.profiles set phone = '(55) 1234-5678' where id = $1`, [
          people.patientA,
        ])
        await stage.owner(`update public.profiles set full_name = 'Jose Ángel Ramírez' where id = $1`, [
          people.patientB,
        ])
      })
      expect(found).toEqual(expected)
    })
  })
})
