-- Our own sentences carry PTnnn (docs/decisions/0026): who saw a patient's data, and links to studies.

-- The browser says that a record, a file or an export was looked at.
create or replace function public.log_access(kind text, id text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if kind is null or kind !~ '^[a-z_]{3,40}$' or char_length(log_access.id) > 100 then
    raise exception using errcode = 'PT400', message = 'El acceso no se pudo registrar: dato no válido.';
  end if;
  perform private.hit('log_access', 600, interval '10 minutes', private.active_uid()::text);
  perform private.record('access', kind, log_access.id, true);
end
$$;

-- Who else has opened or changed the caller's data: {total, rows: [{at, who, role, what}]}, 20 a page, newest first.
-- Lines that would read the same (same person, act and minute) are one. `who` is null once the account was erased, and of who
-- opened a link.
create or replace function public.my_access_log(page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  if not exists (select from public.profiles p where p.id = caller and p.role in ('patient', 'paciente')) then
    raise exception using errcode = 'PT403', message = 'Solo un paciente puede consultar quién ha visto sus datos.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (
    with lines as materialized (
      select l.at, l.actor, private.access_word(l.action, l.subject) as what
      from private.audit_log l
      where l.patient_id = caller
        and (l.actor <> caller or (l.actor is null and l.subject = 'study_shares' and l.action = 'open'))
    ),
    acts as (
      select max(l.at) as at, l.actor, l.what
      from lines l
      where l.what is not null
      group by date_trunc('minute', l.at), l.actor, l.what
    ),
    shown as (
      select a.at, a.what, p.full_name as who, case when p.is_admin then 'admin' else p.role end as role
      from (select * from acts order by acts.at desc, acts.what, acts.actor limit 20 offset (page - 1) * 20) a
      left join public.profiles p on p.id = a.actor
    )
    select jsonb_build_object(
      'total', (select count(*) from acts),
      'rows', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc, s.what, s.who) from shown s), '[]')
    )
  );
end
$$;

create or replace function public.create_study_share(
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

-- A new token and PIN for a link of one's own, when the first ones were lost: {id, token, pin, expires_at}.
create or replace function public.renew_study_share(share_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  share public.study_shares;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
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
create or replace function public.revoke_study_share(share_id uuid) returns void
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
  if not found or not private.reads_study(share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  if share.revoked_at is not null then
    raise exception using errcode = 'PT409', message = 'El enlace ya estaba revocado.';
  end if;
  update public.study_shares h set revoked_at = now(), revoked_by = caller where h.id = share.id;
end
$$;
