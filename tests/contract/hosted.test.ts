import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from '#server/identity.ts'
import { functionNames } from '#server/ops/hosted-doors.ts'
import { engines } from '#tests/engines.ts'
import { access } from '#tests/policies/access.ts'
import { deployAll, type HostedProject, hostedProject } from './hosted-project.ts'

const require = createRequire(import.meta.url)

const admin = '00000000-0000-4000-8000-000000000001'
const patient = '00000000-0000-4000-8000-000000000002'
const email = 'principal@clinica.test'

const speaking = (sub: string): Identity => ({
  role: 'authenticated',
  claims: { sub, role: 'authenticated', aal: 'aal1' },
})

describe.each(engines().filter(({ kind }) => kind === 'postgres'))('a hosted project on $name', (engine) => {
  let project: HostedProject
  beforeAll(async () => {
    project = await hostedProject(engine)
    await deployAll(project)
  })
  afterAll(() => project?.dispose())

  /** Connects like hosted's own services: GoTrue and Storage have roles of their own. */
  async function asService(role: string, sql: string, params: unknown[] = []) {
    return project.database.transaction(async (tx) => {
      await tx.query(`select set_config('role', $1, true)`, [role])
      return tx.query(sql, params)
    })
  }
  const signUp = (id: string, address: string) =>
    asService(project.roles.auth, 'insert into auth.users (id, email) values ($1, $2)', [id, address])

  it('takes every migration from a role that is no superuser and owns neither auth nor storage', async () => {
    const { rows } = await project.database.query(
      `select (select count(*) > 5 from pg_policies where schemaname = 'storage') as policies,
         (select count(*)::int from pg_publication_tables where pubname = 'supabase_realtime') as live,
         (select bool_and(pg_get_userbyid(relowner) = $1) from pg_class
          where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r') as owned`,
      [project.roles.deployer],
    )
    expect(rows).toEqual([{ policies: true, live: access.live.length, owned: true }])
  })

  it('leaves nothing of schema public open that a migration did not open', async () => {
    const { rows } = await project.database.query(
      `select c.relname::text as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
         and (has_table_privilege('anon', c.oid, 'delete') or not c.relrowsecurity)`,
    )
    expect(rows).toEqual([])
  })

  it('refuses sign-ups through the auth service and makes the accounts that were prepared', async () => {
    await expect(signUp(patient, 'alguien@correo.test')).rejects.toThrow('El registro está cerrado')
    await project.database.exec(`
      set local role ${project.roles.deployer};
      insert into private.app_settings (key, value) values ('admin_email', '${email}')
        on conflict (key) do update set value = excluded.value;
      insert into private.prepared_accounts (id, email, full_name, role, is_admin, must_change)
        values ('${admin}', '${email}', 'Principal', 'doctor', true, false);
      insert into private.prepared_accounts (id, email, full_name, role, must_change)
        values ('${patient}', 'paciente@clinica.test', 'Paciente', 'patient', true);`)
    await signUp(admin, email)
    await signUp(patient, 'paciente@clinica.test')
    const { rows } = await project.database.as(speaking(admin), (tx) =>
      tx.query('select role, is_admin from public.profiles where id = $1', [admin]),
    )
    expect(rows).toEqual([{ role: 'doctor', is_admin: true }])
  })

  it('ends a temporary password when its owner changes it, and refuses another e-mail', async () => {
    await asService(project.roles.auth, `update auth.users set encrypted_password = 'x' where id = $1`, [
      patient,
    ])
    const { rows } = await project.database.query(
      'select must_change from private.account_state where user_id = $1',
      [patient],
    )
    expect(rows).toEqual([{ must_change: false }])
    const change = asService(
      project.roles.auth,
      `update auth.users set email = 'otro@correo.test' where id = $1`,
      [patient],
    )
    await expect(change).rejects.toThrow('no se puede cambiar')
  })

  it('tells an administrator of its health and its trail', async () => {
    const { rows } = await project.database.as(speaking(admin), (tx) =>
      tx.query<{ health: Record<string, unknown>; step: Record<string, unknown> }>(
        'select public.installation_health() as health, public.verify_audit() as step',
      ),
    )
    expect(rows[0]?.health).toMatchObject({ postgres: expect.any(String), size: expect.any(Number) })
    // No migration was recorded, unlike on a host.
    expect(rows[0]?.health.migrations).toBeNull()
    expect(rows[0]?.step).toMatchObject({ findings: [], done: true })
  })

  it('lets the functions that an administrator calls reach the sessions of schema auth', async () => {
    await asService(project.roles.auth, 'insert into auth.sessions (user_id) values ($1)', [patient])
    await project.database.as(speaking(admin), (tx) =>
      tx.query('select public.begin_password_issue($1::uuid)', [patient]),
    )
    const { rows } = await project.database.query('select 1 as one from auth.sessions where user_id = $1', [
      patient,
    ])
    expect(rows).toEqual([])
  })

  it('decides about files by the same policies', async () => {
    const upload = (sub: string) =>
      project.database.as(speaking(sub), (tx) =>
        tx.query(`insert into storage.objects (bucket_id, name, owner_id) values ('study_files', $1, $2)`, [
          `${patient}/placa.png`,
          sub,
        ]),
      )
    await expect(upload(patient)).rejects.toMatchObject({ code: '42501' })
    expect((await upload(admin)).affected).toBe(1)
  })

  it('keeps the main administrator', async () => {
    const removal = asService(project.roles.auth, 'delete from auth.users where id = $1', [admin])
    await expect(removal).rejects.toThrow('administrador principal')
  })
})

describe('the functions on a hosted project', async () => {
  const folder = fileURLToPath(new URL('../../supabase/functions', import.meta.url))
  const names = await functionNames()

  it('are the seven that the site calls', () => {
    expect(names).toEqual([
      'accept-study-request',
      'activate-account',
      'admin-delete-user',
      'create-patient-manual',
      'issue-temporary-password',
      'open-shared-study',
      'remove-second-factor',
    ])
  })

  // Deno is what hosted runs; everything it needs is in node_modules, so nothing is fetched.
  it.each(names)('%s passes the type check of Deno', async (name) => {
    const deno = join(dirname(require.resolve('deno/package.json')), 'bin.cjs')
    const args = [
      'check',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      '--config',
      'deno.json',
      'index.ts',
    ]
    const env = {
      PATH: process.env.PATH ?? '',
      DENO_DIR: fileURLToPath(new URL('../../node_modules/.cache/deno', import.meta.url)),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    }
    const done = await promisify(execFile)(process.execPath, [deno, ...args], {
      cwd: join(folder, name),
      env,
    })
    expect(done.stderr).toContain('index.ts')
  })
})
