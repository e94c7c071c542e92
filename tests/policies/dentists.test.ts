import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { makePrepared, newEmail, person, prepare } from './accounts-stage.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itTouchesBlindly, itUpdates } from './matrix.ts'
import { anonymous, type Caller, callers, emailOf, identityOf, people, uuid } from './people.ts'
import { call, rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { studies, useWorld } from './world.ts'

const other = uuid('9041', 1)
const applications = { open: uuid('9040', 1), rejected: uuid('9040', 2) } as const
const rows = [
  `insert into private.prepared_accounts (email, full_name, phone, role, must_change, dentist)
   values ('otro.dentista@fuera.test', 'Dra. Otra', '9621112233', 'dentist', true, '{"practice": "Otra Dental"}')`,
  `insert into auth.users (id, email, encrypted_password) values ('${other}', 'otro.dentista@fuera.test', 'first')`,
  `insert into public.dentist_applications (id, full_name, practice, email, phone, state, decided_at) values
     ('${applications.open}', 'Ana Ruiz', 'Dental Ruiz', 'ana@fuera.test', '9621112233', 'pendiente', null),
     ('${applications.rejected}', 'Ana Ruiz', 'Dental Ruiz', 'ana@fuera.test', '9621112233', 'rechazada', now())`,
]
const application = {
  full_name: ' Luz Mora ',
  practice: ' Dental Mora ',
  licence: '7654321',
  email: ' Luz@Fuera.test ',
  phone: '962 111 2233',
  privacy_version: ' aviso-2 ',
}
const admins: readonly Caller[] = ['admin', 'mainAdmin']
const doctors: readonly Caller[] = ['doctorA', 'doctorB', 'factorPassed', ...admins]
const invitation = (given: Record<string, unknown> = {}) =>
  person({ role: 'dentist', practice: 'Nueva Dental', licence: '12345', ...given })

describe.each(engines())('dentists on $name', (engine) => {
  const world = useWorld(engine, rows)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const trail = (stage: Stage) =>
    stage.owner(
      `select actor::text, action, row_id, patient_id from private.audit_log where subject = 'dentists' order by id`,
    )
  const applicationOf = async (stage: Stage, id: string) =>
    (
      await stage.owner('select state, decided_by::text from public.dentist_applications where id = $1', [id])
    )[0]
  const refusal = async (stage: Stage, sql: string, given: unknown) => {
    const { outcome, message } = await stage.attempt(sql, [given])
    return [outcome, message]
  }

  describe('public.dentists', () => {
    const subject = { table: 'public.dentists', rows: { own: people.dentist, other } }
    const both = ['own', 'other'] as const
    itShows(world, subject, {
      ...everyone<readonly (typeof both)[number][] | typeof nobody>([]),
      anonymous: nobody,
      admin: both,
      mainAdmin: both,
      dentist: ['own'],
    })
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        practice: `'Otro nombre'`,
        address: `'Otra calle 1'`,
        phone: `'9620000000'`,
        licence: `'99999'`,
        code: `'ABCDEF'`,
        active: 'not active',
        approved_by: 'gen_random_uuid()',
        approved_at: 'now()',
        created_at: 'now()',
      },
      granted: ['practice', 'address', 'phone'],
      may: {
        ...everyone({}),
        anonymous: nobody,
        dentist: { own: { done: ['practice', 'address', 'phone'] } },
      },
    })
    itTouchesBlindly(world, subject, `update public.dentists set address = 'Otra calle 1'`, {
      ...everyone<readonly (typeof both)[number][] | typeof nobody>([]),
      anonymous: nobody,
      dentist: ['own'],
    })
    itInserts(world, 'public.dentists', [
      ['admin', 'by hand', { id: `'${people.doctorA}'`, practice: `'X'` }, 'no grant'],
    ])
    itDeletes(world, subject, everyone(nobody))

    it('the own practice is changed within its rules, and the trail says which columns', async () => {
      const found = await as('dentist', async (stage) => {
        const set = (column: string) => (value: string) =>
          refusal(stage, `update public.dentists set ${column} = $1`, value)
        const refused = [
          await set('practice')(' '),
          await set('practice')('x'.repeat(121)),
          await set('address')('x'.repeat(201)),
          await set('phone')('123'),
        ]
        await set('address')('Calle 5')
        const lines = await stage.owner(
          `select action, to_json(columns) as columns from private.audit_log where subject = 'dentists'`,
        )
        return { refused, lines }
      })
      expect(found).toEqual({
        refused: [
          ['PT400', 'Consultorio: es un dato obligatorio.'],
          ['PT400', 'Consultorio: escribe como máximo 120 caracteres.'],
          ['PT400', 'Dirección: escribe como máximo 200 caracteres.'],
          ['PT400', 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.'],
        ],
        lines: [{ action: 'update', columns: ['address'] }],
      })
    })

    it.each(callers)('doctors know who they are by list_dentists, seen as %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome, rows } = await stage.attempt('select * from public.list_dentists()')
        return outcome === 'done' ? rows : outcome
      })
      expect(found).toEqual(
        doctors.includes(caller)
          ? [
              { id: other, full_name: 'Dra. Otra', practice: 'Otra Dental', active: true },
              { id: people.dentist, full_name: 'Nombre dentist', practice: 'Dental Ruiz', active: true },
            ]
          : caller === 'anonymous'
            ? nobody
            : 'rule',
      )
    })

    it('each has a code of its own, of six signs that nobody confuses', async () => {
      const codes = await rehearseAsOwner(world(), (stage) =>
        stage.owner(
          'select private.dentist_code() as code from generate_series(1, 200) union select code from public.dentists',
        ),
      )
      expect(codes).toHaveLength(202)
      for (const { code } of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    })
  })

  describe('in the list of referring doctors', () => {
    type Listed = { name: string; referrals: number; variations: number; accounts: { id: string }[] }
    const refer = (stage: Stage, ...names: string[]) =>
      stage.owner(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor)
         select 'Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', unnest($1::text[])`,
        [names],
      )
    const rowsOf = async (stage: Stage) => {
      const [answer] = (await call(
        stage,
        `select public.referring_doctors('', 'name', false, 1, 100) as value`,
      )) as { rows: Listed[] }[]
      return answer?.rows.filter(({ accounts }) => accounts.length > 0)
    }

    it('an account counts with what requests call it, and with what that was merged into', async () => {
      const found = await as('admin', async (stage) => {
        await refer(stage, 'Dra. Otra', 'dra otra', 'Dr. Nombre Dentist', 'Ana Ruiz')
        await stage.attempt(`select public.merge_referrers('dentist nombre', 'ana ruiz')`)
        return rowsOf(stage)
      })
      expect(found).toMatchObject([
        {
          name: 'dra otra',
          referrals: 2,
          variations: 2,
          accounts: [{ id: other, email: 'otro.dentista@fuera.test' }],
        },
        { name: 'Ana Ruiz', referrals: 2, variations: 2, accounts: [{ id: people.dentist }] },
      ])
    })

    it('says whether a password was chosen, and whether the access is closed; who has access comes first', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner(`update public.profiles set full_name = 'Dra. Otra' where id = $1`, [
          people.dentist,
        ])
        await stage.owner(`update public.dentists set created_at = now() - interval '1 day' where id = $1`, [
          other,
        ])
        const before = await rowsOf(stage)
        await stage.attempt('select public.close_dentist($1)', [people.dentist])
        return [before, await rowsOf(stage)]
      })
      const of = (id: string, active: boolean) => ({ id, active, activated: id !== other })
      expect(found).toMatchObject([
        [{ name: expect.any(String), accounts: [of(people.dentist, true), of(other, true)] }],
        [{ name: expect.any(String), accounts: [of(other, true), of(people.dentist, false)] }],
      ])
    })

    it('one whose name has no letters of a key is there as well', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner(`update public.profiles set full_name = 'Dra.' where id = $1`, [other])
        return rowsOf(stage)
      })
      expect(found?.map(({ name }) => name)).toContain('Dra.')
    })
  })

  it('what was answered 90 days ago is forgotten with the next round of mails, what waits is not', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      const left = async (age: string) => {
        await stage.owner(
          `update public.dentist_applications set asked_at = now() - $1::interval,
             decided_at = case when state <> 'pendiente' then now() - $1::interval end`,
          [age],
        )
        await stage.owner('select private.take_messages()')
        return (await stage.owner('select id::text from public.dentist_applications order by id')).map(
          ({ id }) => id,
        )
      }
      return [await left('89 days'), await left('91 days')]
    })
    expect(found).toEqual([[applications.open, applications.rejected], [applications.open]])
  })

  describe('public.dentist_applications', () => {
    const subject = { table: 'public.dentist_applications', rows: applications }
    const both = ['open', 'rejected'] as const
    itShows(world, subject, {
      ...everyone<readonly (typeof both)[number][] | typeof nobody>([]),
      anonymous: nobody,
      admin: both,
      mainAdmin: both,
    })
    itInserts(world, 'public.dentist_applications', [
      [
        'anonymous',
        'by hand',
        { full_name: `'X'`, practice: `'X'`, email: `'x@x.mx'`, phone: `'9621112233'` },
        nobody,
      ],
      [
        'admin',
        'by hand',
        { full_name: `'X'`, practice: `'X'`, email: `'x@x.mx'`, phone: `'9621112233'` },
        nobody,
      ],
    ])
    itTouchesBlindly(
      world,
      subject,
      `update public.dentist_applications set state = 'aprobada'`,
      everyone(nobody),
    )
    itDeletes(world, subject, everyone(nobody))
  })

  describe('ask_dentist_access', () => {
    const ask = (stage: Stage, given: unknown) =>
      stage.attempt('select public.ask_dentist_access($1) as value', [given])
    const asked = (stage: Stage) =>
      stage.owner(
        `select full_name, practice, licence, email, phone, privacy_version, state from public.dentist_applications
         where email not in ('ana@fuera.test') order by asked_at`,
      )

    it.each(callers)('is open to %s, and to be read by administrators', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome, rows } = await ask(stage, application)
        return { outcome, rows, asked: await asked(stage), lines: await trail(stage) }
      })
      expect(found).toEqual({
        outcome: 'done',
        rows: [{ value: '' }],
        asked: [
          {
            full_name: 'Luz Mora',
            practice: 'Dental Mora',
            licence: '7654321',
            email: 'luz@fuera.test',
            phone: '962 111 2233',
            privacy_version: 'aviso-2',
            state: 'pendiente',
          },
        ],
        lines: [
          {
            actor: caller === 'anonymous' ? null : identityOf(caller).claims.sub,
            action: 'ask',
            row_id: expect.any(String),
            patient_id: null,
          },
        ],
      })
    })

    it.each([
      ['a patient', emailOf('patientA')],
      ['a doctor', emailOf('doctorA')],
      ['the main administrator', emailOf('mainAdmin')],
      ['a dentist', emailOf('dentist')],
      ['somebody who waits', 'ana@fuera.test'],
      ['nobody', 'luz@fuera.test'],
    ])('answers the same with the e-mail of %s', async (_who, email) => {
      const { outcome, rows, message } = await rehearse(world(), anonymous, (stage) =>
        ask(stage, { ...application, email }),
      )
      expect({ outcome, rows, message }).toEqual({ outcome: 'done', rows: [{ value: '' }], message: '' })
    })

    it('renews what waits, and begins anew after an answer', async () => {
      const found = await rehearse(world(), anonymous, async (stage) => {
        await ask(stage, { ...application, email: 'ANA@fuera.test', licence: '' })
        return stage.owner(
          `select id::text, full_name, licence, privacy_version, state, asked_at = now() as anew from public.dentist_applications
           where email = 'ana@fuera.test' order by state`,
        )
      })
      expect(found).toEqual([
        {
          id: applications.open,
          full_name: 'Luz Mora',
          licence: null,
          privacy_version: 'aviso-2',
          state: 'pendiente',
          anew: true,
        },
        {
          id: applications.rejected,
          full_name: 'Ana Ruiz',
          licence: null,
          privacy_version: null,
          state: 'rechazada',
          anew: false,
        },
      ])
    })

    it.each([
      [{ full_name: ' ' }, 'Nombre completo: es un dato obligatorio.'],
      [{ full_name: 'x'.repeat(201) }, 'Nombre completo: escribe como máximo 200 caracteres.'],
      [{ full_name: 'https://x.mx' }, 'Nombre: usa solo letras, espacios, puntos, apóstrofos y guiones.'],
      [{ practice: '' }, 'Consultorio: es un dato obligatorio.'],
      [{ practice: 'x'.repeat(121) }, 'Consultorio: escribe como máximo 120 caracteres.'],
      [{ licence: '1234' }, 'Cédula profesional: escribe de 5 a 12 dígitos.'],
      [{ licence: '1'.repeat(13) }, 'Cédula profesional: escribe de 5 a 12 dígitos.'],
      [{ licence: '1234567a' }, 'Cédula profesional: escribe de 5 a 12 dígitos.'],
      [{ email: '' }, 'Correo electrónico: es un dato obligatorio.'],
      [{ email: 'luz' }, 'Correo electrónico: no es un correo válido.'],
      [{ email: `${'x'.repeat(255)}@x.mx` }, 'Correo electrónico: escribe como máximo 254 caracteres.'],
      [{ phone: '' }, 'Teléfono: es un dato obligatorio.'],
      [{ phone: '123' }, 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.'],
      [{ privacy_version: 'x'.repeat(101) }, 'Aviso de privacidad: escribe como máximo 100 caracteres.'],
    ])('%o is refused in words', async (wrong, words) => {
      const { outcome, message } = await rehearse(world(), anonymous, (stage) =>
        ask(stage, { ...application, ...wrong }),
      )
      expect([outcome, message]).toEqual(['PT400', words])
    })

    it.each([[null], ['[]'], ['"x"']])('refuses %j', async (given) => {
      const { message } = await rehearse(world(), anonymous, (stage) => ask(stage, given))
      expect(message).toBe('Faltan los datos de la solicitud.')
    })

    it('is allowed five times a day from one address', async () => {
      const outcomes = await rehearse(
        world(),
        anonymous,
        async (stage) => {
          const all: string[] = []
          for (const at of [1, 2, 3, 4, 5, 6])
            all.push((await ask(stage, { ...application, email: `luz${at}@fuera.test` })).outcome)
          for (const ago of ['23 hours', '1 day']) {
            await stage.owner('update private.rate_limits set window_start = now() - $1::interval', [ago])
            all.push((await ask(stage, application)).outcome)
          }
          return all
        },
        { 'x-forwarded-for': '192.0.2.9' },
      )
      expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'done', 'PT429', 'PT429', 'done'])
    })
  })

  describe('reject_dentist', () => {
    const reject = 'select public.reject_dentist($1)'

    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome } = await stage.attempt(reject, [applications.open])
        return { outcome, row: await applicationOf(stage, applications.open), lines: await trail(stage) }
      })
      expect(found).toEqual(
        admins.includes(caller)
          ? {
              outcome: 'done',
              row: { state: 'rechazada', decided_by: identityOf(caller).claims.sub },
              lines: [
                {
                  actor: identityOf(caller).claims.sub,
                  action: 'reject',
                  row_id: applications.open,
                  patient_id: null,
                },
              ],
            }
          : {
              outcome: caller === 'anonymous' ? nobody : 'rule',
              row: { state: 'pendiente', decided_by: null },
              lines: [],
            },
      )
    })

    it('of what was answered, or is none, is refused', async () => {
      const found = await as('admin', async (stage) => [
        await refusal(stage, reject, applications.rejected),
        await refusal(stage, reject, uuid('9040', 9)),
      ])
      expect(found).toEqual([
        ['PT409', 'La solicitud de acceso ya se respondió.'],
        ['PT404', 'No se pudo encontrar la solicitud de acceso.'],
      ])
    })
  })

  describe('an invitation', () => {
    const merges = (stage: Stage) =>
      stage.owner(
        `select from_key, into_key, merged_by::text from private.referrer_merges where undone_at is null order by from_key`,
      )
    const refer = (stage: Stage, ...names: string[]) =>
      stage.owner(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor)
         select 'Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', unnest($1::text[])`,
        [names],
      )
    const merge = (stage: Stage, from: string, into: string) =>
      stage.attempt('select public.merge_referrers($1, $2)', [from, into])
    /** The account of an invitation by an administrator, as the auth service makes it. */
    const invite = async (stage: Stage, given: Record<string, unknown> = {}) => {
      await stage.become(identityOf('admin'))
      const { outcome, id } = await prepare(stage, invitation(given))
      const made = outcome === 'create' ? (await makePrepared(stage, id)).message : outcome
      return { id, made }
    }

    it.each(callers)('by %s makes a dentist if they may', async (caller) => {
      const found = await as(caller, async (stage) => {
        const { outcome, role, id } = await prepare(
          stage,
          invitation({ address: 'Calle 5', phone: '9621112233' }),
        )
        if (outcome !== 'create') return outcome
        await makePrepared(stage, id)
        const [row] = await stage.owner(
          `select practice, address, phone, licence, active, approved_by::text from public.dentists where id = $1`,
          [id],
        )
        const links = await stage.owner('select from private.doctor_patients where patient_id = $1', [id])
        return { role, row, links: links.length, lines: await trail(stage), id }
      })
      const by = identityOf(caller).claims.sub
      const [asDentist, asPatient] = [
        {
          role: 'dentist',
          row: {
            practice: 'Nueva Dental',
            address: 'Calle 5',
            phone: '9621112233',
            licence: '12345',
            active: true,
            approved_by: by,
          },
          links: 0,
          lines: [{ actor: by, action: 'invite', row_id: expect.any(String), patient_id: null }],
          id: expect.any(String),
        },
        { role: 'patient', row: undefined, links: 1, lines: [], id: expect.any(String) },
      ]
      const refused = caller === 'anonymous' ? nobody : 'rule'
      expect(found).toEqual(
        admins.includes(caller) ? asDentist : doctors.includes(caller) ? asPatient : refused,
      )
    })

    it.each([
      ['an e-mail of a patient', { email: emailOf('patientA'), full_name: 'Nombre patientA' }, 'conflict'],
      ['an e-mail of a doctor', { email: emailOf('doctorA') }, 'conflict'],
      ['an e-mail of a dentist', { email: emailOf('dentist'), full_name: 'Nombre dentist' }, 'conflict'],
      ['no practice', { practice: ' ' }, 'PT400'],
      ['an endless practice', { practice: 'x'.repeat(121) }, 'PT400'],
      ['an endless address', { address: 'x'.repeat(201) }, 'PT400'],
      ['a licence in words', { licence: 'ninguna' }, 'PT400'],
      ['a dentist who is admin', { is_admin: true }, 'PT400'],
      ['a group of spellings that is none', { referrer_key: 'nadie' }, 'PT404'],
      ['an application that is none', { application_id: uuid('9040', 9) }, 'PT404'],
      ['an application that was answered', { application_id: applications.rejected }, 'PT409'],
      ['an application in words', { application_id: 'x' }, 'PT400'],
    ])('with %s: $2', async (_what, given, expected) => {
      expect((await as('admin', (stage) => prepare(stage, invitation(given)))).outcome).toBe(expected)
    })

    it('with the e-mail of a dentist links nobody as a patient either', async () => {
      const given = person({ email: emailOf('dentist'), full_name: 'Nombre dentist' })
      expect((await as('doctorA', (stage) => prepare(stage, given))).outcome).toBe('conflict')
    })

    it('asked again is the same account, with other details none', async () => {
      const found = await as('admin', async (stage) => {
        const { id } = await invite(stage, { request_id: 'r1' })
        await stage.become(identityOf('admin'))
        const again = (given: object) =>
          stage.attempt('select public.prepare_account($1) as value', [
            invitation({ request_id: 'r1', ...given }),
          ])
        const same = (await again({})).rows[0]?.value
        const others = [
          await again({ practice: 'Otra' }),
          await again({ licence: '54321' }),
          await again({ role: 'patient' }),
        ].map(({ outcome }) => outcome)
        return { id, same, others, words: (await again({ practice: 'Otra' })).message }
      })
      expect(found).toEqual({
        id: found.id,
        same: { outcome: 'reissue', id: found.id },
        others: ['PT409', 'PT409', 'PT409'],
        words:
          'Esta cuenta ya se creó con otros datos: Nueva Persona, dentista. Corrígelos en su ficha y dale una contraseña temporal.',
      })
    })

    it('for an application approves it with the account', async () => {
      const found = await as('admin', async (stage) => {
        const { id } = await prepare(stage, invitation({ application_id: applications.open }))
        const before = await applicationOf(stage, applications.open)
        await makePrepared(stage, id)
        return { id, before, after: await applicationOf(stage, applications.open), lines: await trail(stage) }
      })
      expect(found).toEqual({
        id: found.id,
        before: { state: 'pendiente', decided_by: null },
        after: { state: 'aprobada', decided_by: people.admin },
        lines: [{ actor: people.admin, action: 'approve', row_id: found.id, patient_id: null }],
      })
    })

    it('for an application that was rejected meanwhile makes no account', async () => {
      const found = await as('admin', async (stage) => {
        const { id } = await prepare(stage, invitation({ application_id: applications.open }))
        await stage.attempt('select public.reject_dentist($1)', [applications.open])
        const { message } = await makePrepared(stage, id)
        return { message, accounts: await stage.owner('select from auth.users where email = $1', [newEmail]) }
      })
      expect(found).toEqual({ message: 'La solicitud de acceso ya se respondió.', accounts: [] })
    })

    const given = { full_name: 'Dra. Luz Mora', referrer_key: 'lus mora' }
    it('from a group of spellings joins the name to it', async () => {
      const found = await as('admin', async (stage) => {
        await refer(stage, 'Lus Mora')
        const { made } = await invite(stage, given)
        return { made, merges: await merges(stage) }
      })
      expect(found).toEqual({
        made: '',
        merges: [{ from_key: 'luz mora', into_key: 'lus mora', merged_by: people.admin }],
      })
    })

    it.each([
      ['spelled as the name', ['Mora Luz'], [], 'luz mora', []],
      [
        'that the name is merged into',
        ['Luz Mora', 'Lus Mora'],
        ['luz mora', 'lus mora'],
        'lus mora',
        ['luz mora'],
      ],
      // A second merge would be a circle.
      [
        'that is merged into the name',
        ['Luz Mora', 'Lus Mora'],
        ['lus mora', 'luz mora'],
        'lus mora',
        ['lus mora'],
      ],
      [
        'while the name is merged elsewhere',
        ['Luz Mora', 'Lus Mora', 'Ana Mora'],
        ['luz mora', 'ana mora'],
        'lus mora',
        ['luz mora'],
      ],
    ])('from a group %s changes no merge', async (_what, spellings, [from, into], key, expected) => {
      const found = await as('admin', async (stage) => {
        await refer(stage, ...spellings)
        if (from && into) await merge(stage, from, into)
        const { made } = await invite(stage, { ...given, referrer_key: key })
        return { made, from: (await merges(stage)).map((row) => row.from_key) }
      })
      expect(found).toEqual({ made: '', from: expected })
    })

    it('of the owner says nothing in the trail', async () => {
      const found = await rehearseAsOwner(world(), async (stage) => {
        await stage.owner(
          `insert into private.prepared_accounts (email, full_name, role, dentist) values ($1, 'Dra. Luz Mora', 'dentist', $2)`,
          [newEmail, { practice: 'Dental Mora' }],
        )
        const made = await makePrepared(stage, uuid('9041', 2))
        return [made.message, await trail(stage)]
      })
      expect(found).toEqual(['', []])
    })
  })

  describe('close_dentist', () => {
    const close = 'select public.close_dentist($1)'
    const state = async (stage: Stage) =>
      (
        await stage.owner(
          `select d.active, s.closed_at is not null as closed, u.banned_until is not null as banned,
             (select count(*)::int from auth.sessions e where e.user_id = d.id) as sessions
           from public.dentists d join private.account_state s on s.user_id = d.id join auth.users u on u.id = d.id
           where d.id = $1`,
          [people.dentist],
        )
      )[0]
    const closed = { active: false, closed: true, banned: true, sessions: 0 }

    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        await stage.owner('insert into auth.sessions (user_id, aal) values ($1, $2)', [
          people.dentist,
          'aal1',
        ])
        const { outcome } = await stage.attempt(close, [people.dentist])
        const after = await state(stage)
        const lines = await trail(stage)
        const again = (await stage.attempt(close, [people.dentist])).outcome
        return { outcome, after, again, lines, more: (await trail(stage)).length - lines.length }
      })
      const by = identityOf(caller).claims.sub
      const refused = caller === 'anonymous' ? nobody : 'rule'
      expect(found).toEqual(
        admins.includes(caller)
          ? {
              outcome: 'done',
              after: closed,
              again: 'done',
              lines: [{ actor: by, action: 'close', row_id: people.dentist, patient_id: null }],
              more: 0,
            }
          : {
              outcome: refused,
              after: { active: true, closed: false, banned: false, sessions: 1 },
              again: refused,
              lines: [],
              more: 0,
            },
      )
    })

    it.each(['patientA', 'doctorA', 'admin'] as const)(
      'of %s, who is no dentist, is refused',
      async (who) => {
        const found = await as('mainAdmin', (stage) => refusal(stage, close, people[who]))
        expect(found).toEqual(['PT404', 'No se pudo encontrar al dentista.'])
      },
    )

    it('ends the link to activate the account, and everything that the dentist saw', async () => {
      const found = await as('admin', async (stage) => {
        await stage.attempt('select public.create_activation($1)', [other])
        const links = () => stage.owner('select from private.activations where user_id = $1', [other])
        const before = (await links()).length
        await stage.attempt(close, [other])
        await stage.attempt(close, [people.dentist])
        const after = (await links()).length
        await stage.become(identityOf('dentist'))
        const seen = [
          await stage.attempt('select from public.dentists'),
          await stage.attempt('select from public.profiles'),
          await stage.attempt(`update public.dentists set practice = 'X'`),
        ].map(({ outcome }) => outcome)
        return { before, after, seen }
      })
      expect(found).toEqual({ before: 1, after: 0, seen: ['nothing', 'nothing', 'nothing'] })
    })

    it('is not needed to remove the account: without orders it may be erased, with its row', async () => {
      const found = await as('admin', async (stage) => {
        const { rows } = await stage.attempt('select public.begin_account_removal($1) as value', [
          people.dentist,
        ])
        await stage.owner('delete from auth.users where id = $1', [people.dentist])
        return {
          rows,
          left: await stage.owner('select from public.dentists where id = $1', [people.dentist]),
        }
      })
      expect(found).toEqual({ rows: [{ value: { outcome: 'erase', id: people.dentist } }], left: [] })
    })

    it('however the account is closed, the dentist is not active any more', async () => {
      const found = await rehearseAsOwner(world(), async (stage) => {
        await stage.owner('select private.close_account($1)', [people.dentist])
        return state(stage)
      })
      expect(found).toEqual(closed)
    })
  })

  describe('a dentist is no patient', () => {
    it('sees no request made with the own e-mail, and nobody accepts it', async () => {
      const found = await as('dentist', async (stage) => {
        const [row] = await stage.owner(
          `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
           values ('Nombre dentist', $1, '5551234567', 'Escaneo Intraoral') returning id`,
          [emailOf('dentist')],
        )
        const seen = (await stage.attempt('select id from public.study_requests')).outcome
        const history = await call(stage, `select public.patient_history($1, 1) -> 'total' as value`, [
          people.dentist,
        ])
        await stage.become(identityOf('doctorA'))
        const accepted = await refusal(stage, 'select public.accept_study_request($1)', row?.id)
        return { seen, history, accepted }
      })
      expect(found).toEqual({
        seen: 'nothing',
        history: [0],
        accepted: [
          'PT409',
          'El correo de la solicitud pertenece a una cuenta que no es de un paciente activo.',
        ],
      })
    })

    it.each([
      ['citas', `appointment_date, appointment_time, study_type`, `'2099-01-12', '09:30', 'Panorámica'`],
      ['studies', 'study_date, file_url', `'2026-01-05', 'https://archivos.test/x'`],
      ['medical_notes', 'note', `'Nota'`],
      [
        'invoices',
        'payment_date, payment_method, services',
        `'2026-01-05', 'Otro', '[{"name": "X", "price": 1}]'`,
      ],
    ])('nobody writes one into %s', async (table, columns, values) => {
      const { message } = await rehearseAsOwner(world(), (stage) =>
        stage.attempt(
          `insert into public.${table} (patient_id, doctor_id, ${columns})
           values ('${people.dentist}', '${people.doctorA}', ${values})`,
        ),
      )
      expect(message).toBe('Paciente: elige un paciente de la lista.')
    })

    it('does not count as one in the administration, nor is found as one', async () => {
      const found = await as('admin', async (stage) => ({
        overview: await call(
          stage,
          `select jsonb_build_array(o -> 'users' -> 'total', o -> 'doctors' -> 'total', o -> 'patients' -> 'total') as value
           from public.admin_overview() o`,
        ),
        roles: await stage.owner(
          `select count(*)::int as users, count(*) filter (where role = 'doctor')::int as doctors,
             count(*) filter (where role in ('patient', 'paciente'))::int as patients
           from public.profiles where id not in (select private.closed_accounts())`,
        ),
        patients: await call(stage, `select count(*)::int as value from public.search_patients('dentist')`),
        accounts: await call(stage, `select full_name as value from public.search_profiles('Dentista')`),
      }))
      const [roles] = found.roles
      expect(found.overview).toEqual([[roles?.users, roles?.doctors, roles?.patients]])
      expect(found.patients).toEqual([0])
      expect(found.accounts).toEqual(expect.arrayContaining(['Nombre dentist', 'Dra. Otra']))
    })

    it('has no record that others could have opened, and opens nobody’s', async () => {
      const found = await as('dentist', async (stage) => [
        await call(stage, 'select public.my_access_log() as value'),
        (await stage.attempt('select * from public.my_link_requests()')).outcome,
        await call(stage, 'select public.note_seen($1, $2) as value', [studies.A, 'images']),
        await call(stage, 'select public.create_study_share($1, null, 1, 1) as value', [studies.A]),
        await call(stage, 'select public.my_report($1) as value', [studies.A]),
      ])
      expect(found).toEqual(['rule', 'nothing', 'PT404', 'PT404', 'PT404'])
    })

    it.each([
      ['89 days', '29 days', 'done'],
      ['90 days', '1 hour', 'nothing'],
      ['40 days', '30 days', 'nothing'],
    ])(
      'has a session as long as a patient’s: begun %s ago and renewed %s ago, %s',
      async (begun, renewed, seen) => {
        const found = await as('dentist', async (stage) => {
          const [row] = await stage.owner(
            `insert into auth.sessions (user_id, aal, created_at, updated_at, refreshed_at)
           values ($1, 'aal1', now() - $2::interval, now() - $2::interval, (now() - $3::interval) at time zone 'UTC')
           returning id::text`,
            [people.dentist, begun, renewed],
          )
          const { role, claims } = identityOf('dentist')
          await stage.become({ role, claims: { ...claims, session_id: row?.id } })
          return (await stage.attempt('select from public.dentists')).outcome
        })
        expect(found).toBe(seen)
      },
    )

    it('is told of as a person where the password was chosen', async () => {
      const found = await as('admin', (stage) =>
        refusal(stage, 'select public.create_activation($1)', people.dentist),
      )
      expect(found[1]).toBe('Esa persona ya eligió su contraseña.')
    })
  })

  it.each([
    ['a patient a dentist', 'patientA', 'dentist'],
    ['a doctor a dentist', 'doctorA', 'dentist'],
    ['a dentist a patient', 'dentist', 'patient'],
    ['a dentist a doctor', 'dentist', 'doctor'],
  ] as const)('nobody makes %s', async (_what, who, role) => {
    const sql = `update public.profiles set role = '${role}' where id = $1`
    const found = [
      await as('admin', (stage) => refusal(stage, sql, people[who])),
      await rehearseAsOwner(world(), (stage) => refusal(stage, sql, people[who])),
    ]
    expect(found).toEqual(Array(2).fill(['PT400', 'Rol: el de dentista no se puede dar ni quitar.']))
  })
})
