-- The folders of the storage and who reads, adds and replaces which file (docs/product/studies.md).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('study_files', 'study_files', false, null, null),
  ('profile_photos', 'profile_photos', false, 2097152, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- The file of a deleted study, what was made from it, and copies of it that links handed out: kept, and out of everybody's reach.
create function private.is_archived_file(path text) returns boolean
  language sql stable security definer set search_path = ''
  return (
    exists (select from private.deleted_studies d where d.file_path = path)
    and not exists (select from public.studies s where s.file_url = path)
  ) or exists (select from public.study_shares h where h.copy_path = path and h.study_id is null)
    or private.is_archived_preview(path);

-- The file of a study, present or deleted, what was made from it, the key images of signed reports, or the copy that a link
-- hands out: nobody replaces, moves or erases it while it is needed.
create function private.is_study_file(path text) returns boolean
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

create policy "study files: own folder, own patients' folders, admins all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'study_files'
    and (
      (select private.is_admin())
      or (storage.foldername(name))[1] in (select p::text from private.readable_patients() as p)
    )
    and not private.is_archived_file(name)
  );

-- What a dentist reads: of the studies received the file, what was made from it and the key images of a delivered report, and the
-- own key images.
create function private.received_files() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.dentist_uid();
  studies constant uuid[] := array(select private.received_studies());
begin
  return query
    select s.file_url from public.studies s where s.id = any (studies) and s.file_url !~* '^https://'
    union all
    select f.path
    from public.studies s
    join public.study_previews p on p.study_id = s.id and p.source = s.file_url
    cross join unnest(private.preview_files(p)) f(path)
    where s.id = any (studies)
    union all
    select k.path from public.key_images k
    where k.study_id = any (studies) and (
      k.author_id = caller and k.removed_at is null or k.id in (select private.my_key_images())
    );
end
$$;

create policy "study files: dentists read those of studies they receive" on storage.objects
  for select to authenticated
  using (bucket_id = 'study_files' and name in (select private.received_files()));

-- The folders where a dentist may put key images: of the studies received, 48 files each.
create function private.received_folders() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.dentist_uid();
begin
  return query
    select f.folder
    from public.studies s
    cross join lateral (
      values (case when s.file_url !~* '^https://' then private.beside(s.file_url, '') end), (s.patient_id || '/' || s.id || '/')
    ) f(folder)
    where s.id in (select private.received_studies()) and f.folder is not null and 48 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'study_files' and o.owner_id = caller::text and starts_with(o.name, f.folder)
    );
end
$$;

create policy "study files: dentists add key images to studies they receive" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'study_files' and private.is_key_image_file(name)
    and regexp_replace(name, '[^/]*$', '') in (select private.received_folders())
  );

create policy "study files: doctors upload for their patients, admins any" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'study_files'
    and (
      (storage.foldername(name))[1] in (select p::text from private.my_patients() as p)
      or (select private.is_admin())
    )
    and not private.is_archived_file(name)
  );

create policy "study files: own uploads that no study needs may be replaced" on storage.objects
  for update to authenticated
  using (
    bucket_id = 'study_files'
    and (
      owner_id = (select private.active_uid())::text
      or (select private.is_admin())
    )
    and not private.is_study_file(name)
  )
  with check (
    bucket_id = 'study_files'
    and (
      (
        owner_id = (select private.active_uid())::text
        and (storage.foldername(name))[1] in (select p::text from private.my_patients() as p)
      )
      or (select private.is_admin())
    )
    and not private.is_study_file(name)
  );

create policy "study files: own uploads that no study needs may be deleted" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'study_files'
    and (
      owner_id = (select private.doctor_uid())::text
      or (select private.is_admin())
    )
    and not private.is_study_file(name)
  );

create policy "profile photos: of oneself and of every profile one may read" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'profile_photos'
    and (select private.active_uid()) is not null
    and (storage.foldername(name))[1] in (select p.id::text from public.profiles p)
  );

create policy "profile photos: everyone adds their own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text);

create policy "profile photos: everyone replaces their own" on storage.objects
  for update to authenticated
  using (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text);

create policy "profile photos: everyone deletes their own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text);

-- Ten profile photos a day and person: one that was replaced stays on the disk for a while, so that nobody fills it.

-- Whether the caller may add another photo; raises in words for people when the day's are used up. What was added is in the
-- trail; where the storage service adds rows in its own name, the photos that are there are counted instead. One after the
-- other, so that many at once are not all the tenth.
create function private.photos_left() returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  since constant timestamptz := now() - interval '1 day';
  tenth timestamptz;
begin
  if caller is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('profile photos of ' || caller, 0));
  tenth := greatest(
    (
      select l.at from private.audit_log l
      where l.actor = caller and l.at > since and l.subject = 'profile_photos' and l.action in ('upload', 'replace')
      order by l.at desc offset 9 limit 1
    ),
    (
      select o.created_at from storage.objects o
      where o.bucket_id = 'profile_photos' and o.name like caller || '/%' and o.created_at > since
      order by o.created_at desc offset 9 limit 1
    )
  );
  if tenth is not null then
    perform private.too_often(
      'Ya cambiaste tu foto 10 veces en un día. Inténtalo de nuevo mañana.', tenth + interval '1 day'
    );
  end if;
  return true;
end
$$;

create policy "profile photos: ten a day" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id <> 'profile_photos' or (select private.photos_left()));

create policy "profile photos: ten a day, replaced ones as well" on storage.objects
  as restrictive for update to authenticated
  with check (bucket_id <> 'profile_photos' or (select private.photos_left()));

create policy "copies without identity: doctors read what they uploaded" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'study_files' and private.is_neutral_copy(name)
    and owner_id = (select private.doctor_uid())::text
    and not private.is_archived_file(name)
  );

create policy "copies without identity: doctors upload" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'study_files' and private.is_neutral_copy(name) and (select private.is_doctor())
    and not private.is_archived_file(name)
  );

grant execute on function
  private.is_archived_file(text), private.is_study_file(text), private.photos_left(), private.received_files(),
  private.received_folders()
  to authenticated;
