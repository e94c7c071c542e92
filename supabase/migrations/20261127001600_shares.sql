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
  with_report boolean not null default false,
  basis text,
  constraint study_shares_label_fits check (private.fits(label, 'Para', 100)),
  constraint study_shares_max_uses_fit check (max_uses between 1 and 100),
  constraint study_shares_uses_fit check (uses between 0 and max_uses),
  constraint study_shares_life_fits check (expires_at > created_at and expires_at <= created_at + interval '91 days'),
  constraint study_shares_copy_is_neutral check (
    copy_path ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|copias)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/sin-datos\.(zip|dcm)$'
  ),
  constraint study_shares_basis_known check (basis in ('patient', 'authorised_doctor')),
  constraint study_shares_copy_has_no_report check (copy_path is null or not with_report)
);
alter table public.study_shares enable row level security;

create index study_shares_study_id_idx on public.study_shares (study_id, created_at desc);
create index study_shares_made_by_idx on public.study_shares (made_by);
create index study_shares_revoked_by_idx on public.study_shares (revoked_by);
create index study_shares_copy_path_idx on public.study_shares using hash (copy_path);

grant select on public.study_shares to authenticated;

-- The study's own policy decides: its patient, its author, their doctors, administrators. Of dentists each reads the own links.
create policy "who reads a study reads its links, dentists their own" on public.study_shares
  for select to authenticated
  using (
    (made_by = (select private.active_uid()) or (select private.dentist_uid()) is null)
    and exists (select from public.studies s where s.id = study_id)
  );

create table private.share_secrets (
  share_id uuid primary key references public.study_shares on delete cascade,
  token_hash bytea not null unique,
  pin_hash bytea not null
);
alter table private.share_secrets enable row level security;

-- Wrong PINs by token, whether a link has that token or not: a stranger learns nothing from how they are counted.
create table private.share_tries (
  token_hash bytea primary key,
  wrong integer not null default 0,
  wrong_in_all integer not null default 0,
  locked_until timestamptz,
  tried_at timestamptz not null default now()
);
alter table private.share_tries enable row level security;

create index share_tries_tried_at_idx on private.share_tries (tried_at);

-- Who has opened a link may fetch its file again for a while, without its PIN and without another use.
create table private.share_visits (
  secret_hash bytea primary key,
  share_id uuid not null references public.study_shares on delete cascade,
  ends_at timestamptz not null,
  fetched integer not null default 1,
  began_at timestamptz not null default clock_timestamp(),
  fetched_at timestamptz not null default now()
);
alter table private.share_visits enable row level security;

create index share_visits_share_id_idx on private.share_visits (share_id);
create index share_visits_ends_at_idx on private.share_visits (ends_at);

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

-- Who may hand out a study: its patient, the doctors linked to them, administrators, dentists who receive it. Asked when a link is
-- made, and again of its maker whenever it is opened.
create function private.may_share(account uuid, study public.studies) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p
    where p.id = account
      and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)
      and case p.role
        when 'doctor' then p.is_admin or exists (
          select from private.doctor_patients l where l.doctor_id = p.id and l.patient_id = study.patient_id
        )
        when 'dentist' then study.id in (select private.studies_received_by(p.id))
        else p.id = study.patient_id
      end
  );
end
$$;

-- 16 random bytes as 22 characters of base64url.
create function private.share_token() returns text
  language sql volatile set search_path = ''
  return rtrim(translate(
    encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'base64'), '+/', '-_'
  ), '=');

create function private.share_hash(secret text) returns bytea
  language sql immutable set search_path = ''
  return sha256(convert_to(secret, 'UTF8'));

-- A new token and PIN for a link; the old ones end here. Answered once and kept nowhere.
create function private.give_secrets(share_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.share_token();
  pin constant text := lpad(((('x' || encode(
    substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 7), 'hex'
  ))::bit(56)::bigint) % 1000000)::text, 6, '0');
begin
  insert into private.share_secrets as s (share_id, token_hash, pin_hash)
  values (give_secrets.share_id, private.share_hash(token), private.share_hash(token || ':' || pin))
  on conflict on constraint share_secrets_pkey do update
    set token_hash = excluded.token_hash, pin_hash = excluded.pin_hash;
  return jsonb_build_object('id', give_secrets.share_id, 'token', token, 'pin', pin);
end
$$;

-- Makes a link to a study: {id, token, pin, expires_at}, the secrets only now. Asked again with the same id it gives new
-- ones, and is refused where the stored link holds for other days, uses or things.
create function public.create_study_share(
  study_id uuid, label text, days integer, max_uses integer, copy_path text default null,
  share_id uuid default null, with_report boolean default null, basis text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  study public.studies;
  share public.study_shares;
  asked public.study_shares;
  by_dentist constant boolean := private.dentist_uid() is not null;
  longest constant integer := case when by_dentist then 14 else 90 end;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if not private.may_read_study(create_study_share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = create_study_share.study_id for update;
  if not private.may_share(caller, study) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para compartir este estudio.';
  end if;
  if days is null or days not between 1 and longest then
    raise exception using errcode = 'PT400', message = format('Vigencia: elige de 1 a %s días.', longest);
  end if;
  if create_study_share.max_uses is null or create_study_share.max_uses not between 1 and 100 then
    raise exception using errcode = 'PT400', message = 'Usos: elige de 1 a 100.';
  end if;
  if study.file_url is null or study.file_url ~* '^https://' then
    raise exception using errcode = 'PT400', message = 'Este estudio no tiene un archivo que compartir.';
  end if;
  if create_study_share.copy_path is not null then
    if not private.is_doctor() then
      raise exception using errcode = 'PT403', message = 'Solo la clínica puede compartir un estudio sin datos.';
    end if;
    if not private.is_neutral_copy(create_study_share.copy_path)
      or not exists (
        select from storage.objects o
        where o.bucket_id = 'study_files' and o.name = create_study_share.copy_path and (
          o.owner_id = caller::text or exists (
            select from public.study_shares h
            where h.study_id = study.id and h.copy_path = create_study_share.copy_path
          )
        )
      )
      or exists (
        select from public.study_shares h
        where h.copy_path = create_study_share.copy_path and h.study_id is distinct from study.id
      )
    then
      raise exception using errcode = 'PT400', message = 'La copia sin datos no es de este estudio.';
    end if;
  end if;
  if private.is_doctor() and coalesce(create_study_share.with_report, false) and create_study_share.copy_path is null
    and create_study_share.basis is null
  then
    raise exception using errcode = 'PT400', message = 'Indica quién pidió compartirlo.';
  end if;
  perform private.hit('create_study_share', 60, interval '1 hour', caller::text);
  asked.label := nullif(btrim(create_study_share.label), '');
  asked.basis := case when private.is_doctor() then create_study_share.basis end;
  asked.with_report := create_study_share.copy_path is null
    and coalesce(create_study_share.with_report, asked.basis is not null);
  select h.* into share from public.study_shares h where h.id = create_study_share.share_id for update;
  if found then
    if share.made_by is distinct from caller or share.study_id is distinct from study.id
      or share.copy_path is distinct from create_study_share.copy_path
      or share.uses > 0 or share.revoked_at is not null or share.expires_at <= now()
    then
      raise exception using errcode = 'PT409', message = 'El enlace ya existe. Crea uno nuevo.';
    end if;
    if (share.label, share.expires_at, share.max_uses, share.with_report, share.basis) is distinct from (
      asked.label, share.created_at + make_interval(days => days), create_study_share.max_uses, asked.with_report,
      asked.basis
    ) then
      raise exception using errcode = 'PT409', message = format(
        'Ya creaste este enlace con otros datos: %s. Revócalo si no lo quieres y crea uno nuevo.', concat_ws(', ',
          share.label, case when share.max_uses = 1 then '1 uso' else share.max_uses || ' usos' end,
          'hasta el ' || to_char(
            share.expires_at at time zone private.setting('clinic_time_zone', 'America/Mexico_City'), 'DD/MM/YYYY'
          ),
          case when share.with_report then 'con informe' else 'sin informe' end)
      );
    end if;
    update public.study_shares h set renewed_at = clock_timestamp() where h.id = share.id;
    return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
  end if;
  if by_dentist then
    -- One after the other: the fifth is counted by the sixth.
    perform pg_advisory_xact_lock(hashtextextended('study_shares of ' || caller, 0));
    if 5 <= (
      select count(*) from public.study_shares h
      where h.made_by = caller and h.revoked_at is null and h.expires_at > now()
    ) then
      raise exception using errcode = 'PT400', message = 'Ya tienes 5 enlaces vigentes. Revoca alguno primero.';
    end if;
  elsif (
    select count(*) from public.study_shares h
    where h.study_id = study.id and h.revoked_at is null and h.expires_at > now()
  ) >= 20 then
    raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 20 enlaces vigentes. Revoca alguno primero.';
  end if;
  insert into public.study_shares (id, study_id, made_by, label, expires_at, max_uses, copy_path, with_report, basis)
  values (
    coalesce(create_study_share.share_id, gen_random_uuid()), study.id, caller, asked.label,
    now() + make_interval(days => days), create_study_share.max_uses, create_study_share.copy_path, asked.with_report,
    asked.basis
  )
  returning * into share;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A new token and PIN for a link of one's own, when the first ones were lost: {id, token, pin, expires_at}.
create function public.renew_study_share(share_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  share public.study_shares;
  study public.studies;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  select h.* into share from public.study_shares h
  where h.id = renew_study_share.share_id and h.made_by = caller for update;
  select s.* into study from public.studies s where s.id = share.study_id;
  if share.id is null or study.id is null or not private.may_share(caller, study) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  if share.revoked_at is not null or share.expires_at <= now() then
    raise exception using errcode = 'PT409', message = 'El enlace ya terminó. Crea uno nuevo.';
  end if;
  perform private.hit('create_study_share', 60, interval '1 hour', caller::text);
  update public.study_shares h set renewed_at = clock_timestamp() where h.id = share.id;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Ends a link at once, also for whoever has it open. By everybody who may read the study; by dentists their own.
create function public.revoke_study_share(share_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  share public.study_shares;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  select h.* into share from public.study_shares h where h.id = revoke_study_share.share_id for update;
  if not found or not private.may_read_study(share.study_id)
    or (private.dentist_uid() is not null and share.made_by is distinct from caller)
  then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  if share.revoked_at is not null then
    raise exception using errcode = 'PT409', message = 'El enlace ya estaba revocado.';
  end if;
  update public.study_shares h set revoked_at = now(), revoked_by = caller where h.id = share.id;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The row of wrong PINs of a token, made when it is the first, and locked: whoever tries the same token waits. Rows of a day
-- ago that no link has are forgotten.
create function private.share_tries_of(hash bytea) returns private.share_tries
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tries private.share_tries;
begin
  delete from private.share_tries t using (
    select o.token_hash from private.share_tries o
    where o.tried_at < now() - interval '1 day' and o.token_hash <> hash
      and not exists (select from private.share_secrets s where s.token_hash = o.token_hash)
    limit 100 for update skip locked
  ) old where t.token_hash = old.token_hash;
  insert into private.share_tries as t (token_hash) values (hash)
  on conflict on constraint share_tries_pkey do update set tried_at = now()
  returning t.* into tries;
  return tries;
end
$$;

-- Opens a link with its PIN, which is one use, or again within a visit, which is none. For the function `open-shared-study`
-- alone, which signs the paths. `sender` has the headers that tell where the person is. Answers {outcome}:
--   open: {path, picture, preview, report, file_name, study_type, study_date, patient_name, label, hidden, expires_at, visit};
--     picture is {path, width, height, tint} or null, preview {sheets, bytes, known, index, parts} or null, label for whom the link
--     was made or null, report what `my_report` answers or null; a copy without identity has none of the four
--   wrong: {left}, also for a token that no link has
--   locked: {seconds}; blocked: too many wrong PINs for good; visit_over: the PIN is asked again
--   revoked, expired, used_up: told only to who knows the PIN, or has a visit
-- What is counted must stay, so nothing of this is raised.
create function public.open_study_share(token text, pin text, visit text, sender jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash constant bytea := private.share_hash(left(coalesce(token, ''), 100));
  share public.study_shares;
  study public.studies;
  secret private.share_secrets;
  tries private.share_tries;
  visit_hash constant bytea := private.share_hash(left(coalesce(visit, ''), 100));
  pass text := visit;
  ended text;
  report jsonb;
begin
  -- As if the person had asked the database: what is limited by address is limited by theirs.
  perform set_config('request.headers', coalesce(sender, '{}')::text, true);
  select s.* into secret from private.share_secrets s where s.token_hash = hash;
  if visit is not null then
    perform private.hit('revisit_shared_study', 240, interval '10 minutes');
    secret.share_id := private.visited_share(secret.share_id, visit_hash);
    if secret.share_id is null then
      return jsonb_build_object('outcome', 'visit_over');
    end if;
  else
    perform private.hit('open_shared_study', 40, interval '10 minutes');
    tries := private.share_tries_of(hash);
    if tries.wrong_in_all >= 30 then
      return jsonb_build_object('outcome', 'blocked');
    end if;
    if tries.locked_until > now() then
      return jsonb_build_object('outcome', 'locked',
        'seconds', ceil(extract(epoch from tries.locked_until - now()))::integer);
    end if;
    if secret.pin_hash is distinct from private.share_hash(token || ':' || left(coalesce(pin, ''), 100)) then
      update private.share_tries t set
        wrong = case when tries.wrong >= 4 then 0 else tries.wrong + 1 end,
        wrong_in_all = tries.wrong_in_all + 1,
        locked_until = case when tries.wrong >= 4 then now() + interval '15 minutes' end
      where t.token_hash = hash;
      return case
        when tries.wrong_in_all >= 29 then jsonb_build_object('outcome', 'blocked')
        when tries.wrong >= 4 then jsonb_build_object('outcome', 'locked', 'seconds', 900)
        else jsonb_build_object('outcome', 'wrong', 'left', 4 - tries.wrong)
      end;
    end if;
    update private.share_tries t set wrong = 0, locked_until = null where t.token_hash = hash;
  end if;

  select h.* into share from public.study_shares h where h.id = secret.share_id for update;
  select s.* into study from public.studies s where s.id = share.study_id;
  -- Under the lock once more: its token may have been made anew while this waited.
  ended := private.share_end(share, hash);
  if ended is not null then
    return jsonb_build_object('outcome', ended);
  end if;
  if visit is not null then
    update private.share_visits v set
      fetched = case when v.fetched_at > now() - interval '15 minutes' then v.fetched else v.fetched + 1 end,
      fetched_at = case when v.fetched_at > now() - interval '15 minutes' then v.fetched_at else now() end
    where v.secret_hash = visit_hash and v.share_id = share.id and v.ends_at > now()
      and (v.fetched < 60 or v.fetched_at > now() - interval '15 minutes')
      and v.began_at > coalesce(share.renewed_at, '-infinity');
    if not found then
      return jsonb_build_object('outcome', 'visit_over');
    end if;
  else
    if share.uses >= share.max_uses then
      return jsonb_build_object('outcome', 'used_up');
    end if;
    update public.study_shares h set uses = h.uses + 1, seen_at = now() where h.id = share.id;
    delete from private.share_visits v using (
      select o.secret_hash from private.share_visits o where o.ends_at <= now() limit 100 for update skip locked
    ) old where v.secret_hash = old.secret_hash;
    pass := private.share_token();
    insert into private.share_visits (secret_hash, share_id, ends_at)
    values (private.share_hash(pass), share.id, least(now() + interval '2 hours', share.expires_at));
  end if;
  report := private.shared_report(share);
  if visit is null then
    perform private.note_shared(share, report is not null);
  end if;
  return jsonb_build_object(
    'outcome', 'open', 'visit', pass, 'hidden', share.copy_path is not null,
    'path', coalesce(share.copy_path, study.file_url),
    'picture', case when share.copy_path is null then private.shared_picture(study.id) end,
    'preview', case when share.copy_path is null then private.shared_preview(study.id) end,
    'report', report,
    'file_name', case when share.copy_path is null then study.file_name
      else 'estudio-sin-datos' || substring(share.copy_path from '\.[a-z]+$') end,
    'study_type', study.study_type, 'study_date', study.study_date, 'expires_at', share.expires_at,
    'label', case when share.copy_path is null then share.label end,
    'patient_name', case when share.copy_path is null then
      (select p.full_name from public.profiles p where p.id = study.patient_id) end
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The link that a visit belongs to; null for no such visit, or one of another link than `share_id`. That is null when the token
-- opens nothing (any more).
create function private.visited_share(share_id uuid, visit_hash bytea) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select v.share_id from private.share_visits v
    where v.secret_hash = visit_hash and v.share_id = coalesce(visited_share.share_id, v.share_id)
  );
end
$$;

-- Why a link opens nothing any more, to somebody whose token hashes to `hash`: revoked, expired; null while it lives.
create function private.share_end(share public.study_shares, hash bytea) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  study public.studies;
begin
  select s.* into study from public.studies s where s.id = share.study_id;
  if share.revoked_at is not null or study.id is null or not private.may_share(share.made_by, study)
    or not exists (select from private.share_secrets s where s.share_id = share.id and s.token_hash = hash)
  then
    return 'revoked';
  end if;
  return case when share.expires_at <= now() then 'expired' end;
end
$$;

-- Whether the link of a visit still lives, for the page that has it open and asks every few seconds. For the function
-- `open-shared-study` alone. Answers {outcome}: open, revoked, expired, visit_over. With `open` comes `report`: the SHA-256 of
-- what was signed last of the report that the link shows, of the report or of its last addendum; null where it shows none.
-- A visit goes on while its page is open.
create function public.check_study_visit(token text, visit text, sender jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash constant bytea := private.share_hash(left(coalesce(token, ''), 100));
  visit_hash constant bytea := private.share_hash(left(coalesce(visit, ''), 100));
  share public.study_shares;
  ending timestamptz;
  ended text;
  report jsonb;
begin
  perform set_config('request.headers', coalesce(sender, '{}')::text, true);
  perform private.hit('check_study_visit', 2400, interval '10 minutes');
  select h.* into share from public.study_shares h where h.id = private.visited_share(
    (select s.share_id from private.share_secrets s where s.token_hash = hash), visit_hash
  );
  if not found then
    return jsonb_build_object('outcome', 'visit_over');
  end if;
  ended := private.share_end(share, hash);
  if ended is null then
    -- Two hours from when the page was last open, written every ten minutes at most.
    select v.ends_at into ending from private.share_visits v
    where v.secret_hash = visit_hash and v.ends_at > now() and v.began_at > coalesce(share.renewed_at, '-infinity');
    if not found then
      ended := 'visit_over';
    elsif ending < least(now() + interval '110 minutes', share.expires_at) then
      update private.share_visits v set ends_at = least(now() + interval '2 hours', share.expires_at)
      where v.secret_hash = visit_hash;
    end if;
  end if;
  if ended is not null then
    return jsonb_build_object('outcome', ended);
  end if;
  report := private.shared_report(share);
  return jsonb_build_object(
    'outcome', 'open', 'report', coalesce(report #>> '{addenda,-1,content_hash}', report ->> 'content_hash')
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Copies without identity lie in a folder that names nobody: strangers get their address, and two copies of one patient must not
-- be tied together by it.
create function private.is_neutral_copy(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^copias/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/sin-datos\.(zip|dcm)$';

-- What a patient or a dentist has opened of a study, so that the portal says 'Nuevo' beside the rest (docs/product/studies.md).
create table public.study_seen (
  id uuid primary key default gen_random_uuid(),
  study_id uuid not null references public.studies on delete cascade,
  person_id uuid references public.profiles on delete cascade,
  what text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  share_id uuid references public.study_shares on delete cascade,
  constraint study_seen_once unique (study_id, person_id, what),
  constraint study_seen_by_one check (num_nonnulls(person_id, share_id) = 1),
  constraint study_seen_once_by_link unique (study_id, share_id, what),
  constraint study_seen_what_known check (what in ('images', 'report'))
);
alter table public.study_seen enable row level security;

create index study_seen_person_id_idx on public.study_seen (person_id);

grant select on public.study_seen to authenticated;

create policy "people read what they opened, doctors that of studies they read" on public.study_seen
  for select to authenticated
  using (
    person_id = (select private.active_uid())
    or (select private.is_doctor()) and exists (select from public.studies s where s.id = study_id)
  );

-- The first time of each; how often, the row says. What a link opened has its own line.
create function private.audit_seen() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.person_id is not null then
    insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
    select auth.uid(), private.speaking_role(), 'seen', 'study_seen', new.study_id::text, s.patient_id
    from public.studies s where s.id = new.study_id;
  end if;
  return null;
end
$$;

create trigger study_seen_z_audit after insert on public.study_seen
  for each row execute function private.audit_seen();

-- Notes that the caller opened a study: its images, its file or its link, or a report that was delivered to them. What
-- doctors open is in the trail alone.
create function public.note_seen(study_id uuid, what text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  perform private.hit('note_seen', 240, interval '1 minute', caller::text);
  if not private.may_read_study(note_seen.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  if private.is_doctor() then
    return;
  end if;
  if note_seen.what = 'report' and not exists (
    select from public.reports r join public.studies s on s.id = r.study_id and s.patient_id = r.patient_id
    where s.id = note_seen.study_id and r.state = 'firmado' and r.visible_from <= now()
  ) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
  insert into public.study_seen as seen (study_id, person_id, what)
  values (note_seen.study_id, caller, note_seen.what)
  on conflict on constraint study_seen_once do update set last_at = now(), times = seen.times + 1;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

grant execute on function
  public.renew_study_share(uuid), public.revoke_study_share(uuid), private.is_neutral_copy(text),
  public.note_seen(uuid,text), public.create_study_share(uuid,text,integer,integer,text,uuid,boolean,text)
  to authenticated;
grant execute on function
  public.open_study_share(text,text,text,jsonb), public.check_study_visit(text,text,jsonb)
  to service_role;
