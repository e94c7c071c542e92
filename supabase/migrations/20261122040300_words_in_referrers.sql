-- Referring doctors by all words of a term, in one spelling.
create or replace function public.referring_doctors(
  term text, sort_by text, descending boolean, page integer, page_size integer
) returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with start as materialized (
    select private.referrer_page(sort_by, page, page_size) as row, private.search_patterns(term) as patterns
    where private.require_admin()
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
    from spelled s cross join start
    group by s.key, start.patterns
    having private.search_pattern(term) is null or bool_or(private.has_all(s.name, start.patterns))
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

create or replace function public.suggest_referring_doctors(term text) returns setof text
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  words constant text[] := private.search_words(term);
  patterns constant text[] := array(
    select private.like_pattern(w.word) from unnest(words) with ordinality as w(word, place) order by w.place
  );
begin
  perform private.hit('suggest_referring_doctors', 240, interval '1 minute');
  if char_length(regexp_replace(array_to_string(words, ''), '[^a-z]', '', 'g')) < 2 then
    return;
  end if;
  return query
    with spellings as (
      select r.referring_doctor as name, private.referrer_key(r.referring_doctor) as key, count(*) as uses
      from public.study_requests r
      where private.plain(r.referring_doctor) like patterns[1]
        and (patterns[2:] = '{}' or private.plain(r.referring_doctor) like all (patterns[2:]))
        and r.referring_doctor !~ '[0-9@]'
        and char_length(r.referring_doctor) <= 80
      group by r.referring_doctor
    ),
    known as (
      select coalesce(o.root, s.key) as key, s.key as own_key, s.name, s.uses
      from spellings s left join private.referrer_roots() o on o.key = s.key
      where s.key is not null
    )
    select coalesce(
      case when bool_and(k.own_key <> k.key) then private.referrer_name(k.key) end,
      (array_agg(k.name order by k.own_key <> k.key, k.uses desc, k.name))[1]
    )
    from known k
    group by k.key
    order by sum(k.uses) desc, k.key
    limit 5;
end
$$;
