-- Texts as searches and comparisons read them, and the rules of single values: refused in Spanish, by a sentence of our own with
-- the code PTnnn, which PostgREST answers as HTTP status nnn (docs/decisions/0026-our-own-messages-carry-their-code.md).

-- Without accents and in lower case, for searches and comparisons. Searches ask it of thousands of rows: without a search
-- path of its own, which a body that was bound when created does not need, it becomes a part of their statement; and the
-- letters of Spanish have a way of their own, which takes half the time of what is right for all letters.
create function private.plain(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    when value !~ '[^\u0001-\u007fáéíóúüñÁÉÍÓÚÜÑ]'
    then lower(translate(value, 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunAEIOUUN') collate "C")
    else translate(lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')), '‘’ʼ´ªº', '''''''''ao')
  end;

-- As searches read it: every word, also the first, comes after a space. Whoever wrote María short is found by it as well.
create function private.sought(value text) returns text
  language sql immutable parallel safe
  return ' ' || private.plain(value) ||
    case when ' ' || value ~* ' m(a[. ]|\.?ª)' then ' maria' else '' end;

create function private.digits(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[^0-9]', '', 'g');

-- A name as one compares it: accents, case, punctuation and spacing do not count, letters of every alphabet do. When only
-- a-z counted, two names without Latin letters were both empty and so the same. A name without any letter is compared as it is.
create function private.name_key(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return coalesce(
    nullif(
      btrim(regexp_replace(
        private.plain(value), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufeff]+', ' ', 'g'
      )),
      ''
    ),
    private.plain(value)
  );

-- A referring doctor under any spelling: whole words dr, dra, doctor and doctora do not count, nor does their order.
create function private.referrer_key(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return (
    select string_agg(word, ' ' order by word)
    from regexp_split_to_table(regexp_replace(private.plain(value), '[^a-z]+', ' ', 'g'), ' ') as word
    where word not in ('', 'dr', 'dra', 'doctor', 'doctora')
  );

create function private.like_pattern(term text) returns text
  language sql immutable parallel safe set search_path = ''
  return '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';

-- What a search looks for in `sought` texts, as a pattern; null for a blank term. Less than three letters are the beginning
-- of a word, because no index knows such short pieces and nearly every name has them. Nobody types more than a hundred.
-- Runs as its owner because it names other private functions.
create function private.search_pattern(term text) returns text
  language plpgsql immutable parallel safe security definer set search_path = ''
as $$
declare
  wanted constant text := btrim(private.plain(left(term, 100)));
begin
  if wanted <> '' then
    return private.like_pattern(case when char_length(wanted) < 3 then ' ' || wanted else wanted end);
  end if;
  return null;
end
$$;

-- As the portal's forms have it. Letters of other alphabets and invisible characters would make two addresses that look
-- the same, and some of them become ordinary letters in lower case, which each part of the backend does in its own way.
create function private.is_email(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return char_length(value) <= 254
    and value ~ '^[A-Za-z0-9_.!#$%&''*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$';

-- For check constraints: true, or an error that says in Spanish which field is wrong and why. What nobody can see is
-- blank: spaces of any width and marks without a shape.
create function private.fits(value text, label text, max_length integer, required boolean default false)
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

create function private.age_fits(age integer) returns boolean
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
create function private.day_fits(day date, label text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if day not between '1900-01-01' and '2999-12-31' then
    raise exception using errcode = 'PT400', message = format('%s: revisa el año.', label);
  end if;
  return true;
end
$$;

create function private.price_fits(price numeric) returns boolean
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
create function private.email_fits(value text, label text) returns boolean
  language plpgsql immutable security definer set search_path = ''
as $$
begin
  if not private.is_email(value) then
    raise exception using errcode = 'PT400', message = format('%s: no es un correo válido.', label);
  end if;
  return true;
end
$$;

-- A telephone has 7 to 15 digits, with the signs that people write between them. Rows from before this rule stay, and change in
-- everything else; a booking may carry the telephone that its patient already has. The column is the trigger's argument.
create function private.check_phone() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
begin
  -- First its length: to look at two million letters one by one would keep the database busy for a second.
  perform private.fits(given, 'Teléfono', 40);
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

-- Through the API a study was made between 1990 and the clinic's today. Rows from before this rule stay.
create function private.check_study_date() returns trigger
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

-- What a person is called, as firstNameOf of domain/person.ts: whoever writes a first name short is greeted by the next one.
create function private.first_name(full_name text) returns text
  language sql immutable parallel safe set search_path = ''
  return (
    select concat_ws(
      e'\u00a0', nullif(split.title, ''),
      substring(
        regexp_replace(
          split.names,
          '^(([^\s.]|ma|mª|gpe|fco)(\.\s*|\s+))+((del?|las?|los)\s+)*(?=[^\s.][^\s.])', '', 'i'
        )
        from '(?i)^(?:mar[iíÍ]a(?:\s+(?:del?|las?|los))+\s+\S+|\S+)'
      )
    )
    from (
      select substring(btrim(full_name) from '(?i)^(dra?\.?|doctora?)\s') as title,
        regexp_replace(btrim(full_name), '^(dra?\.?|doctora?)\s+', '', 'i') as names
    ) split
  );

-- Whether a text can be somebody's name, as isName of domain/name.ts: names stand in letters to patients, so none may be an
-- address or hide something. Classes of letters depend on the database's locale, so
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

-- Raises what a person reads instead of `problem`, the engine's message, whose code is `code`: every function of the API that
-- writes ends with it. A row that is there already or is gone, a value that cannot be, two who wait for each other.
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

grant execute on function
  private.plain(text), private.sought(text), private.digits(text), private.referrer_key(text),
  private.fits(text,text,integer,boolean), private.age_fits(integer), private.day_fits(date,text),
  private.price_fits(numeric), private.email_fits(text,text)
  to anon, authenticated, service_role;
grant execute on function
  private.search_pattern(text)
  to authenticated;
