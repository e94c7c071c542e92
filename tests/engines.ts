import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database, Queryable } from '#server/base/database.ts'
import { migrate, readScripts } from '#server/db/migrate.ts'
import type { Scripts } from '#server/db/migration-state.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'

export type Engine = ({ kind: 'pglite' } | { kind: 'postgres'; url: string }) & {
  name: string
  /** SQL that breaks a rule once a test's database is ready, so that tests must fail; `npm run test:mutants`. */
  broken?: string
}

export type FreshDatabase = {
  database: Database
  /** Where another process finds it; undefined on PGlite. */
  url: string | undefined
  dispose(): Promise<void>
}

/**
 * The engines that tests run on: PostgreSQL from npm, PGlite, and the server of TEST_DATABASE_URL (its user must be
 * allowed to make databases and roles). `npm test` runs what names no engine or the first; `npm run test:all` the others too.
 */
export function engines(): Engine[] {
  const sound = soundEngines()
  const mutants = process.env.TEST_MUTANTS
  const [first] = sound
  if (!mutants || !first) return sound
  return readMutants(mutants).map(([name, broken]) => ({ ...first, name, broken }))
}

function soundEngines(): Engine[] {
  const embedded = process.env.TEST_EMBEDDED_URL
  const given = process.env.TEST_DATABASE_URL
  const servers = [
    ...(embedded ? [{ name: 'PostgreSQL', kind: 'postgres', url: embedded } as const] : []),
    ...(given ? [{ name: 'PostgreSQL (TEST_DATABASE_URL)', kind: 'postgres', url: given } as const] : []),
  ]
  // Where it is the first engine, `npm test` must not take it for the second one (tools/tiers.ts).
  return [...servers, { name: servers.length > 0 ? 'PGlite' : 'the only engine', kind: 'pglite' }]
}

/** TEST_MUTANTS: pairs of a name and SQL, as JSON. */
function readMutants(json: string): [name: string, sql: string][] {
  const pairs: unknown = JSON.parse(json)
  if (!Array.isArray(pairs)) throw new Error('TEST_MUTANTS is no list')
  return pairs.map(([name, sql]: unknown[]) => [String(name), String(sql)])
}

/** A migrated database, copied from a template that is made once per state of the scripts. */
export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  const scripts = await readScripts()
  if (engine.kind === 'pglite') return freshPglite(scripts)
  return freshPostgres(engine.url, scripts)
}

/** An empty database, for tests of the layer below the migrations. */
export async function emptyDatabase(engine: Engine): Promise<FreshDatabase> {
  if (engine.kind === 'postgres') return copyOf(engine.url, 'template0')
  const database = await openPglite(undefined)
  return { database, url: undefined, dispose: () => database.close() }
}

function hashOf(scripts: Scripts): string {
  const hash = createHash('sha256')
  for (const step of [...scripts.before, ...scripts.after]) hash.update(step.name).update(step.hash)
  return hash.digest('hex').slice(0, 16)
}

async function freshPglite(scripts: Scripts): Promise<FreshDatabase> {
  const folder = fileURLToPath(new URL('../node_modules/.cache/indice', import.meta.url))
  const file = join(folder, `pglite-${hashOf(scripts)}.tar`)
  if (!(await stat(file).catch(() => undefined))) {
    const template = await openPglite(undefined)
    await migrate(template, scripts)
    const dump = await template.dump()
    await template.close()
    await mkdir(folder, { recursive: true })
    // Another test file may be making the same one: the first to finish names it, and it is never replaced, because
    // somebody may be reading it.
    const own = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(own, Buffer.from(await dump.arrayBuffer()))
    await link(own, file).catch((error: unknown) => {
      if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error
    })
    await rm(own)
  }
  const database = await openPglite(undefined, { loadDataDir: await openAsBlob(file) })
  return { database, url: undefined, dispose: () => database.close() }
}

async function freshPostgres(url: string, scripts: Scripts): Promise<FreshDatabase> {
  return copyOfTemplate(url, `indice_template_${hashOf(scripts)}`, (empty) => migrate(empty, scripts))
}

/**
 * A database that `fill` has migrated and filled, copied from a template that is made once per `name` and state of the scripts.
 * Only a server has templates.
 */
export async function filledDatabase(
  { url }: Extract<Engine, { kind: 'postgres' }>,
  name: string,
  fill: (empty: Database) => Promise<void>,
): Promise<FreshDatabase> {
  return copyOfTemplate(url, `indice_${name}_${hashOf(await readScripts())}`, fill)
}

async function copyOfTemplate(
  url: string,
  template: string,
  make: (empty: Database) => Promise<unknown>,
): Promise<FreshDatabase> {
  const server = await openPostgres(url)
  try {
    // The lock belongs to the transaction's connection; CREATE DATABASE cannot run inside one, so it uses another.
    await server.transaction(async (lock) => {
      await waitLong(lock)
      await lock.query('select pg_advisory_xact_lock(20261120)::text')
      const known = await lock.query('select 1 as one from pg_database where datname = $1', [template])
      if (known.rows.length > 0) return
      const making = `${template}_making`
      await server.query(`drop database if exists ${making}`)
      await server.query(`create database ${making}`)
      const empty = await openPostgres(urlOf(url, making))
      try {
        await make(empty)
      } finally {
        await empty.close()
      }
      await server.query(`alter database ${making} rename to ${template}`)
    })
  } finally {
    await server.close()
  }
  return copyOf(url, template)
}

async function copyOf(url: string, template: string): Promise<FreshDatabase> {
  const name = `indice_test_${randomBytes(6).toString('hex')}`
  const server = await openPostgres(url)
  // Only one process at a time can copy a template; PostgreSQL waits a little and then gives up.
  await server.transaction(async (lock) => {
    await waitLong(lock)
    await lock.query('select pg_advisory_xact_lock(20261121)::text')
    await server.query(`create database ${name} template ${template}`)
  })
  const own = urlOf(url, name)
  const database = await openPostgres(own)
  return {
    database,
    url: own,
    dispose: async () => {
      await database.close()
      await server.query(`drop database ${name} with (force)`)
      await server.close()
    },
  }
}

/** A busy machine copies a template, or fills a demo clinic, longer than the product would wait for a lock. */
async function waitLong(lock: Queryable): Promise<void> {
  await lock.query(
    `select set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
  )
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
