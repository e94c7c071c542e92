import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Engine, openEngine } from '#server/db/engine.ts'
import { migrate, readScripts } from '#server/db/migrate.ts'
import { prepareRoles } from '#server/realtime/roles.ts'
import { freePort } from '#tests/free-port.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

/** The database that a product speaks to, in a cluster of its own. */
describe('the role of the running product on the embedded PostgreSQL', () => {
  let dataDir: string
  let engine: Engine
  const open = () => openEngine({ dataDir, allowPglite: false, onLine: () => {} })
  const migrated = async () => {
    engine = await open()
    await migrate(engine.database, await readScripts())
    await prepareRoles(engine.database)
    const database = await engine.stepDown?.()
    if (!database) throw new Error('The embedded PostgreSQL has logins')
    return database
  }
  let database: Awaited<ReturnType<typeof migrated>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'indice-role-'))
    database = await migrated()
  })
  afterAll(async () => {
    await engine.close()
    await rm(dataDir, { recursive: true })
  })

  it('is no superuser, makes no roles and owns nothing', async () => {
    const { rows } = await database.query(
      `select r.rolname::text as name, r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication as strong,
         exists (select from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname = session_user`,
    )
    expect(rows).toEqual([{ name: 'indice_backend', strong: false, owns: false }])
  })

  it.each([
    ['the machine', `copy (select 1) to program 'true'`],
    ['files of the machine', `select pg_read_file('/etc/hostname')`],
    ['the trail', 'update private.audit_log set actor = null'],
    ['the trail’s guard', 'alter table private.audit_log disable trigger user'],
    ['triggers', 'set session_replication_role = replica'],
    ['policies', 'drop policy "everyone edits their own profile" on public.profiles'],
    ['functions', 'drop function private.active_uid()'],
    ['roles', 'create role otra superuser login'],
    ['its own rights', 'alter role indice_backend superuser'],
    ['the owner', 'set role postgres'],
    ['what was migrated', 'delete from private_migrations.steps'],
  ])('cannot touch %s', async (_what, statement) => {
    await expect(database.exec(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('becomes the API roles, writes the trail and hears changes', async () => {
    const seen = await database.as({ role: 'anon', claims: { role: 'anon' } }, (tx) =>
      tx.query<{ role: string }>('select current_user::text as role'),
    )
    expect(seen.rows).toEqual([{ role: 'anon' }])
    await database.query(
      `insert into private.audit_log (actor_role, action, subject) values ('x', 'insert', 'services')`,
    )
    // Made by the owner: nothing is left that needs more rights.
    await prepareRoles(database)
    await database.exec('set role realtime_authenticated; reset role')
    await database.exec('vacuum analyze public.services')
    expect((await database.query('select private.seal_audit() is not null as sealed')).rows).toEqual([
      { sealed: true },
    ])
  })

  it('logs in with another password after the next start, and has the rights for what is new', async () => {
    for (const [table, before] of [
      ['came_with_an_update', ''],
      // A folder of an earlier version.
      ['found_no_role', 'drop owned by indice_backend; drop role indice_backend;'],
    ]) {
      await engine.close()
      engine = await open()
      await engine.database.exec(`${before} create table private.${table} as select 1 as one`)
      const again = await engine.stepDown?.()
      expect((await again?.query(`select one from private.${table}`))?.rows).toEqual([{ one: 1 }])
    }
  })
})

describe('the product that finds its database by itself', () => {
  let product: TestProduct

  let port: number

  beforeAll(async () => {
    port = await freePort()
    product = await startTestProduct({ env: { PORT: String(port), PUBLIC_URL: 'https://clinica.test' } })
  })
  afterAll(() => product.stop())

  it('speaks to it as that role', async () => {
    const { rows } = await product.database.query('select session_user::text as name')
    expect(rows).toEqual([{ name: 'indice_backend' }])
  })

  it('opens its live socket for pages of PUBLIC_URL, also behind a proxy that calls it otherwise', async () => {
    const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=1.0.0&apikey=${product.keys.anonKey}`
    const socket = new WebSocket(address, { origin: 'https://clinica.test' })
    await once(socket, 'open')
    socket.terminate()
  })
})
