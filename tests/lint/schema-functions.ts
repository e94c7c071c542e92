import { functionName, policies, type SchemaRule } from './schema-rule.ts'

const make = (name: string, how: string, body = 'return 1') =>
  `create function ${name}() returns bigint language sql ${how} ${body}`
const trigger = (name: string) =>
  `create function ${name}() returns trigger language plpgsql set search_path = '' as 'begin return new; end'`
const raising = (name: string, how: string) =>
  `create function ${name}() returns void language plpgsql set search_path = '' as $$ begin raise ${how}; end $$`
const close = (name: string) =>
  `revoke all on function ${name}() from public, anon, authenticated, service_role`
const open = (name: string, role = 'authenticated') => `grant execute on function ${name}() to ${role}`

const functions = 'pg_proc p join pg_namespace n on n.oid = p.pronamespace'
/** Every schema except PostgreSQL's own and those of extensions. */
const notTheirs = `n.nspname not in ('pg_catalog', 'information_schema')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

/** Functions that ask who is calling, or count how often; each is tried by the tests of those that call it. */
const askers = [
  ...[
    'active_uid',
    'present_uid',
    'doctor_uid',
    'is_doctor',
    'is_admin',
    'require_admin',
    'require_caller',
    'dentist_uid',
    'require_dentist',
    'require_reminder_day',
  ],
  ...['own_draft', 'report_to_end', 'refused_key', 'hit', 'begin_act', 'arrival_at_hand'],
  ...['own_order', 'study_to_deliver'],
]

export const functionRules: readonly SchemaRule[] = [
  {
    name: 'definer function without a fixed search path',
    finding: "whoever calls it decides which tables it finds: add set search_path = ''",
    query: `select ${functionName} as subject from ${functions}
      where p.prosecdef and ${notTheirs} and not exists (
        select from unnest(p.proconfig) setting
        where setting ~ '^search_path=("")?((pg_catalog|private|extensions|pg_temp)(, |$))*$'
      )`,
    bad: {
      make: [
        make('private.lint_loose', 'security definer'),
        make('private.lint_wide', 'security definer set search_path = public'),
      ],
      finds: ['private.lint_loose()', 'private.lint_wide()'],
    },
    good: [
      make('private.lint_fixed', "security definer set search_path = ''"),
      make('private.lint_trusted', 'security definer set search_path = pg_catalog, private'),
      make('private.lint_caller', 'security invoker'),
    ],
  },
  {
    name: 'definer function that asks nobody',
    finding:
      'neither who is calling nor how often: ask private.active_uid() or a role, or count with private.hit()',
    query: `select ${functionName} as subject from ${functions}
      where p.prosecdef and n.nspname = 'public'
        and pg_get_functiondef(p.oid) !~ '\\mprivate\\.(${askers.join('|')})\\('`,
    bad: {
      make: [
        make(
          'public.lint_blind',
          "security definer set search_path = ''",
          'return (select count(*) from public.profiles)',
        ),
      ],
      finds: ['public.lint_blind()'],
    },
    good: [
      make(
        'public.lint_asking',
        "security definer set search_path = ''",
        'return (select count(*) from public.profiles where (select private.is_admin()))',
      ),
    ],
  },
  {
    name: 'private function that is granted and not needed',
    finding: 'no policy, constraint, index or open invoker function runs it for that role: revoke it',
    query: `select ${functionName} || ' ' || role as subject
      from ${functions}, unnest(array['anon', 'authenticated', 'service_role']) as role
      where n.nspname = 'private' and has_function_privilege(role, p.oid, 'execute')
        and not exists (
          select from ${policies}, unnest(policy.trees) tree
          where tree ~ (':funcid ' || p.oid || ' ') and role <> 'service_role'
            and policy.roles && array[0::oid, role::regrole::oid]
        )
        and not exists (
          select from pg_depend d
          where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and (
            d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass)
            or d.classid = 'pg_class'::regclass
              and exists (select from pg_class c where c.oid = d.objid and c.relkind in ('i', 'v'))
            or d.classid = 'pg_proc'::regclass and exists (
              select from pg_proc caller
              where caller.oid = d.objid and not caller.prosecdef
                and has_function_privilege(role, caller.oid, 'execute')
            )
          )
        )`,
    bad: {
      make: [
        make('private.lint_idle', "security definer set search_path = ''"),
        close('private.lint_idle'),
        open('private.lint_idle'),
        open('private.is_doctor', 'anon'),
      ],
      finds: ['private.is_doctor() anon', 'private.lint_idle() authenticated'],
    },
    good: [
      make('private.lint_used', "security definer set search_path = ''"),
      close('private.lint_used'),
      open('private.lint_used'),
      make('public.lint_beside', "set search_path = ''", 'return private.lint_used()'),
      open('public.lint_beside'),
    ],
  },
  {
    name: 'trigger function that can be called',
    finding: 'triggers need no grant: revoke it',
    query: `select ${functionName} || ' ' || role as subject
      from ${functions}, unnest(array['anon', 'authenticated', 'service_role']) as role
      where p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) and ${notTheirs}
        and has_function_privilege(role, p.oid, 'execute')`,
    bad: {
      make: [trigger('private.lint_trigger'), close('private.lint_trigger'), open('private.lint_trigger')],
      finds: ['private.lint_trigger() authenticated'],
    },
    good: [trigger('private.lint_trigger'), close('private.lint_trigger')],
  },
  {
    name: 'definer function that builds SQL from text',
    finding: 'a word of the caller could become a statement of the owner: write the statement out',
    query: `select ${functionName} as subject from ${functions}
      where p.prosecdef and n.nspname in ('public', 'private') and p.prosrc ~* '\\mexecute\\M'`,
    bad: {
      make: [
        `create function private.lint_run(what text) returns void language plpgsql security definer
         set search_path = '' as 'begin execute what; end'`,
      ],
      finds: ['private.lint_run(text)'],
    },
    good: [
      `create function private.lint_run(what text) returns text language plpgsql security definer
       set search_path = '' as 'begin return what; end'`,
    ],
  },
  {
    name: 'message without a code of ours',
    finding:
      "nobody reads it: raise it using errcode = 'PTnnn', where nnn is the HTTP status; 429 says when to come back: private.too_often",
    query: `select distinct ${functionName} as subject
      from ${functions}, regexp_matches(p.prosrc, '\\mraise\\s+(?!notice|warning|info|log|debug)[^;]*', 'gi') raised
      where n.nspname in ('public', 'private') and raised[1] !~ 'errcode = ''PT(?!429)[45]\\d\\d'''`,
    bad: {
      make: [
        raising('private.lint_rule', "exception using errcode = '23514', message = 'Edad: revisa el dato.'"),
        raising('private.lint_state', "sqlstate '42501' using message = 'No tienes permiso.'"),
        raising('private.lint_bare', "exception 'Edad: revisa el dato.'"),
        raising('private.lint_name', 'check_violation'),
        raising('private.lint_often', "exception using errcode = 'PT429', message = 'Espera.'"),
        raising('private.lint_status', "exception using errcode = 'PT200', message = 'Listo.'"),
        raising(
          'private.lint_second',
          "exception using errcode = 'PT400', message = 'Uno.'; raise exception 'Dos.'",
        ),
      ],
      finds: ['bare', 'name', 'often', 'rule', 'second', 'state', 'status'].map(
        (name) => `private.lint_${name}()`,
      ),
    },
    good: [
      raising('private.lint_ours', "exception using errcode = 'PT403', message = 'No tienes permiso.'"),
      raising('private.lint_notice', "notice 'Not allowed here'"),
      `create function private.lint_again() returns void language plpgsql set search_path = ''
       as 'begin perform 1; exception when others then raise; end'`,
    ],
  },
]
