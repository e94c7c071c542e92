import { browserRoles, policies, type SchemaRule } from './schema-rule.ts'

/** A locked example table, with everything granted. */
const table = [
  'create table public.lint (id int primary key, owner uuid, active boolean)',
  'alter table public.lint enable row level security',
  'grant select, insert, update, delete on public.lint to authenticated',
]
const policy = (rest: string, name = 'lint') => `create policy "${name}" on public.lint ${rest}`
const found = 'public.lint "lint"'

/** Commands as the catalogue shortens them, with the privilege that each needs. */
const commands = `(values ('r', 'select'), ('a', 'insert'), ('w', 'update'), ('d', 'delete')) as verb (command, privilege)`
const applies = `policy.polpermissive and policy.command in (verb.command, '*')
  and policy.roles && array[0::oid, role::regrole::oid]`
const granted = (relation: string) => `case verb.privilege
  when 'delete' then has_table_privilege(role, ${relation}, 'delete')
  else has_any_column_privilege(role, ${relation}, verb.privilege) end`

export const policyRules: readonly SchemaRule[] = [
  {
    name: 'policy for everybody',
    finding: 'it also binds roles that nobody thought of: name the roles after "to"',
    query: `select name as subject from ${policies} where roles @> array[0::oid]`,
    bad: { make: [...table, policy('for select using (active)')], finds: [found] },
    good: [...table, policy('for select to anon, authenticated using (active)')],
  },
  {
    name: 'policy that asks nothing',
    finding: 'it looks neither at the row nor at the caller and lets everything through',
    query: `select distinct name as subject from ${policies}, unnest(policy.trees) tree
      where policy.polpermissive and tree !~ '\\{(VAR|FUNCEXPR|SQLVALUEFUNCTION) '`,
    bad: {
      make: [
        ...table,
        policy('for update to authenticated using (active) with check (true)'),
        policy('for insert to authenticated with check (1 = 1)', 'lint 2'),
      ],
      finds: [found, 'public.lint "lint 2"'],
    },
    good: [
      ...table,
      policy('for update to authenticated using (active) with check ((select private.is_admin()))'),
    ],
  },
  {
    name: 'who is asking, evaluated per row',
    finding: 'wrap the call as (select private.some()), so that it runs once per statement',
    // The text without the calls that stand alone in a sub-select.
    query: `select distinct name || ' ' || call[1] as subject from ${policies},
      regexp_matches(
        regexp_replace(
          text,
          '\\( SELECT (private|auth)\\.\\w+\\(\\) AS \\w+\\)|FROM private\\.\\w+\\(\\) \\w+(\\(\\w+\\))?\\)', '', 'g'
        ),
        '\\m((?:private|auth)\\.\\w+|current_setting)\\(', 'g'
      ) call`,
    bad: {
      make: [
        ...table,
        policy('for select to authenticated using (owner = private.active_uid())'),
        policy('for delete to authenticated using (owner = (select auth.uid() where active))', 'lint 2'),
        policy(`for update to authenticated using (owner::text = current_setting('lint.me'))`, 'lint 3'),
      ],
      finds: [
        `${found} private.active_uid`,
        'public.lint "lint 2" auth.uid',
        'public.lint "lint 3" current_setting',
      ],
    },
    good: [
      ...table,
      policy(`for select to authenticated
        using (owner = (select private.active_uid()) or owner in (select private.my_patients())
          or owner::text in (select p::text from private.my_patients() as p))`),
    ],
  },
  {
    name: 'volatile function in a policy',
    finding: 'it may answer otherwise for every row and keeps indexes from being used: make it stable',
    query: `select distinct name || ' ' || p.proname as subject
      from ${policies}, unnest(policy.trees) tree, regexp_matches(tree, ':funcid (\\d+)', 'g') called
      join pg_proc p on p.oid = called[1]::oid
      where p.provolatile = 'v'`,
    bad: {
      make: [
        'create function private.lint_whim() returns boolean language sql volatile return true',
        ...table,
        policy('for select to authenticated using ((select private.lint_whim()))'),
        policy('for delete to authenticated using (active and random() < 0.5)', 'lint 2'),
      ],
      finds: [`${found} lint_whim`, 'public.lint "lint 2" random'],
    },
    good: [...table, policy('for select to authenticated using ((select private.is_admin()))')],
  },
  {
    name: 'authority from the token',
    finding: 'a person may write its own metadata and keeps its token: read the profile instead',
    query: `select name as subject from ${policies} where text ~* 'user_metadata|app_metadata|auth\\.(role|email)\\('`,
    bad: {
      make: [
        ...table,
        policy(
          `for select to authenticated using ((select auth.jwt() -> 'user_metadata' ->> 'role') = 'doctor')`,
        ),
      ],
      finds: [found],
    },
    good: [...table, policy('for select to authenticated using ((select private.is_doctor()))')],
  },
  {
    name: 'two permissive policies for one role and command',
    finding: 'the wider one wins: merge them, or say why they stand apart',
    query: `select format('%s %s %s', relation, verb.privilege, role) as subject
      from ${policies}, ${commands}, ${browserRoles}
      where ${applies}
      group by relation, verb.privilege, role having count(*) > 1`,
    bad: {
      make: [
        ...table,
        policy('for select to authenticated using (active)'),
        policy('to authenticated using ((select private.is_admin()))', 'lint 2'),
      ],
      finds: ['public.lint select authenticated'],
    },
    good: [
      ...table,
      policy('for select to authenticated using (active or (select private.is_admin()))'),
      policy('for select to anon using (active)', 'lint 2'),
      policy('as restrictive for select to authenticated using (id > 0)', 'lint 3'),
    ],
  },
  {
    name: 'grant that no policy answers',
    finding: 'it promises what every row refuses: take the grant back, or write the policy',
    query: `select format('%s %s %s', 'public.' || c.relname, verb.privilege, role) as subject
      from pg_class c, ${commands}, ${browserRoles}
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${granted('c.oid')}
        and not exists (select from ${policies} where policy.polrelid = c.oid and ${applies})`,
    bad: {
      make: [...table, policy('for select to authenticated using (active)')],
      finds: ['delete', 'insert', 'update'].map((verb) => `public.lint ${verb} authenticated`),
    },
    good: [...table, policy('to authenticated using ((select private.is_admin()))')],
  },
  {
    name: 'policy without a grant',
    finding: 'nobody can meet it: it misleads whoever reads it',
    query: `select format('%s %s', name, role) as subject from ${policies}, ${browserRoles}
      where policy.roles && array[0::oid, role::regrole::oid]
        and not exists (
          select from ${commands} where policy.command in (verb.command, '*') and ${granted('policy.polrelid')}
        )`,
    bad: {
      make: [...table, policy('for select to anon, authenticated using (active)')],
      finds: [`${found} anon`],
    },
    good: [...table, policy('for select to authenticated using (active)')],
  },
]
