insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('study_files', 'study_files', false, null, null),
  ('profile_photos', 'profile_photos', false, 2097152, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- The file of a deleted study, the small picture beside it in their folder, and copies of it that links handed out: kept, and out
-- of everybody's reach.
create function private.is_archived_file(path text) returns boolean
  language sql stable security definer set search_path = ''
  return (
    exists (select from private.deleted_studies d where d.file_path = path)
    and not exists (select from public.studies s where s.file_url = path)
  ) or exists (select from public.study_shares h where h.copy_path = path and h.study_id is null)
    or (
      path like '%/%/miniatura.webp'
      and exists (
        select from private.deleted_studies d
        where starts_with(d.file_path, left(path, -char_length('miniatura.webp')))
          and not exists (select from public.studies s where s.file_url = d.file_path)
      )
    );

-- The file of a study, present or deleted, or the copy that a link hands out: nobody replaces, moves or erases it while it is
-- needed.
create function private.is_study_file(path text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.studies s where s.file_url = path)
    or exists (select from private.deleted_studies d where d.file_path = path)
    or exists (
      select from public.study_shares h
      where h.copy_path = path
        and (h.study_id is null or (h.revoked_at is null and h.expires_at > now()))
    );

create policy "study files: own folder, own patients' folders, admins all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'study_files'
    and (
      (storage.foldername(name))[1] = (select private.active_uid())::text
      or (storage.foldername(name))[1] in (select p::text from private.my_patients() as p)
      or (select private.is_admin())
    )
    and not private.is_archived_file(name)
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
      (owner_id = (select private.active_uid())::text and (select private.is_doctor()))
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
      (owner_id = (select private.active_uid())::text and (select private.is_doctor()))
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
  using (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text)
  with check (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text);

create policy "profile photos: everyone deletes their own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'profile_photos' and (storage.foldername(name))[1] = (select private.active_uid())::text);
