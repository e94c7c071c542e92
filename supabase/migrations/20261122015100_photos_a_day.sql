-- Ten profile photos a day and person: one that was replaced stays on the disk for a while, so that nobody fills it.

-- Whether the caller may add another photo; raises in words for people when the day's are used up. What was added is in
-- the trail; where the storage service adds rows in its own name, the photos that are there are counted instead. One after the other,
-- so that many at once are not all the tenth.
create function private.photos_left() returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  since constant timestamptz := now() - interval '1 day';
begin
  if caller is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('profile photos of ' || caller, 0));
  if 10 <= greatest(
    (
      select count(*) from private.audit_log l
      where l.actor = caller and l.at > since and l.subject = 'profile_photos' and l.action in ('upload', 'replace')
    ),
    (
      select count(*) from storage.objects o
      where o.bucket_id = 'profile_photos' and o.name like caller || '/%' and o.created_at > since
    )
  ) then
    raise exception using errcode = 'PT429',
      message = 'Ya cambiaste tu foto 10 veces en un día. Inténtalo de nuevo mañana.';
  end if;
  return true;
end
$$;
revoke all on function private.photos_left() from public, anon, authenticated, service_role;
grant execute on function private.photos_left() to authenticated;

create policy "profile photos: ten a day" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id <> 'profile_photos' or (select private.photos_left()));

create policy "profile photos: ten a day, replaced ones as well" on storage.objects
  as restrictive for update to authenticated
  with check (bucket_id <> 'profile_photos' or (select private.photos_left()));
