-- Names stand in letters to patients, so none may be an address or hide something.

-- Whether a text can be somebody's name, as isName of domain/name.ts. Classes of letters depend on the database's locale, so
-- this names what is no letter: control characters, digits, signs, what cannot be seen, private use, pictures.
create function private.is_name(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return value ~ '[^\s.''’‘ʼ´`\u00a0\u2000-\u2015\u202f\u205f\u3000-]'
    and value !~ '[\u0001-\u001f!-&(-,/-@\[-_{-\u009f\u00a1-\u00a9\u00ab-\u00b3\u00b5-\u00b9\u00bb-\u00bf\u00d7\u00f7\u034f\u061c\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u115f\u1160\u180b-\u180e\u200b-\u200f\u2016\u2017\u201a-\u202e\u2030-\u205e\u2060-\u20cf\u2100-\u2bff\u3001-\u3004\u3008-\u3020\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff-\uff0c\uff0e-\uff20\uffa0\ufff0-\uffff\U0001d100-\U0001d1ff\U0001f000-\U0001fbff\U000e0000-\U000e0fff]';

-- What is stored already stays, and so does the name of a patient in their appointment. The column is the trigger's argument.
create function private.check_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if not private.from_api() or btrim(coalesce(given, '')) = '' or private.is_name(given)
    or (tg_op = 'UPDATE' and given is not distinct from to_jsonb(old) ->> tg_argv[0])
    or (
      tg_table_name = 'citas'
      and given = (select p.full_name from public.profiles p where p.id = (to_jsonb(new) ->> 'patient_id')::uuid)
    )
  then
    return new;
  end if;
  raise exception using errcode = 'PT400',
    message = 'Nombre: usa solo letras, espacios, puntos, apóstrofos y guiones.';
end
$$;

revoke all on function private.is_name(text), private.check_name() from public, anon, authenticated, service_role;

create trigger profiles_c_name before insert or update on public.profiles
  for each row execute function private.check_name('full_name');
create trigger prepared_accounts_name before insert on private.prepared_accounts
  for each row execute function private.check_name('full_name');
create trigger study_requests_c_name before insert or update on public.study_requests
  for each row execute function private.check_name('patient_name');
create trigger citas_d_name before insert or update on public.citas
  for each row execute function private.check_name('nombre');
