-- Which studies wait for a report (docs/product/reports.md): those that get one, have something to open and neither draft nor signed
-- report. Kept by triggers, so that the list and its count read nothing else.

create table public.awaiting_reports (
  study_id uuid primary key references public.studies on delete cascade,
  -- As the study has them.
  patient_id uuid references public.profiles on delete cascade,
  doctor_id uuid references public.profiles on delete cascade,
  created_at timestamptz not null
);
create index awaiting_reports_created_at_idx on public.awaiting_reports (created_at, study_id) include (patient_id, doctor_id);
create index awaiting_reports_patient_id_idx on public.awaiting_reports (patient_id);
create index awaiting_reports_doctor_id_idx on public.awaiting_reports (doctor_id);

alter table public.awaiting_reports enable row level security;
revoke all on public.awaiting_reports from public, anon, authenticated;
grant select on public.awaiting_reports to authenticated;

create policy "doctors read what waits of studies they read" on public.awaiting_reports
  for select to authenticated
  using (
    (select private.is_doctor()) and (
      doctor_id = (select private.active_uid())
      or patient_id in (select private.my_patients())
      or (select private.is_admin())
    )
  );

-- Writes down whether a study waits. The lock lets a report and a change of its study, at the same time, see each other.
create function private.note_awaiting(study uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.studies s where s.id = note_awaiting.study for no key update;
  delete from public.awaiting_reports a where a.study_id = note_awaiting.study;
  insert into public.awaiting_reports (study_id, patient_id, doctor_id, created_at)
  select s.id, s.patient_id, s.doctor_id, s.created_at
  from public.studies s
  where s.id = note_awaiting.study and s.report_needed and s.file_url is not null
    and not exists (select from public.reports r where r.study_id = s.id and r.state in ('borrador', 'firmado'));
end
$$;

create function private.note_awaiting_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_awaiting(new.id);
  return null;
end
$$;
create trigger studies_f_awaiting after insert on public.studies
  for each row when (new.report_needed and new.file_url is not null) execute function private.note_awaiting_study();
create trigger studies_f_awaiting_later after update on public.studies
  for each row when (
    (new.report_needed, new.file_url is null, new.patient_id, new.doctor_id, new.created_at)
      is distinct from (old.report_needed, old.file_url is null, old.patient_id, old.doctor_id, old.created_at)
  ) execute function private.note_awaiting_study();

create function private.note_awaiting_report() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_awaiting(coalesce(new.study_id, old.study_id));
  return null;
end
$$;
create trigger reports_f_awaiting after insert or delete on public.reports
  for each row execute function private.note_awaiting_report();
create trigger reports_f_awaiting_later after update on public.reports
  for each row when (new.state <> old.state) execute function private.note_awaiting_report();

revoke all on function private.note_awaiting(uuid), private.note_awaiting_study(), private.note_awaiting_report()
  from public, anon, authenticated, service_role;

insert into public.awaiting_reports (study_id, patient_id, doctor_id, created_at)
select s.id, s.patient_id, s.doctor_id, s.created_at
from public.studies s
where s.report_needed and s.file_url is not null
  and not exists (select from public.reports r where r.study_id = s.id and r.state in ('borrador', 'firmado'));

-- The list asked this one before.
drop index public.studies_report_needed_idx;

notify pgrst, 'reload schema';
