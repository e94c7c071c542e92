-- Copies without identity lie in a folder that names nobody: strangers get their address, and two copies of one patient must not
-- be tied together by it.
create function private.is_neutral_copy(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^copias/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/sin-datos\.(zip|dcm)$';

-- Links that were made before keep their copy in the patient's folder.
alter table public.study_shares
  drop constraint study_shares_copy_is_neutral,
  add constraint study_shares_copy_is_neutral check (
    copy_path ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|copias)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/sin-datos\.(zip|dcm)$'
  );

create policy "copies without identity: doctors read what they uploaded" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'study_files' and private.is_neutral_copy(name)
    and owner_id = (select private.active_uid())::text and (select private.is_doctor())
    and not private.is_archived_file(name)
  );

create policy "copies without identity: doctors upload" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'study_files' and private.is_neutral_copy(name) and (select private.is_doctor())
    and not private.is_archived_file(name)
  );

-- Makes a link: {id, token, pin, expires_at}. `copy_path` is a copy without identity that the caller, a doctor or an
-- administrator, uploaded among the copies, or one that another link of the same study hands out.
create or replace function public.create_study_share(
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

revoke all on function private.is_neutral_copy(text) from public, anon, authenticated, service_role;
grant execute on function private.is_neutral_copy(text) to authenticated;
