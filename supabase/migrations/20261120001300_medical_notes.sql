create table public.medical_notes (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references public.profiles on delete restrict,
  doctor_id uuid not null references public.profiles on delete restrict,
  note text not null,
  created_at timestamptz not null default now(),
  constraint medical_notes_note_fits check (private.fits(note, 'Nota', 5000, true))
);
create index medical_notes_patient_id_idx on public.medical_notes (patient_id, created_at desc);
create index medical_notes_doctor_id_idx on public.medical_notes (doctor_id, created_at desc);

alter table public.medical_notes enable row level security;
revoke all on public.medical_notes from public, anon, authenticated;
grant select on public.medical_notes to authenticated;
grant insert (patient_id, doctor_id, note) on public.medical_notes to authenticated;

create policy "authors and the patient's doctors read notes" on public.medical_notes
  for select to authenticated
  using (
    (doctor_id = (select private.active_uid()) and (select private.is_doctor()))
    or patient_id in (select private.my_patients())
  );

create policy "doctors write notes about their patients" on public.medical_notes
  for insert to authenticated
  with check (doctor_id = (select private.active_uid()) and patient_id in (select private.my_patients()));

create trigger medical_notes_c_people before insert on public.medical_notes
  for each row execute function private.check_people();

-- Always true: what was written stays.
create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = tg_argv[0];
end
$$;
create trigger medical_notes_append_only before update or delete on public.medical_notes
  for each row execute function private.refuse_change('Las notas médicas no se modifican ni se borran.');
create trigger medical_notes_no_truncate before truncate on public.medical_notes
  for each statement execute function private.refuse_change('Las notas médicas no se modifican ni se borran.');
