-- Who refers, counted by accounts and by spellings together (docs/product/referrers.md).

-- Whom a request counts with, once: the dentist whose order it is, whatever name stands in it; else its spelling.
create function private.referrals()
  returns table (
    request_id bigint, asked_at timestamptz, name text, dentist_id uuid, order_id uuid, sending_id uuid, taken_back boolean
  )
  language sql stable
begin atomic
  select r.id, r.created_at, r.referring_doctor, null::uuid, null::uuid, null::uuid, false
  from public.study_requests r
  where r.referring_doctor is not null and not exists (select from public.orders o where o.request_id = r.id)
  union all
  select r.id, r.created_at, r.referring_doctor, o.dentist_id, o.id, o.sending_id, o.cancelled_at is not null
  from public.orders o join public.study_requests r on r.id = o.request_id;
end;

-- The key of a dentist's name, as it is now.
create function private.dentist_key(dentist_id uuid) returns text
  language sql stable security definer set search_path = ''
  return (
    select coalesce(private.referrer_key(p.full_name), private.plain(p.full_name))
    from public.profiles p where p.id = dentist_key.dentist_id
  );

-- The group of spellings that each dentist counts with.
create function private.dentist_groups() returns table (dentist_id uuid, key text, own_key text)
  language sql stable security definer set search_path = ''
begin atomic
  with known as materialized (
    select d.id, private.dentist_key(d.id) as own_key from public.dentists d
  )
  select k.id, coalesce(o.root, k.own_key), k.own_key
  from known k left join private.referrer_roots() o on o.key = k.own_key;
end;

-- The key of whom a request counts with, before it is merged; null for nobody.
create function private.referrer_of(request_id bigint) returns text
  language sql stable security definer set search_path = ''
  return (
    select case when f.dentist_id is null then private.referrer_key(f.name) else private.dentist_key(f.dentist_id) end
    from private.referrals() f where f.request_id = referrer_of.request_id
  );

-- Whether a key counts anywhere: a request spells it, a dentist has that name, or it was merged into.
create function private.is_referrer(key text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
      select from public.study_requests r
      where private.referrer_key(r.referring_doctor) = is_referrer.key and r.referring_doctor is not null
    )
    or exists (select from private.dentist_groups() g where g.own_key = is_referrer.key)
    or exists (
      select from private.referrer_merges m where m.into_key = is_referrer.key and m.undone_at is null
    );

-- What administrators read for a key: how requests spell it, else a dentist's name, else itself.
create function private.referrer_title(key text) returns text
  language sql stable security definer set search_path = ''
  return coalesce(
    private.referrer_name(referrer_title.key),
    (
      select p.full_name
      from private.dentist_groups() g join public.profiles p on p.id = g.dentist_id
      where g.own_key = referrer_title.key
      order by p.full_name collate "C"
      limit 1
    ),
    referrer_title.key
  );

-- Every spelling in the requests that the caller may read, with the key under which it counts and its own, and every dentist's name,
-- at least with no use. Without a name are orders in whose request none stands. A key costs more than a row, so it is worked out once
-- for each spelling.
create function private.referrer_spellings() returns table (key text, own_key text, name text, uses bigint)
  language sql stable set search_path = ''
begin atomic
  with counted as materialized (
    select f.name, f.dentist_id, count(*) as uses from private.referrals() f group by f.name, f.dentist_id
  ), groups as materialized (
    select g.* from private.dentist_groups() g
  ), spellings as materialized (
    select c.*, private.referrer_key(c.name) as own_key from counted c
  ), placed as (
    select case when s.dentist_id is null then coalesce(o.root, s.own_key) else g.key end as key, s.own_key, s.name, s.uses
    from spellings s left join private.referrer_roots() o on o.key = s.own_key
    left join groups g on g.dentist_id = s.dentist_id
    union all
    select g.key, g.own_key, private.full_name_of(g.dentist_id), 0 from groups g
  )
  select p.key, p.own_key, p.name, sum(p.uses)::bigint
  from placed p
  where p.key is not null
  group by p.key, p.own_key, p.name;
end;

-- Groups that may be one doctor's: of two names or more one is missing, or one word of them is spelled nearly the same. The
-- rarer into the more frequent; ten at most of the thousand most frequent, those spelled nearly the same first.
create function public.referrer_suggestions()
  returns table (from_key text, from_name text, into_key text, into_name text, similarity real)
  language sql stable security invoker set search_path = ''
begin atomic
  with groups as materialized (
    select s.key, string_to_array(s.key, ' ') as words, sum(s.uses) as referrals
    from private.referrer_spellings() s
    where (select private.require_admin())
    group by s.key
    order by sum(s.uses) desc, s.key collate "C"
    limit 1000
  ), parts as materialized (
    select g.key, g.referrals, g.words[n] as word, array_to_string(g.words[:n - 1] || g.words[n + 1:], ' ') as others
    from groups g cross join lateral generate_subscripts(g.words, 1) as n
    union all
    select g.key, g.referrals, null, g.key from groups g where cardinality(g.words) >= 2
  ), alike as (
    select distinct a.key as one, a.referrals as ones, b.key as other, b.referrals as others,
      a.word is null or b.word is null as missing
    from parts a join parts b on b.others = a.others and b.key collate "C" > a.key collate "C"
    where a.word is null or b.word is null or private.mistyped(a.word, b.word)
  ), near as (
    select
      case when a.ones > a.others then a.other else a.one end as rarer,
      case when a.ones > a.others then a.one else a.other end as oftener,
      extensions.similarity(a.one, a.other) as likeness, a.ones + a.others as referrals, a.missing
    from alike a
  ), pairs as materialized (
    select n.rarer, n.oftener, n.likeness,
      row_number() over (
        order by n.missing, n.likeness desc, n.referrals desc, n.rarer collate "C", n.oftener collate "C"
      ) as place
    from near n
    order by place
    limit 10
  ), names as materialized (
    select n.key, n.name
    from (
      select s.key, s.name, row_number() over (
        partition by s.key
        order by s.own_key <> s.key, s.uses desc, private.plain(s.name) collate "C", s.name collate "C"
      ) as naming
      from private.referrer_spellings() s
      where s.key in (select p.rarer from pairs p union all select p.oftener from pairs p)
    ) n
    where n.naming = 1
  )
  select p.rarer, f.name, p.oftener, i.name, p.likeness
  from pairs p join names f on f.key = p.rarer join names i on i.key = p.oftener
  where (select private.require_admin())
  order by p.place;
end;

-- The accounts of dentists with the group of spellings that each counts with. `account`: {id, name, email, practice, phone, active,
-- activated}.
create function private.dentist_accounts() returns table (key text, since timestamptz, account jsonb)
  language sql stable security definer set search_path = ''
begin atomic
  select g.key, d.created_at,
    jsonb_build_object(
      'id', d.id, 'name', p.full_name, 'email', p.email, 'practice', d.practice, 'phone', d.phone, 'active', d.active,
      'activated', private.activation_problem(d.id) is not distinct from 'elegida'
    )
  from private.dentist_groups() g join public.dentists d on d.id = g.dentist_id join public.profiles p on p.id = d.id;
end;

-- What came of the requests that count with each of these groups: sendings (`orders`), appointments that were kept, studies, and of
-- what no dentist took back the last one and how many of the last 90 days (`recent`) and of the 90 before (`earlier`). A study counts
-- with the order that it is of; one that is of none with its appointment.
create function private.referrer_figures(keys text[])
  returns table (
    key text, orders bigint, kept bigint, studies bigint, last_at timestamptz, recent bigint, earlier bigint
  )
  language sql stable security definer set search_path = ''
begin atomic
  with referred as materialized (
    select m.key, f.request_id, f.asked_at, f.order_id, f.sending_id, f.taken_back
    from (
      select k.key, k.key as own_key from unnest(keys) k(key)
      union all
      select o.root, o.key from private.referrer_roots() o where o.root = any (keys)
    ) m
    cross join lateral (
      -- `offset 0`: each by its key in the index, instead of the key of every request.
      select f.* from private.referrals() f where private.referrer_key(f.name) = m.own_key and f.dentist_id is null offset 0
    ) f
    union all
    select g.key, f.request_id, f.asked_at, f.order_id, f.sending_id, f.taken_back
    from private.dentist_groups() g join private.referrals() f on f.dentist_id = g.dentist_id
    where g.key = any (keys)
  ), counted as (
    select r.key, count(distinct r.sending_id) filter (where not r.taken_back) as orders,
      max(r.asked_at) filter (where not r.taken_back) as last_at,
      count(*) filter (where not r.taken_back and r.asked_at > now() - interval '90 days') as recent,
      count(*) filter (
        where not r.taken_back and r.asked_at > now() - interval '180 days' and r.asked_at <= now() - interval '90 days'
      ) as earlier
    from referred r
    group by r.key
  ), booked as materialized (
    select r.key, c as cita
    from referred r join public.citas c on c.request_id = r.request_id and c.status not in ('cancelada', 'no_asistio')
  ), kept as (
    select b.key, count(*) as citas from booked b where (b.cita).status = 'completada' group by b.key
  ), joined as (
    select r.key, n.study_id from referred r join public.study_recipients n on n.order_id = r.order_id
    union
    select b.key, s.study_id
    from booked b cross join lateral (
      select a.study_id from public.arrivals a where a.cita_id = (b.cita).id and a.state = 'assigned'
      union all
      select f.id from private.filed_for(b.cita) f(id)
    ) s
    where s.study_id is not null
      and not exists (select from public.study_recipients n where n.study_id = s.study_id and n.order_id is not null)
  ), taken as (
    select j.key, count(*) as studies from joined j group by j.key
  )
  select k.key, coalesce(c.orders, 0), coalesce(p.citas, 0), coalesce(t.studies, 0), c.last_at, coalesce(c.recent, 0),
    coalesce(c.earlier, 0)
  from unnest(keys) k(key) left join counted c on c.key = k.key left join kept p on p.key = k.key left join taken t on t.key = k.key;
end;

-- Referring doctors by all words of a term, in one spelling, with the accounts of dentists that count with it and with what came of
-- both. An account that no request names is a group of its own, without spellings.
create function public.referring_doctors(
  term text, sort_by text, descending boolean, page integer, page_size integer
) returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with start as materialized (
    select private.referrer_page(sort_by, page, page_size) as row, private.search_patterns(term) as patterns
    where private.require_admin()
  ), spelled as (
    select g.key, g.name, g.uses,
      row_number() over (partition by g.key order by g.name is null, g.uses desc, g.plain, g.name collate "C") as place,
      row_number() over (
        partition by g.key order by g.own_key <> g.key, g.uses desc, g.plain, g.name collate "C"
      ) as naming
    from (
      select s.*, private.plain(s.name) collate "C" as plain from private.referrer_spellings() s
    ) g
    where (select private.require_admin())
  ), groups as materialized (
    select s.key, max(s.name) filter (where s.naming = 1) as name, sum(s.uses) as referrals,
      count(s.name) filter (where s.uses > 0) as variations,
      coalesce(
        jsonb_agg(jsonb_build_object('name', s.name, 'count', s.uses) order by s.place)
          filter (where s.place <= 8 and s.uses > 0 and s.name is not null),
        '[]'
      ) as spellings
    from spelled s cross join start
    group by s.key, start.patterns
    having private.search_pattern(term) is null or bool_or(private.has_all(s.name, start.patterns))
  ), placed as materialized (
    select g.*, row_number() over (
      order by
        case when sort_by = 'count' then case when descending then -g.referrals else g.referrals end end,
        case when sort_by = 'name' and descending then private.surname_first(g.name) end collate "C" desc,
        private.surname_first(g.name) collate "C", g.key collate "C"
    ) as place
    from groups g
    order by place
    limit page_size offset (select start.row from start)
  ), figures as materialized (
    select f.* from private.referrer_figures(array(select p.key from placed p)) f
  ), accounts as materialized (
    select d.* from private.dentist_accounts() d where (select private.require_admin())
  )
  select jsonb_build_object(
    'total', (select count(*) from groups),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'place' || to_jsonb(f) || jsonb_build_object('accounts', (
        select coalesce(jsonb_agg(a.account order by a.account -> 'active' desc, a.since desc, a.account -> 'id'), '[]')
        from accounts a where a.key = p.key
      )) order by p.place), '[]') from placed p join figures f on f.key = p.key
    )
  );
end;

grant execute on function
  private.referrals(), private.dentist_groups(), private.referrer_spellings(), public.referrer_suggestions(),
  private.dentist_accounts(), private.referrer_figures(text[]),
  public.referring_doctors(text,text,boolean,integer,integer)
  to authenticated;
