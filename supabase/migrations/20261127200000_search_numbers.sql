-- Telephones are found however they are written, and may have an extension and any dash.

-- What is dialled of a telephone: without its extension.
create function private.phone_number(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return regexp_replace(value, '[\s,;]*(ext(ensi[oó]n)?\.?|x):?\s*[0-9]{1,6}\s*$', '', 'i');

-- Whether a text has nothing but the signs of a telephone; as in domain/phone.ts, like the two beside it.
create function private.is_phone_like(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return private.phone_number(value)
    ~ '^\s*\+?[0-9\s\u00a0\u2000-\u200a\u202f().\u2010-\u2015\u2212\ufe58\ufe63\uff0d-]+$';

-- The digits by which telephones are compared: of a Mexican one the ten after whatever stands before them, of what somebody
-- began to type with +52 those after it. They are a piece of the stored digits, however that telephone was written.
create function private.phone_digits(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return regexp_replace(
    private.digits(private.phone_number(value)),
    case when value ~ '^\s*\+' then '^521?(?=[2-9][0-9]{2})'
      else '^((00)?521?|1|01|044|045)(?=[2-9][0-9]{9}$)|^00(?=[0-9]{9})' end,
    ''
  );

create or replace function private.phone_pattern(term text) returns text
  language sql immutable parallel safe set search_path = ''
  return case
    when private.is_phone_like(left(term, 100)) and char_length(private.phone_digits(left(term, 100))) >= 3
    then '%' || private.phone_digits(left(term, 100)) || '%'
  end;

-- As before, by the digits of a telephone without its extension.
create or replace function private.similar_found(full_name text, email text, phone text)
  returns table (id uuid, why text, likeness real)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  rows 5 set pg_trgm.similarity_threshold = 0.7 set enable_seqscan = off
as $$
declare
  plain_name constant text := private.plain(nullif(btrim(left(similar_found.full_name, 200)), ''));
  own_email constant text := lower(nullif(btrim(left(similar_found.email, 254)), ''));
  number constant text := private.phone_digits(left(similar_found.phone, 40));
  same_number constant text := case when char_length(number) >= 10 then '%' || right(number, 10) || '%' end;
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.my_patients()) || private.active_uid();
begin
  return query
    select p.id,
      case
        when p.email = own_email then 'email'
        when private.digits(p.phone) like same_number then 'phone'
        else 'name'
      end,
      coalesce(extensions.similarity(private.plain(p.full_name), plain_name), 0)
    from public.profiles p
    where p.role in ('patient', 'paciente')
      and (p.email = own_email or private.digits(p.phone) like same_number
        or private.sought(p.full_name) operator(extensions.%) plain_name)
      and (sees_all or p.id = any (mine));
end
$$;

create or replace function private.check_phone() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if btrim(coalesce(given, '')) = ''
    or (
      private.is_phone_like(given)
      and char_length(private.digits(private.phone_number(given))) between 7 and 15
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
  raise exception using errcode = 'PT400', message = 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.';
end
$$;

revoke all on function private.phone_number(text), private.is_phone_like(text), private.phone_digits(text)
  from public, anon, authenticated, service_role;
