-- Without accents and in lower case, for searches and comparisons. Searches ask it of thousands of rows: without a search
-- path of its own, which a body that was bound when created does not need, it becomes a part of their statement; and the
-- letters of Spanish have a way of their own, which takes half the time of what is right for all letters.
create function private.plain(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    when value !~ '[^\u0001-\u007fáéíóúüñÁÉÍÓÚÜÑ]'
    then lower(translate(value, 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunAEIOUUN') collate "C")
    else lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
  end;

-- As searches read it: every word, also the first, comes after a space.
create function private.sought(value text) returns text
  language sql immutable parallel safe
  return ' ' || private.plain(value);

create function private.digits(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(value, '[^0-9]', '', 'g');

-- A name as one compares it: accents, case, punctuation and spacing do not count.
create function private.name_key(value text) returns text
  language sql immutable parallel safe set search_path = ''
  return btrim(regexp_replace(private.plain(value), '[^a-z0-9]+', ' ', 'g'));

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

-- The same for telephone numbers: at least three digits and nothing that is no part of one.
create function private.phone_pattern(term text) returns text
  language sql immutable parallel safe set search_path = ''
  return case
    when left(term, 100) ~ '^[-+() .0-9]+$' and char_length(private.digits(left(term, 100))) >= 3
    then '%' || private.digits(left(term, 100)) || '%'
  end;

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
    raise exception using errcode = '23514', message = format('%s: es un dato obligatorio.', label);
  end if;
  if char_length(value) > max_length then
    raise exception using errcode = '23514',
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
    raise exception using errcode = '23514', message = 'Edad: escribe un número entero entre 0 y 130.';
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
    raise exception using errcode = '23514', message = format('%s: revisa el año.', label);
  end if;
  return true;
end
$$;

create function private.price_fits(price numeric) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if price not between 0 and 999999.99 then
    raise exception using errcode = '23514', message = 'Precio: escribe un importe de 0 a 999,999.99.';
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
    raise exception using errcode = '23514', message = format('%s: no es un correo válido.', label);
  end if;
  return true;
end
$$;
