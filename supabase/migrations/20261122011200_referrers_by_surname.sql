-- A name as a list is ordered by it: surnames first, without titles, accents and case. 'Dra. Ana María Pérez de la Cruz' is
-- 'perez de la cruz ana maria'. Two surnames are the last two words of three or more, one is the last of two; a comma ends them
-- ('Pérez, Juan'). A particle goes with the word after it.
create function private.surname_first(name text) returns text
  language sql immutable parallel safe set search_path = ''
begin atomic
  with words as (
    select btrim(regexp_replace(
      regexp_replace(private.plain(name), '[^[:alpha:],]+', ' ', 'g'),
      '(^|[ ,])((dra?|doctora?)( |,|$))+', '\1', 'g'
    ), ' ,') as text
  ), particles as (
    select '(?:(?:de|del|la|las|los|y) )*[^ ]+' as word
  )
  select case
      when w.text like '%,%' then btrim(split_part(w.text, ',', 1)) || ' ' || btrim(substr(w.text, strpos(w.text, ',') + 1))
      when w.text ~ ('^[^ ]+ ' || p.word || '$') then regexp_replace(w.text, '^([^ ]+) (.*)$', '\2 \1')
      else regexp_replace(w.text, '^(.+?) (' || p.word || ' ' || p.word || ')$', '\2 \1')
    end
  from words w cross join particles p;
end;

-- The lists run as whoever asks.
revoke all on function private.surname_first(text) from public, anon, authenticated, service_role;
grant execute on function private.surname_first(text) to authenticated;

-- {total, rows: [{key, name, referrals, variations, spellings: [{name, count}]}]}: eight spellings at most, the most
-- frequent first. A group goes by its most frequent spelling; a merged one by that of the key into which it was merged.
create or replace function public.referring_doctors(
  term text, sort_by text, descending boolean, page integer, page_size integer
) returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with start as materialized (
    select private.referrer_page(sort_by, page, page_size) as row where private.require_admin()
  ), spelled as (
    select g.key, g.name, g.uses,
      row_number() over (partition by g.key order by g.uses desc, g.plain, g.name collate "C") as place,
      row_number() over (
        partition by g.key order by g.own_key <> g.key, g.uses desc, g.plain, g.name collate "C"
      ) as naming
    from (select r.*, private.plain(r.name) collate "C" as plain from private.referrer_spellings() r) g
    where (select private.require_admin())
  ), groups as materialized (
    select s.key, max(s.name) filter (where s.naming = 1) as name, sum(s.uses) as referrals, count(*) as variations,
      jsonb_agg(jsonb_build_object('name', s.name, 'count', s.uses) order by s.place) filter (where s.place <= 8)
        as spellings
    from spelled s
    group by s.key
    having private.search_pattern(term) is null or bool_or(private.sought(s.name) like private.search_pattern(term))
  ), placed as (
    select g.*, row_number() over (
      order by
        case when sort_by = 'count' then case when descending then -g.referrals else g.referrals end end,
        case when sort_by = 'name' and descending then private.surname_first(g.name) end collate "C" desc,
        private.surname_first(g.name) collate "C", g.key collate "C"
    ) as place
    from groups g
    order by place
    limit page_size offset (select start.row from start)
  )
  select jsonb_build_object(
    'total', (select count(*) from groups),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'place' order by p.place), '[]') from placed p
    )
  );
end;
