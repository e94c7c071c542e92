import { outcomeOf, type Stage } from './rehearse.ts'

/**
 * One round trip for all columns of a row: updates each alone as the caller, reads the row again
 * as the owner, rolls back. Part of the world, because these thousands are most of the suite.
 */
export const tryUpdatesScript = `
create schema rehearsal;
grant usage on schema rehearsal to anon, authenticated, service_role;
create function rehearsal.try_updates(target text, condition text, assignments jsonb) returns jsonb
  language plpgsql
as $$
declare
  caller text := current_setting('role');
  assignment record;
  touched integer;
  before_row jsonb;
  after_row jsonb;
  outcome jsonb;
  outcomes jsonb := '{}';
begin
  perform set_config('role', 'none', true);
  execute format('select to_jsonb(t) from %s t where %s', target, condition) into strict before_row;
  perform set_config('role', caller, true);
  for assignment in select key, value from jsonb_each_text(assignments) loop
    begin
      execute format('update %s t set %I = %s where %s', target, assignment.key, assignment.value, condition);
      get diagnostics touched = row_count;
      perform set_config('role', 'none', true);
      execute format('select to_jsonb(t) from %s t where %s', target, condition) into after_row;
      outcome := jsonb_build_object('touched', touched, 'changed', after_row is distinct from before_row);
      raise exception using errcode = 'ZZ000';
    exception
      when sqlstate 'ZZ000' then null;
      when others then outcome := jsonb_build_object('code', sqlstate, 'message', sqlerrm);
    end;
    outcomes := outcomes || jsonb_build_object(assignment.key, outcome);
  end loop;
  return outcomes;
end
$$;
grant execute on function rehearsal.try_updates(text, text, jsonb) to anon, authenticated, service_role`

type Tried = { touched: number; changed: boolean } | { code: string; message: string }

/** What became of each column, by name. `assignments`: column -> SQL of its new value. */
export async function tryUpdates(
  stage: Stage,
  target: string,
  condition: string,
  assignments: Record<string, string>,
): Promise<Record<string, string>> {
  const { rows, message } = await stage.attempt('select rehearsal.try_updates($1, $2, $3) as tried', [
    target,
    condition,
    assignments,
  ])
  if (!rows[0]) throw new Error(`The updates could not be tried: ${message}`)
  return Object.fromEntries(
    Object.entries(rows[0].tried as Record<string, Tried>).map(([column, tried]) => [column, wordOf(tried)]),
  )
}

function wordOf(tried: Tried): string {
  if ('code' in tried) return outcomeOf(tried)
  if (tried.touched === 0) return tried.changed ? 'nothing, but the row changed' : 'nothing'
  return tried.changed ? 'done' : 'done, but nothing changed'
}
