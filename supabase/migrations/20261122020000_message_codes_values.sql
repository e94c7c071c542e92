-- What a person may read is told by its code: our own sentences carry PTnnn, which PostgREST answers as HTTP status nnn.
-- The engine keeps its codes: 23514 for a constraint, 42501 for grants and policies (docs/decisions/0026).
-- Here: the checks of single values.

-- Always true: what was written stays.
create or replace function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT403', message = tg_argv[0];
end
$$;

create or replace function private.check_setting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.key = 'admin_email' then
    new.value := lower(btrim(new.value));
  elsif new.key = 'clinic_time_zone' and not exists (select from pg_timezone_names where name = new.value) then
    raise exception using errcode = 'PT400', message = format('La zona horaria «%s» no existe.', new.value);
  end if;
  return new;
end
$$;

-- For check constraints: true, or an error that says in Spanish which field is wrong and why. What nobody can see is
-- blank: spaces of any width and marks without a shape.
create or replace function private.fits(value text, label text, max_length integer, required boolean default false)
  returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if required and coalesce(value, '') !~ '[^\s\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]'
  then
    raise exception using errcode = 'PT400', message = format('%s: es un dato obligatorio.', label);
  end if;
  if char_length(value) > max_length then
    raise exception using errcode = 'PT400',
      message = format('%s: escribe como máximo %s caracteres.', label, max_length);
  end if;
  return true;
end
$$;

create or replace function private.age_fits(age integer) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if age not between 0 and 130 then
    raise exception using errcode = 'PT400', message = 'Edad: escribe un número entero entre 0 y 130.';
  end if;
  return true;
end
$$;

-- A day that every part of the product can write as yyyy-MM-dd: dates may also be infinite, of the year 5,000,000 or BC.
create or replace function private.day_fits(day date, label text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if day not between '1900-01-01' and '2999-12-31' then
    raise exception using errcode = 'PT400', message = format('%s: revisa el año.', label);
  end if;
  return true;
end
$$;

create or replace function private.price_fits(price numeric) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if price not between 0 and 999999.99 then
    raise exception using errcode = 'PT400', message = 'Precio: escribe un importe de 0 a 999,999.99.';
  end if;
  return true;
end
$$;

-- Runs as its owner because it names another private function, which the callers of a check cannot.
create or replace function private.email_fits(value text, label text) returns boolean
  language plpgsql immutable security definer set search_path = ''
as $$
begin
  if not private.is_email(value) then
    raise exception using errcode = 'PT400', message = format('%s: no es un correo válido.', label);
  end if;
  return true;
end
$$;

-- What `file_url` holds: an https link, or the path of a file in the bucket study_files, in the patient's folder.
create or replace function private.file_fits(file_url text, file_name text, patient_id uuid) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if file_url is null then
    return true;
  end if;
  if file_url ~* '^https://[^/\s]+\.?\S*$' and char_length(file_url) <= 2000 then
    return true;
  end if;
  if file_url ~* '^[a-z][a-z0-9+.-]*:' or file_url like '//%' then
    raise exception using errcode = 'PT400', message = 'Enlace del estudio: debe empezar con https://.';
  end if;
  if patient_id is null or file_name is null or char_length(file_url) > 500
    or not starts_with(file_url, patient_id::text || '/')
    or file_url ~ '(^|/)(\.\.?)?(/|$)' or file_url ~ '[\\[:cntrl:]]'
  then
    raise exception using errcode = 'PT400',
      message = 'Archivo del estudio: no está en la carpeta del paciente.';
  end if;
  return true;
end
$$;

-- A telephone has 7 to 15 digits, with the signs that people write between them. Rows from before this rule stay, and change in
-- everything else; a booking may carry the telephone that its patient already has. The column is the trigger's argument.
create or replace function private.check_phone() returns trigger
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
  raise exception using errcode = 'PT400', message = 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.';
end
$$;

-- Through the API a study was made between 1990 and the clinic's today. Rows from before this rule stay.
create or replace function private.check_study_date() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and (tg_op = 'INSERT' or new.study_date is distinct from old.study_date)
    and (new.study_date < '1990-01-01' or new.study_date > private.clinic_today())
  then
    raise exception using errcode = 'PT400', message = 'Fecha del estudio: elige una fecha entre 1990 y hoy.';
  end if;
  return new;
end
$$;

create or replace function private.read_age(value jsonb) returns integer
  language plpgsql immutable set search_path = ''
as $$
declare
  written text := nullif(btrim(value #>> '{}'), '');
begin
  if written is null then
    return null;
  end if;
  if written !~ '^[0-9]{1,3}$' then
    raise exception using errcode = 'PT400', message = 'Edad: escribe un número entero entre 0 y 130.';
  end if;
  perform private.age_fits(written::integer);
  return written::integer;
end
$$;

-- Where a page of 20 begins.
create or replace function private.page_start(page integer) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (page - 1) * 20;
end
$$;

-- Where a page of a list begins that may be ordered by count or by name.
create or replace function private.referrer_page(sort_by text, page integer, page_size integer) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if sort_by is null or sort_by not in ('count', 'name') then
    raise exception using errcode = 'PT400', message = 'Orden: elige por número o por nombre.';
  end if;
  if page_size is null or page_size not between 1 and 100 then
    raise exception using errcode = 'PT400', message = 'Tamaño de página: escribe un número de 1 a 100.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (page - 1) * page_size;
end
$$;
