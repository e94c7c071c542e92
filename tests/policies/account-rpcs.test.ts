import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ask, newEmail, person, prepare, stateOf } from './accounts-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, emailOf, erasedId, identityOf, type Person, people } from './people.ts'
import { call, rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { invoices, useWorld } from './world.ts'

describe.each(engines())('account functions on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const asOwner = <T>(run: (stage: Stage) => Promise<T>) => rehearseAsOwner(world(), run)

  describe('prepare_account', () => {
    const details = person({ role: 'doctor', is_admin: true, specialty: 'X', professional_license: 'Y' })

    it.each(callers)('by %s gives the role that they may give', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome, role } = await prepare(stage, details)
        const prepared = await stage.owner(
          'select role, is_admin, specialty, professional_license, must_change, created_by::text from private.prepared_accounts',
        )
        return { outcome, role, prepared }
      })
      const asPatient = { role: 'patient', is_admin: false, specialty: null, professional_license: null }
      const asDoctor = { role: 'doctor', is_admin: true, specialty: 'X', professional_license: 'Y' }
      const creates = (id: string, what: typeof asPatient | typeof asDoctor) => ({
        outcome: 'create',
        role: what.role,
        prepared: [{ ...what, must_change: true, created_by: id }],
      })
      const expected = {
        ...everyone<unknown>({ outcome: 'rule', role: undefined, prepared: [] }),
        anonymous: { outcome: 'no grant', role: undefined, prepared: [] },
        doctorA: creates(people.doctorA, asPatient),
        doctorB: creates(people.doctorB, asPatient),
        factorPassed: creates(people.factorDoctor, asPatient),
        admin: creates(people.admin, asDoctor),
        mainAdmin: creates(people.mainAdmin, asDoctor),
      }
      expect(found).toEqual(expected[caller])
    })

    it.each([
      ['a name that is missing', { full_name: ' ' }, 'PT400'],
      ['an e-mail that is none', { email: 'nadie' }, 'PT400'],
      ['an e-mail of 2 MB', { email: `${'x'.repeat(2_000_000)}@x.mx` }, 'PT400'],
      ['a name of 2 MB', { full_name: 'x'.repeat(2_000_000) }, 'PT400'],
      ['a phone of 41 characters', { phone: `555${'-'.repeat(34)}1234` }, 'PT400'],
      ['a phone in words', { phone: 'abc' }, 'PT400'],
      ['a phone of 6 digits', { phone: '555 123' }, 'PT400'],
      ['a phone of 16 digits', { phone: '5'.repeat(16) }, 'PT400'],
      ['an age in words', { age: 'treinta' }, 'PT400'],
      ['an age of 131', { age: 131 }, 'PT400'],
      ['an age of 30.5', { age: 30.5 }, 'PT400'],
      ['a role that is none', { role: 'enfermera' }, 'PT400'],
      ['a patient who is admin', { is_admin: true }, 'PT400'],
      ['is_admin in words', { is_admin: 'true' }, 'create'],
      ['paciente', { role: 'Paciente' }, 'create'],
      ['an endless request', { request_id: 'x'.repeat(101) }, 'PT400'],
      ['the e-mail of the main administrator', { email: emailOf('mainAdmin') }, 'conflict'],
      ['the e-mail of a doctor', { email: emailOf('doctorB'), full_name: 'Nombre doctorB' }, 'conflict'],
      [
        'the e-mail of a closed account',
        { email: emailOf('closedPatient'), full_name: 'Nombre closedPatient' },
        'conflict',
      ],
      ['a known e-mail with another name', { email: emailOf('patientA') }, 'conflict'],
      [
        'a known e-mail as a doctor',
        { email: emailOf('patientA'), full_name: 'Nombre patientA', role: 'doctor' },
        'conflict',
      ],
      [
        'a known e-mail and name',
        { email: ' PatientA@clinica.test ', full_name: 'nombré  PATIENTA.' },
        'linked',
      ],
    ])('from an administrator with %s: $1', async (_what, other, expected) => {
      expect((await as('admin', (stage) => prepare(stage, person(other)))).outcome).toBe(expected)
    })

    it('keeps the main administrator’s e-mail before there is such an account', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner(`update private.app_settings set value = $1 where key = 'admin_email'`, [newEmail])
        const { outcome } = await prepare(stage, person({ role: 'doctor', is_admin: true }))
        return [outcome, await stage.owner('select email from private.prepared_accounts')]
      })
      expect(found).toEqual(['conflict', []])
    })

    it.each([[null], ['[]'], ['"x"']])('refuses %j as details', async (details) => {
      const found = await as('doctorA', (stage) => ask(stage, 'prepare_account', details))
      expect(found.outcome).toBe('PT400')
    })

    it('links the caller to a known patient', async () => {
      const found = await as('doctorB', async (stage) => {
        const { outcome, id } = await prepare(
          stage,
          person({ email: emailOf('patientA'), full_name: 'Nombre patientA' }),
        )
        const links = await stage.owner(
          'select created_by::text from private.doctor_patients where doctor_id = $1 and patient_id = $2',
          [people.doctorB, people.patientA],
        )
        return { outcome, id, links }
      })
      expect(found).toEqual({
        outcome: 'linked',
        id: people.patientA,
        links: [{ created_by: people.doctorB }],
      })
    })

    it('issues again for the same request of the same doctor, until the password was changed', async () => {
      const details = {
        ...{ full_name: 'Nombre newPatient', phone: '5550000000' },
        ...{ email: emailOf('newPatient'), request_id: '9005' },
      }
      const outcomes = await as('doctorA', async (stage) => {
        await stage.owner(
          'update private.account_state set created_by = $1, request_id = $2 where user_id = $3',
          [people.doctorA, '9005', people.newPatient],
        )
        const same = await prepare(stage, details)
        const other = await prepare(stage, { ...details, request_id: '9006' })
        const none = await prepare(stage, { ...details, request_id: '' })
        await stage.become(identityOf('doctorB'))
        const byOther = await prepare(stage, details)
        await stage.become(identityOf('doctorA'))
        await stage.owner('update private.account_state set must_change = false where user_id = $1', [
          people.newPatient,
        ])
        return [same, other, none, byOther, await prepare(stage, details)].map((answer) => answer.outcome)
      })
      expect(outcomes).toEqual(['reissue', 'linked', 'linked', 'linked', 'linked'])
    })

    it.each([
      ['name', { full_name: 'Otro Nombre' }],
      ['telephone', { phone: '962 000 0001' }],
      ['age', { age: 41 }],
      ['role', { role: 'doctor' }],
    ])('issues nothing again for another %s, and says what is stored', async (_what, other) => {
      const found = await as('admin', async (stage) => {
        await stage.owner('update public.profiles set age = 40 where id = $1', [people.newPatient])
        await stage.owner(
          'update private.account_state set created_by = $1, request_id = $2 where user_id = $3',
          [people.admin, '9005', people.newPatient],
        )
        const details = { full_name: 'Nombre newPatient', phone: '5550000000', age: 40, request_id: '9005' }
        return stage.attempt('select public.prepare_account($1)', [
          { email: emailOf('newPatient'), ...details, ...other },
        ])
      })
      expect(found).toMatchObject({
        outcome: 'PT409',
        message:
          'Esta cuenta ya se creó con otros datos: Nombre newPatient, 5550000000, 40 años, paciente. Corrígelos en su ficha y dale una contraseña temporal.',
      })
    })

    it('forgets what was prepared and not made after a day, but not what the owner prepared', async () => {
      const left = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into private.prepared_accounts (email, full_name, created_by, created_at) values
             ('old@fuera.test', 'x', $1, now() - interval '25 hours'),
             ('fresh@fuera.test', 'x', $1, now() - interval '23 hours'),
             ('owner@fuera.test', 'x', null, now() - interval '25 hours')`,
          [people.doctorA],
        )
        await prepare(stage, person())
        return stage.owner('select email from private.prepared_accounts order by email')
      })
      expect(left.map((row) => row.email)).toEqual(['fresh@fuera.test', newEmail, 'owner@fuera.test'])
    })
  })

  describe('begin_password_issue', () => {
    const issue = (stage: Stage, target: Person) => ask(stage, 'begin_password_issue', people[target])
    const byTarget: [Person, Partial<Record<Caller, string | undefined>>, string | undefined][] = [
      // A linked patient who has not changed the temporary password; the doctor's own patients, and any for an admin.
      ['newPatient', { doctorA: undefined, admin: undefined, mainAdmin: undefined }, 'PT404'],
      [
        'patientA',
        { doctorA: 'PT409', factorPassed: 'PT409', admin: undefined, mainAdmin: undefined },
        'PT404',
      ],
      ['patientB', { doctorB: 'PT409', admin: undefined, mainAdmin: undefined }, 'PT404'],
      ['doctorB', { doctorB: 'rule', admin: undefined, mainAdmin: undefined }, 'PT404'],
      ['mainAdmin', { admin: 'rule', mainAdmin: 'rule' }, 'PT404'],
      ['newAdmin', { admin: undefined, mainAdmin: undefined }, 'PT404'],
      ['closedPatient', { admin: 'PT404', mainAdmin: 'PT404' }, 'PT404'],
    ]
    const doctors: Caller[] = ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin']

    describe.each(byTarget)('for %s', (target, special, otherwise) => {
      it.each(callers)('by %s', async (caller) => {
        const found = await as(caller, async (stage) => {
          const before = await stateOf(stage, people[target])
          const { outcome } = await issue(stage, target)
          const after = await stateOf(stage, people[target])
          return { outcome, changed: JSON.stringify(before) !== JSON.stringify(after), after }
        })
        const refused = caller === 'anonymous' ? 'no grant' : doctors.includes(caller) ? otherwise : 'rule'
        const expected = caller in special ? special[caller] : refused
        expect(found.outcome).toBe(expected)
        expect(found.changed).toBe(expected === undefined)
        if (expected === undefined)
          expect(found.after).toEqual({
            must_change: true,
            seven_days: true,
            no_end: false,
            issuing: true,
            closed: false,
          })
      })
    })

    it('ends every session of the account and stands in the trail', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner('insert into auth.sessions (user_id) values ($1), ($2)', [
          people.patientA,
          people.patientB,
        ])
        await issue(stage, 'patientA')
        return {
          sessions: await stage.owner('select user_id::text from auth.sessions'),
          trail: await stage.owner(
            `select actor::text, subject, row_id from private.audit_log where action = 'issue_password'`,
          ),
        }
      })
      expect(found).toEqual({
        sessions: [{ user_id: people.patientB }],
        trail: [{ actor: people.admin, subject: 'profiles', row_id: people.patientA }],
      })
    })
  })

  describe('begin_factor_removal', () => {
    const free = (stage: Stage, target: string) => ask(stage, 'begin_factor_removal', target)

    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        await stage.owner('insert into auth.sessions (user_id) values ($1)', [people.factorDoctor])
        const { outcome } = await free(stage, people.factorDoctor)
        const left = await stage.owner('select 1 as one from auth.sessions where user_id = $1', [
          people.factorDoctor,
        ])
        return { outcome, sessions: left.length }
      })
      const allowed = caller === 'admin' || caller === 'mainAdmin'
      const refused = caller === 'anonymous' ? 'no grant' : 'rule'
      expect(found).toEqual(allowed ? { outcome: undefined, sessions: 0 } : { outcome: refused, sessions: 1 })
    })

    it.each([
      ['admin', 'patientA', undefined],
      ['admin', 'newPatient', undefined],
      ['admin', 'admin', 'rule'],
      ['admin', 'mainAdmin', 'rule'],
      ['mainAdmin', 'mainAdmin', 'rule'],
      ['mainAdmin', 'admin', undefined],
      ['admin', 'closedPatient', 'PT404'],
    ] as const)('by %s of %s who has one: %s', async (caller, target, expected) => {
      const found = await as(caller, async (stage) => {
        await stage.owner(
          `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
          [people[target]],
        )
        // The caller has passed it: otherwise the second factor would be due.
        await stage.become({ ...identityOf(caller), claims: { ...identityOf(caller).claims, aal: 'aal2' } })
        return free(stage, people[target])
      })
      expect(found.outcome).toBe(expected)
    })

    it.each([
      ['of whom has none', 'select 1'],
      [
        'of whom only began one',
        `insert into auth.mfa_factors (user_id, factor_type) values ('${people.patientA}', 'totp')`,
      ],
    ])('%s: PT409', async (_who, before) => {
      const found = await as('admin', async (stage) => {
        await stage.owner(before)
        return free(stage, people.patientA)
      })
      expect(found.outcome).toBe('PT409')
    })

    it('of nobody: PT404', async () => {
      expect((await as('admin', (stage) => free(stage, erasedId))).outcome).toBe('PT404')
    })

    it('ends the sessions of that account alone and stands in the trail', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner('insert into auth.sessions (user_id) values ($1), ($2)', [
          people.factorDoctor,
          people.patientB,
        ])
        await free(stage, people.factorDoctor)
        return {
          sessions: await stage.owner('select user_id::text from auth.sessions'),
          trail: await stage.owner(
            `select actor::text, subject, row_id from private.audit_log where action = 'free_factor'`,
          ),
        }
      })
      expect(found).toEqual({
        sessions: [{ user_id: people.patientB }],
        trail: [{ actor: people.admin, subject: 'profiles', row_id: people.factorDoctor }],
      })
    })
  })

  describe('second_factor', () => {
    const told = (stage: Stage, row: string) => call(stage, `select public.second_factor(${row}) as value`)
    const stored = (id: string) => `(select p from public.profiles p where p.id = '${id}')`

    const known: Record<Caller, unknown> = {
      ...everyone<unknown>([null]),
      anonymous: 'no grant',
      admin: [true],
      mainAdmin: [true],
    }
    it.each(callers)('tells %s whether an account has one', async (caller) => {
      expect(await as(caller, (stage) => told(stage, stored(people.factorDoctor)))).toEqual(known[caller])
    })

    it('counts neither somebody else’s nor one that was only begun', async () => {
      const answers = await as('admin', async (stage) => {
        await stage.owner(`insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp')`, [
          people.patientA,
        ])
        return told(stage, stored(people.patientA))
      })
      expect(answers).toEqual([false])
    })

    it('says nothing of a made-up row', async () => {
      const madeUp = `jsonb_populate_record(null::public.profiles, '{"id": "${erasedId}"}')`
      expect(await as('admin', (stage) => told(stage, madeUp))).toEqual([null])
    })
  })

  describe('begin_account_removal', () => {
    const remove = (stage: Stage, target: string) => ask(stage, 'begin_account_removal', target)

    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome } = await remove(stage, people.patientA)
        return { outcome, closed: (await stateOf(stage, people.patientA))?.closed }
      })
      const allowed = caller === 'admin' || caller === 'mainAdmin'
      const refused = caller === 'anonymous' ? 'no grant' : 'rule'
      expect(found).toEqual({ outcome: allowed ? 'closed' : refused, closed: allowed })
    })

    it.each([
      ['admin', 'doctorA', 'closed'],
      ['admin', 'newAdmin', 'erase'],
      ['admin', 'mainAdmin', 'rule'],
      ['admin', 'admin', 'rule'],
      ['mainAdmin', 'mainAdmin', 'rule'],
      ['mainAdmin', 'admin', 'erase'],
      ['admin', 'closedPatient', 'closed'],
    ] as const)('by %s of %s: %s', async (caller, target, expected) => {
      expect((await as(caller, (stage) => remove(stage, people[target]))).outcome).toBe(expected)
    })

    it('of nobody: PT404', async () => {
      expect((await as('admin', (stage) => remove(stage, erasedId))).outcome).toBe('PT404')
    })

    it.each([
      ['citas', 'doctor_id, appointment_date', `'2026-01-05'`],
      ['studies', 'doctor_id, study_date', `'2026-01-05'`],
      ['medical_notes', 'doctor_id, patient_id, note', `'${people.patientA}', 'x'`],
      [
        'invoices',
        'doctor_id, patient_id, invoice_number, payment_date, payment_method, services',
        `'${people.patientA}', 'IDX-55555555', '2026-01-05', 'Otro', '[{"name": "x", "price": 1}]'`,
      ],
    ])('closes who is named in %s', async (table, columns, values) => {
      const outcomes = await as('mainAdmin', async (stage) => {
        const before = (await remove(stage, people.admin)).outcome
        await stage.owner(`insert into public.${table} (${columns}) values ('${people.admin}', ${values})`)
        return [before, (await remove(stage, people.admin)).outcome]
      })
      expect(outcomes).toEqual(['erase', 'closed'])
    })

    it('closes who annulled an invoice', async () => {
      const outcomes = await as('admin', async (stage) => {
        await stage.become(identityOf('mainAdmin'))
        const before = (await remove(stage, people.admin)).outcome
        await stage.become(identityOf('admin'))
        await stage.attempt(`select public.annul_invoice($1, 'Duplicada')`, [invoices.A])
        await stage.become(identityOf('mainAdmin'))
        return [before, (await remove(stage, people.admin)).outcome]
      })
      expect(outcomes).toEqual(['erase', 'closed'])
    })

    it('closes who stands in a deleted study', async () => {
      const outcome = await as('mainAdmin', async (stage) => {
        await stage.owner(
          `with made as (insert into public.studies (doctor_id, study_date) values ($1, '2026-01-05') returning id)
           select id from made`,
          [people.admin],
        )
        await stage.owner('delete from public.studies where doctor_id = $1', [people.admin])
        return (await remove(stage, people.admin)).outcome
      })
      expect(outcome).toBe('closed')
    })

    it('ends sessions, bars the sign-in, shuts out the token at once, and stands in the trail', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner('insert into auth.sessions (user_id) values ($1), ($2)', [
          people.patientA,
          people.patientB,
        ])
        await remove(stage, people.patientA)
        const sessions = await stage.owner('select user_id::text from auth.sessions')
        const banned = await stage.owner(
          `select banned_until > now() + interval '99 years' as long from auth.users where id = $1`,
          [people.patientA],
        )
        const trail = await stage.owner(
          `select actor::text, subject, row_id from private.audit_log where action = 'close'`,
        )
        await stage.become(identityOf('patientA'))
        const studies = await stage.attempt('select id from public.studies')
        return { sessions, banned, trail, studies: studies.rows }
      })
      expect(found).toEqual({
        sessions: [{ user_id: people.patientB }],
        banned: [{ long: true }],
        trail: [{ actor: people.admin, subject: 'profiles', row_id: people.patientA }],
        studies: [],
      })
    })

    it('keeps rows of other people from being erased with an account', async () => {
      const outcome = await asOwner((stage) =>
        stage.attempt('delete from auth.users where id = $1', [people.patientA]),
      )
      expect(outcome.outcome).toMatch(/^23(001|503)$/)
    })

    it('leaves nothing of an account that is erased', async () => {
      const found = await asOwner(async (stage) => {
        await stage.owner('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
          people.newAdmin,
          people.patientA,
        ])
        const { outcome } = await stage.attempt('delete from auth.users where id = $1', [people.newAdmin])
        const left = await stage.owner(
          `select (select count(*)::int from public.profiles where id = $1) as profiles,
             (select count(*)::int from private.account_state where user_id = $1) as states,
             (select count(*)::int from private.doctor_patients where doctor_id = $1) as links`,
          [people.newAdmin],
        )
        return [outcome, left]
      })
      expect(found).toEqual(['done', [{ profiles: 0, states: 0, links: 0 }]])
    })
  })
})
