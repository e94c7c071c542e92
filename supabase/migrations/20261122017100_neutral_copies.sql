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

revoke all on function private.is_neutral_copy(text) from public, anon, authenticated, service_role;
grant execute on function private.is_neutral_copy(text) to authenticated;
