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
  -- True when the browser says so (a record was looked at); false when the database saw it itself.
  declared boolean not null default false
);
create index audit_log_at_idx on private.audit_log (at);
create index audit_log_actor_idx on private.audit_log (actor, at);
create index audit_log_row_idx on private.audit_log (subject, row_id, at);
alter table private.audit_log enable row level security;
revoke all on private.audit_log from public, anon, authenticated, service_role;

create trigger audit_log_append_only before update or delete on private.audit_log
  for each row execute function private.refuse_change('La bitácora no se modifica ni se borra.');
create trigger audit_log_no_truncate before truncate on private.audit_log
  for each statement execute function private.refuse_change('La bitácora no se modifica ni se borra.');

-- One line of the trail, about whoever is asking.
create function private.record(action text, subject text, row_id text, declared boolean default false) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, declared)
  values (
    auth.uid(), coalesce(nullif(current_setting('role', true), 'none'), session_user),
    record.action, record.subject, record.row_id, record.declared
  )
$$;

create function private.audit_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed text[];
begin
  if tg_op = 'UPDATE' then
    changed := array(
      select field.key from jsonb_each(after_row) as field
      where field.value is distinct from before_row -> field.key
      order by field.key
    );
    if changed = '{}' then
      return null;
    end if;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns)
  values (
    auth.uid(),
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    lower(tg_op),
    tg_table_name,
    coalesce(after_row, before_row) ->> 'id',
    changed
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

-- A link has no id of its own: the patient is the row, the doctor stands where columns would.
create function private.audit_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns)
  values (
    auth.uid(),
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    lower(tg_op),
    'doctor_patients',
    coalesce(new.patient_id, old.patient_id)::text,
    array['doctor_id=' || coalesce(new.doctor_id, old.doctor_id)]
  );
  return null;
end
$$;
create trigger doctor_patients_z_audit after insert or delete on private.doctor_patients
  for each row execute function private.audit_link();
