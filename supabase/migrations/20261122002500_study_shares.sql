-- Links that open one study to whoever has the link and its PIN (docs/product/sharing.md). What is secret stands in schema
-- private, as hashes: the token is 128 random bits, and the PIN's hash is bound to it, so that the database alone opens nothing.
create table public.study_shares (
  id uuid primary key default gen_random_uuid(),
  -- Null once the study was deleted; the link has ended then.
  study_id uuid references public.studies on delete set null,
  made_by uuid references public.profiles on delete set null,
  label text,
  created_at timestamptz not null default now(),
  -- When its token and PIN were made anew.
  renewed_at timestamptz,
  expires_at timestamptz not null,
  max_uses integer not null,
  uses integer not null default 0,
  seen_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references public.profiles on delete set null,
  -- The copy without identity that is handed out instead of the study's file.
  copy_path text,
  constraint study_shares_label_fits check (private.fits(label, 'Para', 100)),
  constraint study_shares_max_uses_fit check (max_uses between 1 and 100),
  constraint study_shares_uses_fit check (uses between 0 and max_uses),
  constraint study_shares_life_fits check (expires_at > created_at and expires_at <= created_at + interval '91 days'),
  constraint study_shares_copy_is_neutral check (
    copy_path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/sin-datos\.(zip|dcm)$'
  )
);
create index study_shares_study_id_idx on public.study_shares (study_id, created_at desc);
create index study_shares_made_by_idx on public.study_shares (made_by);
create index study_shares_revoked_by_idx on public.study_shares (revoked_by);
create index study_shares_copy_path_idx on public.study_shares using hash (copy_path);

alter table public.study_shares enable row level security;
revoke all on public.study_shares from public, anon, authenticated;
grant select on public.study_shares to authenticated;

-- The study's own policy decides: its patient, its author, their doctors, administrators.
create policy "who reads a study reads its links" on public.study_shares
  for select to authenticated
  using (exists (select from public.studies s where s.id = study_id));

create table private.share_secrets (
  share_id uuid primary key references public.study_shares on delete cascade,
  token_hash bytea not null unique,
  pin_hash bytea not null
);

-- Wrong PINs by token, whether a link has that token or not: a stranger learns nothing from how they are counted.
create table private.share_tries (
  token_hash bytea primary key,
  wrong integer not null default 0,
  wrong_in_all integer not null default 0,
  locked_until timestamptz,
  tried_at timestamptz not null default now()
);
create index share_tries_tried_at_idx on private.share_tries (tried_at);

-- Who has opened a link may fetch its file again for a while, without its PIN and without another use.
create table private.share_visits (
  secret_hash bytea primary key,
  share_id uuid not null references public.study_shares on delete cascade,
  ends_at timestamptz not null,
  fetched integer not null default 1
);
create index share_visits_share_id_idx on private.share_visits (share_id);
create index share_visits_ends_at_idx on private.share_visits (ends_at);

alter table private.share_secrets enable row level security;
alter table private.share_tries enable row level security;
alter table private.share_visits enable row level security;
revoke all on private.share_secrets, private.share_tries, private.share_visits
  from public, anon, authenticated, service_role;

-- What happens to a link, in the trail. Whoever opens one has no account.
create function private.audit_share() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  what text;
begin
  if tg_op = 'INSERT' then
    what := 'insert';
  elsif new.uses > old.uses then
    what := 'open';
  elsif new.revoked_at is not null and old.revoked_at is null then
    what := 'revoke';
  elsif new.renewed_at is distinct from old.renewed_at then
    what := 'renew';
  else
    return null;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  select case when what <> 'open' then auth.uid() end,
    case when what = 'open' then 'anon' else private.speaking_role() end,
    what, 'study_shares', new.id::text, array['study_id=' || s.id], s.patient_id
  from public.studies s where s.id = new.study_id;
  return null;
end
$$;
create trigger study_shares_z_audit after insert or update on public.study_shares
  for each row execute function private.audit_share();

-- A study that is deleted, or gets another patient or another file, ends its links: they were made for what it was.
create function private.end_shares() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or (new.patient_id, new.file_url) is distinct from (old.patient_id, old.file_url) then
    update public.study_shares h set revoked_at = now(), revoked_by = private.active_uid()
    where h.study_id = old.id and h.revoked_at is null;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
create trigger studies_d_shares before update or delete on public.studies
  for each row execute function private.end_shares();
