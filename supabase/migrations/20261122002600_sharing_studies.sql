-- Who may hand out the studies of a patient: the patient, the doctors linked to them, administrators. Asked when a link is
-- made, and again of its maker whenever it is opened.
create function private.may_share(account uuid, patient_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p
    where p.id = account
      and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)
      and case p.role
        when 'doctor' then p.is_admin or exists (
          select from private.doctor_patients l where l.doctor_id = p.id and l.patient_id = may_share.patient_id
        )
        else p.id = may_share.patient_id
      end
  );
end
$$;

-- Whether the caller may read the study, as its policy says.
create function private.reads_study(study_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  return exists (
    select from public.studies s
    where s.id = reads_study.study_id and caller is not null
      and (
        s.patient_id = caller or (s.doctor_id = caller and private.is_doctor())
        or private.is_linked(s.patient_id) or private.is_admin()
      )
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

-- A new token and PIN for a link; the old ones end here, and with them the visits. Answered once and kept nowhere.
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
  delete from private.share_visits v where v.share_id = give_secrets.share_id;
  return jsonb_build_object('id', give_secrets.share_id, 'token', token, 'pin', pin);
end
$$;

-- Makes a link: {id, token, pin, expires_at}. `copy_path` is a copy without identity that the caller, a doctor or an
-- administrator, uploaded into the patient's folder, or one that another link of the same study hands out.
create function public.create_study_share(
  study_id uuid, label text, days integer, max_uses integer, copy_path text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  study public.studies;
  share public.study_shares;
begin
  if caller is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  if not private.reads_study(create_study_share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = create_study_share.study_id for update;
  if not private.may_share(caller, study.patient_id) then
    raise exception using errcode = '42501', message = 'No tienes permiso para compartir este estudio.';
  end if;
  if days is null or days not between 1 and 90 then
    raise exception using errcode = '23514', message = 'Vigencia: elige de 1 a 90 días.';
  end if;
  if create_study_share.max_uses is null or create_study_share.max_uses not between 1 and 100 then
    raise exception using errcode = '23514', message = 'Usos: elige de 1 a 100.';
  end if;
  if study.file_url is null or study.file_url ~* '^https://' then
    raise exception using errcode = '23514', message = 'Este estudio no tiene un archivo que compartir.';
  end if;
  if create_study_share.copy_path is not null then
    if not private.is_doctor() then
      raise exception using errcode = '42501', message = 'Solo la clínica puede compartir un estudio sin datos.';
    end if;
    if not starts_with(create_study_share.copy_path, study.patient_id || '/')
      or create_study_share.copy_path = study.file_url
      or not exists (
        select from storage.objects o
        where o.bucket_id = 'study_files' and o.name = create_study_share.copy_path and (
          o.owner_id = caller::text or exists (
            select from public.study_shares h
            where h.study_id = study.id and h.copy_path = create_study_share.copy_path
          )
        )
      )
      or exists (select from public.studies s where s.file_url = create_study_share.copy_path)
      or exists (
        select from public.study_shares h
        where h.copy_path = create_study_share.copy_path and h.study_id is distinct from study.id
      )
    then
      raise exception using errcode = '23514', message = 'La copia sin datos no es de este estudio.';
    end if;
  end if;
  perform private.hit('create_study_share', 60, interval '1 hour', caller::text);
  if (
    select count(*) from public.study_shares h
    where h.study_id = study.id and h.revoked_at is null and h.expires_at > now()
  ) >= 20 then
    raise exception using errcode = '23514', message = 'Este estudio ya tiene 20 enlaces vigentes. Revoca alguno primero.';
  end if;
  insert into public.study_shares (study_id, made_by, label, expires_at, max_uses, copy_path)
  values (
    study.id, caller, nullif(btrim(create_study_share.label), ''), now() + make_interval(days => days),
    create_study_share.max_uses, create_study_share.copy_path
  )
  returning * into share;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
end
$$;

-- A new token and PIN for a link of one's own, when the first ones were lost: {id, token, pin, expires_at}.
create function public.renew_study_share(share_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  share public.study_shares;
begin
  if caller is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  select h.* into share from public.study_shares h
  where h.id = renew_study_share.share_id and h.made_by = caller for update;
  if not found or not private.may_share(caller, (select s.patient_id from public.studies s where s.id = share.study_id)) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  if share.revoked_at is not null or share.expires_at <= now() then
    raise exception using errcode = 'PT409', message = 'El enlace ya terminó. Crea uno nuevo.';
  end if;
  perform private.hit('create_study_share', 60, interval '1 hour', caller::text);
  update public.study_shares h set renewed_at = clock_timestamp() where h.id = share.id;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
end
$$;

-- Ends a link at once, also for whoever has it open. By everybody who may read the study.
create function public.revoke_study_share(share_id uuid) returns void
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
  delete from private.share_visits v where v.share_id = share.id;
end
$$;
