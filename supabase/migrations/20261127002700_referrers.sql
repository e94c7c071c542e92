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
alter table private.referrer_merges enable row level security;

create unique index referrer_merges_from_key on private.referrer_merges (from_key) where undone_at is null;
create index referrer_merges_into_idx on private.referrer_merges (into_key) where undone_at is null;

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

-- Where a page of a list begins that may be ordered by count or by name.
create function private.referrer_page(sort_by text, page integer, page_size integer) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if sort_by is null or sort_by not in ('count', 'name') then
    raise exception using errcode = 'PT400', message = 'Orden: elige por número o por nombre.';
  end if;
  if page_size is null or page_size not between 1 and 100 then
    raise exception using errcode = 'PT400', message = 'Tamaño de página: escribe un número de 1 a 100.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (page - 1) * page_size;
end
$$;

-- At most five referring doctors, each in its most frequent spelling; nothing that could be a phone or an e-mail. Who was
-- merged into another is offered as that one.
create function public.suggest_referring_doctors(term text) returns setof text
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Whether a word may be another one mistyped. Alejandro is not Alejandra.
create function private.mistyped(one text, other text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return extensions.similarity(one, other) >= 0.4
    and not (left(one, -1) = left(other, -1) and right(one, 1) in ('a', 'o') and right(other, 1) in ('a', 'o'));

-- What is merged now, newest first.
create function public.referrer_merges()
  returns table (id uuid, from_key text, from_name text, into_key text, into_name text, merged_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return query
    select m.id, m.from_key, private.referrer_title(m.from_key), m.into_key, private.referrer_title(m.into_key),
      m.merged_at
    from private.referrer_merges m
    where m.undone_at is null
    order by m.merged_at desc, m.id;
end
$$;

-- One at a time, so that two administrators cannot close a circle.
create function public.merge_referrers(from_key text, into_key text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  merge_id uuid;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agrupar doctores referentes.';
  end if;
  if merge_referrers.from_key = merge_referrers.into_key then
    raise exception using errcode = 'PT400', message = 'Elige dos doctores referentes distintos.';
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create function public.undo_referrer_merge(merge_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para separar doctores referentes.';
  end if;
  update private.referrer_merges m
  set undone_at = now(), undone_by = private.active_uid()
  where m.id = merge_id and m.undone_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa agrupación ya no existe.';
  end if;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

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

grant execute on function
  private.referrer_roots(), private.referrer_page(text,integer,integer), private.mistyped(text,text),
  public.referrer_merges(), public.merge_referrers(text,text), public.undo_referrer_merge(uuid), private.surname_first(text)
  to authenticated;
grant execute on function
  public.suggest_referring_doctors(text)
  to anon, authenticated;
