-- The page of a link says for whom it was made and until when it opens.

-- Opens a link with its PIN, which is one use, or again within a visit, which is none. For the function `open-shared-study`
-- alone, which signs the paths. `sender` has the headers that tell where the person is. Answers {outcome}:
--   open: {path, picture, preview, file_name, study_type, study_date, patient_name, label, hidden, expires_at, visit}; picture is
--     {path, width, height, tint} or null, preview {sheets, bytes, known, index, parts} or null, label for whom the link was made
--     or null; a copy without identity has none of the three
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
  return jsonb_build_object(
    'outcome', 'open', 'visit', pass, 'hidden', share.copy_path is not null,
    'path', coalesce(share.copy_path, study.file_url),
    'picture', case when share.copy_path is null then private.shared_picture(study.id) end,
    'preview', case when share.copy_path is null then private.shared_preview(study.id) end,
    'file_name', case when share.copy_path is null then study.file_name
      else 'estudio-sin-datos' || substring(share.copy_path from '\.[a-z]+$') end,
    'study_type', study.study_type, 'study_date', study.study_date, 'expires_at', share.expires_at,
    'label', case when share.copy_path is null then share.label end,
    'patient_name', case when share.copy_path is null then
      (select p.full_name from public.profiles p where p.id = study.patient_id) end
  );
end
$$;
