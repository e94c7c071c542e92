-- Referring doctors, whom requests name in many spellings (docs/product/admin.md). Spellings come together by
-- private.referrer_key, and further by what an administrator merged.

-- The spellings of `from_key` count with those of `into_key`, wherever these count. One that was undone stays, with who did.
create table private.referrer_merges (
  id uuid primary key default gen_random_uuid(),
  from_key text not null check (char_length(from_key) between 1 and 200),
  into_key text not null check (char_length(into_key) between 1 and 200),
  merged_by uuid,
  merged_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  constraint referrer_merges_of_two check (from_key <> into_key)
);
create unique index referrer_merges_from_key on private.referrer_merges (from_key) where undone_at is null;
create index referrer_merges_into_idx on private.referrer_merges (into_key) where undone_at is null;
alter table private.referrer_merges enable row level security;
revoke all on private.referrer_merges from public, anon, authenticated, service_role;
create trigger referrer_merges_z_audit after insert or update or delete on private.referrer_merges
  for each row execute function private.audit_change();

-- Where each merged key counts in the end: chains are followed, and merge_referrers lets no circle come about.
create function private.referrer_roots() returns table (key text, root text)
  language sql stable security definer set search_path = ''
begin atomic
  with recursive steps (key, root) as (
    select m.from_key, m.into_key from private.referrer_merges m where m.undone_at is null
    union
    select s.key, m.into_key
    from steps s join private.referrer_merges m on m.from_key = s.root and m.undone_at is null
  )
  select s.key, s.root from steps s
  where not exists (select from private.referrer_merges m where m.from_key = s.root and m.undone_at is null);
end;

-- The spelling under which a key is shown: the most frequent one without a digit or an @, of equals the first.
create function private.referrer_name(key text) returns text
  language sql stable security definer set search_path = ''
  return (
    select r.referring_doctor
    from public.study_requests r
    where private.referrer_key(r.referring_doctor) = referrer_name.key and r.referring_doctor is not null
      and r.referring_doctor !~ '[0-9@]' and char_length(r.referring_doctor) <= 80
    group by r.referring_doctor
    order by count(*) desc, private.plain(r.referring_doctor) collate "C", r.referring_doctor collate "C"
    limit 1
  );

-- Every spelling in the requests that the caller may read, with the key under which it counts and its own. A key costs more
-- than a row, so it is worked out once for each spelling.
create function private.referrer_spellings() returns table (key text, own_key text, name text, uses bigint)
  language sql stable set search_path = ''
begin atomic
  with counted as materialized (
    select r.referring_doctor as name, count(*) as uses
    from public.study_requests r
    where r.referring_doctor is not null
    group by r.referring_doctor
  ), spellings as materialized (
    select private.referrer_key(c.name) as own_key, c.name, c.uses from counted c
  )
  select coalesce(o.root, s.own_key), s.own_key, s.name, s.uses
  from spellings s left join private.referrer_roots() o on o.key = s.own_key
  where s.own_key is not null;
end;

-- Where a page of a list begins that may be ordered by count or by name.
create function private.referrer_page(sort_by text, page integer, page_size integer) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if sort_by is null or sort_by not in ('count', 'name') then
    raise exception using errcode = '23514', message = 'Orden: elige por número o por nombre.';
  end if;
  if page_size is null or page_size not between 1 and 100 then
    raise exception using errcode = '23514', message = 'Tamaño de página: escribe un número de 1 a 100.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (page - 1) * page_size;
end
$$;

-- {total, rows: [{key, name, referrals, variations, spellings: [{name, count}]}]}: eight spellings at most, the most
-- frequent first. A group goes by its most frequent spelling; a merged one by that of the key into which it was merged.
create function public.referring_doctors(
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
        case when sort_by = 'name' and descending then private.plain(g.name) end collate "C" desc,
        private.plain(g.name) collate "C", g.key collate "C"
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

-- At most five referring doctors, each in its most frequent spelling; nothing that could be a phone or an e-mail. Who was
-- merged into another is offered as that one.
create function public.suggest_referring_doctors(term text) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted text := btrim(private.plain(left(coalesce(term, ''), 100)));
begin
  perform private.hit('suggest_referring_doctors', 240, interval '1 minute');
  if char_length(regexp_replace(wanted, '[^a-z]', '', 'g')) < 2 then
    return;
  end if;
  return query
    with spellings as (
      select r.referring_doctor as name, private.referrer_key(r.referring_doctor) as key, count(*) as uses
      from public.study_requests r
      where private.plain(r.referring_doctor) like private.like_pattern(wanted)
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
