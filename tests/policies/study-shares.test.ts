import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { anonymous, type Caller, callers, identityOf, people, serviceRole, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import {
  deletedStudy,
  type Pair,
  pathOf,
  pinOfShareA,
  shares,
  studies,
  tokenOfShareA,
  useWorld,
  type World,
} from './world.ts'

const subject = { table: 'public.study_shares', rows: shares }
const all = Object.keys(shares) as Pair[]
const none: Pair[] = []

const create = 'select public.create_study_share($1, $2, $3, $4, $5) as value'
const make = (
  stage: Stage,
  study: string,
  other: { label?: unknown; days?: unknown; uses?: unknown; copy?: unknown } = {},
) =>
  call(stage, create, [
    study,
    other.label === undefined ? 'Dra. Díaz' : other.label,
    other.days === undefined ? 14 : other.days,
    other.uses === undefined ? 10 : other.uses,
    other.copy ?? null,
  ])
const made = [
  {
    id: expect.any(String),
    token: expect.any(String),
    pin: expect.any(String),
    expires_at: expect.any(String),
  },
]
const neutralCopy = `copias/${uuid('9009', 7)}/sin-datos.zip`
const upload = (stage: Stage, path: string, owner: string) =>
  stage.owner(
    `insert into storage.objects (bucket_id, name, owner, owner_id) values ('study_files', $1, $2::uuid, $2::text)`,
    [path, owner],
  )
/** Every study gets a file of its patient, so that only the caller makes a difference. */
const withFiles = `update public.studies set file_url = patient_id || '/estudio.zip', file_name = 'estudio.zip'`
const secrets = (stage: Stage) =>
  stage.owner(`select share_id::text, encode(token_hash, 'hex') as token, encode(pin_hash, 'hex') as pin
    from private.share_secrets order by share_id`)

function itAsks(
  world: World,
  what: string,
  ask: (stage: Stage) => Promise<unknown>,
  expected: Record<Caller, unknown>,
) {
  it.each(callers)(`${what} by %s`, async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      await stage.owner(withFiles)
      // Naming them in a row linked them again.
      await stage.owner('delete from private.doctor_patients where doctor_id = $1 and patient_id = $2', [
        people.doctorA,
        people.patientB,
      ])
      await stage.owner('update public.study_shares set revoked_at = null, revoked_by = null')
      return ask(stage)
    })
    expect(found).toEqual(expected[caller])
  })
}

describe.each(engines())('links to studies on $name', (engine) => {
  const world = useWorld(engine)

  describe('public.study_shares', () => {
    itShows(world, subject, {
      anonymous: nobody,
      patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      patientB: ['B', 'ofFormerDoctor'],
      liar: ['B', 'ofFormerDoctor'],
      doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor', 'ofClosedDoctor', 'ofFactorDoctor'],
      doctorB: ['B', 'ofFormerDoctor'],
      factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: none,
      ...withoutAnyRights(none),
    })

    itInserts(
      world,
      'public.study_shares',
      (['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const).map((caller) => [
        caller,
        'by hand',
        {
          study_id: `'${studies.A}'`,
          made_by: `'${people.doctorA}'`,
          expires_at: `now() + interval '1 day'`,
          max_uses: '1',
        },
        'no grant',
      ]),
    )

    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        study_id: `'${studies.B}'`,
        made_by: `'${people.admin}'`,
        label: `'Otra'`,
        created_at: `now() - interval '1 hour'`,
        renewed_at: 'now()',
        expires_at: `now() + interval '30 days'`,
        max_uses: '100',
        uses: '1',
        seen_at: 'now()',
        revoked_at: 'now()',
        revoked_by: `'${people.admin}'`,
        copy_path: `'${neutralCopy}'`,
        with_report: 'true',
        basis: `'patient'`,
      },
      granted: [],
      may: everyone(nobody),
    })

    itDeletes(world, subject, everyone(nobody))
  })

  describe('create_study_share', () => {
    itAsks(world, 'of study A', (stage) => make(stage, studies.A), {
      ...everyone<unknown>('rule'),
      anonymous: 'no grant',
      patientA: made,
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: made,
      doctorB: 'PT404',
      factorPassed: made,
      admin: made,
      mainAdmin: made,
    })
    // Doctor A wrote it and still reads the row, but the file is in the folder of a former patient.
    itAsks(world, 'of the study of a former patient', (stage) => make(stage, studies.ofFormerDoctor), {
      ...everyone<unknown>('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: made,
      liar: made,
      dentist: 'PT404',
      doctorA: 'rule',
      doctorB: made,
      factorPassed: 'PT404',
      admin: made,
      mainAdmin: made,
    })

    it.each([deletedStudy, uuid('9009', 1), null])('knows no study %s', async (study) => {
      const found = await rehearse(world(), identityOf('admin'), (stage) =>
        call(stage, create, [study, null, 1, 1, null]),
      )
      expect(found).toBe('PT404')
    })

    const own = uuid('9009', 7)

    it('made again under the same id is one link with new secrets, as long as nobody has used it', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const again = (study: string, id: string = own, copy: string | null = null) =>
          call(stage, 'select public.create_study_share($1, $2, 1, 2, $3, $4) as value', [
            study,
            'Dr. Ruiz',
            copy,
            id,
          ])
        const before = await again(studies.A)
        const after = await again(studies.A)
        const stored = await stage.owner(
          'select made_by::text, uses from public.study_shares where id = $1',
          [own],
        )
        const ofOthers = await again(studies.A, shares.B)
        await stage.owner('update public.study_shares set uses = 1 where id = $1', [own])
        return { before, after, stored, ofOthers, used: await again(studies.A) }
      })
      const [first, second] = [found.before, found.after].flat().map(Object)
      expect([first.id, second.id]).toEqual([own, own])
      expect([second.token === first.token, second.pin.length]).toEqual([false, 6])
      expect(found.stored).toEqual([{ made_by: people.doctorA, uses: 0 }])
      expect(found.ofOthers).toBe('PT409')
      expect(found.used).toBe('PT409')
    })

    it.each([
      ['by somebody else', `made_by = '${people.admin}'`],
      ['for another study', `study_id = '${studies.ofNewPatient}'`],
      ['without identity', `copy_path = '${neutralCopy}'`],
      ['and used', 'uses = 1'],
      ['and revoked', 'revoked_at = now()'],
      ['and is over', `created_at = now() - interval '2 days', expires_at = now() - interval '1 day'`],
    ])('gives no secrets again for a link that was made %s', async (_what, change) => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const again = () =>
          call(stage, 'select public.create_study_share($1, null, 14, 2, null, $2) as value', [
            studies.A,
            own,
          ])
        const before = await again()
        await stage.owner(`update public.study_shares set ${change} where id = $1`, [own])
        return { before, after: await again() }
      })
      expect(found).toEqual({ before: made, after: 'PT409' })
    })

    it.each([
      ['another label', `'Dr. Gil', 1, 2, null, $2, false, null`],
      ['other days', `'Dr. Ruiz', 2, 2, null, $2, false, null`],
      ['other uses', `'Dr. Ruiz', 1, 3, null, $2, false, null`],
      ['the report', `'Dr. Ruiz', 1, 2, null, $2, true, 'patient'`],
    ])('refuses the same id with %s, and says what is stored', async (_what, other) => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const make = (terms: string) =>
          stage.attempt(`select public.create_study_share($1, ${terms})`, [studies.A, own])
        await make(`'Dr. Ruiz', 1, 2, null, $2, false, null`)
        return make(other)
      })
      expect(found.outcome).toBe('PT409')
      expect(found.message).toMatch(
        /^Ya creaste este enlace con otros datos: Dr\. Ruiz, 2 usos, hasta el \d\d\/\d\d\/\d{4}, sin informe\./,
      )
    })

    it('answers 128 random bits and six digits once, and stores neither', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const answers = [await make(stage, studies.A), await make(stage, studies.A)].flat()
        const [row] = await stage.owner(
          `select made_by::text, label, max_uses, uses, seen_at, expires_at = now() + interval '14 days' as fortnight
           from public.study_shares where id = $1`,
          [Object(answers[0]).id],
        )
        const kept = await stage.owner(
          `select (to_jsonb(h)::text || to_jsonb(s)::text) as text,
             s.token_hash = sha256($2::bytea) as token, s.pin_hash = sha256($3::bytea) as pin
           from public.study_shares h join private.share_secrets s on s.share_id = h.id where h.id = $1`,
          [
            Object(answers[0]).id,
            Object(answers[0]).token,
            `${Object(answers[0]).token}:${Object(answers[0]).pin}`,
          ],
        )
        return { answers, row, kept }
      })
      const [first, second] = found.answers.map(Object)
      for (const { token, pin } of [first, second]) {
        expect(token).toMatch(/^[\w-]{22}$/)
        expect(Buffer.from(token, 'base64url')).toHaveLength(16)
        expect(pin).toMatch(/^\d{6}$/)
      }
      expect(first.token).not.toBe(second.token)
      expect(found.row).toEqual({
        made_by: people.doctorA,
        label: 'Dra. Díaz',
        max_uses: 10,
        uses: 0,
        seen_at: null,
        fortnight: true,
      })
      expect(found.kept).toEqual([{ text: expect.not.stringContaining(first.token), token: true, pin: true }])
    })

    it.each([
      [{ days: 0 }],
      [{ days: 91 }],
      [{ days: -1 }],
      [{ days: null }],
      [{ uses: 0 }],
      [{ uses: 101 }],
      [{ uses: null }],
      [{ label: 'x'.repeat(101) }],
      [{ copy: 'estudio.zip' }],
      [{ copy: pathOf('free') }],
      [{ copy: pathOf('named') }],
    ])('refuses $0', async (other) => {
      const found = await rehearse(world(), identityOf('admin'), (stage) => make(stage, studies.A, other))
      expect(found).toBe('PT400')
    })

    it.each([{ days: 1 }, { days: 90 }, { uses: 1 }, { uses: 100 }, { label: null }, { label: ' ' }])(
      'takes %j',
      async (other) => {
        expect(
          await rehearse(world(), identityOf('admin'), (stage) => make(stage, studies.A, other)),
        ).toEqual(made)
      },
    )

    it('has nothing to share of a study without a file, or with a link of its own', async () => {
      const found = await rehearse(world(), identityOf('admin'), async (stage) => {
        const link = await make(stage, studies.B)
        await stage.owner('update public.studies set file_url = null where id = $1', [studies.B])
        return [link, await make(stage, studies.B)]
      })
      expect(found).toEqual(['PT400', 'PT400'])
    })

    it('keeps it to twenty links of a study that are alive', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        for (let count = 1; count < 20; count++) await make(stage, studies.A)
        const tooMany = await make(stage, studies.A)
        await stage.attempt('select public.revoke_study_share($1)', [shares.A])
        return [tooMany, await make(stage, studies.A)]
      })
      expect(found).toEqual(['PT400', made])
    })

    it('makes sixty an hour for one account', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        await make(stage, studies.A)
        await stage.owner(
          `update private.rate_limits set hits = 59 where bucket = 'create_study_share' and client = $1`,
          [people.doctorA],
        )
        return [await make(stage, studies.A), await make(stage, studies.A)]
      })
      expect(found).toEqual([made, 'PT429'])
    })

    describe('without identity', () => {
      const copy = neutralCopy
      const share = (caller: Caller, before: (stage: Stage) => Promise<unknown>, path = copy) =>
        rehearse(world(), identityOf(caller), async (stage) => {
          await before(stage)
          return make(stage, studies.A, { copy: path })
        })

      it.each(['doctorA', 'admin', 'factorPassed'] as const)(
        'hands out the copy that %s uploaded',
        async (caller) => {
          const owner = caller === 'factorPassed' ? people.factorDoctor : people[caller]
          expect(await share(caller, (stage) => upload(stage, copy, owner))).toEqual(made)
        },
      )
      it('takes the copy that another link of the study hands out', async () => {
        const found = await share('admin', async (stage) => {
          await upload(stage, copy, people.doctorA)
          await stage.owner('update public.study_shares set copy_path = $1 where id = $2', [copy, shares.A])
        })
        expect(found).toEqual(made)
      })
      it('takes none that somebody else uploaded', async () => {
        expect(await share('doctorA', (stage) => upload(stage, copy, people.admin))).toBe('PT400')
      })
      it('takes none that was not uploaded', async () => {
        expect(await share('doctorA', async () => {})).toBe('PT400')
      })
      it.each([people.patientA, people.patientB, 'otra', 'copias/x'])(
        'takes none from the folder %s: its address would tell whose it is',
        async (folder) => {
          const other = copy.replace('copias', folder)
          expect(await share('admin', (stage) => upload(stage, other, people.admin), other)).toBe('PT400')
        },
      )
      it('takes none that another study hands out', async () => {
        const ofLink = await share('admin', async (stage) => {
          await upload(stage, copy, people.admin)
          await stage.owner('update public.study_shares set copy_path = $1 where id = $2', [
            copy,
            shares.ofFactorDoctor,
          ])
        })
        expect(ofLink).toBe('PT400')
      })
      it('is the clinic’s to make, not the patient’s', async () => {
        expect(await share('patientA', (stage) => upload(stage, copy, people.patientA))).toBe('rule')
      })
    })
  })

  describe('renew_study_share', () => {
    const renew = 'select public.renew_study_share($1) as value'
    itAsks(world, 'of link A', (stage) => call(stage, renew, [shares.A]), {
      ...everyone<unknown>('PT404'),
      anonymous: 'no grant',
      doctorA: made,
      ...withoutAnyRights('rule'),
    })

    it('ends the old token and PIN, and counts on', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const before = await secrets(stage)
        const answer = await call(stage, renew, [shares.A])
        const after = await secrets(stage)
        return {
          answer,
          changed: before.filter((row, at) => row.token !== after[at]?.token && row.pin !== after[at]?.pin),
        }
      })
      expect(found.answer).toEqual(made)
      expect(found.changed.map((row) => row.share_id)).toEqual([shares.A])
    })

    it.each([
      ['revoked', `update public.study_shares set revoked_at = now()`, 'PT409'],
      [
        'expired',
        `update public.study_shares set created_at = now() - interval '2 days', expires_at = now()`,
        'PT409',
      ],
      ['of a patient who is theirs no longer', `delete from private.doctor_patients`, 'PT404'],
    ])('renews none that is %s', async (_what, sql, expected) => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        await stage.owner(sql)
        return call(stage, renew, [shares.A])
      })
      expect(found).toBe(expected)
    })
  })

  describe('revoke_study_share', () => {
    const revoke = 'select public.revoke_study_share($1)::text as value'
    itAsks(world, 'of link A', (stage) => call(stage, revoke, [shares.A]), {
      ...everyone<unknown>(['']),
      anonymous: 'no grant',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorB: 'PT404',
      ...withoutAnyRights('rule'),
    })
    itAsks(
      world,
      'of the link of a former patient',
      (stage) => call(stage, revoke, [shares.ofFormerDoctor]),
      {
        ...everyone<unknown>(['']),
        anonymous: 'no grant',
        patientA: 'PT404',
        dentist: 'PT404',
        factorPassed: 'PT404',
        ...withoutAnyRights('rule'),
      },
    )

    it('says when and by whom, and is done once', async () => {
      const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
        await call(stage, revoke, [shares.A])
        const again = await call(stage, revoke, [shares.A])
        const rows = await stage.owner(
          `select id::text, revoked_by::text, revoked_at = now() as now from public.study_shares where revoked_at is not null`,
        )
        return { again, rows }
      })
      expect(found).toEqual({
        again: 'PT409',
        rows: [{ id: shares.A, revoked_by: people.patientA, now: true }],
      })
    })
  })

  describe('end with their study', () => {
    const ended = (stage: Stage) =>
      stage.owner(
        'select id::text, study_id::text, revoked_by::text from public.study_shares where revoked_at is not null',
      )

    it.each([
      ['deleted', 'delete from public.studies where id = $1', null],
      [
        'of another file',
        `update public.studies set file_url = 'https://otro.test/archivo' where id = $1`,
        studies.A,
      ],
      [
        'of another patient',
        `update public.studies set file_url = null, patient_id = '${people.patientB}' where id = $1`,
        studies.A,
      ],
    ])('that is %s', async (_what, sql, study) => {
      const found = await rehearse(world(), identityOf('admin'), async (stage) => {
        await stage.attempt(sql, [studies.A])
        return ended(stage)
      })
      expect(found).toEqual([{ id: shares.A, study_id: study, revoked_by: people.admin }])
    })

    it('and not when only its comment changes, or the owner of the database writes the same', async () => {
      const found = await rehearse(world(), identityOf('admin'), async (stage) => {
        await stage.attempt(`update public.studies set comments = 'Otro' where id = $1`, [studies.A])
        return ended(stage)
      })
      expect(found).toEqual([])
    })
  })

  describe('their copies', () => {
    const copy = neutralCopy
    const play = (sql: string) =>
      rehearse(world(), identityOf('doctorA'), async (stage) => {
        await upload(stage, copy, people.doctorA)
        await make(stage, studies.A, { copy })
        if (sql) await stage.owner(sql)
        const read = await stage.attempt('select from storage.objects where name = $1', [copy])
        await stage.owner(`select set_config('storage.allow_delete_query', 'true', true)`)
        const erased = await stage.attempt('delete from storage.objects where name = $1', [copy])
        return [read.outcome, erased.outcome]
      })

    it.each([
      ['are read and kept while the link lives', '', ['done', 'nothing']],
      ['may go once it was revoked', 'update public.study_shares set revoked_at = now()', ['done', 'done']],
      [
        'may go once it has expired',
        `update public.study_shares set created_at = now() - interval '2 days', expires_at = now()`,
        ['done', 'done'],
      ],
      [
        'are nobody’s once the study was deleted',
        `delete from public.studies where id = '${studies.A}'`,
        ['nothing', 'nothing'],
      ],
    ])('%s', async (_what, sql, expected) => {
      expect(await play(sql)).toEqual(expected)
    })
  })

  it('leave a line in the trail for what becomes of them, and nothing of their secrets', async () => {
    const lines = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await make(stage, studies.A)
      await call(stage, 'select public.renew_study_share($1) as value', [shares.A])
      await stage.become(serviceRole)
      await stage.attempt('select public.open_study_share($1, $2, null, null)', [tokenOfShareA, pinOfShareA])
      await stage.owner(
        `update private.share_secrets set token_hash = private.share_hash($1), pin_hash = private.share_hash($2)
        where share_id = $3`,
        [tokenOfShareA, `${tokenOfShareA}:${pinOfShareA}`, shares.A],
      )
      await stage.attempt('select public.open_study_share($1, $2, null, null)', [tokenOfShareA, pinOfShareA])
      await stage.become(identityOf('patientA'))
      await stage.attempt('select public.revoke_study_share($1)', [shares.A])
      return stage.owner(
        `select action, actor::text, actor_role, patient_id::text, to_jsonb(columns) as columns, declared from private.audit_log
         where subject = 'study_shares' and at = now() order by id`,
      )
    })
    const line = { patient_id: people.patientA, columns: [`study_id=${studies.A}`], declared: false }
    expect(lines).toEqual([
      { ...line, action: 'insert', actor: people.doctorA, actor_role: 'authenticated' },
      { ...line, action: 'renew', actor: people.doctorA, actor_role: 'authenticated' },
      { ...line, action: 'open', actor: null, actor_role: 'anon' },
      { ...line, action: 'revoke', actor: people.patientA, actor_role: 'authenticated' },
    ])
  })

  it('are told to the patient: who shared a study, and that somebody opened it', async () => {
    const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.owner(`update public.study_shares set uses = 1, seen_at = now() where id = $1`, [shares.A])
      await make(stage, studies.A)
      await stage.become(identityOf('patientA'))
      return call(
        stage,
        `select line ->> 'what' || ' ' || coalesce(line ->> 'who', '-') as value
         from jsonb_array_elements(public.my_access_log(1) -> 'rows') line where line ->> 'what' like '%share%' order by 1`,
      )
    })
    expect(found).toEqual(['share_opened -', 'study_shared Nombre doctorA'])
  })

  it('cannot be asked for by a visitor', async () => {
    const found = await rehearse(world(), anonymous, (stage) =>
      call(stage, 'select public.open_study_share($1, $2, null, null) as value', [
        tokenOfShareA,
        pinOfShareA,
      ]),
    )
    expect(found).toBe('no grant')
  })
})
