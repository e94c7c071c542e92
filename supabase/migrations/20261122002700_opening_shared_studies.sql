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
-- alone, which signs the path. `sender` has the headers that tell where the person is. Answers {outcome}:
--   open: {path, file_name, study_type, study_date, patient_name, hidden, expires_at, visit}
--   wrong: {left}, also for a token that no link has
--   locked: {seconds}; blocked: too many wrong PINs for good; visit_over: the PIN is asked again
--   revoked, expired, used_up: told only to who knows the PIN
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
begin
  -- As if the person had asked the database: what is limited by address is limited by theirs.
  perform set_config('request.headers', coalesce(sender, '{}')::text, true);
  select s.* into secret from private.share_secrets s where s.token_hash = hash;
  if visit is not null then
    perform private.hit('revisit_shared_study', 240, interval '10 minutes');
    if not exists (
      select from private.share_visits v where v.secret_hash = visit_hash and v.share_id = secret.share_id
    ) then
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
  if share.revoked_at is not null or study.id is null or not private.may_share(share.made_by, study.patient_id)
    or not exists (select from private.share_secrets s where s.share_id = share.id and s.token_hash = hash)
  then
    return jsonb_build_object('outcome', 'revoked');
  end if;
  if share.expires_at <= now() then
    return jsonb_build_object('outcome', 'expired');
  end if;
  if visit is not null then
    update private.share_visits v set fetched = v.fetched + 1
    where v.secret_hash = visit_hash and v.share_id = share.id and v.fetched < 60 and v.ends_at > now();
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
