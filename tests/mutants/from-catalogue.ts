import type { Queryable } from '#server/base/database.ts'
import { type Change, changed, conditions } from './conditions.ts'
import type { Mutant } from './mutants.ts'
import { readTests } from './tests-of.ts'

/** `names`: what the rule belongs to, by a blank: its table, function, trigger. `uses`: tables and functions in its text. */
type Rule = { names: string; uses: string | null; name: string; sql: string }

/** Rules that go as a whole: those of each table with policies, and each trigger of ours. */
const wholeSql = `with tables as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as target, c.relname,
      concat_ws(' ', c.relname, nullif(n.nspname, 'public')) as names
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where exists (select from pg_policy p where p.polrelid = c.oid)
  )
  select names, '' as uses, relname || ' without row security' as name,
    format('alter table %s disable row level security', target) as sql
  from tables
  union all
  select names, '', format('%s: nothing by "%s"', relname, p.polname), format('drop policy %I on %s', p.polname, target)
  from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select concat_ws(' ', c.relname, g.tgname, p.proname), (
      select string_agg(name[1], ' ') from regexp_matches(p.prosrc, '(?:public|private)\\.(\\w+)', 'g') name
    ), format('%s: no %s', c.relname, g.tgname),
    format('alter table %I.%I disable trigger %I', n.nspname, c.relname, g.tgname)
  from pg_trigger g join pg_proc p on p.oid = g.tgfoid
    join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not g.tgisinternal and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  order by 2`

const policiesSql = `select concat_ws(' ', p.tablename, nullif(p.schemaname, 'public')) as names, '' as uses,
    format('%s: "%s" %s', p.tablename, p.policyname, clause) as name, rule, concat(p.qual, ' ', p.with_check) as policy,
    format('alter policy %I on %I.%I %s', p.policyname, p.schemaname, p.tablename, clause) as sql
  from pg_policies p, lateral (values ('using', p.qual), ('with check', p.with_check)) as clauses (clause, rule)
  where rule is not null order by 2`

/** A doctor counts as administrator, whoever may act as doctor, whoever has a token as one who may act. */
const ranks: Record<string, string> = {
  'private.is_admin()': 'private.is_doctor()',
  'private.doctor_uid()': 'private.active_uid()',
  'private.viewer_uid()': 'private.active_uid()',
  'private.dentist_uid()': 'private.active_uid()',
  'private.active_uid()': 'auth.uid()',
}

const asksRank =
  /^(?:\( SELECT )?private\.(?:is_admin|is_doctor|doctor_uid|viewer_uid|dentist_uid|active_uid)\(\)/

/** Whoever meets one of these may act: only those are doctors, and nobody else reads an appointment, a study or a report. */
const mayAct = /private\.(?:is_doctor|my_patients)\(\)|\bFROM (?:public\.)?(?:citas|studies|reports)\b/

/** The last says nothing where `policy`, of which the rule is one clause, asks for those who may act in another way as well. */
function ranksBelow(rule: string, policy: string): Change[] {
  return [...rule.matchAll(/private\.(?:is_admin|doctor_uid|viewer_uid|dentist_uid|active_uid)\(\)/g)]
    .map(({ 0: was, index }) => ({ from: index, to: index + was.length, by: ranks[was] ?? '', was }))
    .filter(({ by }) => by !== 'auth.uid()' || !mayAct.test(policy))
}

/** Breaks the rules of the database one at a time, as its catalogue has them: a new table or function needs no list. */
export async function fromCatalogue(database: Queryable): Promise<Mutant[]> {
  const read = async <Row>(sql: string) => (await database.query<Row>(sql)).rows
  const rules = [
    ...(await read<Rule>(wholeSql)),
    ...(await read<Rule & { rule: string; policy: string }>(policiesSql)).flatMap(
      ({ names, uses, name, rule, policy, sql }) =>
        [...conditions(rule), ...ranksBelow(rule, policy)].map((change) => ({
          // Who has lost a rank is a matter of its own (demoted.test.ts).
          names: asksRank.test(change.was) ? `${names} demoted` : names,
          uses,
          name: `${name} ${change.by} for ${change.was}`,
          sql: `${sql} (${changed(rule, change)})`,
        })),
    ),
  ]
  const testsOf = await readTests(database)
  return rules.map(({ names, uses, name, sql }) => ({
    name,
    sql,
    files: testsOf(names.split(' '), uses?.split(' ') ?? []),
  }))
}
