import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone, withoutAnyRights } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { appointments, invoices, requests, tokenOfA, useWorld, type World } from './world.ts'

function itAnswers(
  world: World,
  what: string,
  sql: string,
  params: readonly unknown[],
  expected: Record<Caller, unknown>,
) {
  it.each(callers)(`${what} by %s`, async (caller) => {
    expect(await rehearse(world(), identityOf(caller), (stage) => call(stage, sql, params))).toEqual(
      expected[caller],
    )
  })
}

const ofDoctors = <T>(expected: T, otherwise: T): Record<Caller, T | 'no grant'> => ({
  ...everyone(otherwise),
  anonymous: 'no grant',
  doctorA: expected,
  doctorB: expected,
  factorPassed: expected,
  admin: expected,
  mainAdmin: expected,
})
const ofAdmins = <T>(expected: T, otherwise: T): Record<Caller, T | 'no grant'> => ({
  ...everyone(otherwise),
  anonymous: 'no grant',
  admin: expected,
  mainAdmin: expected,
})
const ofActive = <T>(expected: T, otherwise: T): Record<Caller, T | 'no grant'> => ({
  ...everyone(expected),
  anonymous: 'no grant',
  ...withoutAnyRights(otherwise),
})

describe.each(engines())('functions on $name', (engine) => {
  const world = useWorld(engine)

  describe('account_status', () => {
    const settled = { must_change: false, temp_expired: false, closed: false, second_factor_due: false }
    itAnswers(world, 'account_status', `select public.account_status() - 'temp_expires_at' as value`, [], {
      ...everyone([settled]),
      anonymous: 'no grant',
      newPatient: [{ ...settled, must_change: true }],
      newAdmin: [{ ...settled, must_change: true }],
      closedPatient: [{ ...settled, closed: true }],
      closedDoctor: [{ ...settled, closed: true }],
      erased: [{ ...settled, closed: true }],
      factorDue: [{ ...settled, second_factor_due: true }],
    })

    it('says when the temporary password ends, and that it has', async () => {
      const found = await rehearse(world(), identityOf('newPatient'), async (stage) => {
        const read = () =>
          call(
            stage,
            `select json_build_array(s ->> 'temp_expired', (s ->> 'temp_expires_at')::timestamptz > now()) as value
             from public.account_status() s`,
          )
        const before = await read()
        await stage.owner('update private.account_state set temp_expires_at = now() where user_id = $1', [
          people.newPatient,
        ])
        return [before, await read()]
      })
      expect(found).toEqual([[['false', true]], [['true', false]]])
    })
  })

  describe('get_doctor_patients', () => {
    const patients = 'select full_name as value from public.get_doctor_patients($1)'
    const ofA = ['Nombre newPatient', 'Nombre patientA']
    itAnswers(world, 'of doctor A', patients, [people.doctorA], {
      ...everyone('nothing'),
      anonymous: 'no grant',
      doctorA: ofA,
      admin: ofA,
      mainAdmin: ofA,
    })
    itAnswers(world, 'of doctor B', patients, [people.doctorB], {
      ...everyone('nothing'),
      anonymous: 'no grant',
      doctorB: ['Nombre patientB'],
      admin: ['Nombre patientB'],
      mainAdmin: ['Nombre patientB'],
    })
    itAnswers(world, 'of the doctor with a second factor', patients, [people.factorDoctor], {
      ...everyone('nothing'),
      anonymous: 'no grant',
      factorPassed: ['Nombre patientA'],
      admin: ['Nombre patientA'],
      mainAdmin: ['Nombre patientA'],
    })
    itAnswers(world, 'of patient A', patients, [people.patientA], {
      ...everyone('nothing'),
      anonymous: 'no grant',
    })
  })

  itAnswers(
    world,
    'taken_slots',
    `select appointment_time::text as value from public.taken_slots($1, '2099-01-05')`,
    [people.doctorA],
    ofDoctors<unknown>(['10:30:00', '12:30:00', '13:30:00', '16:30:00'], 'nothing'),
  )

  it('taken_slots leaves out cancelled appointments, and other days and doctors', async () => {
    const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
      await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [appointments.A])
      return [
        await call(
          stage,
          `select appointment_time::text as value from public.taken_slots($1, '2099-01-05')`,
          [people.doctorA],
        ),
        await call(
          stage,
          `select appointment_time::text as value from public.taken_slots($1, '2099-01-06')`,
          [people.doctorA],
        ),
      ]
    })
    expect(found).toEqual([['12:30:00', '13:30:00', '16:30:00'], 'nothing'])
  })

  describe('doctor_income', () => {
    const income = `select (public.doctor_income($1, '2026-01-05') ->> 'month')::numeric::int as value`
    itAnswers(world, 'of doctor A', income, [people.doctorA], {
      ...everyone([0]),
      anonymous: 'no grant',
      // Only what patients and doctors may read counts.
      patientA: [400],
      patientB: [400],
      liar: [400],
      doctorA: [1600],
      admin: [1600],
      mainAdmin: [1600],
    })
  })

  it('doctor_income counts today, the week and the month, and no annulled invoice', async () => {
    const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const income = () =>
        call(stage, 'select public.doctor_income($1, $2) as value', [people.doctorA, '2026-01-07'])
      const before = await income()
      await stage.owner(
        `update public.invoices set annulled_at = now(), annulled_reason = 'x' where id = $1`,
        [invoices.A],
      )
      return [before, await income()]
    })
    expect(found).toEqual([[{ today: 0, week: 1600, month: 1600 }], [{ today: 0, week: 1200, month: 1200 }]])
  })

  describe('patient_paid', () => {
    const paid = 'select public.patient_paid($1)::int as value'
    itAnswers(world, 'of patient A', paid, [people.patientA], {
      ...everyone([0]),
      anonymous: 'no grant',
      patientA: [1200],
      doctorA: [400],
      factorPassed: [400],
      admin: [1200],
      mainAdmin: [1200],
    })
  })

  it('patient_paid counts no annulled invoice', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(
        `update public.invoices set annulled_at = now(), annulled_reason = 'x' where id = $1`,
        [invoices.A],
      )
      return call(stage, 'select public.patient_paid($1)::int as value', [people.patientA])
    })
    expect(found).toEqual([800])
  })

  itAnswers(
    world,
    'main_admin_id',
    'select public.main_admin_id() as value',
    [],
    ofAdmins<unknown>([people.mainAdmin], 'rule'),
  )

  describe('the admin suffix', () => {
    itAnswers(
      world,
      'is known',
      `select length(public.admin_suffix()) as value`,
      [],
      ofAdmins<unknown>([32], 'rule'),
    )
    itAnswers(
      world,
      'is_admin_suffix of another',
      `select public.is_admin_suffix('adivina') as value`,
      [],
      everyone([false]),
    )
    itAnswers(
      world,
      'is_admin_suffix of null',
      `select public.is_admin_suffix(null) as value`,
      [],
      everyone([false]),
    )

    it.each(callers)('is confirmed, and a wrong one denied, for %s', async (caller) => {
      const [suffix] = (
        await world().query(`select value from private.app_settings where key = 'admin_suffix'`)
      ).rows
      const value = await rehearse(world(), identityOf(caller), (stage) =>
        call(stage, 'select public.is_admin_suffix($1) as value', [suffix?.value]),
      )
      expect(value).toEqual([true])
    })
  })

  describe('invoice_exists', () => {
    const exists = 'select public.invoice_exists($1) as value'
    itAnswers(world, 'of an invoice of others', exists, ['IDX-00000001'], ofActive<unknown>([true], 'rule'))
    itAnswers(world, 'of no invoice', exists, ['IDX-99999999'], ofActive<unknown>([false], 'rule'))
  })

  describe('verify_receipt', () => {
    const verify = 'select public.verify_receipt($1) as value'
    const ofA = {
      status: 'VÁLIDO',
      invoice_number: 'IDX-00000000',
      payment_date: '2026-01-05',
      total_amount: 400,
    }
    itAnswers(world, 'with the token', verify, [tokenOfA], everyone<unknown>([ofA]))
    itAnswers(world, 'with another token', verify, ['0'.repeat(32)], everyone<unknown>([null]))

    it.each([
      null,
      '',
      'a1',
      '%',
      `${tokenOfA.slice(0, 31)}%`,
      tokenOfA.toUpperCase(),
      ` ${tokenOfA}`,
      'IDX-00000000',
      invoices.A,
    ])('answers nothing to %j', async (token) => {
      const value = await rehearse(world(), identityOf('anonymous'), (stage) => call(stage, verify, [token]))
      expect(value).toEqual([null])
    })

    it('says that an annulled one is CANCELADO, and not why', async () => {
      const value = await rehearse(world(), identityOf('anonymous'), async (stage) => {
        await stage.owner(
          `update public.invoices set annulled_at = now(), annulled_reason = 'Duplicada' where id = $1`,
          [invoices.A],
        )
        return call(stage, verify, [tokenOfA])
      })
      expect(value).toEqual([{ ...ofA, status: 'CANCELADO' }])
    })
  })

  describe('log_access', () => {
    itAnswers(
      world,
      'log_access',
      `select public.log_access('study', 'x')::text as value`,
      [],
      ofActive<unknown>([''], 'rule'),
    )
    it.each([
      [`'A'`, `'x'`],
      ['null', `'x'`],
      [`'study'`, `repeat('x', 101)`],
      [`'study; drop'`, 'null'],
    ])('refuses kind %s with id %s', async (kind, id) => {
      const value = await rehearse(world(), identityOf('patientA'), (stage) =>
        call(stage, `select public.log_access(${kind}, ${id})::text as value`),
      )
      expect(value).toBe('PT400')
    })
  })

  describe('accept_study_request', () => {
    const accept = (stage: Stage, id: string) =>
      call(stage, 'select public.accept_study_request($1) as value', [id])
    const unknown = {
      userExisted: false,
      newPatientData: { full_name: 'Persona', email: 'alguien@fuera.test', phone: '5551234567', age: null },
    }
    itAnswers(
      world,
      'of a known patient with another name',
      'select public.accept_study_request($1) as value',
      [requests.B],
      {
        ...ofDoctors<unknown>([{ userExisted: true, linkRequested: true }], 'rule'),
        // Already linked, so the different name asks nothing.
        doctorB: [{ userExisted: true }],
      },
    )
    itAnswers(
      world,
      'of somebody unknown',
      'select public.accept_study_request($1) as value',
      [requests.ofStranger],
      ofDoctors<unknown>([unknown], 'rule'),
    )

    const trace = async (stage: Stage, id: string) =>
      stage.owner(
        `select status, (select count(*)::int from private.doctor_patients) as links
         from public.study_requests where id = $1`,
        [id],
      )

    it('accepts and links a known patient', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        await stage.owner(`update public.study_requests set patient_name = 'NOMBRE patientb' where id = $1`, [
          requests.B,
        ])
        const [before] = await trace(stage, requests.B)
        await accept(stage, requests.B)
        const link = await stage.owner(
          'select created_by::text from private.doctor_patients where doctor_id = $1 and patient_id = $2',
          [people.doctorA, people.patientB],
        )
        const [after] = await trace(stage, requests.B)
        return { link, status: after?.status, added: Number(after?.links) - Number(before?.links) }
      })
      expect(found).toEqual({ link: [{ created_by: people.doctorA }], status: 'aceptada', added: 1 })
    })

    it('writes nothing for somebody unknown', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const before = await trace(stage, requests.ofStranger)
        await accept(stage, requests.ofStranger)
        return [before, await trace(stage, requests.ofStranger)]
      })
      expect(found[1]).toEqual(found[0])
    })

    it('answers PT409 once it is not pending, PT404 when it is not there, PT409 for a closed account or a doctor', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        await stage.owner('update public.study_requests set patient_email = $1 where id = $2', [
          'doctorb@clinica.test',
          requests.ofStranger,
        ])
        return [
          await accept(stage, requests.acceptedA),
          await accept(stage, '123456'),
          await accept(stage, requests.ofClosedPatient),
          await accept(stage, requests.ofStranger),
        ]
      })
      expect(found).toEqual(['PT409', 'PT404', 'PT409', 'PT409'])
    })
  })

  describe('suggest_referring_doctors', () => {
    const given = [
      'Dra. Alejandra Pérez',
      'Dra. Alejandra Pérez',
      'alejandra perez',
      'Dr. Alejandro Ruiz',
      'Alan Uno',
      'Alan Dos',
      'Alan Tres',
      'Alan Cuatro',
      'Alan 5512345678',
      'alan@correo.mx',
      'Al%an Raro',
      `Alan ${'x'.repeat(80)}`,
      'Dr.',
    ]
    const suggest = (caller: Caller, term: string | null) =>
      rehearse(world(), identityOf(caller), async (stage) => {
        for (const name of given)
          await stage.owner(
            `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor)
             values ('Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', $1)`,
            [name],
          )
        return call(stage, 'select name as value from public.suggest_referring_doctors($1) name', [term])
      })

    it.each(callers)('offers %s each doctor once, in the most frequent spelling', async (caller) => {
      expect(await suggest(caller, 'ALEJÁN')).toEqual(['Dra. Alejandra Pérez', 'Dr. Alejandro Ruiz'])
    })

    it('offers five names or fewer, without digits, addresses and endless ones', async () => {
      const names = await suggest('anonymous', 'ala')
      expect(names).toEqual(['Alan Cuatro', 'Alan Dos', 'Alan Tres', 'Alan Uno'])
      expect(await suggest('anonymous', 'al')).toHaveLength(5)
    })

    it.each([
      [null, 'nothing'],
      ['', 'nothing'],
      ['a', 'nothing'],
      [' a ', 'nothing'],
      ['%%', 'nothing'],
      ['__', 'nothing'],
      ['a%', 'nothing'],
      ['al%', ['Al%an Raro']],
      ['al_n', 'nothing'],
      ['al\\', 'nothing'],
      ['551', 'nothing'],
      ['@correo', 'nothing'],
      ["al' or '1'='1", 'nothing'],
    ])('answers %j with %j', async (term, expected) => {
      expect(await suggest('anonymous', term)).toEqual(expected)
    })
  })
})
