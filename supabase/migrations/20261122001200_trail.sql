-- Who did what, when, to which row and which columns; never the content. Append-only for everybody.
create table private.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor uuid,
  actor_role text not null,
  action text not null,
  subject text not null,
  row_id text,
  columns text[],
  -- Whose record it concerns, so that this patient can be shown the line.
  patient_id uuid,
  -- True when the browser says so (a record was looked at); false when the database saw it itself.
  declared boolean not null default false
);
create index audit_log_at_idx on private.audit_log (at);
create index audit_log_actor_idx on private.audit_log (actor, at);
create index audit_log_subject_idx on private.audit_log (subject, at);
create index audit_log_row_idx on private.audit_log (subject, row_id, at);
create index audit_log_patient_idx on private.audit_log (patient_id, at) where patient_id is not null;
alter table private.audit_log enable row level security;
revoke all on private.audit_log from public, anon, authenticated, service_role;

create trigger audit_log_append_only before update or delete on private.audit_log
  for each row execute function private.refuse_change('La bitácora no se modifica ni se borra.');
create trigger audit_log_no_truncate before truncate on private.audit_log
  for each statement execute function private.refuse_change('La bitácora no se modifica ni se borra.');

-- The role that speaks, as the API set it; the owner's own name otherwise.
create function private.speaking_role() returns text
  language sql stable security definer set search_path = ''
  return coalesce(nullif(current_setting('role', true), 'none'), session_user);

-- The patient whom a profile, a study or a receipt concerns, if the caller may see it: nobody writes into the history of
-- somebody else's record by naming it.
create function private.patient_in_reach(kind text, id text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted uuid;
  patient uuid;
  doctor uuid;
begin
  if patient_in_reach.id !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  wanted := patient_in_reach.id::uuid;
  if kind in ('patient', 'profiles', 'other_patient') then
    select p.id into patient from public.profiles p where p.id = wanted and p.role in ('patient', 'paciente');
  elsif kind in ('study', 'study_link') then
    select s.patient_id, s.doctor_id into patient, doctor from public.studies s where s.id = wanted;
  elsif kind = 'invoice' then
    select i.patient_id, i.doctor_id into patient, doctor from public.invoices i where i.id = wanted;
  end if;
  if patient = private.active_uid() or doctor = private.active_uid()
    or private.is_linked(patient) or private.is_admin()
  then
    return patient;
  end if;
  return null;
end
$$;

-- One line of the trail, about whoever is asking.
create function private.record(action text, subject text, row_id text, declared boolean default false) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id, declared)
  values (
    auth.uid(), private.speaking_role(), record.action, record.subject, record.row_id,
    private.patient_in_reach(record.subject, record.row_id), record.declared
  )
$$;

-- The column that tells the rows apart is 'id', or the trigger's argument. Of a role the new value is said as well.
create function private.audit_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  known jsonb := coalesce(after_row, before_row);
  changed text[];
begin
  if tg_op = 'UPDATE' then
    changed := array(
      select case when field.key in ('role', 'is_admin') then field.key || '=' || (field.value #>> '{}') else field.key end
      from jsonb_each(after_row) as field
      where field.value is distinct from before_row -> field.key
      order by field.key
    );
    if changed = '{}' then
      return null;
    end if;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(),
    private.speaking_role(),
    lower(tg_op),
    tg_table_name,
    known ->> coalesce(tg_argv[0], 'id'),
    changed,
    case when tg_table_name <> 'profiles' then known ->> 'patient_id'
      when known ->> 'role' in ('patient', 'paciente') then known ->> 'id' end::uuid
  );
  return null;
end
$$;

create trigger profiles_z_audit after insert or update or delete on public.profiles
  for each row execute function private.audit_change();
create trigger services_z_audit after insert or update or delete on public.services
  for each row execute function private.audit_change();
create trigger study_requests_z_audit after insert or update or delete on public.study_requests
  for each row execute function private.audit_change();
create trigger citas_z_audit after insert or update or delete on public.citas
  for each row execute function private.audit_change();
create trigger studies_z_audit after insert or update or delete on public.studies
  for each row execute function private.audit_change();
create trigger medical_notes_z_audit after insert on public.medical_notes
  for each row execute function private.audit_change();
create trigger invoices_z_audit after insert or update on public.invoices
  for each row execute function private.audit_change();
create trigger account_state_z_audit after update or delete on private.account_state
  for each row execute function private.audit_change('user_id');
create trigger app_settings_z_audit after insert or update or delete on private.app_settings
  for each row execute function private.audit_change('key');

-- A link has no id of its own: the patient is the row, the doctor stands where columns would. The link of a new account
-- is made by the auth service for whoever prepared the account.
create function private.audit_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    coalesce(auth.uid(), new.created_by),
    private.speaking_role(),
    lower(tg_op),
    'doctor_patients',
    coalesce(new.patient_id, old.patient_id)::text,
    array['doctor_id=' || coalesce(new.doctor_id, old.doctor_id)],
    coalesce(new.patient_id, old.patient_id)
  );
  return null;
end
$$;
create trigger doctor_patients_z_audit after insert or delete on private.doctor_patients
  for each row execute function private.audit_link();

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
