-- A telephone has 7 to 15 digits, with the signs that people write between them. Rows from before this rule stay, and change in
-- everything else; a booking may carry the telephone that its patient already has. The column is the trigger's argument.
create function private.check_phone() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if btrim(coalesce(given, '')) = ''
    or (
      given ~ '^\s*\+?[0-9\s\u00a0().-]+$'
      and char_length(regexp_replace(given, '[^0-9]', '', 'g')) between 7 and 15
    )
    or (tg_op = 'UPDATE' and given is not distinct from to_jsonb(old) ->> tg_argv[0])
    or (
      tg_table_name = 'citas'
      and exists (
        select from public.profiles p where p.id = (to_jsonb(new) ->> 'patient_id')::uuid and p.phone = given
      )
    )
  then
    return new;
  end if;
  raise exception using errcode = '23514', message = 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.';
end
$$;
revoke all on function private.check_phone() from public, anon, authenticated, service_role;

create trigger profiles_c_phone before insert or update on public.profiles
  for each row execute function private.check_phone('phone');
-- What a server function asks for is refused before the account is made.
create trigger prepared_accounts_phone before insert on private.prepared_accounts
  for each row execute function private.check_phone('phone');
create trigger study_requests_c_phone before insert or update on public.study_requests
  for each row execute function private.check_phone('patient_phone');
create trigger citas_d_phone before insert or update on public.citas
  for each row execute function private.check_phone('telefono');

-- Through the API a study was made between 1990 and the clinic's today. Rows from before this rule stay.
create function private.check_study_date() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and (tg_op = 'INSERT' or new.study_date is distinct from old.study_date)
    and (new.study_date < '1990-01-01' or new.study_date > private.clinic_today())
  then
    raise exception using errcode = '23514', message = 'Fecha del estudio: elige una fecha entre 1990 y hoy.';
  end if;
  return new;
end
$$;
revoke all on function private.check_study_date() from public, anon, authenticated, service_role;
create trigger studies_b_date before insert or update on public.studies
  for each row execute function private.check_study_date();
