-- Each word of a term must occur in a text, in any order (docs/decisions/0035).

-- The words of a term, the longest first: without accents and case, each once, without commas and dots at their edges; the
-- first six of the first hundred letters. When none has three letters, the term as one piece. None for a term without a letter
-- or a digit: no index has the others, so all rows would be read for them.
create function private.search_words(term text) returns text[]
  language plpgsql immutable parallel safe security definer set search_path = ''
as $$
declare
  wanted constant text := btrim(private.plain(left(coalesce(term, ''), 100)));
  words constant text[] := array(
    select one.word
    from (
      select w.word, min(w.place) as place
      from (
        select btrim(s.piece, '.,') as word, s.place
        from regexp_split_to_table(wanted, '[\s\u00a0]+') with ordinality as s(piece, place)
      ) w
      where w.word <> ''
      group by w.word
      order by min(w.place)
      limit 6
    ) one
    order by char_length(one.word) desc, one.place
  );
begin
  if wanted ~ '^[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]*$' then
    return '{}';
  end if;
  return case when char_length(words[1]) >= 3 then words else array[wanted] end;
end
$$;

-- The same as patterns of `sought` texts. Less than three letters in all are the beginning of a word (private.search_pattern).
create function private.search_patterns(term text) returns text[]
  language plpgsql immutable parallel safe security definer set search_path = ''
as $$
declare
  words constant text[] := private.search_words(term);
begin
  if char_length(words[1]) >= 3 then
    return array(
      select private.like_pattern(w.word) from unnest(words) with ordinality as w(word, place) order by w.place
    );
  end if;
  return case when words = '{}' then words else array[private.search_pattern(term)] end;
end
$$;

-- Whether a text has all patterns of a term; nothing has those of a term without words. It becomes a part of the statement
-- that asks. Where the patterns are known by then (`plan_cache_mode = force_custom_plan`) only the tests of so many words
-- remain: for one word the test of one. The trigram index answers the first three, the longest, in one scan.
create function private.has_all(value text, patterns text[]) returns boolean
  language sql immutable parallel safe
  return private.sought(value) like patterns[1]
    and (patterns[2] is null or private.sought(value) like patterns[2])
    and (patterns[3] is null or private.sought(value) like patterns[3])
    and (cardinality(patterns) <= 3 or private.sought(value) like all (patterns[4:]));

revoke all on function private.search_words(text), private.search_patterns(text), private.has_all(text, text[])
  from public, anon, authenticated, service_role;

-- The list of referring doctors asks as its caller.
grant execute on function private.search_patterns(text), private.has_all(text, text[]) to authenticated;
