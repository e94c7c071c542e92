import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import { quoteLiteral } from './quote.ts'

type Step = { name: string; script: string; hash: string }

/** The scripts of one installation: what a hosted project has anyway, our migrations, and what follows from them. */
export type Scripts = { before: Step[]; after: Step[] }

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Reads `server/db/bootstrap/*.sql` and `supabase/migrations/*.sql` in name order. A bootstrap file called
 * `*.after.sql` runs after the migrations, and again whenever one of them is new (so it must bear repetition).
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

/** The database knows steps that this code does not: it was used by a newer version. */
export class NewerDatabaseError extends Error {
  constructor(step: string) {
    super(
      `La base de datos es de una versión más nueva que este programa (contiene «${step}»). ` +
        'Actualiza el programa, o usa otra carpeta de datos.',
    )
  }
}

/**
 * Brings the database to this code's state, one transaction per step, and tells each step's name before it runs.
 * Throws NewerDatabaseError, or an Error that names the step that failed; the steps before it stay applied.
 */
export async function migrate(
  database: Database,
  scripts: Scripts,
  onStep: (name: string) => void = () => {},
): Promise<void> {
  await database.exec(`create schema if not exists private_migrations;
    create table if not exists private_migrations.steps (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const { rows } = await database.query<{ name: string; hash: string }>(
    'select name, hash from private_migrations.steps order by name',
  )
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const known = new Set([...scripts.before, ...scripts.after].map((step) => step.name))
  const unknown = rows.find((row) => !known.has(row.name))
  if (unknown) throw new NewerDatabaseError(unknown.name)

  const missing = scripts.before.filter((step) => !applied.has(step.name))
  const stale = scripts.after.filter((step) => missing.length > 0 || applied.get(step.name) !== step.hash)
  for (const step of [...missing, ...stale]) {
    onStep(step.name)
    await apply(database, step)
  }
}

async function apply(database: Database, step: Step): Promise<void> {
  // Several statements in one message are one transaction. The record comes first: two processes that start at once
  // then wait for each other here instead of both running the step.
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
