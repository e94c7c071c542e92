-- The report of a study ('Informe radiológico', docs/product/reports.md): written by one doctor, signed once, never changed
-- afterwards. What lists and patients ask stands in `report_heads`, because a row policy cannot leave columns out.

-- What a signature names, beside the professional licence; and who may write reports, which administrators decide.
alter table public.profiles
  add column specialty_license text,
  add column specialty_certificate text,
  add column certificate_until date,
  add column may_report boolean not null default true,
  add column wants_mail boolean not null default true,
  add constraint profiles_specialty_license_fits check (private.fits(specialty_license, 'Cédula de especialidad', 100)),
  add constraint profiles_certificate_fits check (private.fits(specialty_certificate, 'Certificado de especialidad', 200)),
  add constraint profiles_certificate_until_fits check (private.day_fits(certificate_until, 'Vigencia del certificado'));
grant update (specialty_license, specialty_certificate, certificate_until, may_report, wants_mail)
  on public.profiles to authenticated;

-- As before, with the columns of today.
create or replace function private.check_profile_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  own boolean := old.id = private.active_uid();
begin
  if not private.from_api() then
    return new;
  end if;
  if (new.role, new.is_admin, new.may_report) is distinct from (old.role, old.is_admin, old.may_report)
      and not private.is_admin()
    or (new.specialty, new.professional_license, new.specialty_license, new.specialty_certificate, new.certificate_until)
      is distinct from
      (old.specialty, old.professional_license, old.specialty_license, old.specialty_certificate, old.certificate_until)
      and not private.is_doctor()
    or (new.photo_path is distinct from old.photo_path or new.wants_mail is distinct from old.wants_mail) and not own
  then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cambiar ese dato del perfil.';
  end if;
  return new;
end
$$;

create or replace function public.search_patients(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where private.search_pattern(term) is null and p.role in ('patient', 'paciente')
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.patients_found(term))::uuid[]);
end;

create or replace function public.search_profiles(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where (select private.require_admin()) and private.search_pattern(term) is null
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.profiles_found(term))::uuid[]);
end;

-- Whether a study gets a report, and the curve that its editors gave to everybody. Studies from before reports need none.
alter table public.studies
  add column report_needed boolean not null default false,
  add column arch jsonb,
  add constraint studies_arch_fits check (octet_length(arch::text) <= 8192);
alter table public.studies alter column report_needed set default null;
grant insert (report_needed, arch), update (report_needed, arch) on public.studies to authenticated;
create index studies_report_needed_idx on public.studies (created_at, id) where report_needed;

-- Left open it follows the kind of study: tomographies are reported.
create function private.fill_report_needed() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.report_needed := coalesce(new.report_needed, starts_with(lower(btrim(new.study_type)), 'tomograf'), false);
  return new;
end
$$;
create trigger studies_b_report_needed before insert or update of report_needed on public.studies
  for each row execute function private.fill_report_needed();

-- As before, with the columns of today.
create or replace function public.search_studies(term text) returns setof public.studies
  language sql stable
begin atomic
  select s.id, s.patient_id, s.doctor_id, s.study_type, s.study_date, s.comments, s.file_url, s.file_name, s.created_at,
    s.report_needed, s.arch
  from (
    select 'all' as part, * from public.studies
    union all
    select 'kinds', * from public.studies
    union all
    select 'doctors', * from public.studies
    union all
    select 'mixed', * from public.studies
    union all
    select 'collected', * from (
      select * from public.studies s
      where s.patient_id = any ((select private.few_people(term))::uuid[])
        and (s.doctor_id = any ((select private.studies_doctors(term))::uuid[])) is not true
        and (s.study_type = any ((select private.studies_kinds(term))::text[])) is not true
      offset 0
    ) s
    union all
    select 'collected', * from (
      select * from public.studies s
      where s.id = any ((select private.studies_few(term))::uuid[])
      offset 0
    ) s
  ) s
  where (s.part = 'all' and private.search_pattern(term) is null)
    or (s.part = 'collected' and private.search_pattern(term) is not null)
    or (s.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.studies_kinds(term)) <> '{}'
      and (select private.studies_doctors(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and s.study_type = any ((select private.studies_kinds(term))::text[]))
    or (s.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.studies_doctors(term)) <> '{}'
      and (select private.studies_kinds(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and s.doctor_id = any ((select private.studies_doctors(term))::uuid[]))
    or (s.part = 'mixed' and private.search_pattern(term) is not null
      and ((select private.many_people(term)) <> '{}'
        or ((select private.studies_doctors(term)) <> '{}' and (select private.studies_kinds(term)) <> '{}'))
      and (s.doctor_id = any ((select private.studies_doctors(term))::uuid[])
        or s.study_type = any ((select private.studies_kinds(term))::text[])
        or s.patient_id in (select unnest(private.many_people(term)))));
end;

create table public.reports (
  id uuid primary key,
  study_id uuid not null references public.studies on delete restrict,
  -- Copied from the study, never changed.
  patient_id uuid not null references public.profiles on delete restrict,
  author_id uuid not null references public.profiles on delete restrict,
  template_id uuid references public.report_templates on delete restrict,
  template_version integer,
  state text not null default 'borrador',
  version integer not null default 1,
  performed_at timestamptz,
  requested_by text,
  study_name text,
  clinical_question text,
  -- [{key, title, text, outside, columns, rows}]
  sections jsonb not null default '[]',
  incidents text,
  performed_by text,
  patient_name text,
  patient_age integer,
  patient_sex text,
  technique text,
  quality text,
  compared_with text,
  impression text,
  recommendations text,
  communication text,
  patient_summary text,
  folio text unique,
  signed_at timestamptz,
  signer_name text,
  signer_license text,
  signer_specialty text,
  signer_specialty_license text,
  signer_certificate text,
  -- {name, address, owner}
  clinic jsonb,
  signed_text text,
  content_hash text,
  verify_token text unique,
  visible_from timestamptz,
  hold_reason text,
  annulled_at timestamptz,
  annulled_by uuid references public.profiles on delete restrict,
  annul_reason text,
  -- The annulled one of the same study before it.
  replaces uuid references public.reports on delete restrict deferrable initially deferred,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reports_state_known check (state in ('borrador', 'firmado', 'anulado')),
  constraint reports_version_fits check (version >= 1),
  constraint reports_requested_by_fits check (private.fits(requested_by, 'Quién solicitó el estudio', 200)),
  constraint reports_study_name_fits check (private.fits(study_name, 'Estudio solicitado', 200)),
  constraint reports_clinical_question_fits check (private.fits(clinical_question, 'Problema clínico', 1000)),
  constraint reports_sections_fit check (private.sections_fit(sections)),
  constraint reports_incidents_fit check (private.fits(incidents, 'Incidentes', 1000)),
  constraint reports_performed_by_fits check (private.fits(performed_by, 'Quién realizó el estudio', 200)),
  constraint reports_patient_name_fits check (private.fits(patient_name, 'Nombre del paciente', 200)),
  constraint reports_patient_age_fits check (private.age_fits(patient_age)),
  constraint reports_patient_sex_known check (patient_sex in ('mujer', 'hombre', 'no especificado')),
  constraint reports_technique_fits check (private.fits(technique, 'Técnica', 1000)),
  constraint reports_quality_fits check (private.fits(quality, 'Calidad y limitaciones', 1000)),
  constraint reports_compared_with_fits check (private.fits(compared_with, 'Comparación', 500)),
  constraint reports_impression_fits check (private.fits(impression, 'Impresión', 5000)),
  constraint reports_recommendations_fit check (private.fits(recommendations, 'Recomendaciones', 3000)),
  constraint reports_communication_fits check (private.fits(communication, 'Comunicación', 1000)),
  constraint reports_patient_summary_fits check (private.fits(patient_summary, 'En pocas palabras', 1200)),
  constraint reports_hold_reason_fits check (private.fits(hold_reason, 'Motivo', 500)),
  constraint reports_annul_reason_fits check (private.fits(annul_reason, 'Motivo de la anulación', 500)),
  constraint reports_folio_fits check (folio ~ '^INF-[0-9]{6,}$'),
  constraint reports_signed_is_whole check (
    num_nonnulls(folio, signed_at, signer_name, signer_license, clinic, signed_text, content_hash, verify_token, visible_from)
      = case state when 'borrador' then 0 else 9 end
  ),
  constraint reports_hash_fits check (content_hash = encode(sha256(convert_to(signed_text, 'UTF8')), 'hex')),
  constraint reports_hold_fits check (visible_from between signed_at and signed_at + interval '7 days'),
  constraint reports_annulled_is_whole check (
    num_nonnulls(annulled_at, annulled_by, annul_reason) = case state when 'anulado' then 3 else 0 end
  )
);
create index reports_study_id_idx on public.reports (study_id, created_at desc);
create index reports_patient_id_idx on public.reports (patient_id, signed_at desc);
create index reports_author_id_idx on public.reports (author_id, state, updated_at desc);
create index reports_template_id_idx on public.reports (template_id);
create index reports_annulled_by_idx on public.reports (annulled_by);
create index reports_replaces_idx on public.reports (replaces);
create unique index reports_one_draft_idx on public.reports (study_id) where state = 'borrador';
create unique index reports_one_signed_idx on public.reports (study_id) where state = 'firmado';

alter table public.reports enable row level security;
revoke all on public.reports from public, anon, authenticated;
grant select on public.reports to authenticated;

-- A report of another patient than the study has now was of the wrong one: only who knows that patient reads it.
create policy "authors read drafts, doctors what was signed of studies" on public.reports
  for select to authenticated
  using (
    (select private.is_doctor())
    and (
      author_id = (select private.active_uid()) and state = 'borrador'
      or state <> 'borrador' and (
        (select private.is_admin())
        or exists (select from public.studies s where s.id = study_id and s.patient_id = reports.patient_id)
      )
    )
  );

-- The pictures of a report; caption and bytes as they were when it was signed.
create table public.report_images (
  report_id uuid not null references public.reports on delete cascade,
  key_image_id uuid not null references public.key_images on delete restrict,
  position integer not null,
  caption text,
  sha256 text,
  primary key (report_id, key_image_id),
  constraint report_images_position_once unique (report_id, position),
  constraint report_images_position_fits check (position between 1 and 12)
);
create index report_images_key_image_id_idx on public.report_images (key_image_id);

alter table public.report_images enable row level security;
revoke all on public.report_images from public, anon, authenticated;
grant select on public.report_images to authenticated;
create policy "who reads a report reads its images" on public.report_images
  for select to authenticated
  using (exists (select from public.reports r where r.id = report_id));

create table public.report_addenda (
  id uuid primary key,
  report_id uuid not null references public.reports on delete restrict,
  author_id uuid not null references public.profiles on delete restrict,
  kind text not null,
  text text not null,
  position integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  signed_at timestamptz,
  signer_name text,
  signer_license text,
  signer_specialty text,
  signer_specialty_license text,
  signer_certificate text,
  -- The hash of the report, or of the addendum before; it is a part of the signed text.
  previous_hash text,
  signed_text text,
  content_hash text,
  constraint report_addenda_kind_known check (kind in ('aclaración', 'corrección', 'ampliación')),
  constraint report_addenda_text_fits check (private.fits(text, 'Adenda', 5000, true)),
  constraint report_addenda_position_once unique (report_id, position),
  constraint report_addenda_position_fits check (position between 1 and 20),
  constraint report_addenda_signed_is_whole check (
    num_nonnulls(position, signed_at, signer_name, signer_license, previous_hash, signed_text, content_hash) in (0, 7)
  ),
  constraint report_addenda_hash_fits check (
    content_hash = encode(sha256(convert_to(signed_text, 'UTF8')), 'hex')
    and strpos(signed_text, previous_hash) > 0
  )
);
create index report_addenda_author_id_idx on public.report_addenda (author_id);
create unique index report_addenda_one_draft_idx on public.report_addenda (report_id, author_id) where signed_at is null;

alter table public.report_addenda enable row level security;
revoke all on public.report_addenda from public, anon, authenticated;
grant select on public.report_addenda to authenticated;
create policy "who reads a report reads its signed addenda, authors their own" on public.report_addenda
  for select to authenticated
  using (
    signed_at is not null and exists (select from public.reports r where r.id = report_id)
    or author_id = (select private.active_uid()) and (select private.is_doctor())
  );

create table public.report_heads (
  report_id uuid primary key references public.reports on delete cascade,
  study_id uuid not null references public.studies on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  folio text not null,
  state text not null,
  signed_at timestamptz not null,
  visible_from timestamptz not null,
  annulled_at timestamptz,
  addenda integer not null default 0,
  constraint report_heads_state_known check (state in ('firmado', 'anulado'))
);
create index report_heads_study_id_idx on public.report_heads (study_id, state);
create index report_heads_patient_id_idx on public.report_heads (patient_id, signed_at desc);

alter table public.report_heads enable row level security;
revoke all on public.report_heads from public, anon, authenticated;
grant select on public.report_heads to authenticated;

-- One that was annulled before it was delivered is nothing to its patient.
create policy "patients read delivered heads, doctors those of studies" on public.report_heads
  for select to authenticated
  using (
    patient_id = (select private.active_uid()) and visible_from <= now()
      and (annulled_at is null or annulled_at >= visible_from)
    or (select private.is_doctor()) and (
      (select private.is_admin())
      or exists (select from public.studies s where s.id = study_id and s.patient_id = report_heads.patient_id)
    )
  );

-- Drafts that were thrown away, by whom and when.
create table private.discarded_reports (
  id uuid primary key,
  report jsonb not null,
  study_id uuid not null,
  patient_id uuid not null,
  author_id uuid not null,
  discarded_by uuid,
  discarded_at timestamptz not null default now()
);
create index discarded_reports_study_id_idx on private.discarded_reports (study_id);
create index discarded_reports_author_id_idx on private.discarded_reports (author_id);
alter table private.discarded_reports enable row level security;
revoke all on private.discarded_reports from public, anon, authenticated, service_role;

-- Always true, for the owner of the database too: of a signed report only the delivery, earlier and once, and the annulling, once,
-- are ever written.
create function private.keep_report() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'borrador' then
      raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
    end if;
    insert into private.discarded_reports (id, report, study_id, patient_id, author_id, discarded_by)
    values (old.id, to_jsonb(old), old.study_id, old.patient_id, old.author_id, auth.uid())
    on conflict do nothing;
    return old;
  end if;
  if (new.id, new.study_id, new.patient_id, new.author_id, new.created_at)
    is distinct from (old.id, old.study_id, old.patient_id, old.author_id, old.created_at)
  then
    raise exception using errcode = 'PT403', message = 'Un informe conserva su estudio, su paciente y su autor.';
  end if;
  if old.state = 'borrador' then
    if new.state = 'anulado' then
      raise exception using errcode = 'PT409', message = 'Solo se anula un informe firmado.';
    end if;
    new.updated_at := now();
    return new;
  end if;
  if old.state = 'firmado' and (
    -- Delivered earlier than was chosen.
    to_jsonb(new) - 'visible_from' = to_jsonb(old) - 'visible_from'
      and old.visible_from > now() and new.visible_from <= now()
    or new.state = 'anulado'
      and to_jsonb(new) - array['state', 'annulled_at', 'annulled_by', 'annul_reason']
        = to_jsonb(old) - array['state', 'annulled_at', 'annulled_by', 'annul_reason']
  ) then
    return new;
  end if;
  raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
end
$$;
create trigger reports_a_keep before update or delete on public.reports
  for each row execute function private.keep_report();
create trigger reports_no_truncate before truncate on public.reports
  for each statement execute function private.refuse_change('Un informe firmado no se modifica ni se borra.');

-- Whether a report was signed, or its addendum; what belongs to it stays then.
create function private.keep_signed_part() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  report constant uuid := case tg_op when 'INSERT' then new.report_id else old.report_id end;
  signed boolean;
begin
  signed := case tg_table_name
    when 'report_addenda' then to_jsonb(old) ->> 'signed_at' is not null or tg_op = 'UPDATE' and new.report_id <> old.report_id
    else exists (select from public.reports r where r.id = report and r.state <> 'borrador') end;
  if signed then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  return coalesce(new, old);
end
$$;
create trigger report_images_a_keep before insert or update or delete on public.report_images
  for each row execute function private.keep_signed_part();
create trigger report_images_no_truncate before truncate on public.report_images
  for each statement execute function private.refuse_change('Un informe firmado no se modifica ni se borra.');
create trigger report_addenda_a_keep before update or delete on public.report_addenda
  for each row execute function private.keep_signed_part();
create trigger report_addenda_no_truncate before truncate on public.report_addenda
  for each statement execute function private.refuse_change('Un informe firmado no se modifica ni se borra.');

-- What lists read follows.
create function private.head_report() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.state <> 'borrador' then
    update public.report_heads h set (state, visible_from, annulled_at) = (new.state, new.visible_from, new.annulled_at)
    where h.report_id = new.id;
    if not found then
      insert into public.report_heads (report_id, study_id, patient_id, folio, state, signed_at, visible_from, annulled_at)
      values (new.id, new.study_id, new.patient_id, new.folio, new.state, new.signed_at, new.visible_from, new.annulled_at);
    end if;
  end if;
  return null;
end
$$;
create trigger reports_head after insert or update on public.reports
  for each row execute function private.head_report();

create function private.count_addenda() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.report_heads h set addenda = (
    select count(*) from public.report_addenda a where a.report_id = new.report_id and a.signed_at is not null
  )
  where h.report_id = new.report_id and new.signed_at is not null;
  return null;
end
$$;
create trigger report_addenda_head after insert or update on public.report_addenda
  for each row execute function private.count_addenda();

-- Heads are what their reports say; so nobody writes them but these triggers.
create function private.keep_head() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  report public.reports;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  select r.* into report from public.reports r where r.id = new.report_id;
  if (new.study_id, new.patient_id, new.folio, new.state, new.signed_at, new.visible_from, new.annulled_at)
    is distinct from (
      report.study_id, report.patient_id, report.folio, report.state, report.signed_at, report.visible_from, report.annulled_at
    )
    or new.addenda <> (
      select count(*) from public.report_addenda a where a.report_id = new.report_id and a.signed_at is not null
    )
  then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  return new;
end
$$;
create trigger report_heads_keep before insert or update or delete on public.report_heads
  for each row execute function private.keep_head();

-- What happens to a report, in the trail. The hash of a signed text is in its line, and so in the seal.
create function private.audit_report() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  report constant public.reports := coalesce(new, old);
  action text;
  columns text[];
begin
  if tg_op = 'INSERT' then
    action := case new.state when 'borrador' then 'start' else 'sign' end;
  elsif tg_op = 'DELETE' then
    action := case when auth.uid() = old.author_id then 'discard' else 'free' end;
    columns := array['author_id=' || old.author_id];
  elsif new.state <> old.state then
    action := case new.state when 'firmado' then 'sign' else 'annul' end;
  elsif new.state = 'borrador' then
    action := 'save';
  else
    action := 'release';
  end if;
  if action = 'sign' then
    columns := array['content_hash=' || new.content_hash];
  elsif action = 'save' and exists (
    select from private.audit_log l
    where l.subject = 'reports' and l.row_id = report.id::text and l.action = 'save'
      and l.actor is not distinct from auth.uid() and l.at > now() - interval '1 hour'
  ) then
    return null;
  end if;
  perform private.audit_line(action, 'reports', report.id::text, report.patient_id, columns);
  return null;
end
$$;
create trigger reports_z_audit after insert or update or delete on public.reports
  for each row execute function private.audit_report();

create function private.audit_addendum() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_line(
    'sign', 'report_addenda', new.id::text,
    (select r.patient_id from public.reports r where r.id = new.report_id),
    array['content_hash=' || new.content_hash]
  );
  return null;
end
$$;
create trigger report_addenda_z_audit after insert or update on public.report_addenda
  for each row when (new.signed_at is not null) execute function private.audit_addendum();

-- Always true: a study with a signed report keeps its patient, its file and its link, and stays. A draft goes with its study; an
-- annulled report keeps it.
create function private.keep_reported_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.patient_id, new.file_url) is not distinct from (old.patient_id, old.file_url) then
    return new;
  end if;
  if exists (select from public.reports r where r.study_id = old.id and r.state = 'firmado') then
    raise exception using errcode = 'PT409', message = 'Este estudio tiene un informe firmado. Anúlalo primero.';
  end if;
  if tg_op = 'DELETE' then
    if exists (select from public.reports r where r.study_id = old.id and r.state = 'anulado') then
      raise exception using errcode = 'PT409', message = 'Este estudio tiene un informe anulado, que se conserva.';
    end if;
    delete from public.reports r where r.study_id = old.id;
    return old;
  end if;
  if new.patient_id is distinct from old.patient_id
    and exists (select from public.reports r where r.study_id = old.id and r.state = 'borrador')
  then
    raise exception using errcode = 'PT409', message = 'Este estudio tiene un informe sin firmar. Descártalo primero.';
  end if;
  return new;
end
$$;
create trigger studies_c_reports before update or delete on public.studies
  for each row execute function private.keep_reported_study();

revoke all on function
  private.fill_report_needed(), private.keep_report(), private.keep_signed_part(), private.head_report(),
  private.count_addenda(), private.keep_head(), private.audit_report(), private.audit_addendum(),
  private.keep_reported_study()
  from public, anon, authenticated, service_role;

alter publication supabase_realtime add table public.reports, public.report_heads, public.report_addenda;
notify pgrst, 'reload schema';
