-- Studies and medical notes (docs/product/studies.md).

-- What `file_url` holds: an https link, or the path of a file in the bucket study_files, in the patient's folder.
create function private.file_fits(file_url text, file_name text, patient_id uuid) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if file_url is null then
    return true;
  end if;
  if file_url ~* '^https://[^/\s]+\.?\S*$' and char_length(file_url) <= 2000 then
    return true;
  end if;
  if file_url ~* '^[a-z][a-z0-9+.-]*:' or file_url like '//%' then
    raise exception using errcode = 'PT400', message = 'Enlace del estudio: debe empezar con https://.';
  end if;
  if patient_id is null or file_name is null or char_length(file_url) > 500
    or not starts_with(file_url, patient_id::text || '/')
    or file_url ~ '(^|/)(\.\.?)?(/|$)' or file_url ~ '[\\[:cntrl:]]'
  then
    raise exception using errcode = 'PT400',
      message = 'Archivo del estudio: no está en la carpeta del paciente.';
  end if;
  return true;
end
$$;

create table public.studies (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid references public.profiles on delete restrict,
  doctor_id uuid references public.profiles on delete restrict,
  study_type text,
  study_date date not null,
  comments text,
  file_url text,
  file_name text,
  created_at timestamptz not null default now(),
  report_needed boolean not null default null,
  arch jsonb,
  constraint studies_study_date_fits check (private.day_fits(study_date, 'Fecha del estudio')),
  constraint studies_type_fits check (private.fits(study_type, 'Tipo de estudio', 200)),
  constraint studies_comments_fits check (private.fits(comments, 'Comentarios', 5000)),
  constraint studies_file_name_fits check (private.fits(file_name, 'Nombre del archivo', 300)),
  constraint studies_file_fits check (private.file_fits(file_url, file_name, patient_id)),
  constraint studies_arch_fits check (octet_length(arch::text) <= 8192)
);
alter table public.studies enable row level security;

-- As lists order them. What the policies read is included, so that counting needs no row.
create index studies_patient_id_idx on public.studies (patient_id, created_at desc) include (id, doctor_id, study_type);
create index studies_doctor_id_idx on public.studies (doctor_id, created_at desc, id) include (patient_id, study_type);
create index studies_created_at_idx on public.studies (created_at desc, id) include (patient_id, doctor_id, study_type);
create index studies_study_date_idx on public.studies (study_date desc);
create index studies_file_url_idx on public.studies using hash (file_url);
create index studies_study_type_idx on public.studies (study_type, created_at) include (id, patient_id, doctor_id);
create index studies_file_name_search_idx on public.studies
  using gin (private.sought(file_name) extensions.gin_trgm_ops);

grant select, delete on public.studies to authenticated;

-- The id is the browser's: what is sent again after a lost answer is refused with 23505 instead of stored twice.
grant insert (id, patient_id, doctor_id, study_type, study_date, comments, file_url, file_name),
  update (patient_id, doctor_id, study_type, study_date, comments, file_url, file_name)
  on public.studies to authenticated;

create policy "patients, their doctors, authors and receiving dentists read" on public.studies
  for select to authenticated
  using (
    doctor_id = (select private.doctor_uid())
    or (select private.is_admin())
    or patient_id in (select private.readable_patients())
    or id in (select private.received_studies())
  );

-- The same for functions that pass by the policies. All other policies ask the one above, by reading studies.
create function private.may_read_study(study_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.studies s
    where s.id = may_read_study.study_id
      and (
        s.doctor_id = private.doctor_uid() or private.may_read_patient(s.patient_id)
        or s.id in (select private.received_studies())
      )
  );
end
$$;

create policy "doctors add studies of their patients, admins any" on public.studies
  for insert to authenticated
  with check (
    (doctor_id = (select private.active_uid()) and patient_id in (select private.my_patients()))
    or (select private.is_admin())
  );

create policy "doctors edit their own studies, admins any" on public.studies
  for update to authenticated
  using (
    doctor_id = (select private.doctor_uid()) or (select private.is_admin())
  );

create policy "doctors delete their own studies, admins any" on public.studies
  for delete to authenticated
  using (
    doctor_id = (select private.doctor_uid()) or (select private.is_admin())
  );

-- A form that was left empty means no file.
create function private.normalise_study() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.file_url := nullif(btrim(new.file_url), '');
  new.file_name := nullif(btrim(new.file_name), '');
  return new;
end
$$;

create trigger studies_a_normalise before insert or update on public.studies
  for each row execute function private.normalise_study();

-- Through the API a study keeps its people, and nobody brings back the file of a deleted study by naming it again.
create function private.check_study_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.from_api() then
    return new;
  end if;
  if tg_op = 'UPDATE' and not private.is_admin()
    and (new.patient_id, new.doctor_id) is distinct from (old.patient_id, old.doctor_id)
  then
    raise exception using errcode = 'PT403', message = 'No puedes cambiar el paciente ni el doctor de un estudio.';
  end if;
  if private.is_archived_file(new.file_url) then
    raise exception using errcode = 'PT400', message = 'Archivo del estudio: es de un estudio eliminado.';
  end if;
  return new;
end
$$;

create trigger studies_b_change before insert or update on public.studies
  for each row execute function private.check_study_change();

-- A study that was stored, whose answer was lost, and that somebody has deleted since stays deleted: its archived copy holds
-- the id.
create function private.refuse_deleted_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and exists (select from private.deleted_studies d where d.id = new.id) then
    raise exception using errcode = 'PT400', message = 'Este estudio ya fue eliminado.';
  end if;
  return new;
end
$$;

create trigger studies_b_deleted before insert on public.studies
  for each row execute function private.refuse_deleted_study();

create trigger studies_c_people before insert or update on public.studies
  for each row execute function private.check_people();

create trigger studies_link after insert or update on public.studies
  for each row execute function private.link_people();

-- A deleted study is kept where only a restore reaches.
create table private.deleted_studies (
  id uuid primary key,
  study jsonb not null,
  patient_id uuid,
  doctor_id uuid,
  file_path text,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
alter table private.deleted_studies enable row level security;

create index deleted_studies_file_path_idx on private.deleted_studies using hash (file_path);
create index deleted_studies_patient_id_idx on private.deleted_studies (patient_id);
create index deleted_studies_doctor_id_idx on private.deleted_studies (doctor_id);

create function private.archive_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_studies (id, study, patient_id, doctor_id, file_path, deleted_by)
  values (
    old.id, to_jsonb(old), old.patient_id, old.doctor_id,
    case when old.file_url !~* '^https://' then old.file_url end, auth.uid()
  );
  return null;
end
$$;

create trigger studies_archive after delete on public.studies
  for each row execute function private.archive_study();

create table public.medical_notes (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references public.profiles on delete restrict,
  doctor_id uuid not null references public.profiles on delete restrict,
  note text not null,
  created_at timestamptz not null default now(),
  constraint medical_notes_note_fits check (private.fits(note, 'Nota', 5000, true))
);
alter table public.medical_notes enable row level security;

create index medical_notes_patient_id_idx on public.medical_notes (patient_id, created_at desc);
create index medical_notes_doctor_id_idx on public.medical_notes (doctor_id, created_at desc);

grant select on public.medical_notes to authenticated;
grant insert (id, patient_id, doctor_id, note) on public.medical_notes to authenticated;

create policy "authors and the patient's doctors read notes" on public.medical_notes
  for select to authenticated
  using (
    doctor_id = (select private.doctor_uid())
    or patient_id in (select private.my_patients())
  );

create policy "doctors write notes about their patients" on public.medical_notes
  for insert to authenticated
  with check (doctor_id = (select private.active_uid()) and patient_id in (select private.my_patients()));

create trigger medical_notes_c_people before insert on public.medical_notes
  for each row execute function private.check_people();

create trigger medical_notes_append_only before update or delete on public.medical_notes
  for each row execute function private.refuse_change('Las notas médicas no se modifican ni se borran.');

create trigger medical_notes_no_truncate before truncate on public.medical_notes
  for each statement execute function private.refuse_change('Las notas médicas no se modifican ni se borran.');

create trigger studies_z_audit after insert or update or delete on public.studies
  for each row execute function private.audit_change();

create trigger medical_notes_z_audit after insert on public.medical_notes
  for each row execute function private.audit_change();

create trigger studies_b_date before insert or update on public.studies
  for each row execute function private.check_study_date();

grant execute on function
  private.file_fits(text,text,uuid)
  to anon, authenticated, service_role;
