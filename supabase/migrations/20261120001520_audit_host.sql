-- What happens in the tables of the auth and storage services: passwords, second factors, sessions, files.

create function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id)
  values (
    auth.uid(), private.speaking_role(), tg_argv[0], 'profiles',
    case tg_table_name when 'users' then to_jsonb(new) ->> 'id'
      else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'user_id' end
  );
  return null;
end
$$;

-- The file by its id, never by its name; its folder says whose it is.
create function private.audit_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  file storage.objects := coalesce(new, old);
  action text := case tg_op when 'INSERT' then 'upload' when 'DELETE' then 'remove' end;
  folder text := split_part(file.name, '/', 1);
begin
  if tg_op = 'UPDATE' then
    action := case
      when (new.bucket_id, new.name) is distinct from (old.bucket_id, old.name) then 'move'
      when new.version is distinct from old.version then 'replace'
    end;
  end if;
  if action is null then
    return null;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(), action, file.bucket_id, file.id::text,
    case when file.bucket_id = 'study_files' and folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then folder::uuid end
  );
  return null;
end
$$;

create trigger indice_z_audit_password after update on auth.users
  for each row when (new.encrypted_password <> '' and old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_account('change_password');

-- A host that does not let us put triggers on these tables keeps its own logs of them; that is no reason not to install.
do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'create trigger indice_z_audit_session after delete on auth.sessions
       for each row execute function private.audit_account(''end_session'')',
    'create trigger indice_z_audit_factor after update on auth.mfa_factors
       for each row when (new.status::text = ''verified'' and old.status is distinct from new.status)
       execute function private.audit_account(''add_factor'')',
    'create trigger indice_z_audit_factor_gone after delete on auth.mfa_factors
       for each row when (old.status::text = ''verified'')
       execute function private.audit_account(''remove_factor'')',
    'create trigger indice_z_audit after insert or update or delete on storage.objects
       for each row execute function private.audit_file()'
  ] loop
    begin
      execute wanted;
    exception when insufficient_privilege then
      raise notice 'Not allowed here: %', wanted;
    end;
  end loop;
end
$$;
