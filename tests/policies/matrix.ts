import { expect, it } from 'vitest'
import {
  expectedDeletes,
  expectedUpdates,
  type Insert,
  keyOf,
  nameOf,
  type nobody,
  type Subject,
  type Updates,
} from './cells.ts'
import { itDeletesOverHttp, itInsertsOverHttp, itShowsOverHttp, itUpdatesOverHttp } from './matrix-wire.ts'
import { type Caller, callers, identityOf } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { tryUpdates } from './try-updates.ts'
import type { World } from './world.ts'

/** The same expectation for every caller. */
export function everyone<T>(expected: T): Record<Caller, T> {
  return {
    anonymous: expected,
    patientA: expected,
    patientB: expected,
    liar: expected,
    doctorA: expected,
    doctorB: expected,
    factorPassed: expected,
    admin: expected,
    mainAdmin: expected,
    dentist: expected,
    ...withoutAnyRights(expected),
  }
}

type WithoutRights = 'newPatient' | 'newAdmin' | 'closedPatient' | 'closedDoctor' | 'erased' | 'factorDue'

/** Callers without any rights, whoever they were, each with the same expectation. */
export function withoutAnyRights<T>(expected: T): Record<WithoutRights, T> {
  return {
    newPatient: expected,
    newAdmin: expected,
    closedPatient: expected,
    closedDoctor: expected,
    erased: expected,
    factorDue: expected,
  }
}

/** Which rows each caller sees: exactly these, or no grant at all. */
export function itShows<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
  it.each(callers)('shows %s exactly their rows', async (caller) => {
    const seen = await rehearse(world(), identityOf(caller), async (stage) => {
      const { outcome, rows } = await stage.attempt(
        `select ${keyOf(subject)}::text as id, t.*::text as whole from ${subject.table} t where ${subject.only ?? 'true'}`,
      )
      return outcome === 'nothing' || outcome === 'done'
        ? rows.map((row) => nameOf(subject, row.id))
        : outcome
    })
    const wanted = expected[caller]
    expect(typeof seen === 'string' ? seen : seen.sort()).toEqual(
      typeof wanted === 'string' ? wanted : [...wanted].sort(),
    )
  })
  itShowsOverHttp(world, subject, expected)
}

/** Tries every column of every row as every caller, one at a time, and reads each row again as the owner. */
export function itUpdates<Name extends string>(world: World, spec: Updates<Name>): void {
  it('knows another value for every column', async () => {
    const { rows } = await world().query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = ''`,
      [spec.table],
    )
    expect(rows.map((row) => row.name).sort()).toEqual(
      [...Object.keys(spec.values), ...(spec.alike ?? [])].sort(),
    )
  })

  it.each(callers)('update by %s changes exactly the allowed columns of each row', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes: Record<string, Record<string, string>> = {}
      for (const [name, id] of Object.entries<string>(spec.rows))
        outcomes[name] = await tryUpdates(stage, spec.table, `${keyOf(spec)} = '${id}'`, spec.values)
      return outcomes
    })
    const expected = Object.keys(spec.rows).map((name) => [name, expectedUpdates(spec, caller, name)])
    expect(found).toEqual(Object.fromEntries(expected))
  })
  itUpdatesOverHttp(world, spec)
}

/** Which rows an update or delete without a condition touches: read policies do not narrow it. */
export function itTouchesBlindly<Name extends string>(
  world: World,
  subject: Subject<Name>,
  statement: string,
  expected: Record<Caller, readonly Name[] | typeof nobody | 'rule' | 'policy'>,
): void {
  it.each(callers)(`"${statement}" by %s touches exactly the allowed rows`, async (caller) => {
    const touched = await rehearse(world(), identityOf(caller), async (stage) => {
      const read = async () => {
        const rows = await stage.owner(
          `select ${keyOf(subject)}::text as id, to_jsonb(t)::text as whole from ${subject.table} t`,
        )
        return new Map(rows.map((row) => [row.id, row.whole]))
      }
      const before = await read()
      const { outcome } = await stage.attempt(statement)
      const after = await read()
      const changed = [...before].filter(([id, whole]) => after.get(id) !== whole)
      if (outcome === 'done' || outcome === 'nothing') return changed.map(([id]) => nameOf(subject, id))
      return changed.length > 0 ? `${outcome}, but rows changed` : outcome
    })
    const wanted = expected[caller]
    expect(typeof touched === 'string' ? touched : touched.sort()).toEqual(
      typeof wanted === 'string' ? wanted : [...wanted].sort(),
    )
  })
}

/** Which rows each caller may delete: tried singly, and all at once without a condition. */
export function itDeletes<Name extends string>(
  world: World,
  subject: Subject<Name>,
  expected: Record<Caller, readonly Name[] | typeof nobody>,
): void {
  itTouchesBlindly(world, subject, `delete from ${subject.table} where ${subject.only ?? 'true'}`, expected)

  it.each(callers)('delete by %s, row by row, removes exactly the allowed rows', async (caller) => {
    const wanted = expected[caller]
    const count = async (stage: Stage) =>
      Number((await stage.owner(`select count(*)::int as count from ${subject.table}`))[0]?.count)
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes: Record<string, string> = {}
      const before = await count(stage)
      for (const [name, id] of Object.entries<string>(subject.rows)) {
        let gone = false
        const { outcome } = await stage.attempt(
          `delete from ${subject.table} t where ${keyOf(subject)} = '${id}'`,
          [],
          async () => {
            gone = (await count(stage)) === before - 1
          },
        )
        outcomes[name] = outcome === 'done' && !gone ? 'done, but not gone' : outcome
      }
      expect(await count(stage)).toBe(before)
      return outcomes
    })
    expect(found).toEqual(expectedDeletes(subject, wanted))
  })
  itDeletesOverHttp(world, subject, expected)
}

/** Inserts each row as its caller, without reading it back, and counts as the owner whether it exists. */
export function itInserts(world: World, table: string, inserts: readonly Insert[]): void {
  it.each(inserts)('insert by %s, %s', async (caller, _what, row, expected) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const count = async () => (await stage.owner(`select count(*)::int as count from ${table}`))[0]?.count
      const before = await count()
      const { outcome } = await stage.attempt(insertOf(table, row))
      const added = Number(await count()) - Number(before)
      return added === (outcome === 'done' ? 1 : 0) ? outcome : `${outcome}, but ${added} new rows`
    })
    expect(found).toBe(expected)
  })
  itInsertsOverHttp(world, table, inserts)
}

export function insertOf(table: string, row: Record<string, string>): string {
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}
