-- A link may carry the report of its study once that was delivered; who works at the clinic says who asked for it.
alter table public.study_shares
  add column with_report boolean not null default false,
  add column basis text,
  add constraint study_shares_basis_known check (basis in ('patient', 'authorised_doctor')),
  add constraint study_shares_copy_has_no_report check (copy_path is null or not with_report);

-- The delivered report of a link's study, or null. One that was annulled is gone at once.
create function private.shared_report(share public.study_shares) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select private.delivered_report(r)
    from public.reports r
    where r.study_id = share.study_id and share.with_report and share.copy_path is null
      and r.state = 'firmado' and r.visible_from <= now()
  );

-- That a link was opened: for who asks whether its study was seen, and with a report a line of the trail.
create function private.note_shared(share public.study_shares, report boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.study_seen as seen (study_id, share_id, what)
  select share.study_id, share.id, opened from unnest(array['images', case when report then 'report' end]) opened
  where opened is not null
  on conflict on constraint study_seen_once_by_link do update set last_at = now(), times = seen.times + 1;
  if report then
    insert into private.audit_log (actor_role, action, subject, row_id, columns, patient_id)
    select 'anon', 'open_report', 'study_shares', share.id::text, array['study_id=' || s.id], s.patient_id
    from public.studies s where s.id = share.study_id;
  end if;
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
end
$$;

-- Makes a link: {id, token, pin, expires_at}. As before; of the clinic's links those with a `basis` carry the report unless
-- `with_report` is false, of patients' those with `with_report`.
drop function public.create_study_share(uuid, text, integer, integer, text, uuid);
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
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if not private.reads_study(create_study_share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = create_study_share.study_id for update;
  if not private.may_share(caller, study.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para compartir este estudio.';
  end if;
  if days is null or days not between 1 and 90 then
    raise exception using errcode = 'PT400', message = 'Vigencia: elige de 1 a 90 días.';
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
  select h.* into share from public.study_shares h where h.id = create_study_share.share_id for update;
  if found then
    if share.made_by is distinct from caller or share.study_id is distinct from study.id
      or share.copy_path is distinct from create_study_share.copy_path
      or share.uses > 0 or share.revoked_at is not null or share.expires_at <= now()
    then
      raise exception using errcode = 'PT409', message = 'El enlace ya existe. Crea uno nuevo.';
    end if;
    update public.study_shares h set renewed_at = clock_timestamp() where h.id = share.id;
    return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
  end if;
  if (
    select count(*) from public.study_shares h
    where h.study_id = study.id and h.revoked_at is null and h.expires_at > now()
  ) >= 20 then
    raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 20 enlaces vigentes. Revoca alguno primero.';
  end if;
  insert into public.study_shares (id, study_id, made_by, label, expires_at, max_uses, copy_path, with_report, basis)
  values (
    coalesce(create_study_share.share_id, gen_random_uuid()), study.id, caller,
    nullif(btrim(create_study_share.label), ''), now() + make_interval(days => days), create_study_share.max_uses,
    create_study_share.copy_path,
    create_study_share.copy_path is null
      and coalesce(create_study_share.with_report, private.is_doctor() and create_study_share.basis is not null),
    case when private.is_doctor() then create_study_share.basis end
  )
  returning * into share;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
end
$$;

revoke all on function
  private.shared_report(public.study_shares), private.note_shared(public.study_shares, boolean),
  public.create_study_share(uuid, text, integer, integer, text, uuid, boolean, text)
  from public, anon, authenticated, service_role;
grant execute on function public.create_study_share(uuid, text, integer, integer, text, uuid, boolean, text) to authenticated;
notify pgrst, 'reload schema';
