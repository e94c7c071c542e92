-- Whoever has opened a link hears why it ended, and within seconds. So a visit outlives the end of its link, and knows when it
-- began: one from before the link was renewed is over.
alter table private.share_visits add column began_at timestamptz not null default clock_timestamp();

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
  if share.revoked_at is not null or study.id is null or not private.may_share(share.made_by, study.patient_id)
    or not exists (select from private.share_secrets s where s.share_id = share.id and s.token_hash = hash)
  then
    return 'revoked';
  end if;
  return case when share.expires_at <= now() then 'expired' end;
end
$$;

-- A new token and PIN for a link; the old ones end here. Answered once and kept nowhere.
create or replace function private.give_secrets(share_id uuid) returns jsonb
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

-- Ends a link at once, also for whoever has it open. By everybody who may read the study.
create or replace function public.revoke_study_share(share_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  share public.study_shares;
begin
  if caller is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  select h.* into share from public.study_shares h where h.id = revoke_study_share.share_id for update;
  if not found or not private.reads_study(share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  if share.revoked_at is not null then
    raise exception using errcode = 'PT409', message = 'El enlace ya estaba revocado.';
  end if;
  update public.study_shares h set revoked_at = now(), revoked_by = caller where h.id = share.id;
end
$$;

-- Opens a link with its PIN, which is one use, or again within a visit, which is none. For the function `open-shared-study`
-- alone, which signs the path. `sender` has the headers that tell where the person is. Answers {outcome}:
--   open: {path, file_name, study_type, study_date, patient_name, hidden, expires_at, visit}
--   wrong: {left}, also for a token that no link has
--   locked: {seconds}; blocked: too many wrong PINs for good; visit_over: the PIN is asked again
--   revoked, expired, used_up: told only to who knows the PIN, or has a visit
-- What is counted must stay, so nothing of this is raised.
create or replace function public.open_study_share(token text, pin text, visit text, sender jsonb) returns jsonb
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
    update private.share_visits v set fetched = v.fetched + 1
    where v.secret_hash = visit_hash and v.share_id = share.id and v.fetched < 60 and v.ends_at > now()
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
  return jsonb_build_object(
    'outcome', 'open', 'visit', pass, 'hidden', share.copy_path is not null,
    'path', coalesce(share.copy_path, study.file_url),
    'file_name', case when share.copy_path is null then study.file_name
      else 'estudio-sin-datos' || substring(share.copy_path from '\.[a-z]+$') end,
    'study_type', study.study_type, 'study_date', study.study_date, 'expires_at', share.expires_at,
    'patient_name', case when share.copy_path is null then
      (select p.full_name from public.profiles p where p.id = study.patient_id) end
  );
end
$$;

-- Whether the link of a visit still lives, for the page that has it open and asks every few seconds. For the function
-- `open-shared-study` alone. Answers {outcome}: open, revoked, expired, visit_over.
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
  return jsonb_build_object('outcome', coalesce(ended, 'open'));
end
$$;

revoke all on function private.visited_share(uuid, bytea), private.share_end(public.study_shares, bytea),
  public.check_study_visit(text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.check_study_visit(text, text, jsonb) to service_role;
