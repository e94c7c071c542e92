-- Making a link as before, and with the id of the new link, which the browser makes. Sent again after a lost answer it finds the link
-- that its maker has made; nobody has seen that one's token and PIN, so it gets new ones.
drop function public.create_study_share(uuid, text, integer, integer, text);
create function public.create_study_share(
  study_id uuid, label text, days integer, max_uses integer, copy_path text default null,
  share_id uuid default null
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
      raise exception using errcode = '23514', message = 'La copia sin datos no es de este estudio.';
    end if;
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
    raise exception using errcode = '23514', message = 'Este estudio ya tiene 20 enlaces vigentes. Revoca alguno primero.';
  end if;
  insert into public.study_shares (id, study_id, made_by, label, expires_at, max_uses, copy_path)
  values (
    coalesce(create_study_share.share_id, gen_random_uuid()), study.id, caller,
    nullif(btrim(create_study_share.label), ''), now() + make_interval(days => days), create_study_share.max_uses,
    create_study_share.copy_path
  )
  returning * into share;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
end
$$;
revoke all on function public.create_study_share(uuid, text, integer, integer, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.create_study_share(uuid, text, integer, integer, text, uuid) to authenticated;
