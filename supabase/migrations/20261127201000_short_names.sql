-- Whoever writes a first name short is greeted by the next one, and found by its whole form; apostrophes of all keyboards are one.

-- What a person is called, as firstNameOf of domain/person.ts.
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

revoke all on function private.first_name(text) from public, anon, authenticated, service_role;

-- The two that greet: the page behind a link, and every message.
do $$
declare
  greeting regprocedure;
begin
  foreach greeting in array array['private.link_answer(public.cita_links)', 'private.message_words(public.messages,timestamptz)']::regprocedure[]
  loop
    execute replace(
      pg_get_functiondef(greeting), $old$split_part(btrim(patient.full_name), ' ', 1)$old$, 'private.first_name(patient.full_name)'
    );
  end loop;
end
$$;

create or replace function private.plain(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    when value !~ '[^\u0001-\u007fáéíóúüñÁÉÍÓÚÜÑ]'
    then lower(translate(value, 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunAEIOUUN') collate "C")
    else translate(lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')), '‘’ʼ´ªº', '''''''''ao')
  end;

-- As searches read it: every word, also the first, comes after a space. Whoever wrote María short is found by it as well.
create or replace function private.sought(value text) returns text
  language sql immutable parallel safe
  return ' ' || private.plain(value) ||
    case when ' ' || value ~* ' m(a[. ]|\.?ª)' then ' maria' else '' end;

-- What indexes keep is made by these functions.
do $$
declare
  kept text;
begin
  for kept in
    select format('%I.%I', schemaname, indexname) from pg_indexes where indexdef ~ 'private\.(plain|sought)\('
  loop
    execute 'reindex index ' || kept;
  end loop;
end
$$;
