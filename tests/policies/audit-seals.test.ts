import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteSeals } from '#server/audit/notes.ts'
import { newestSeal, sealTrail } from '#server/audit/seal.ts'
import { verifyTrail } from '#server/audit/verify.ts'
import type { Database } from '#server/base/database.ts'
import { type Engine, engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'

const tables = ['private.audit_log', 'private.audit_seals']
const perSeal = 4

/** Lines that differ as much as lines can. */
const lines = `insert into private.audit_log (at, actor, actor_role, action, subject, row_id, columns, patient_id, declared)
  select '2026-11-20 10:00:00.123456+00'::timestamptz + n * interval '1 second', null, 'it''s', 'update', 'ñandú \\ "x"',
    nullif(n, 3)::text, case when n % 2 = 0 then array['a', null, 'b,c'] end, gen_random_uuid(), n % 3 = 0
  from generate_series(1, $1::int) n`

async function openTrail(engine: Engine): Promise<FreshDatabase> {
  const fresh = await freshDatabase(engine)
  if (engine.broken) await fresh.database.exec(engine.broken)
  return fresh
}

describe.each(engines())('the chain over the trail on $name', (engine) => {
  let fresh: FreshDatabase
  let db: Database
  let folder: string
  let notes: string
  let kept: string
  /** The ids of the twelve lines of seals 2 to 4; two more lines wait. */
  let ids: number[]

  beforeAll(async () => {
    fresh = await openTrail(engine)
    db = fresh.database
    folder = await mkdtemp(join(tmpdir(), 'indice-trail-'))
    notes = join(folder, 'audit-seals.log')
    // The migrations have told the trail of their own settings.
    await tamper(tables.map((table) => `truncate ${table}`).join(';'))
    await db.query(lines, [16])
    for (let n = 0; n < 4; n += 1) await db.query(`select private.seal_audit(${perSeal})`)
    const { rows } = await db.query<{ id: string }>(
      'select id::text as id from private.audit_log l order by l.id offset 4',
    )
    ids = rows.map(({ id }) => Number(id))
    await db.query(lines, [2])
    await noteSeals(db, notes)
    kept = await readFile(notes, 'utf8')
    for (const table of tables) await db.exec(`create table ${table}_kept as table ${table}`)
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    await writeFile(notes, kept)
    await tamper(tables.map((table) => `truncate ${table}`).join(';'))
    await tamper(
      tables
        .map((table) => `insert into ${table} overriding system value select * from ${table}_kept`)
        .join(';'),
    )
  })

  /** A change that only somebody who may disable triggers can make. */
  async function tamper(sql: string): Promise<void> {
    const triggers = (what: string) => tables.map((table) => `alter table ${table} ${what} trigger user`)
    await db.exec([...triggers('disable'), sql, ...triggers('enable')].join(';'))
  }

  async function verify() {
    const findings: string[] = []
    const report = await verifyTrail({ database: db, notes, tell: (finding) => findings.push(finding) })
    expect(report.findings).toBe(findings.length)
    return { ...report, findings }
  }
  const id = (n: number) => ids[n - 1] ?? 0

  it('holds when nobody touched it, and says what waits for its seal', async () => {
    const newest = await newestSeal(db)
    expect(await verify()).toEqual({
      findings: [],
      sealed: 16,
      unsealed: 2,
      seals: 4,
      newest,
      compared: true,
    })
    expect(newest?.number).toBe(4)
    expect(kept.split('\n').at(-2)).toContain(`4 ${newest?.hash} `)
  })

  const changes = {
    at: `l.at + interval '1 microsecond'`,
    actor: 'gen_random_uuid()',
    actor_role: `'x'`,
    action: `'x'`,
    subject: `l.subject || ' '`,
    row_id: `coalesce(l.row_id || '0', '')`,
    columns: `coalesce(l.columns, '{}') || 'x'::text`,
    patient_id: 'null',
    declared: 'not l.declared',
  }

  it('tries every column but the id', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select attname::text as name from pg_attribute where attrelid = 'private.audit_log'::regclass and attnum > 0`,
    )
    expect(rows.map(({ name }) => name).filter((name) => name !== 'id')).toEqual(Object.keys(changes))
  })

  it.each(Object.entries(changes))('tells a changed %s', async (column, value) => {
    await tamper(`update private.audit_log l set ${column} = ${value} where l.id = ${id(6)}`)
    expect((await verify()).findings).toEqual([`La fila ${id(6)} fue modificada (sello 3).`])
  })

  it.each([
    ['first', 5],
    ['middle', 6],
    ['last', 8],
  ])('notices a line that was deleted, the %s of its seal', async (_, n) => {
    await tamper(`delete from private.audit_log where id = ${id(n)}`)
    expect((await verify()).findings).toEqual([`Falta la fila ${id(n)} (sello 3).`])
  })

  it('notices that the last sealed line is missing, and each line of a seal', async () => {
    await tamper(`delete from private.audit_log where id >= ${id(12)}`)
    expect((await verify()).findings).toEqual([`Falta la fila ${id(12)} (sello 4).`])
    await tamper(`delete from private.audit_log where id between ${id(5)} and ${id(8)}`)
    expect((await verify()).findings).toEqual([
      ...[5, 6, 7, 8].map((n) => `Falta la fila ${id(n)} (sello 3).`),
      `Falta la fila ${id(12)} (sello 4).`,
    ])
  })

  it('notices lines that changed places', async () => {
    await tamper(`create temp table two as select * from private.audit_log where id in (${id(6)}, ${id(7)});
      delete from private.audit_log where id in (select id from two);
      update two set id = ${id(6)} + ${id(7)} - id;
      insert into private.audit_log overriding system value select * from two; drop table two`)
    expect((await verify()).findings).toEqual([
      `La fila ${id(6)} cambió de lugar: tiene el contenido de la fila ${id(7)} (sello 3).`,
      `La fila ${id(7)} cambió de lugar: tiene el contenido de la fila ${id(6)} (sello 3).`,
    ])
  })

  it('notices a line put where a transaction had left a gap', async () => {
    await db
      .transaction((tx) => tx.query(lines, [1]).then(() => Promise.reject(new Error('undo'))))
      .catch(() => {})
    await db.query(lines, [1])
    await sealTrail(db)
    expect((await verify()).findings).toEqual([])
    const { rows } = await db.query<{ gap: string }>(
      'select (max(l.id) - 1)::text as gap from private.audit_log l',
    )
    const gap = rows[0]?.gap
    await tamper(`insert into private.audit_log (id, actor_role, action, subject) overriding system value
      values (${gap}, 'x', 'x', 'x')`)
    expect((await verify()).findings).toEqual([`La fila ${gap} se agregó después de sellar (sello 5).`])
  })

  it.each([
    ['a hash', `hash = repeat('0', 64)`],
    ['marks', 'marks = set_byte(marks, 15, 255 - get_byte(marks, 15))'],
    ['a time', `sealed_at = sealed_at + interval '1 microsecond'`],
    ['a count', 'rows = rows + 1'],
    ['a first id', 'from_id = from_id - 1'],
    ['a last id', 'to_id = to_id - 1'],
  ])('tells a seal with %s that was changed', async (_, change) => {
    await tamper(`update private.audit_seals set ${change} where number = 3`)
    const { findings } = await verify()
    expect(findings.length).toBeGreaterThan(0)
    for (const finding of findings) expect(finding).toMatch(/sello [34]/)
  })

  it('notices missing seals, also the last', async () => {
    await tamper('delete from private.audit_seals where number = 2')
    expect((await verify()).findings).toContain('Falta el sello 2.')
    await tamper('delete from private.audit_seals where number > 2')
    expect((await verify()).findings).toContain('Faltan los sellos 2 a 4: están anotados fuera de la base.')
  })

  it('notices by the notes outside of the database that the newest seal was deleted, with or without its lines', async () => {
    await tamper('delete from private.audit_seals where number = 4')
    expect((await verify()).findings).toEqual(['Falta el sello 4: está anotado fuera de la base.'])
    await tamper(`delete from private.audit_log where id > ${id(8)}`)
    expect((await verify()).findings).toEqual(['Falta el sello 4: está anotado fuera de la base.'])
  })

  it('notices by the notes a chain that was made again from the changed line on', async () => {
    await tamper(`update private.audit_log set action = 'x' where id = ${id(6)};
      delete from private.audit_seals where number > 2`)
    for (let n = 0; n < 2; n += 1) await db.query(`select private.seal_audit(${perSeal})`)
    const forged = (line: number) =>
      `El sello ${line} no es el que se anotó fuera de la base (línea ${line} de audit-seals.log): la cadena se rehízo.`
    expect((await verify()).findings).toEqual([forged(3), forged(4)])
    await noteSeals(db, notes)
    expect((await verify()).findings).toEqual([forged(3), forged(4)])
    await rm(notes)
    expect(await verify()).toMatchObject({ findings: [], compared: false })
  })

  it('takes a note that was cut off and stands there again, and tells one that makes no sense', async () => {
    const [last = ''] = kept.split('\n').slice(-2)
    await writeFile(notes, kept.slice(0, -20))
    await noteSeals(db, notes)
    expect((await readFile(notes, 'utf8')).endsWith(`\n${last}\n`)).toBe(true)
    expect((await verify()).findings).toEqual([])
    await appendFile(notes, 'otra cosa\n')
    expect((await verify()).findings).toEqual(['La línea 6 de audit-seals.log no se entiende.'])
  })

  it('the same seal is noted once, however often it is written', async () => {
    await noteSeals(db, notes)
    expect(await readFile(notes, 'utf8')).toBe(kept)
  })
})

describe.each(engines())('the seals on $name', (engine) => {
  let fresh: FreshDatabase
  let db: Database
  beforeAll(async () => {
    fresh = await openTrail(engine)
    db = fresh.database
    await db.query(lines, [1])
    await sealTrail(db)
  })
  afterAll(() => fresh?.dispose())

  it('are only added to, also by the owner', async () => {
    for (const statement of ['update private.audit_seals set rows = 1', 'delete from private.audit_seals'])
      await expect(db.query(statement)).rejects.toMatchObject({ code: 'PT403' })
    await expect(db.query('truncate private.audit_seals')).rejects.toMatchObject({ code: 'PT403' })
  })

  it('are not made from an old snapshot', async () => {
    const sealing = db.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read')
      await tx.query('select private.seal_audit()')
    })
    await expect(sealing).rejects.toMatchObject({ code: '25001' })
  })
})

// Only PostgreSQL has concurrent writers: PGlite is one session.
describe.each(engines().filter(({ kind }) => kind === 'postgres'))('many writers on $name', (engine) => {
  let fresh: FreshDatabase
  let folder: string
  beforeAll(async () => {
    fresh = await openTrail(engine)
    folder = await mkdtemp(join(tmpdir(), 'indice-writers-'))
    await sealTrail(fresh.database)
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  async function verify() {
    const findings: string[] = []
    const { unsealed } = await verifyTrail({
      database: fresh.database,
      notes: join(folder, 'audit-seals.log'),
      tell: (finding) => findings.push(finding),
    })
    return { findings, unsealed }
  }

  it('one that commits late is waited for, and never left out', async () => {
    const { database } = fresh
    const impatient = `select private.seal_audit(patience => '50 milliseconds') as seal`
    await database.transaction(async (late) => {
      await late.query(lines, [1])
      await database.query(lines, [1])
      expect((await database.query(impatient)).rows).toEqual([{ seal: null }])
    })
    expect((await database.query(impatient)).rows).toMatchObject([{ seal: { rows: 2 } }])
    expect(await verify()).toEqual({ findings: [], unsealed: 0 })
  })

  it('are all sealed once while they write and others seal', async () => {
    const { database } = fresh
    let writing = true
    const sealers = Array.from({ length: 3 }, async () => {
      while (writing) await database.query('select private.seal_audit(50)')
    })
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 40; n += 1) {
          const work = database.transaction(async (tx) => {
            await tx.query(lines, [3])
            await tx.query('select 1 as one')
            if ((n + writer) % 7 === 0) throw new Error('undo')
          })
          await work.catch(() => {})
        }
      }),
    )
    writing = false
    await Promise.all(sealers)
    await sealTrail(database)
    expect(await verify()).toEqual({ findings: [], unsealed: 0 })
  })
})
