import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/base/database.ts'
import { readScripts } from '#server/db/migrate.ts'
import { type Engine, emptyDatabase } from '#tests/engines.ts'

export type HostedProject = {
  database: Database
  /** Where another process finds it; undefined on PGlite. */
  url: string | undefined
  /** The roles of a hosted project, with names of this test only: roles belong to the whole server. */
  roles: { deployer: string; auth: string; storage: string }
  dispose(): Promise<void>
}

/**
 * A database like a new hosted project's: the deploying role (`postgres` there) is no superuser, owns the
 * database and the schemas public and extensions, but neither auth nor storage, whose tables it may use,
 * refer to and put triggers on. The tables are those of our bootstrap, with hosted's names and columns.
 */
export async function hostedProject(engine: Engine): Promise<HostedProject> {
  const { database, url, dispose } = await emptyDatabase(engine)
  const suffix = randomBytes(4).toString('hex')
  const roles = { deployer: `deployer_${suffix}`, auth: `auth_${suffix}`, storage: `storage_${suffix}` }
  const { deployer, auth, storage } = roles
  await database.exec(await bootstrap('010_roles.sql'))
  await database.exec(`
    create role ${deployer} nologin nosuperuser createdb createrole replication bypassrls;
    create role ${auth} nologin noinherit createrole;
    create role ${storage} nologin noinherit createrole;
    grant anon, authenticated, service_role to ${deployer};
    grant anon, authenticated, service_role to ${storage};
    grant ${deployer} to current_user;
    do $$ begin execute format('alter database %I owner to ${deployer}', current_database()); end $$;
    alter schema public owner to ${deployer};
    create schema extensions authorization ${deployer};
    create schema auth;
    create schema storage;
    grant usage on schema public, extensions to anon, authenticated, service_role;
    grant usage on schema auth to anon, authenticated, service_role, ${deployer};
    grant usage on schema storage to anon, authenticated, service_role;
    grant all on schema auth to ${auth};
    grant all on schema storage to ${deployer}, ${storage};
    alter default privileges for role ${deployer} in schema public
      grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${deployer} in schema public
      grant all on functions to anon, authenticated, service_role;
    alter default privileges for role ${deployer} in schema public
      grant all on sequences to anon, authenticated, service_role;`)
  for (const name of ['030_auth.sql', '031_auth_functions.sql', '040_storage.sql']) {
    await database.exec(await bootstrap(name))
  }
  await database.exec(`
    do $$ declare found record; begin
      for found in select schemaname, tablename from pg_tables where schemaname in ('auth', 'storage') loop
        execute format('alter table %I.%I owner to %I', found.schemaname, found.tablename,
          case found.schemaname when 'auth' then '${auth}' else '${storage}' end);
        execute format('alter table %I.%I enable row level security', found.schemaname, found.tablename);
      end loop;
    end $$;
    grant all on all tables in schema auth to ${deployer};
    grant all on all sequences in schema auth to ${deployer};
    grant all on all tables in schema storage to ${deployer};
    create publication supabase_realtime;
    alter publication supabase_realtime owner to ${deployer};`)
  return {
    database,
    url,
    roles,
    dispose: async () => {
      const owned = Object.values(roles).join(', ')
      await database.exec(
        `reassign owned by ${owned} to current_user; drop owned by ${owned}; drop role ${owned}`,
      )
      await dispose()
    },
  }
}

/** What hosted's supautils lets the deploying role do on tables that it does not own. */
const policyOnStorage = /create policy "[^"]+"\s+on storage\.(?:objects|buckets)\b[^;]*;/g

/**
 * Runs a migration as the deploying role. Plain PostgreSQL cannot grant one thing, so it is done here: policies on
 * storage.objects and storage.buckets, which the extension supautils makes with its own rights (`supautils.policy_grants`).
 */
export async function deploy({ database, roles }: HostedProject, script: string): Promise<void> {
  const asDeployer = `set local role ${roles.deployer};`
  await database.exec(
    `${asDeployer}\n${script.replace(policyOnStorage, (policy) => `reset role; ${policy} ${asDeployer}`)}`,
  )
}

/** Runs every migration as the deploying role. */
export async function deployAll(project: HostedProject): Promise<void> {
  const { before } = await readScripts()
  for (const { name, script } of before) if (name.startsWith('migrations/')) await deploy(project, script)
}

function bootstrap(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../server/db/bootstrap/${name}`, import.meta.url)), 'utf8')
}
