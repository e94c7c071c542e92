import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { addenda, addStudy, complete, fresh, reportRowsOfWorld, reports, write } from './reports-stage.ts'
import { useWorld } from './world.ts'

const mine = uuid('9034', 1)
const study = uuid('9035', 1)
const hash = (words: unknown) => createHash('sha256').update(String(words)).digest('hex')

type Signed = { folio: string; content_hash: string; verify_token: string }
type Lack = { field: string; text: string }

const sign = (
  stage: Stage,
  version = 2,
  days: number | null = null,
  reason: string | null = null,
  id = mine,
) => stage.attempt('select public.sign_report($1, $2, $3, $4) as value', [id, version, days, reason])
const stored = async (stage: Stage, id: string = mine) =>
  (await stage.owner('select * from public.reports where id = $1', [id]))[0]
const trail = (stage: Stage, subject = 'reports') =>
  stage.owner(
    `select action, row_id, actor::text, patient_id::text, to_jsonb(columns) as columns from private.audit_log
     where subject = $1 and at = now() order by id`,
    [subject],
  )
/** What the refusal's details say. */
const lacks = async (stage: Stage): Promise<Lack[]> =>
  (
    await stage.owner('select private.report_lacks(r) as lacks from public.reports r where r.id = $1', [mine])
  )[0]?.lacks as Lack[]

describe.each(engines())('signing reports on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>, identity = fresh(caller)) =>
    rehearse(world(), identity, async (stage) => {
      await addStudy(stage)
      return run(stage)
    })
  const written = <T>(run: (stage: Stage) => Promise<T>, changes = {}, identity = fresh('doctorA')) =>
    as(
      'doctorA',
      async (stage) => {
        expect(await write(stage, study, { changes })).toBe('done')
        return run(stage)
      },
      identity,
    )

  describe('sign_report', () => {
    it('seals a complete draft of its author', async () => {
      await written(async (stage) => {
        const { outcome, rows, message } = await sign(stage)
        expect([outcome, message]).toEqual(['done', ''])
        const [{ value }] = rows as [{ value: Signed }]
        const { folio, content_hash, verify_token } = value
        const row = await stored(stage)
        expect(row).toMatchObject({
          state: 'firmado',
          folio,
          content_hash,
          verify_token,
          signer_name: 'Nombre doctorA',
          signer_license: '1234567',
          patient_name: 'Nombre patientA',
          hold_reason: null,
        })
        expect(row?.visible_from).toEqual(row?.signed_at)
        // The next free one.
        expect(folio).toBe('INF-000008')
        expect(content_hash).toBe(hash(row?.signed_text))
        expect(verify_token).toMatch(/^[\w-]{22}$/)
        const words = String(row?.signed_text)
        for (const said of [
          complete.impression,
          complete.requested_by,
          '20/11/2026 10:30',
          'Fuera del campo',
        ])
          expect(words).toContain(said)
        expect((await trail(stage)).at(-1)).toEqual({
          action: 'sign',
          row_id: mine,
          actor: people.doctorA,
          patient_id: people.patientA,
          columns: [`content_hash=${content_hash}`],
        })
        const [head] = await stage.owner(
          'select folio, state, addenda from public.report_heads where report_id = $1',
          [mine],
        )
        expect(head).toEqual({ folio, state: 'firmado', addenda: 0 })
      })
    })

    it('writes composed letters and line feeds', async () => {
      await written(
        async (stage) => {
          await sign(stage)
          const words = String((await stored(stage))?.signed_text)
          expect(words).toContain('Uno\nCamión')
          expect(words).toBe(words.normalize('NFC'))
        },
        { impression: 'Uno\r\nCamio\u0301n' },
      )
    })

    it.each<[string, { size: number; sha256?: string }]>([
      ['by its hash', { size: 1, sha256: 'e'.repeat(64) }],
      ['not at all where its hash is not known', { size: 1 }],
    ])('names the file of its study %s', async (_, metadata) => {
      await written(async (stage) => {
        await stage.owner(
          `insert into storage.objects (bucket_id, name, owner_id, metadata)
           select 'study_files', s.file_url, $2::text, $3::jsonb from public.studies s where s.id = $1`,
          [study, people.doctorA, metadata],
        )
        await sign(stage)
        const [, hashed] = /\n\nArchivo del estudio \(SHA-256\)\n(.+)\n\nFirma\n/.exec(
          String((await stored(stage))?.signed_text),
        ) ?? ['']
        expect(hashed).toBe(metadata.sha256)
      })
    })

    const who: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorB: 'PT404',
      factorPassed: 'PT404',
      admin: 'PT404',
      mainAdmin: 'PT404',
      doctorA: 'done',
    }
    it.each(callers)('of doctor A by %s', async (caller) => {
      const found = await as('doctorA', async (stage) => {
        await write(stage, study)
        await stage.become(fresh(caller))
        return (await sign(stage)).outcome
      })
      expect(found).toBe(who[caller])
    })

    it('is for administrators too', async () => {
      const found = await as('admin', async (stage) => {
        expect(await write(stage, study)).toBe('done')
        return (await sign(stage)).outcome
      })
      expect(found).toBe('done')
    })

    const mayNot = 'No tienes permiso para escribir el informe de este estudio.'
    it.each([
      ['a link to the patient', 'delete from private.doctor_patients where doctor_id = $1', 'rule', mayNot],
      ['the right to report', 'update public.profiles set may_report = false where id = $1', 'rule', mayNot],
      [
        'a licence',
        `update public.profiles set professional_license = ' ' where id = $1`,
        'PT400',
        'Para firmar, escribe tu cédula profesional en tu perfil.',
      ],
    ])('needs %s', async (_, without, expected, words) => {
      await written(async (stage) => {
        await stage.owner(without, [people.doctorA])
        const { outcome, message } = await sign(stage)
        expect([outcome, message]).toEqual([expected, words])
        expect((await stored(stage))?.state).toBe('borrador')
      })
    })

    it.each<[string, unknown, string]>([
      ['performed_at', null, 'Fecha y hora del estudio'],
      ['requested_by', ' ', 'Quién solicitó el estudio'],
      ['study_name', null, 'Estudio solicitado'],
      ['clinical_question', '', 'Problema clínico'],
      ['incidents', null, 'Incidentes (o «Ninguno»)'],
      ['performed_by', null, 'Quién realizó el estudio'],
      ['patient_age', null, 'Edad del paciente'],
      ['patient_sex', null, 'Sexo del paciente'],
      ['impression', '\n', 'Impresión'],
      ['technique', 'Con [equipo] y más', 'Completa lo que está entre corchetes en Técnica'],
      ['incidents', '[...]', 'Completa lo que está entre corchetes en Incidentes'],
    ])('names %s when it is %j', async (field, value, said) => {
      await written(
        async (stage) => {
          const { outcome, message } = await sign(stage)
          expect([outcome, message]).toEqual(['PT400', `Falta para firmar: ${said}.`])
          expect(await lacks(stage)).toEqual([{ field, text: said }])
          expect((await stored(stage))?.state).toBe('borrador')
        },
        { [field]: value },
      )
    })

    it.each([
      ['', 'Dientes: escribe o marca «Fuera del campo»'],
      ['Falta [cuál].', 'Completa lo que está entre corchetes en Dientes'],
    ])('names a section that says %j', async (words, said) => {
      const sections = [{ key: 'dientes', title: 'Dientes', text: words, outside: false }]
      await written(
        async (stage) => {
          expect((await sign(stage)).message).toBe(`Falta para firmar: ${said}.`)
          expect(await lacks(stage)).toEqual([{ field: 'sections.dientes', text: said }])
        },
        { sections },
      )
    })

    it.each<[string, string, number, string | undefined, string]>([
      ['a password of nine minutes ago', 'doctorA', 9, undefined, 'done'],
      ['a password of eleven minutes ago', 'doctorA', 11, undefined, 'rule'],
      ['a password of tomorrow', 'doctorA', -1440, undefined, 'rule'],
      ['an e-mailed code', 'doctorA', 0, 'otp', 'rule'],
      ['the password where there is a second factor', 'factorPassed', 0, 'password', 'rule'],
      ['the code of the second factor', 'factorPassed', 0, 'totp', 'done'],
    ])('takes %s as it is', async (_, caller, minutes, method, expected) => {
      await as(
        caller as Caller,
        async (stage) => {
          expect(await write(stage, study)).toBe('done')
          const { outcome, message } = await sign(stage)
          expect(outcome).toBe(expected)
          if (expected === 'rule') expect(message).toBe('Confirma con tu contraseña para firmar.')
          expect((await stored(stage))?.state).toBe(expected === 'done' ? 'firmado' : 'borrador')
        },
        fresh(caller as Caller, minutes, method),
      )
    })

    it('takes no token without times', async () => {
      const found = await written(async (stage) => (await sign(stage)).outcome, {}, identityOf('doctorA'))
      expect(found).toBe('rule')
    })

    it('says by a hint that the identity is to be proved again', async () => {
      await written(async (stage) => {
        const [row] = await stage.owner(
          `select pg_get_functiondef('private.require_signer()'::regprocedure) ~ 'hint = .reauthenticate.' as hint`,
        )
        expect(row?.hint).toBe(true)
      })
    })

    it.each([
      ['2026-11-24', null],
      ['2999-01-01', 'Consejo 12'],
      [null, 'Consejo 12'],
    ])('copies a certificate until %s as %s', async (until, copied) => {
      await written(async (stage) => {
        await stage.owner(
          `update public.profiles set specialty_license = '777', specialty_certificate = 'Consejo 12',
             certificate_until = least($2::date, private.clinic_today() - case when $2::date < '2030-01-01' then 1 else -1 end)
           where id = $1`,
          [people.doctorA, until],
        )
        await sign(stage)
        const row = await stored(stage)
        expect([row?.signer_specialty_license, row?.signer_certificate]).toEqual([
          '777',
          until === null ? 'Consejo 12' : copied,
        ])
      })
    })

    it('refuses a version that is not the newest', async () => {
      await written(async (stage) => expect((await sign(stage, 1)).outcome).toBe('PT409'))
    })

    it('signs once', async () => {
      await written(async (stage) => {
        await sign(stage)
        expect((await sign(stage)).outcome).toBe('PT409')
      })
    })

    it.each<[number | null, string | null, string]>([
      [1, 'Se lo digo yo', 'done'],
      [7, 'Se lo digo yo', 'done'],
      [0, 'Se lo digo yo', 'PT400'],
      [8, 'Se lo digo yo', 'PT400'],
      [3, ' ', 'PT400'],
      [null, 'Se lo digo yo', 'done'],
    ])('delivers after %s days because of %j: %s', async (days, reason, expected) => {
      await written(async (stage) => {
        expect((await sign(stage, 2, days, reason)).outcome).toBe(expected)
        if (expected !== 'done') return
        const [row] = await stage.owner(
          `select visible_from - signed_at = make_interval(days => $2) as later, hold_reason as reason
           from public.reports where id = $1`,
          [mine, days ?? 0],
        )
        expect(row).toEqual({ later: true, reason: days === null ? null : reason })
      })
    })

    it('takes 120 an hour of one account', async () => {
      await written(async (stage) => {
        await sign(stage)
        await stage.owner(`update private.rate_limits set hits = 120 where bucket = 'sign_report'`)
        await addStudy(stage, 'patientA', 'doctorA', uuid('9035', 2))
        await write(stage, uuid('9035', 2), { id: uuid('9034', 2) })
        expect((await sign(stage, 2, null, null, uuid('9034', 2))).outcome).toBe('PT429')
      })
    })
  })

  describe('its key images', () => {
    const image = uuid('9036', 1)
    const path = `${people.patientA}/${study}/clave-${image}.webp`
    const withImage = <T>(run: (stage: Stage) => Promise<T>) =>
      written(async (stage) => {
        await stage.owner(
          `insert into storage.objects (bucket_id, name, owner_id, metadata)
           values ('study_files', $1, $2, '{"size": 1}')`,
          [path, people.doctorA],
        )
        await stage.owner(
          `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, caption)
           values ($1, $2, $3, $4, 8, 6, $5, 'Raíz')`,
          [image, study, people.doctorA, path, 'd'.repeat(64)],
        )
        const { outcome } = await stage.attempt('select public.save_report($1, 2, $2)', [
          mine,
          { images: [image] },
        ])
        expect(outcome).toBe('done')
        return run(stage)
      })

    it('are in the text by their hash, and keep caption and bytes', async () => {
      await withImage(async (stage) => {
        expect((await sign(stage, 3)).message).toBe('')
        expect(String((await stored(stage))?.signed_text)).toContain(`1. ${'d'.repeat(64)} Raíz`)
        const [kept] = await stage.owner(
          'select caption, sha256 from public.report_images where report_id = $1',
          [mine],
        )
        expect(kept).toEqual({ caption: 'Raíz', sha256: 'd'.repeat(64) })
      })
    })

    it('must be there', async () => {
      await withImage(async (stage) => {
        await stage.owner(`delete from storage.objects where name = $1`, [path])
        expect((await sign(stage, 3)).message).toBe(
          'Falta para firmar: Falta el archivo de una imagen clave.',
        )
      })
    })
  })

  describe('release_report', () => {
    const release = (stage: Stage, id: string = reports.ofFactorDoctor) =>
      stage.attempt('select public.release_report($1)', [id]).then(({ outcome }) => outcome)
    const who: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: 'PT404',
      doctorB: 'PT404',
      factorPassed: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('of the factor doctor by %s', async (caller) => {
      expect(await as(caller, (stage) => release(stage))).toBe(who[caller])
    })

    it('delivers now, once', async () => {
      await as('admin', async (stage) => {
        await release(stage)
        const [row] = await stage.owner(
          'select visible_from = now() as now from public.reports where id = $1',
          [reports.ofFactorDoctor],
        )
        expect(row).toEqual({ now: true })
        const again = await stage.attempt('select public.release_report($1)', [reports.ofFactorDoctor])
        expect([again.outcome, again.message]).toEqual(['PT409', 'El informe ya está entregado.'])
        expect((await trail(stage)).at(-1)).toMatchObject({
          action: 'release',
          row_id: reports.ofFactorDoctor,
        })
      })
    })

    it.each([
      ['B', 'PT404'],
      ['A', 'PT409'],
      ['ofClosedDoctor', 'PT409'],
    ] as const)('of %s is refused', async (name, expected) => {
      expect(await as('admin', (stage) => release(stage, reports[name]))).toBe(expected)
    })
  })

  describe('annul_report', () => {
    const annul = (stage: Stage, id: string = reports.A, reason: string | null = 'De otro paciente') =>
      stage.attempt('select public.annul_report($1, $2)', [id, reason])
    const who: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: 'done',
      doctorB: 'PT404',
      factorPassed: 'PT404',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('of doctor A by %s', async (caller) => {
      expect(await as(caller, async (stage) => (await annul(stage)).outcome)).toBe(who[caller])
    })

    it('needs a reason and happens once', async () => {
      await as('doctorA', async (stage) => {
        expect((await annul(stage, reports.A, '  ')).message).toBe('Escribe el motivo de la anulación.')
        expect((await annul(stage)).outcome).toBe('done')
        expect(await stored(stage, reports.A)).toMatchObject({
          state: 'anulado',
          annulled_by: people.doctorA,
          annul_reason: 'De otro paciente',
        })
        expect((await annul(stage)).outcome).toBe('PT409')
        expect((await trail(stage)).at(-1)).toMatchObject({ action: 'annul', row_id: reports.A })
      })
    })

    it('is not for drafts', async () => {
      expect(await as('admin', async (stage) => (await annul(stage, reports.B)).outcome)).toBe('PT404')
    })
  })

  describe('addenda', () => {
    const save = (stage: Stage, id: string | null = null, report: string = reports.A) =>
      stage.attempt(`select public.save_addendum($1, 'corrección', 'Es el 37', $2) as value`, [report, id])
    const seal = (stage: Stage, id: string) => stage.attempt('select public.sign_addendum($1) as value', [id])
    const who: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      // Has an unsigned one.
      doctorA: 'PT409',
      doctorB: 'PT404',
      factorPassed: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('to the report of doctor A by %s', async (caller) => {
      expect(await as(caller, async (stage) => (await save(stage)).outcome)).toBe(who[caller])
    })

    it('are not by whoever may write no reports', async () => {
      await as('doctorA', async (stage) => {
        await stage.owner('update public.profiles set may_report = false where id = $1', [people.doctorA])
        const { outcome, message } = await save(stage, addenda.unsigned)
        expect([outcome, message]).toEqual([
          'rule',
          'No tienes permiso para escribir el informe de este estudio.',
        ])
      })
    })

    it('are one a person and report until signed, and written anew by their id', async () => {
      await as('doctorA', async (stage) => {
        expect((await save(stage)).outcome).toBe('PT409')
        expect((await save(stage, addenda.unsigned)).rows[0]?.value).toMatchObject({
          id: addenda.unsigned,
          text: 'Es el 37',
        })
      })
    })

    it.each([
      ['B', 'PT404'],
      ['ofClosedDoctor', 'PT409'],
    ] as const)('to %s are refused', async (name, expected) => {
      expect(await as('admin', async (stage) => (await save(stage, null, reports[name])).outcome)).toBe(
        expected,
      )
    })

    it('the first is sealed over the hash of the report', async () => {
      await written(async (stage) => {
        const { rows } = await sign(stage)
        const report = rows[0]?.value as Signed
        const saved = await save(stage, null, mine)
        const { id } = (saved.rows as [{ value: { id: string } }])[0].value
        const sealed = (await seal(stage, id)).rows[0]?.value as Record<string, unknown>
        expect(sealed).toMatchObject({ position: 1, previous_hash: report.content_hash })
        expect(String(sealed.signed_text)).toContain(report.content_hash)
        expect(sealed.content_hash).toBe(hash(sealed.signed_text))
      })
    })

    it('are sealed over the hash before them', async () => {
      await as('doctorA', async (stage) => {
        const { rows, message } = await seal(stage, addenda.unsigned)
        expect(message).toBe('')
        const made = rows[0]?.value as Record<string, unknown>
        const [before] = await stage.owner(
          'select content_hash as hash from public.report_addenda where id = $1',
          [addenda.signed],
        )
        expect(made).toMatchObject({
          position: 2,
          previous_hash: before?.hash,
          content_hash: hash(made.signed_text),
          signer_license: '1234567',
        })
        expect(String(made.signed_text)).toContain(String(before?.hash))
        expect((await trail(stage, 'report_addenda')).at(-1)).toMatchObject({
          action: 'sign',
          row_id: addenda.unsigned,
          patient_id: people.patientA,
          columns: [`content_hash=${made.content_hash}`],
        })
        expect((await seal(stage, addenda.unsigned)).outcome).toBe('PT409')
        const [head] = await stage.owner('select addenda from public.report_heads where report_id = $1', [
          reports.A,
        ])
        expect(head).toEqual({ addenda: 2 })
      })
    })

    it.each([
      ['without a proof', 'doctorA', 11, 'rule'],
      ['by somebody else', 'admin', 0, 'PT404'],
    ] as const)('are not signed %s', async (_, caller, minutes, expected) => {
      const found = await as(
        caller,
        async (stage) => (await seal(stage, addenda.unsigned)).outcome,
        fresh(caller, minutes),
      )
      expect(found).toBe(expected)
    })

    it('are not signed by whose link ended, nor to an annulled report, nor with a blank', async () => {
      await as('doctorB', async (stage) => {
        await stage.owner(`update public.report_addenda set text = 'Es [cuál]' where id = $1`, [
          addenda.ofDoctorB,
        ])
        expect((await seal(stage, addenda.ofDoctorB)).outcome).toBe('PT400')
        await stage.owner(`update public.report_addenda set text = 'Es el 37' where id = $1`, [
          addenda.ofDoctorB,
        ])
        await stage.owner('delete from private.doctor_patients where doctor_id = $1', [people.doctorB])
        expect((await seal(stage, addenda.ofDoctorB)).outcome).toBe('rule')
      })
      await as('doctorA', async (stage) => {
        await stage.attempt(`select public.annul_report($1, 'De otro')`, [reports.A])
        expect((await seal(stage, addenda.unsigned)).outcome).toBe('PT409')
      })
    })

    it('have 5,000 letters at most', async () => {
      const found = await as('admin', async (stage) => {
        const write = (letters: number) =>
          stage.attempt(`select public.save_addendum($1, 'corrección', $2)`, [reports.A, 'x'.repeat(letters)])
        return [(await write(5001)).outcome, (await write(5000)).outcome]
      })
      expect(found).toEqual(['PT400', 'done'])
    })

    it('are 20 at most', async () => {
      await as('factorPassed', async (stage) => {
        await stage.owner(
          `insert into public.report_addenda (id, report_id, author_id, kind, text, position, signed_at, signer_name,
             signer_license, previous_hash, signed_text, content_hash)
           select gen_random_uuid(), a.report_id, a.author_id, a.kind, a.text, n, a.signed_at, a.signer_name, a.signer_license,
             a.previous_hash, a.signed_text, a.content_hash
           from public.report_addenda a, generate_series(2, 19) n where a.id = $1`,
          [addenda.signed],
        )
        const last = (await save(stage)).rows[0]?.value as { id: string }
        expect((await seal(stage, last.id)).rows[0]?.value).toMatchObject({ position: 20 })
        expect((await save(stage)).message).toBe('Este informe ya tiene 20 adendas.')
      })
    })
  })
})
