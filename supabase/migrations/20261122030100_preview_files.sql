-- What is made from a study's file lies beside it, is read like it and goes out of reach with it. While a row names it nobody
-- changes it.

create function private.is_preview_file(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^[^/]+/.+/((miniatura|portada|previa-[1-4])\.(webp|jpg)|indice\.json)$';

create index deleted_studies_folder_idx on private.deleted_studies (private.beside(file_path, ''));

-- A file beside that of a deleted study.
create function private.is_archived_preview(path text) returns boolean
  language sql stable security definer set search_path = ''
  return private.is_preview_file(path) and exists (
    select from private.deleted_studies d
    where private.beside(d.file_path, '') = private.beside(path, '')
      and not exists (select from public.studies s where s.file_url = d.file_path)
  );

-- The file of a deleted study, what was made from it, and copies of it that links handed out: kept, and out of everybody's reach.
create or replace function private.is_archived_file(path text) returns boolean
  language sql stable security definer set search_path = ''
  return (
    exists (select from private.deleted_studies d where d.file_path = path)
    and not exists (select from public.studies s where s.file_url = path)
  ) or exists (select from public.study_shares h where h.copy_path = path and h.study_id is null)
    or private.is_archived_preview(path);

-- The file of a study, present or deleted, what was made from it, or the copy that a link hands out: nobody replaces, moves or
-- erases it while it is needed.
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
    or private.is_archived_preview(path);

revoke all on function private.is_preview_file(text), private.is_archived_preview(text)
  from public, anon, authenticated, service_role;
