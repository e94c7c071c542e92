-- What the engine refuses inside of a function of the API is said in words of ours, with a code of ours: a row that is there
-- already or is gone, a value that cannot be, two who wait for each other (docs/decisions/0026-our-own-messages-carry-their-code.md).

-- Raises what a person reads instead of `problem`, the engine's message, whose code is `code`.
create function private.refuse_in_words(code text, problem text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  -- For whoever looks for the cause; nobody else reads it.
  raise log 'refused in words, %: %', code, problem;
  if left(code, 2) = '40' or code = '55P03' then
    raise exception using errcode = 'PT503', message = 'Alguien más cambió lo mismo en ese momento. Inténtalo de nuevo.';
  elsif code = '23505' then
    raise exception using errcode = 'PT409', message = case
      when problem like '%"citas_slot_key"%' then 'Ese horario acaba de ocuparse. Elige otro.'
      when problem like '%"citas_request_key"%' then 'Esta solicitud ya tiene una cita.'
      else 'Eso ya estaba guardado. Vuelve a abrir la página.' end;
  elsif code = '23503' then
    raise exception using errcode = 'PT409', message = 'Lo que elegiste ya no existe. Vuelve a abrir la página.';
  end if;
  raise exception using errcode = 'PT400', message = 'Revisa los datos e inténtalo de nuevo.';
end
$$;
revoke all on function private.refuse_in_words(text, text) from public, anon, authenticated, service_role;

-- Every function of the API that writes ends with it, also those to come (tests/policies/catalogue.test.ts).
do $$
declare
  writes regprocedure;
begin
  for writes in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole and p.provolatile = 'v'
      and l.lanname = 'plpgsql' and p.prorettype <> 'trigger'::regtype
  loop
    execute regexp_replace(pg_get_functiondef(writes), '\nend;?\s*\$function\$\s*$', e'\nexception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);\nend\n$function$');
  end loop;
end
$$;
