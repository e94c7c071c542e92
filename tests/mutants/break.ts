import { quoteLiteral, quoteName } from '#server/db/quote.ts'

/** SQL that breaks rules, by what is broken. Each piece fails when its target does not exist (any more). */
export type Mutants = Record<string, string>

/** Prefix of that error. */
export const cannotBreak = 'The rule could not be broken'

export const dropPolicy = (table: string, policy: string) => `drop policy ${quoteName(policy)} on ${table}`

/** `rule`: the new clauses, e.g. `using (true)`. */
export const alterPolicy = (table: string, policy: string, rule: string) =>
  `alter policy ${quoteName(policy)} on ${table} ${rule}`

/** A policy for everybody who is signed in, beside those that are there. */
export const addPolicy = (table: string, command: 'select' | 'insert' | 'update' | 'delete') =>
  `create policy mutant on ${table} for ${command} to anon, authenticated
   ${command === 'insert' ? 'with check' : 'using'} (true)`

export const disableTrigger = (table: string, trigger: string) =>
  `alter table ${table} disable trigger ${quoteName(trigger)}`

export const dropConstraint = (table: string, constraint: string) =>
  `alter table ${table} drop constraint ${quoteName(constraint)}`

export const noRowSecurity = (table: string) => `alter table ${table} disable row level security`

/** Replaces a text of a function's definition, as PostgreSQL writes it; fails when the text is not in it. */
export function replaceIn(signature: string, from: string, to: string): string {
  return `do $mutant$
    declare
      was text := pg_get_functiondef(${quoteLiteral(signature)}::regprocedure);
    begin
      if position(${quoteLiteral(from)} in was) = 0 then
        raise exception '${cannotBreak}: % does not say %', ${quoteLiteral(signature)}, ${quoteLiteral(from)};
      end if;
      execute replace(was, ${quoteLiteral(from)}, ${quoteLiteral(to)});
    end
    $mutant$`
}

/** Several of them in one function: what stands there and what instead, or what is left out. */
export const inFunction = (
  signature: string,
  broken: Record<string, string | readonly [from: string, to: string]>,
): Mutants =>
  Object.fromEntries(
    Object.entries(broken).map(([name, change]) => {
      const [from, to] = typeof change === 'string' ? [change, ''] : change
      return [name, replaceIn(signature, from, to)]
    }),
  )

/** A function that always returns the same value; keeps its kind and grants. */
export function alwaysAnswers(signature: string, value: string): string {
  return `do $mutant$
    declare
      was text := pg_get_functiondef(${quoteLiteral(signature)}::regprocedure);
    begin
      if was !~ 'LANGUAGE plpgsql' then
        raise exception '${cannotBreak}: % is not in PL/pgSQL', ${quoteLiteral(signature)};
      end if;
      execute regexp_replace(was, 'AS \\$function\\$.*', 'AS $function$ begin return ${value}; end $function$');
    end
    $mutant$`
}
