import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { invoices, studies, useWorld } from './world.ts'

type Line = { at: string; who: string | null; role: string | null; what: string }
type Log = { total: number; rows: Line[] }

const read = async (stage: Stage, page: number | null = 1) => {
  const [row] = (await stage.attempt('select public.my_access_log($1) as value', [page])).rows
  return row?.value as Log
}
const brief = (log: Log) => log.rows.map(({ who, role, what }) => [who, role, what])
const doctorA = ['Nombre doctorA', 'doctor'] as const

describe.each(engines())('my_access_log on $name', (engine) => {
  const world = useWorld(engine)

  /** What the callers do in order, and what `reader` then sees. */
  const logAfter = (acts: [caller: Caller, statement: string][], reader: Caller) =>
    rehearse(world(), identityOf(acts[0]?.[0] ?? reader), async (stage) => {
      for (const [caller, statement] of acts) {
        await stage.become(identityOf(caller))
        expect((await stage.attempt(statement)).outcome, `${caller}: ${statement}`).toBe('done')
      }
      await stage.become(identityOf(reader))
      return read(stage)
    })
  const view = (kind: string, id: string) => `select public.log_access('${kind}', '${id}')`

  const totals: Record<Caller, unknown> = {
    ...everyone('rule'),
    anonymous: 'no grant',
    patientA: [2],
    patientB: [1],
    liar: [1],
  }
  it.each(callers)('shows %s exactly the lines about their own record', async (caller) => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      for (const id of [people.patientA, people.patientB, people.newPatient, people.closedPatient])
        await stage.attempt(view('patient', id))
      await stage.attempt(view('study', studies.A))
      await stage.become(identityOf(caller))
      return call(stage, `select (public.my_access_log() ->> 'total')::int as value`)
    })
    expect(found).toEqual(totals[caller])
  })

  it('says who made a link to activate the account', async () => {
    const log = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.attempt('select public.create_activation($1)', [people.newPatient])
      await stage.owner('update private.account_state set must_change = false where user_id = $1', [
        people.newPatient,
      ])
      await stage.become(identityOf('newPatient'))
      return read(stage)
    })
    expect(brief(log)).toEqual([[...doctorA, 'activation_made']])
  })

  it('says who did what, with the name and what they are', async () => {
    const about = `'${people.patientA}', '${people.doctorA}'`
    const log = await logAfter(
      [
        ['doctorA', view('patient', people.patientA)],
        ['doctorA', view('study', studies.A)],
        ['doctorA', view('study_link', studies.A)],
        ['doctorA', view('invoice', invoices.A)],
        ['doctorA', `update public.studies set comments = 'x' where id = '${studies.A}'`],
        [
          'doctorA',
          `insert into public.medical_notes (patient_id, doctor_id, note) values (${about}, 'Secreto')`,
        ],
        [
          'doctorA',
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
           values (${about}, '2099-01-06', '09:30', 'Secreto')`,
        ],
        ['admin', view('patient', people.patientA)],
        ['admin', `select public.annul_invoice('${invoices.A}', 'Secreto')`],
        ['admin', `update public.profiles set phone = '5550001111' where id = '${people.patientA}'`],
        ['admin', `update public.study_requests set patient_name = 'Nombre patientA' where id = 9001`],
        ['doctorB', `select public.accept_study_request(9001)`],
      ],
      'patientA',
    )
    expect(brief(log).sort()).toEqual(
      [
        [...doctorA, 'appointment_added'],
        [...doctorA, 'note_added'],
        [...doctorA, 'receipt_viewed'],
        [...doctorA, 'record_viewed'],
        [...doctorA, 'study_changed'],
        [...doctorA, 'study_downloaded'],
        [...doctorA, 'study_opened'],
        ['Nombre admin', 'admin', 'profile_changed'],
        ['Nombre admin', 'admin', 'receipt_annulled'],
        ['Nombre admin', 'admin', 'record_viewed'],
        ['Nombre doctorB', 'doctor', 'doctor_linked'],
      ].sort(),
    )
    expect(log.total).toBe(11)
    expect(JSON.stringify(log)).not.toMatch(/secreto/i)
    expect(Object.keys(log.rows[0] ?? {}).sort()).toEqual(['at', 'role', 'what', 'who'])
  })

  it('says who took a second factor off', async () => {
    const log = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(
        `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
        [people.patientA],
      )
      await stage.attempt(`select public.begin_factor_removal('${people.patientA}')`)
      await stage.owner('delete from auth.mfa_factors where user_id = $1', [people.patientA])
      await stage.become(identityOf('patientA'))
      return read(stage)
    })
    expect(brief(log)).toEqual([['Nombre admin', 'admin', 'factor_removed']])
  })

  it('never shows what a patient did', async () => {
    const log = await logAfter(
      [
        ['patientA', view('study', studies.A)],
        ['patientA', `update public.profiles set phone = '5550001111'`],
        ['patientB', view('patient', people.patientB)],
      ],
      'patientA',
    )
    expect(log).toEqual({ total: 0, rows: [] })
  })

  it.each(['patientB', 'doctorB'] as const)(
    'takes nothing from %s, who cannot see the record, and the trail keeps it all the same',
    async (caller) => {
      const found = await rehearse(world(), identityOf(caller), async (stage) => {
        for (const statement of [
          view('patient', people.patientA),
          view('study', studies.A),
          view('invoice', invoices.A),
        ])
          expect((await stage.attempt(statement)).outcome).toBe('done')
        const kept = await stage.owner(
          `select count(*)::int as n from private.audit_log where at = now() and actor = $1 and patient_id is null`,
          [people[caller]],
        )
        await stage.become(identityOf('patientA'))
        return { kept, log: await read(stage) }
      })
      expect(found).toEqual({ kept: [{ n: 3 }], log: { total: 0, rows: [] } })
    },
  )

  it('keeps the name of a closed account, and says nobody for one that was erased', async () => {
    const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
      for (const actor of [people.closedDoctor, '00000000-0000-4000-8000-000000000099'])
        await stage.owner(
          `insert into private.audit_log (actor, actor_role, action, subject, patient_id)
           values ($1, 'authenticated', 'access', 'patient', $2)`,
          [actor, people.patientA],
        )
      return read(stage)
    })
    expect(brief(found)).toEqual([
      ['Nombre closedDoctor', 'doctor', 'record_viewed'],
      [null, null, 'record_viewed'],
    ])
  })

  it('tells one act of one minute once: announced, signed and downloaded, or announced and opened', async () => {
    const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
      const acts = [
        ['access', 'study', 0],
        ['sign_url', 'study_files', 1],
        ['download', 'study_files', 59],
        ['download', 'study_files', 60],
        ['download', 'profile_photos', 60],
        ['preview', 'study_files', 120],
        ['access', 'study_images', 180],
        ['open', 'study_files', 181],
      ]
      for (const [action, subject, seconds] of acts)
        await stage.owner(
          `insert into private.audit_log (at, actor, actor_role, action, subject, patient_id)
           values ('2026-11-20 10:00:00Z'::timestamptz + make_interval(secs => $1), $2, 'authenticated', $3, $4, $5)`,
          [seconds, people.doctorA, action, subject, people.patientA],
        )
      return read(stage)
    })
    const told = [
      ['10:03:01', 'images_opened'],
      ['10:02:00', 'previews_seen'],
      ['10:01:00', 'study_downloaded'],
      ['10:00:59', 'study_downloaded'],
    ]
    expect(found).toEqual({
      total: 4,
      rows: told.map(([time, what]) => ({
        at: `2026-11-20T${time}+00:00`,
        who: doctorA[0],
        role: doctorA[1],
        what,
      })),
    })
  })

  it('answers twenty a page, newest first, and refuses an impossible page with PT400', async () => {
    const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
      await stage.owner(
        `insert into private.audit_log (at, actor, actor_role, action, subject, patient_id)
         select '2026-11-20 10:00:00Z'::timestamptz + n * interval '1 minute', $1, 'authenticated', 'access', 'patient', $2
         from generate_series(1, 45) n`,
        [people.doctorA, people.patientA],
      )
      const pages: Log[] = []
      for (const page of [1, 2, 3, 4]) pages.push(await read(stage, page))
      const refused: string[] = []
      for (const page of ['0', '-1', 'null', '1000001'])
        refused.push((await stage.attempt(`select public.my_access_log(${page})`)).outcome)
      return { pages, refused }
    })
    expect(found.pages.map(({ total, rows }) => [total, rows.length])).toEqual([
      [45, 20],
      [45, 20],
      [45, 5],
      [45, 0],
    ])
    const times = found.pages.flatMap(({ rows }) => rows.map(({ at }) => at))
    expect(times).toEqual([...new Set(times)].sort().reverse())
    expect(found.refused).toEqual(['PT400', 'PT400', 'PT400', 'PT400'])
  })
})
