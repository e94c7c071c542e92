import type { Database } from '#server/base/database.ts'
import { readerOf } from './judge.ts'

const apiRoles = ['anon', 'authenticated', 'service_role'] as const

/**
 * Creates the roles that check rows in place of the API roles. Each is a member of one, so it has all its
 * rights, and may also look up names in schema private, where the functions of our policies are. Nobody can
 * sign in as them. Roles belong to the whole server: another process may be creating them at the same moment.
 * Where they exist, nothing changes and no right to create roles is needed.
 */
export async function prepareRoles(database: Database): Promise<void> {
  const each = apiRoles.map((role) => {
    const reader = readerOf(role)
    const bypass = role === 'service_role' ? ' bypassrls' : ''
    return `
      if to_regrole('${reader}') is null then
        begin
          create role ${reader} nologin inherit${bypass} in role ${role};
        exception when duplicate_object or unique_violation then null;
        end;
      end if;
      if not pg_has_role(current_user, '${reader}', 'member') then
        execute format('grant ${reader} to %I', current_user);
      end if;
      if to_regnamespace('private') is not null
        and not has_schema_privilege('${reader}', 'private', 'usage')
      then
        grant usage on schema private to ${reader};
      end if;`
  })
  await database.exec(`do $$ begin ${each.join('\n')} end $$`)
}
