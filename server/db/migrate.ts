import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database, Queryable } from '#server/base/database.ts'
import { migrationState, type Refusal, type Scripts, type Step } from './migration-state.ts'
import { quoteLiteral } from './quote.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Reads `server/db/bootstrap/*.sql` and `supabase/migrations/*.sql` in name order. A bootstrap file named
 * `*.after.sql` runs after the migrations, and again whenever one of them is new (so it must be repeatable).
 */
export async function readScripts(folder = root): Promise<Scripts> {
  const bootstrap = await readFolder(join(folder, 'server/db/bootstrap'), 'bootstrap')
  const migrations = await readFolder(join(folder, 'supabase/migrations'), 'migrations')
  const isAfter = (step: Step) => step.name.endsWith('.after.sql')
  return {
    before: [...bootstrap.filter((step) => !isAfter(step)), ...migrations],
    after: bootstrap.filter(isAfter),
  }
}

async function readFolder(folder: string, label: string): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(folder, name), 'utf8')
      return { name: `${label}/${name}`, script, hash: createHash('sha256').update(script).digest('hex') }
    }),
  )
}

/**
 * The database comes from a newer version, an unfinished one, or steps that were edited since. The message says what to do.
 */
export class RefusedDatabaseError extends Error {
  constructor({ what, todo }: Refusal) {
    super(`${what}: ${todo}.`)
  }
}

/**
 * Migrates the database to this version, one transaction per step, reporting each step's name before it runs. Throws
 * RefusedDatabaseError, or an Error that names the failed step; earlier steps stay applied.
 */
export async function migrate(
  database: Database,
  scripts: Scripts,
  onStep: (name: string) => void = () => {},
): Promise<void> {
  await database.exec(`create schema if not exists private_migrations;
    create table if not exists private_migrations.steps (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const state = migrationState(await readRecord(database), scripts)
  if ('refusal' in state) throw new RefusedDatabaseError(state.refusal)
  for (const step of [...state.missing, ...state.stale]) {
    onStep(step.name)
    await apply(database, step)
  }
}

/** The applied steps, name to hash; empty when none was recorded. */
export async function readRecord(database: Queryable): Promise<Map<string, string>> {
  const { rows: found } = await database.query<{ known: boolean }>(
    `select to_regclass('private_migrations.steps') is not null as known`,
  )
  if (!found[0]?.known) return new Map()
  const { rows } = await database.query<{ name: string; hash: string }>(
    'select name, hash from private_migrations.steps',
  )
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function apply(database: Database, step: Step): Promise<void> {
  // Several statements in one message form one transaction. The record comes first, so that of two processes
  // that start at once the second waits here instead of running the step too.
  const record = `insert into private_migrations.steps (name, hash)
    values (${quoteLiteral(step.name)}, ${quoteLiteral(step.hash)})
    on conflict (name) do update set hash = excluded.hash, applied_at = now();`
  try {
    await database.exec(`${record}\n${step.script}`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`No se pudo aplicar «${step.name}» a la base de datos: ${why}`, { cause: error })
  }
}
