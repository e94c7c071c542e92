import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { engines } from '#tests/engines.ts'
import { type Caller, people, serviceRole, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { fresh, imagePath, reportRowsOfWorld, reports } from './reports-stage.ts'
import { pinOfShareA, shares, studies, tokenOfShareA, useWorld } from './world.ts'

const carry = 'update public.study_shares set with_report = true where id = $1'

describe.each(engines())('reports by links on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const play = <T>(run: (stage: Stage) => Promise<T>) => rehearse(world(), serviceRole, run)
  const open = async (stage: Stage, visit: string | null = null) => {
    const { rows } = await stage.attempt('select public.open_study_share($1, $2, $3, $4) as value', [
      tokenOfShareA,
      visit === null ? pinOfShareA : null,
      visit,
      { 'x-forwarded-for': '192.0.2.50' },
    ])
    return rows[0]?.value as { report: Record<string, unknown> | null; visit: string }
  }

  /** What an open page hears of its report: the hash of what was signed last. */
  const heard = async (stage: Stage, visit: string) => {
    const { rows } = await stage.attempt('select public.check_study_visit($1, $2, $3) as value', [
      tokenOfShareA,
      visit,
      { 'x-forwarded-for': '192.0.2.50' },
    ])
    return rows[0]?.value
  }

  it('are shown where the link carries them, as they were signed', async () => {
    const found = await play(async (stage) => {
      const without = (await open(stage)).report
      await stage.owner(carry, [shares.A])
      return [without, (await open(stage)).report]
    })
    expect(found[0]).toBeNull()
    expect(found[1]).toMatchObject({
      id: reports.A,
      folio: 'INF-000001',
      images: [{ path: imagePath('A') }],
      addenda: [{ text: 'Es así' }],
    })
    expect(found[1]).not.toHaveProperty('hold_reason')
  })

  it.each([
    ['held', `update public.reports set visible_from = now() + interval '1 day' where id = $1`],
    [
      'annulled',
      `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x' where id = $1`,
    ],
  ])('are not shown while %s, also within a visit', async (_, change) => {
    const found = await play(async (stage) => {
      await stage.owner(carry, [shares.A])
      const { visit, report } = await open(stage)
      await stage.owner('alter table public.reports disable trigger reports_a_keep')
      await stage.owner(change, [reports.A])
      return [report === null, (await open(stage, visit)).report, await heard(stage, visit)]
    })
    expect(found).toEqual([false, null, { outcome: 'open', report: null }])
  })

  it('tell an open page the hash of what was signed last', async () => {
    const found = await play(async (stage) => {
      const without = await open(stage)
      const nothing = await heard(stage, without.visit)
      await stage.owner(carry, [shares.A])
      const { visit, report } = await open(stage)
      const withAddendum = await heard(stage, visit)
      await stage.owner('alter table public.report_addenda disable trigger user')
      await stage.owner('delete from public.report_addenda where report_id = $1', [reports.A])
      return { nothing, report, withAddendum, alone: await heard(stage, visit) }
    })
    const hashes = z.object({
      content_hash: z.string(),
      addenda: z.object({ content_hash: z.string() }).array(),
    })
    const { content_hash, addenda } = hashes.parse(found.report)
    expect(found.nothing).toEqual({ outcome: 'open', report: null })
    expect(found.withAddendum).toEqual({ outcome: 'open', report: addenda.at(-1)?.content_hash })
    expect(found.alone).toEqual({ outcome: 'open', report: content_hash })
  })

  it('are not shown by a clinic that writes none', async () => {
    const report = await play(async (stage) => {
      await stage.owner(carry, [shares.A])
      await stage.owner(
        `insert into private.app_settings (key, value) values ('reports', 'off')
         on conflict (key) do update set value = excluded.value`,
      )
      return (await open(stage)).report
    })
    expect(report).toBeNull()
  })

  it('leave a line of their own, and that they were seen', async () => {
    const found = await play(async (stage) => {
      await stage.owner(carry, [shares.A])
      const { visit } = await open(stage)
      await open(stage, visit)
      return [
        await stage.owner(
          `select action, patient_id::text from private.audit_log where subject = 'study_shares' and at = now()
           and actor is null order by action`,
        ),
        await stage.owner('select what, times from public.study_seen where share_id = $1 order by what', [
          shares.A,
        ]),
      ]
    })
    const line = { patient_id: people.patientA }
    expect(found).toEqual([
      [
        { ...line, action: 'open' },
        { ...line, action: 'open_report' },
      ],
      [
        { what: 'images', times: 1 },
        { what: 'report', times: 1 },
      ],
    ])
  })

  it('are never in a copy without identity', async () => {
    const { outcome } = await play((stage) =>
      stage
        .owner(
          `update public.study_shares set with_report = true, copy_path = 'copias/${uuid('9009', 7)}/sin-datos.zip' where id = $1`,
          [shares.A],
        )
        .then(
          () => ({ outcome: 'done' }),
          () => ({ outcome: 'refused' }),
        ),
    ).catch(() => ({ outcome: 'refused' }))
    expect(outcome).toBe('refused')
  })

  it.each<[Caller, boolean | null, string | null, string, boolean | undefined, string | null | undefined]>([
    ['doctorA', null, null, 'done', false, null],
    ['doctorA', true, null, 'PT400', undefined, undefined],
    ['doctorA', null, 'patient', 'done', true, 'patient'],
    ['admin', true, 'authorised_doctor', 'done', true, 'authorised_doctor'],
    ['doctorA', false, 'patient', 'done', false, 'patient'],
    ['doctorA', null, 'otro', 'PT400', undefined, undefined],
    ['patientA', null, null, 'done', false, null],
    ['patientA', true, null, 'done', true, null],
  ])('by %s with %s and %s: %s', async (caller, withReport, basis, expected, carries, kept) => {
    const id = uuid('9009', 8)
    const found = await rehearse(world(), fresh(caller), async (stage) => {
      const { outcome, message } = await stage.attempt(
        'select public.create_study_share($1, null, 1, 1, null, $2, $3, $4) as value',
        [studies.A, id, withReport, basis],
      )
      if (outcome === 'PT400')
        expect(message).toBe(
          basis === 'otro' ? 'Revisa los datos e inténtalo de nuevo.' : 'Indica quién pidió compartirlo.',
        )
      const [row] = await stage.owner('select with_report, basis from public.study_shares where id = $1', [
        id,
      ])
      return [outcome, row?.with_report, row?.basis]
    })
    expect(found).toEqual([expected, carries, kept])
  })
})
