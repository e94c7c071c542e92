-- What a doctor keeps of a study as a picture ('Imágenes clave'), with marks, scale and sides drawn in. Once a signed report shows
-- it, neither row nor file changes.

create function private.is_key_image_file(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^[^/]+/(.+/)?clave-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.(webp|jpg|png))?$';

create table public.key_images (
  id uuid primary key,
  study_id uuid not null references public.studies on delete cascade,
  author_id uuid not null references public.profiles on delete restrict,
  path text not null,
  width integer not null,
  height integer not null,
  -- Of the stored bytes.
  sha256 text not null,
  caption text,
  position integer not null default 0,
  -- Where it was taken: key, place, window, slab, arch.
  source jsonb not null default '{}',
  audience text not null default 'clinic',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint key_images_path_once unique (path),
  constraint key_images_path_fits check (private.is_key_image_file(path) and char_length(path) <= 500),
  constraint key_images_size_fits check (width between 1 and 4096 and height between 1 and 4096),
  constraint key_images_sha256_fits check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint key_images_caption_fits check (private.fits(caption, 'Pie de imagen', 200)),
  constraint key_images_position_fits check (position between 0 and 100000),
  constraint key_images_source_fits check (jsonb_typeof(source) = 'object' and octet_length(source::text) <= 8192),
  constraint key_images_audience_known check (audience in ('author', 'clinic'))
);
create index key_images_study_id_idx on public.key_images (study_id, position);
create index key_images_author_id_idx on public.key_images (author_id);

alter table public.key_images enable row level security;
revoke all on public.key_images from public, anon, authenticated;
grant select,
  insert (id, study_id, author_id, path, width, height, sha256, caption, position, source, audience),
  update (caption, position, audience, removed_at)
  on public.key_images to authenticated;

-- The key images of the caller, a patient, that a released report shows.
create function private.my_key_images() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  return query
    select i.key_image_id from public.report_images i join public.reports r on r.id = i.report_id
    where r.patient_id = caller and r.state = 'firmado' and r.visible_from <= now();
end
$$;

-- Whether a report that was signed shows it; an annulled one as well.
create function private.is_signed_image(image uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_images i join public.reports r on r.id = i.report_id
    where i.key_image_id = image and r.state <> 'borrador'
  );
end
$$;

-- A removed one is readable for ten seconds, so that open windows hear of it.
create policy "doctors read key images, patients those of their report" on public.key_images
  for select to authenticated
  using (
    (removed_at is null or removed_at > now() - interval '10 seconds')
    and (
      (
        (select private.is_doctor())
        and (author_id = (select private.active_uid()) or audience = 'clinic')
        and exists (select from public.studies s where s.id = study_id)
      )
      or id in (select private.my_key_images())
    )
  );

create policy "doctors add key images of their patients’ studies, admins any" on public.key_images
  for insert to authenticated
  with check (
    author_id = (select private.active_uid())
    and exists (
      select from public.studies s
      where s.id = study_id and (s.patient_id in (select private.my_patients()) or (select private.is_admin()))
    )
  );

create policy "doctors change their own key images" on public.key_images
  for update to authenticated
  using (author_id = (select private.active_uid()) and (select private.is_doctor()) and removed_at is null)
  with check (author_id = (select private.active_uid()) and (select private.is_doctor()));

-- Always true: what a signed report shows stays. Through the API the file is there, uploaded by its author beside the study's file.
create function private.check_key_image() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  study public.studies;
begin
  if tg_op <> 'INSERT' and private.is_signed_image(old.id) then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if new.removed_at is not null then
      new.removed_at := coalesce(old.removed_at, now());
      delete from public.report_images i where i.key_image_id = new.id;
    end if;
    return new;
  end if;
  if not private.from_api() then
    return new;
  end if;
  select s.* into study from public.studies s where s.id = new.study_id;
  -- Whoever may not is refused by the policy, which comes after this.
  if not (private.is_admin() or private.is_linked(study.patient_id)) then
    return new;
  end if;
  if private.beside(new.path, '') not in (
      coalesce(private.beside(study.file_url, ''), ''), study.patient_id || '/' || study.id || '/'
    )
    or not exists (
      select from storage.objects o
      where o.bucket_id = 'study_files' and o.name = new.path and o.owner_id = new.author_id::text
        and (o.metadata ->> 'size')::bigint <= 5 * 1024 * 1024
    )
  then
    raise exception using errcode = 'PT400', message = 'La imagen clave no está completa o pesa demasiado.';
  end if;
  perform pg_advisory_xact_lock(hashtext('key_images:' || new.study_id));
  if 24 <= (select count(*) from public.key_images k where k.study_id = new.study_id and k.removed_at is null) then
    raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 24 imágenes clave.';
  end if;
  return new;
end
$$;
create trigger key_images_a_check before insert or update or delete on public.key_images
  for each row execute function private.check_key_image();
create trigger key_images_no_truncate before truncate on public.key_images
  for each statement execute function private.refuse_change('Un informe firmado no se modifica ni se borra.');

create function private.audit_key_image() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.removed_at is not null then
    perform private.audit_line(
      case tg_op when 'INSERT' then 'insert' else 'remove' end, 'key_images', new.id::text,
      (select s.patient_id from public.studies s where s.id = new.study_id)
    );
  end if;
  return null;
end
$$;
create trigger key_images_z_audit after insert or update on public.key_images
  for each row execute function private.audit_key_image();

-- As before; key images are kept with the study's file, or in the folder of a study without one.
create or replace function private.is_archived_preview(path text) returns boolean
  language sql stable security definer set search_path = ''
  return (private.is_preview_file(path) or private.is_key_image_file(path)) and (
    exists (
      select from private.deleted_studies d
      where private.beside(d.file_path, '') = private.beside(path, '')
        and not exists (select from public.studies s where s.file_url = d.file_path)
    )
    or exists (
      select from private.deleted_studies d
      where d.id::text = split_part(path, '/', 2) and d.patient_id::text = split_part(path, '/', 1)
    )
  );

-- As before, and the key images of signed reports.
create or replace function private.is_study_file(path text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.studies s where s.file_url = path)
    or exists (select from private.deleted_studies d where d.file_path = path)
    or exists (
      select from public.study_shares h
      where h.copy_path = path
        and (h.study_id is null or (h.revoked_at is null and h.expires_at > now()))
    )
    or exists (
      select from public.study_previews p
      where private.beside(p.source, '') = private.beside(path, '') and path = any (private.preview_files(p))
    )
    or exists (select from public.key_images k where k.path = is_study_file.path and private.is_signed_image(k.id))
    or private.is_archived_preview(path);

-- The files of those key images, for the caller's own folder.
create function private.my_key_image_files() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select k.path from public.key_images k where k.id in (select private.my_key_images());
end
$$;

-- Of the key images in their own folder patients read those of a delivered report.
create policy "key images: in the own folder those of a delivered report" on storage.objects
  as restrictive for select to authenticated
  using (
    bucket_id <> 'study_files' or not private.is_key_image_file(name)
    or (storage.foldername(name))[1] is distinct from (select private.active_uid())::text
    or name in (select private.my_key_image_files())
  );

-- The file stays as well, for the owner of the database too. A host that does not let us put triggers on this table keeps it by
-- the policies alone; that is no reason not to install.
create function private.keep_signed_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.bucket_id = 'study_files' and private.is_key_image_file(old.name)
    and (tg_op = 'DELETE' or (new.bucket_id, new.name, new.version) is distinct from (old.bucket_id, old.name, old.version))
    and exists (select from public.key_images k where k.path = old.name and private.is_signed_image(k.id))
  then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  return coalesce(new, old);
end
$$;
do $$
begin
  create trigger indice_keep_signed before update or delete on storage.objects
    for each row execute function private.keep_signed_file();
exception when insufficient_privilege then
  raise notice 'Not allowed here: a trigger on storage.objects';
end
$$;

revoke all on function
  private.is_key_image_file(text), private.my_key_images(), private.is_signed_image(uuid), private.check_key_image(),
  private.audit_key_image(), private.my_key_image_files(), private.keep_signed_file()
  from public, anon, authenticated, service_role;
grant execute on function private.is_key_image_file(text) to authenticated, service_role;
grant execute on function private.my_key_images(), private.my_key_image_files() to authenticated;

alter publication supabase_realtime add table public.key_images;
notify pgrst, 'reload schema';
