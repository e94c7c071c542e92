import { randomBytes } from 'node:crypto'
import type { Database } from '#server/base/database.ts'
import { quoteLiteral } from './quote.ts'

const role = 'indice_backend'
/** The roles of requests, and those that check rows for live screens (server/realtime/roles.ts). */
const apiRoles =
  'anon, authenticated, service_role, realtime_anon, realtime_authenticated, realtime_service_role'
const schemas = 'public, private, auth, storage, realtime'

/**
 * Creates or updates the role that the product logs in with after migrating. It reads and writes rows and may
 * switch to the API roles, but is no superuser, owns nothing and can change no rules: an injected statement
 * reaches neither the machine nor past entries of the trail. Its password is new at every start and stored
 * nowhere. `owner` is the superuser of our own cluster, where `prepareRoles` of the realtime service has run.
 */
export async function prepareBackendRole(owner: Database): Promise<{ user: string; password: string }> {
  const password = randomBytes(24).toString('base64url')
  await owner.exec(`
    do $$ begin
      if to_regrole('${role}') is null then
        create role ${role};
      end if;
    end $$;
    alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication noinherit bypassrls
      password ${quoteLiteral(password)};
    grant ${apiRoles} to ${role};
    grant usage on schema ${schemas}, extensions, private_migrations to ${role};
    grant select, insert, update, delete on all tables in schema ${schemas} to ${role};
    -- VACUUM and ANALYZE, after the demo clinic was filled.
    grant maintain on all tables in schema ${schemas} to ${role};
    grant select on all tables in schema private_migrations to ${role};
    grant usage, select, update on all sequences in schema ${schemas} to ${role};
    grant execute on all functions in schema ${schemas} to ${role};
    revoke update, delete on private.audit_log, private.audit_seals from ${role};`)
  return { user: role, password }
}
