import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyTrail } from '#server/audit/verify.ts'
import type { Database } from '#server/base/database.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

type Line = { id: number; at: string; who: string | null; patient: string | null; subject: string }
type Page = { rows: Line[]; more: boolean; many: boolean }
type Filter = { person?: string; kind?: string; day?: string; before?: Line }

async function read(stage: Stage, { person = '', kind, day, before }: Filter = {}): Promise<Page> {
  const [row] = (
    await stage.attempt('select public.audit_lines($1, $2, $3, $4, $5) as value', [
      person,
      kind ?? null,
      day ?? null,
      before?.at ?? null,
      before?.id ?? null,
    ])
  ).rows
  return row?.value as Page
}

/** Every page in order, as the screen turns them. */
async function readAll(stage: Stage, filter: Filter): Promise<Line[]> {
  const all: Line[] = []
  for (;;) {
    const { rows, more } = await read(stage, { ...filter, before: all.at(-1) })
    all.push(...rows)
    expect(rows.length).toBeLessThanOrEqual(20)
    if (!more) return all
  }
}

/** The ids of the lines that the owner finds by a condition, newest first. */
async function idsOf(stage: Stage, condition: string, params: unknown[] = []): Promise<number[]> {
  const rows = await stage.owner(
    `select l.id::text as id from private.audit_log l where ${condition} order by l.at desc, l.id desc`,
    params,
  )
  return rows.map(({ id }) => Number(id))
}

/** Lines of the same second, of the same instant, on both sides of the clinic's midnight and of several people. */
const lines = `insert into private.audit_log (at, actor, actor_role, action, subject, row_id, columns, patient_id)
  select '2026-11-20 05:59:30Z'::timestamptz + (n / 3) * interval '7 seconds', case n % 4 when 0 then $1::uuid when 1 then $2::uuid end,
    'authenticated', 'update', case when n % 5 = 0 then 'citas' else 'studies' end, n::text, array['status'],
    case when n % 3 = 0 then $3::uuid end
  from generate_series(1, 90) n`

const isAdmin = (caller: Caller) => caller === 'admin' || caller === 'mainAdmin'

describe.each(engines())('reading the trail on $name', (engine) => {
  const world = useWorld(engine)

  const staged = <T>(run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(lines, [people.doctorA, people.doctorB, people.patientA])
      return run(stage)
    })

  it.each(callers)('answers administrators alone: %s', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => [
      await call(stage, `select jsonb_typeof(public.audit_lines() -> 'rows') as value`),
      await call(stage, `select jsonb_typeof(public.audit_state() -> 'number') as value`),
      await call(stage, `select jsonb_typeof(public.verify_audit() -> 'findings') as value`),
    ])
    const refused = caller === 'anonymous' ? 'no grant' : 'rule'
    expect(found).toEqual(isAdmin(caller) ? [['array'], ['number'], ['array']] : [refused, refused, refused])
  })

  it('shows every line once, newest first, twenty a page, also those of one instant', async () => {
    const [found, counted] = await staged(async (stage) => [
      (await readAll(stage, {})).map(({ id }) => id),
      await idsOf(stage, 'true'),
    ])
    expect(found.length).toBeGreaterThan(90)
    expect(found).toEqual(counted)
  })

  it('finds what a person did and what was done with their data, also together with the other filters', async () => {
    await staged(async (stage) => {
      const of = async (filter: Filter) => (await readAll(stage, filter)).map(({ id }) => id)
      expect(await of({ person: 'DOCTORÁ' })).toEqual(
        await idsOf(stage, 'l.actor = $1 or l.patient_id = $1', [people.doctorA]),
      )
      expect(await of({ person: 'patienta@' })).toEqual(
        await idsOf(stage, 'l.actor = $1 or l.patient_id = $1', [people.patientA]),
      )
      expect(await of({ person: 'doctora', kind: 'citas' })).toEqual(
        await idsOf(stage, `l.subject = 'citas' and (l.actor = $1 or l.patient_id = $1)`, [people.doctorA]),
      )
      expect(await of({ kind: 'studies' })).toEqual(await idsOf(stage, `l.subject = 'studies'`))
      expect(await of({ person: 'nadie así' })).toEqual([])
    })
  })

  it("knows the clinic's day", async () => {
    await staged(async (stage) => {
      const ofDay = `l.at >= '2026-11-20 06:00:00Z' and l.at < '2026-11-21 06:00:00Z'`
      const found = (await readAll(stage, { day: '2026-11-20' })).map(({ id }) => id)
      expect(found).toEqual(await idsOf(stage, ofDay))
      expect(found.length).toBeGreaterThan(0)
      const ofPerson = (await readAll(stage, { day: '2026-11-20', person: 'doctora' })).map(({ id }) => id)
      expect(ofPerson).toEqual(await idsOf(stage, `${ofDay} and l.actor = $1`, [people.doctorA]))
      const before = (await readAll(stage, { day: '2026-11-19', person: 'doctora' })).map(({ id }) => id)
      expect(before.length).toBeGreaterThan(0)
      expect(before).toEqual(
        await idsOf(
          stage,
          `l.at >= '2026-11-19 06:00:00Z' and l.at < '2026-11-20 06:00:00Z' and l.actor = $1`,
          [people.doctorA],
        ),
      )
    })
  })

  it('says who, whose and what, and nothing of the content', async () => {
    const { rows } = await staged((stage) => read(stage, { day: '2026-11-20', kind: 'studies' }))
    const line = rows.find(({ patient }) => patient)
    expect(Object.keys(line ?? {}).sort()).toEqual([
      'action',
      'actor_role',
      'at',
      'columns',
      'declared',
      'has_actor',
      'id',
      'patient',
      'row_id',
      'subject',
      'who',
    ])
    expect(line?.patient).toBe('Nombre patientA')
  })

  it('says when a name is that of more people than it looks at', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(
        `insert into private.prepared_accounts (email, full_name, role, is_admin)
         select 'tocayo' || n || '@fuera.test', 'Tocayo Repetido', 'doctor', false from generate_series(1, 51) n`,
      )
      await stage.owner(
        `insert into auth.users (id, email) select gen_random_uuid(), 'tocayo' || n || '@fuera.test' from generate_series(1, 51) n`,
      )
      return [(await read(stage, { person: 'tocayo' })).many, (await read(stage, { person: 'doctora' })).many]
    })
    expect(found).toEqual([true, false])
  })
})

describe.each(engines())('verifying the trail in steps on $name', (engine) => {
  const world = useWorld(engine)
  const tables = ['private.audit_log', 'private.audit_seals']
  let folder: string
  let ids: number[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-steps-'))
    const db = world()
    await db.query(
      `insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, declared)
       select null, 'it''s', 'update', 'ñandú \\ "x"', nullif(n, 3)::text, case when n % 2 = 0 then array['a', null, 'b,c'] end,
         n % 3 = 0 from generate_series(1, 40) n`,
    )
    for (let sealed = true; sealed; ) {
      const { rows } = await db.query<{ seal: unknown }>('select private.seal_audit(4) as seal')
      sealed = rows[0]?.seal !== null
    }
    const { rows } = await db.query<{ id: string }>(
      'select l.id::text as id from private.audit_log l order by l.id desc limit 30',
    )
    ids = rows.map(({ id }) => Number(id)).reverse()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const tamper = (sql: string) => [
    ...tables.map((table) => `alter table ${table} disable trigger user`),
    ...sql.split(';'),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ]

  /** The findings of the steps and of the server's own verification, in the same transaction; then all is rolled back. */
  async function both(sql: string): Promise<{ steps: string[]; server: string[]; seals: number }> {
    const server: string[] = []
    const steps: string[] = []
    let seals = 0
    const undo = new Error('undo')
    const tx = world().transaction(async (inner) => {
      if (sql) for (const statement of tamper(sql)) await inner.query(statement)
      const database: Database = {
        ...world(),
        // The server starts its own transaction; here it reads in the one that is rolled back.
        transaction: (run) =>
          run({
            ...inner,
            query: (text, params) =>
              /^set /.test(text) ? inner.query('select 1 as one') : inner.query(text, params),
          }),
      }
      await verifyTrail({
        database,
        notes: join(folder, 'none.log'),
        tell: (finding) => server.push(finding),
      })
      await inner.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify(identityOf('admin').claims),
      ])
      for (let after = 0, done = false; !done; ) {
        const { rows } = await inner.query<{ step: Step }>('select public.verify_audit($1, 3) as step', [
          after,
        ])
        const step = rows[0]?.step
        if (!step) throw new Error('A step answers')
        steps.push(...step.findings)
        expect(step.found).toBe(step.findings.length)
        seals += step.seals
        after = step.last
        done = step.done
      }
      throw undo
    })
    await tx.catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return { steps, server, seals }
  }
  type Step = { last: number; seals: number; findings: string[]; found: number; done: boolean }
  const id = (n: number) => ids[n - 1] ?? 0

  it('finds nothing in a trail that nobody touched, and reads every seal', async () => {
    const { steps, server, seals } = await both('')
    expect([steps, server]).toEqual([[], []])
    const { rows } = await world().query<{ count: string }>(
      'select count(*)::text as count from private.audit_seals',
    )
    expect(seals).toBe(Number(rows[0]?.count))
    expect(seals).toBeGreaterThan(6)
  })

  const log = 'private.audit_log'
  it.each<[string, () => string]>([
    ['a changed time', () => `update ${log} set at = at + interval '1 microsecond' where id = ${id(6)}`],
    ['a changed actor', () => `update ${log} set actor = gen_random_uuid() where id = ${id(6)}`],
    ['a changed role', () => `update ${log} set actor_role = 'x' where id = ${id(6)}`],
    ['a changed action', () => `update ${log} set action = 'x' where id = ${id(9)}`],
    ['a changed subject', () => `update ${log} set subject = subject || ' ' where id = ${id(6)}`],
    ['a changed row', () => `update ${log} set row_id = coalesce(row_id || '0', '') where id = ${id(6)}`],
    ['changed columns', () => `update ${log} set columns = '{x}' where id = ${id(6)}`],
    ['a changed patient', () => `update ${log} set patient_id = gen_random_uuid() where id = ${id(6)}`],
    ['a changed declaration', () => `update ${log} set declared = not declared where id = ${id(6)}`],
    ['a line that was deleted', () => `delete from ${log} where id = ${id(7)}`],
    ['the last lines', () => `delete from ${log} where id > ${id(11)}`],
    [
      'lines that changed places',
      () => `create temp table two as select * from ${log} where id in (${id(6)}, ${id(7)});
        delete from ${log} where id in (select id from two); update two set id = ${id(6)} + ${id(7)} - id;
        insert into ${log} overriding system value select * from two; drop table two`,
    ],
    ['another hash', () => `update private.audit_seals set hash = repeat('0', 64) where number = 3`],
    [
      'other marks',
      () =>
        'update private.audit_seals set marks = set_byte(marks, 15, 255 - get_byte(marks, 15)) where number = 3',
    ],
    [
      'another time of sealing',
      () =>
        `update private.audit_seals set sealed_at = sealed_at + interval '1 microsecond' where number = 3`,
    ],
    ['another count', () => 'update private.audit_seals set rows = rows + 1 where number = 1'],
    ['another first id', () => 'update private.audit_seals set from_id = from_id - 1 where number = 3'],
    ['another last id', () => 'update private.audit_seals set to_id = to_id - 1 where number = 3'],
    ['a seal that is missing', () => 'delete from private.audit_seals where number = 4'],
    [
      'seals that are missing between two steps',
      () => 'delete from private.audit_seals where number in (3, 4)',
    ],
    ['the first seal', () => 'delete from private.audit_seals where number = 1'],
  ])('tells %s, in the same words as the server', async (_, sql) => {
    const { steps, server } = await both(sql())
    expect(server.length).toBeGreaterThan(0)
    expect(steps).toEqual(server)
  })

  it('says how far the trail is sealed, and what waits', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(
        `insert into private.audit_log (actor_role, action, subject) select 'x', 'x', 'x' from generate_series(1, 3)`,
      )
      const [newest] = await stage.owner(
        `select s.number::int as number, s.hash, to_jsonb(s.sealed_at) as sealed_at from private.audit_seals s order by s.number desc limit 1`,
      )
      return [await call(stage, 'select public.audit_state() as value'), { ...newest, waiting: 3 }]
    })
    expect(found[0]).toEqual([found[1]])
  })

  it('refuses a start below 0 and a step outside of 1 to 1000 lines', async () => {
    const refused = await rehearse(world(), identityOf('admin'), async (stage) => {
      const outcomes: string[] = []
      for (const step of ['-1, 10', '0, 0', '0, 1001', 'null, 10', '0, null'])
        outcomes.push((await stage.attempt(`select public.verify_audit(${step})`)).outcome)
      return outcomes
    })
    expect(refused).toEqual(Array(5).fill('PT400'))
  })
})
