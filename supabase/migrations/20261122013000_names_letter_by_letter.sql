-- A name as one compares it: accents, case, punctuation and spacing do not count, letters of every alphabet do. When only
-- a-z counted, two names without Latin letters were both empty and so the same. A name without any letter is compared as it is.
create or replace function private.name_key(value text) returns text
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
