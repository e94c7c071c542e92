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

-- Whether a word may be another one mistyped. Alejandro is not Alejandra.
create function private.mistyped(one text, other text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return extensions.similarity(one, other) >= 0.4
    and not (left(one, -1) = left(other, -1) and right(one, 1) in ('a', 'o') and right(other, 1) in ('a', 'o'));

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

-- What is merged now, newest first.
create function public.referrer_merges()
  returns table (id uuid, from_key text, from_name text, into_key text, into_name text, merged_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return query
    select m.id, m.from_key, coalesce(private.referrer_name(m.from_key), m.from_key), m.into_key,
      coalesce(private.referrer_name(m.into_key), m.into_key), m.merged_at
    from private.referrer_merges m
    where m.undone_at is null
    order by m.merged_at desc, m.id;
end
$$;

-- Whether a key counts anywhere: a request spells it, or it was merged into.
create function private.is_referrer(key text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
      select from public.study_requests r
      where private.referrer_key(r.referring_doctor) = is_referrer.key and r.referring_doctor is not null
    )
    or exists (
      select from private.referrer_merges m where m.into_key = is_referrer.key and m.undone_at is null
    );

-- One at a time, so that two administrators cannot close a circle.
create function public.merge_referrers(from_key text, into_key text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  merge_id uuid;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para agrupar doctores referentes.';
  end if;
  if merge_referrers.from_key = merge_referrers.into_key then
    raise exception using errcode = '23514', message = 'Elige dos doctores referentes distintos.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.referrer_merges'));
  if not private.is_referrer(merge_referrers.from_key) or not private.is_referrer(merge_referrers.into_key) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el doctor referente.';
  end if;
  if exists (
      select from private.referrer_merges m where m.from_key = merge_referrers.from_key and m.undone_at is null
    )
    or exists (
      select from private.referrer_roots() r where r.key = merge_referrers.into_key and r.root = merge_referrers.from_key
    )
  then
    raise exception using errcode = 'PT409', message = 'Ese doctor referente ya está agrupado.';
  end if;
  insert into private.referrer_merges (from_key, into_key, merged_by)
  values (merge_referrers.from_key, merge_referrers.into_key, private.active_uid())
  returning id into merge_id;
  return merge_id;
end
$$;

create function public.undo_referrer_merge(merge_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para separar doctores referentes.';
  end if;
  update private.referrer_merges m
  set undone_at = now(), undone_by = private.active_uid()
  where m.id = merge_id and m.undone_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa agrupación ya no existe.';
  end if;
end
$$;

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
