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
