-- What a report of a kind of study is asked to say (docs/product/reports.md). The first ones follow what published recommendations
-- list; they count as drafts until an administrator has saved them once.

-- A report's or a template's sections: 20 at most, each with a key and a title. Runs as its owner because it names another private
-- function, which the callers of a check cannot.
create function private.sections_fit(sections jsonb) returns boolean
  language plpgsql immutable security definer set search_path = ''
as $$
declare
  section jsonb;
begin
  if jsonb_typeof(sections) is distinct from 'array' or jsonb_array_length(sections) > 20 then
    return false;
  end if;
  for section in select * from jsonb_array_elements(sections) loop
    if jsonb_typeof(section) <> 'object'
      or section - array['key', 'title', 'columns', 'text', 'outside', 'rows'] <> '{}'
      or coalesce(section ->> 'key', '') !~ '^[a-z0-9_]{1,40}$'
      or btrim(coalesce(section ->> 'title', '')) = '' or char_length(section ->> 'title') > 100
      or jsonb_typeof(coalesce(section -> 'text', '""')) <> 'string'
      or jsonb_typeof(coalesce(section -> 'outside', 'false')) <> 'boolean'
      or jsonb_typeof(coalesce(section -> 'columns', '[]')) <> 'array'
      or jsonb_array_length(coalesce(section -> 'columns', '[]')) > 10
      or jsonb_typeof(coalesce(section -> 'rows', '[]')) <> 'array'
      or jsonb_array_length(coalesce(section -> 'rows', '[]')) > 100
    then
      return false;
    end if;
    perform private.fits(section ->> 'text', section ->> 'title', 5000);
  end loop;
  return (select count(distinct s ->> 'key') = count(*) from jsonb_array_elements(sections) s);
end
$$;

create table public.report_templates (
  id uuid primary key default gen_random_uuid(),
  study_type text not null,
  name text not null,
  -- [{key, title, columns}]; `columns` are the headings of a table.
  sections jsonb not null,
  version integer not null default 1,
  active boolean not null default true,
  -- When an administrator of the clinic saved it first; null for one that nobody has approved.
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint report_templates_type_fits check (private.fits(study_type, 'Tipo de estudio', 200, true)),
  constraint report_templates_name_fits check (private.fits(name, 'Nombre', 100, true)),
  constraint report_templates_sections_fit check (private.sections_fit(sections) and octet_length(sections::text) <= 20480),
  constraint report_templates_version_fits check (version >= 1)
);
alter table public.report_templates enable row level security;

create unique index report_templates_name_idx on public.report_templates (study_type, name);

grant select, insert (id, study_type, name, sections, active), update (study_type, name, sections, active)
  on public.report_templates to authenticated;

create policy "doctors read the active templates, admins all" on public.report_templates
  for select to authenticated
  using (active and (select private.is_doctor()) or (select private.is_admin()));

create policy "admins add templates" on public.report_templates
  for insert to authenticated with check ((select private.is_admin()));

create policy "admins change templates" on public.report_templates
  for update to authenticated using ((select private.is_admin()));

-- A saved template is an approved one; other sections or words are another version.
create function private.keep_template() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() then
    new.approved_at := now();
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    if (new.name, new.sections) is distinct from (old.name, old.sections) then
      new.version := old.version + 1;
    end if;
  end if;
  return new;
end
$$;

create trigger report_templates_keep before insert or update on public.report_templates
  for each row execute function private.keep_template();

create trigger report_templates_z_audit after insert or update or delete on public.report_templates
  for each row execute function private.audit_change();

-- Words that a person puts in at the cursor: the clinic's have no owner. Blanks stand in brackets.
create table public.report_phrases (
  id uuid primary key,
  template_id uuid references public.report_templates on delete cascade,
  section_key text,
  title text not null,
  text text not null,
  owner_id uuid references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  constraint report_phrases_section_fits check (section_key ~ '^[a-z0-9_]{1,40}$'),
  constraint report_phrases_title_fits check (private.fits(title, 'Título', 80, true)),
  constraint report_phrases_text_fits check (private.fits(text, 'Frase', 1000, true))
);
alter table public.report_phrases enable row level security;

create index report_phrases_template_id_idx on public.report_phrases (template_id);
create index report_phrases_owner_id_idx on public.report_phrases (owner_id);

grant select, delete, insert (id, template_id, section_key, title, text, owner_id),
  update (template_id, section_key, title, text)
  on public.report_phrases to authenticated;

create policy "doctors read the clinic’s phrases and their own" on public.report_phrases
  for select to authenticated
  using ((select private.is_doctor()) and (owner_id is null or owner_id = (select private.active_uid())));

create policy "doctors add their own phrases, admins the clinic’s" on public.report_phrases
  for insert to authenticated
  with check (
    owner_id = (select private.doctor_uid())
    or (owner_id is null and (select private.is_admin()))
  );

create policy "doctors change their own phrases, admins the clinic’s" on public.report_phrases
  for update to authenticated
  using (
    owner_id = (select private.doctor_uid())
    or (owner_id is null and (select private.is_admin()))
  );

create policy "doctors delete their own phrases, admins the clinic’s" on public.report_phrases
  for delete to authenticated
  using (
    owner_id = (select private.doctor_uid())
    or (owner_id is null and (select private.is_admin()))
  );

create function private.count_phrases() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := case when new.owner_id is null then 500 else 200 end;
begin
  perform pg_advisory_xact_lock(hashtext('phrases:' || coalesce(new.owner_id::text, '')));
  if most <= (select count(*) from public.report_phrases p where p.owner_id is not distinct from new.owner_id) then
    raise exception using errcode = 'PT400', message = format('Ya hay %s frases guardadas. Borra alguna primero.', most);
  end if;
  return new;
end
$$;

create trigger report_phrases_count before insert on public.report_phrases
  for each row execute function private.count_phrases();

insert into public.report_templates (id, study_type, name, sections) values
  ('00000000-0000-4000-a000-000000000001', 'Tomografías', 'Tomografía general', '[
     {"key": "region_de_interes", "title": "Región de interés"},
     {"key": "dientes", "title": "Dientes"},
     {"key": "hueso_alveolar", "title": "Hueso alveolar"},
     {"key": "maxilar_y_senos_maxilares", "title": "Maxilar y senos maxilares"},
     {"key": "mandibula_y_conducto_mandibular", "title": "Mandíbula y conducto mandibular"},
     {"key": "articulaciones_temporomandibulares", "title": "Articulaciones temporomandibulares"},
     {"key": "cavidad_nasal_y_via_aerea", "title": "Cavidad nasal y vía aérea"},
     {"key": "tejidos_blandos_y_calcificaciones", "title": "Tejidos blandos y calcificaciones"},
     {"key": "columna_y_base_de_craneo", "title": "Columna y base de cráneo"},
     {"key": "hallazgos_incidentales", "title": "Hallazgos incidentales"}
   ]'),
  ('00000000-0000-4000-a000-000000000002', 'Tomografías', 'Tomografía para implantes', '[
     {"key": "region_de_interes", "title": "Región de interés"},
     {"key": "dientes", "title": "Dientes"},
     {"key": "hueso_alveolar", "title": "Hueso alveolar"},
     {"key": "maxilar_y_senos_maxilares", "title": "Maxilar y senos maxilares"},
     {"key": "mandibula_y_conducto_mandibular", "title": "Mandíbula y conducto mandibular"},
     {"key": "articulaciones_temporomandibulares", "title": "Articulaciones temporomandibulares"},
     {"key": "cavidad_nasal_y_via_aerea", "title": "Cavidad nasal y vía aérea"},
     {"key": "tejidos_blandos_y_calcificaciones", "title": "Tejidos blandos y calcificaciones"},
     {"key": "columna_y_base_de_craneo", "title": "Columna y base de cráneo"},
     {"key": "hallazgos_incidentales", "title": "Hallazgos incidentales"},
     {"key": "sitios_evaluados", "title": "Sitios evaluados", "columns": ["Sitio FDI", "Altura (mm)", "Ancho (mm)", "Distancia a la estructura vecina (mm)", "Estructura", "Imagen clave"]}
   ]'),
  ('00000000-0000-4000-a000-000000000003', 'Tomografías', 'Tomografía de dientes retenidos', '[
     {"key": "region_de_interes", "title": "Región de interés"},
     {"key": "dientes", "title": "Dientes"},
     {"key": "hueso_alveolar", "title": "Hueso alveolar"},
     {"key": "maxilar_y_senos_maxilares", "title": "Maxilar y senos maxilares"},
     {"key": "mandibula_y_conducto_mandibular", "title": "Mandíbula y conducto mandibular"},
     {"key": "articulaciones_temporomandibulares", "title": "Articulaciones temporomandibulares"},
     {"key": "cavidad_nasal_y_via_aerea", "title": "Cavidad nasal y vía aérea"},
     {"key": "tejidos_blandos_y_calcificaciones", "title": "Tejidos blandos y calcificaciones"},
     {"key": "columna_y_base_de_craneo", "title": "Columna y base de cráneo"},
     {"key": "hallazgos_incidentales", "title": "Hallazgos incidentales"},
     {"key": "diente_retenido", "title": "Diente retenido", "columns": ["Diente FDI", "Posición", "Angulación", "Relación con el conducto", "Dientes vecinos"]}
   ]'),
  ('00000000-0000-4000-a000-000000000004', 'Radiografía Panorámica', 'Radiografía Panorámica', '[
     {"key": "dientes", "title": "Dientes"},
     {"key": "hueso_alveolar", "title": "Hueso alveolar"},
     {"key": "maxilar_y_senos", "title": "Maxilar y senos"},
     {"key": "mandibula_ramas_y_condilos", "title": "Mandíbula, ramas y cóndilos"},
     {"key": "tejidos_blandos_y_calcificaciones", "title": "Tejidos blandos y calcificaciones"},
     {"key": "otras_estructuras", "title": "Otras estructuras"}
   ]'),
  ('00000000-0000-4000-a000-000000000005', 'Radiografía Lateral de Cráneo', 'Radiografía Lateral de Cráneo', '[
     {"key": "perfil_y_tejidos_blandos", "title": "Perfil y tejidos blandos"},
     {"key": "maxilares", "title": "Maxilares"},
     {"key": "dientes", "title": "Dientes"},
     {"key": "via_aerea", "title": "Vía aérea"},
     {"key": "columna_cervical", "title": "Columna cervical"},
     {"key": "otras_estructuras", "title": "Otras estructuras"}
   ]'),
  ('00000000-0000-4000-a000-000000000006', 'Radiografía Carpal', 'Radiografía Carpal', '[
     {"key": "metodo", "title": "Método"},
     {"key": "indicadores", "title": "Indicadores"},
     {"key": "estadio_de_maduracion", "title": "Estadio de maduración"},
     {"key": "observaciones", "title": "Observaciones"}
   ]'),
  ('00000000-0000-4000-a000-000000000007', 'Trazados Cefalométricos', 'Trazados Cefalométricos', '[
     {"key": "analisis", "title": "Análisis"},
     {"key": "medidas", "title": "Medidas", "columns": ["Medida", "Valor", "Norma", "Desviación"]},
     {"key": "interpretacion", "title": "Interpretación"}
   ]'),
  ('00000000-0000-4000-a000-000000000008', 'Escaneo Intraoral', 'Escaneo Intraoral', '[
     {"key": "arcadas", "title": "Arcadas"},
     {"key": "calidad_del_escaneo", "title": "Calidad del escaneo"},
     {"key": "oclusion_registrada", "title": "Oclusión registrada"},
     {"key": "observaciones", "title": "Observaciones"}
   ]')
on conflict (id) do nothing;

-- The report of a study ('Informe radiológico', docs/product/reports.md): written by one doctor, signed once, never changed
-- afterwards. What lists and patients ask stands in `report_heads`, because a row policy cannot leave columns out.

grant update (specialty_license, specialty_certificate, certificate_until, may_report, wants_mail)
  on public.profiles to authenticated;
grant insert (report_needed, arch), update (report_needed, arch) on public.studies to authenticated;

-- A clinic that writes no reports, by its configuration, has no studies that wait for one. Callers may not read settings.
create function private.fill_report_needed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.setting('reports', 'on') = 'off' then
    new.report_needed := false;
  else
    new.report_needed := coalesce(new.report_needed, starts_with(lower(btrim(new.study_type)), 'tomograf'), false);
  end if;
  return new;
end
$$;

create trigger studies_b_report_needed before insert or update of report_needed on public.studies
  for each row execute function private.fill_report_needed();

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
alter table public.reports enable row level security;

create index reports_study_id_idx on public.reports (study_id, created_at desc);
create index reports_patient_id_idx on public.reports (patient_id, signed_at desc);
create index reports_author_id_idx on public.reports (author_id, state, updated_at desc);
create index reports_template_id_idx on public.reports (template_id);
create index reports_annulled_by_idx on public.reports (annulled_by);
create index reports_replaces_idx on public.reports (replaces);
create unique index reports_one_draft_idx on public.reports (study_id) where state = 'borrador';
create unique index reports_one_signed_idx on public.reports (study_id) where state = 'firmado';

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
alter table public.report_images enable row level security;

create index report_images_key_image_id_idx on public.report_images (key_image_id);

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
alter table public.report_addenda enable row level security;

create index report_addenda_author_id_idx on public.report_addenda (author_id);
create unique index report_addenda_one_draft_idx on public.report_addenda (report_id, author_id) where signed_at is null;

grant select on public.report_addenda to authenticated;

create policy "who reads a report reads its signed addenda, authors their own" on public.report_addenda
  for select to authenticated
  using (
    signed_at is not null and exists (select from public.reports r where r.id = report_id)
    or author_id = (select private.doctor_uid())
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
alter table public.report_heads enable row level security;

create index report_heads_study_id_idx on public.report_heads (study_id, state);
create index report_heads_patient_id_idx on public.report_heads (patient_id, signed_at desc);

grant select on public.report_heads to authenticated;

-- One that was annulled before it was delivered is nothing to its patient.
create policy "patients and dentists read delivered heads, doctors all of studies" on public.report_heads
  for select to authenticated
  using (
    (
      patient_id = (select private.active_uid())
      or study_id in (select private.received_studies())
        and exists (select from public.studies s where s.id = study_id and s.patient_id = report_heads.patient_id)
    )
      and visible_from <= now() and (annulled_at is null or annulled_at >= visible_from)
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
alter table private.discarded_reports enable row level security;

create index discarded_reports_study_id_idx on private.discarded_reports (study_id);
create index discarded_reports_author_id_idx on private.discarded_reports (author_id);

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

-- Neither reports nor key images are truncated without these.
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

-- Writing a report (docs/product/reports.md): one draft a study, its author's alone.

-- Whether the caller may write reports about a patient.
create function private.may_report(patient_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.profiles p where p.id = private.active_uid() and p.role = 'doctor' and p.may_report
    )
    and (private.is_linked(may_report.patient_id) or private.is_admin());
end
$$;

-- Refuses whoever is not signed in.
create function private.require_caller() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  return caller;
end
$$;

-- The draft that the caller writes, locked. One of somebody else is like none; one of a patient that the caller may not write
-- about any more is refused. The study is held before it, as by whoever deletes a study.
create function private.own_draft(report_id uuid) returns public.reports
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  report public.reports;
begin
  perform from public.studies s where s.id = (select r.study_id from public.reports r where r.id = own_draft.report_id)
  for no key update;
  select r.* into report from public.reports r where r.id = own_draft.report_id for update;
  if report.author_id is distinct from caller then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
  if not private.may_report(report.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para escribir el informe de este estudio.';
  end if;
  if report.state <> 'borrador' then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  return report;
end
$$;

-- A report as its author's screen holds it: the row, and `images`, the ids of its key images in their order.
create function private.report_answer(report public.reports) returns jsonb
  language sql stable security definer set search_path = ''
  return to_jsonb(report) || jsonb_build_object('images', (
    select coalesce(jsonb_agg(i.key_image_id order by i.position), '[]')
    from public.report_images i where i.report_id = report.id
  ));

-- Begins the report of a study with the sections of a template; sent again it answers the draft that exists. With another
-- template it is refused.
create function public.start_report(id uuid, study_id uuid, template_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  study public.studies;
  template public.report_templates;
  report public.reports;
begin
  if not private.may_read_study(start_report.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = start_report.study_id for update;
  if not private.may_report(study.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para escribir el informe de este estudio.';
  end if;
  perform private.hit('start_report', 120, interval '1 hour', caller::text);
  select r.* into report from public.reports r
  where r.study_id = study.id and r.state in ('borrador', 'firmado')
  order by r.state desc limit 1;
  if report.state = 'firmado' then
    raise exception using errcode = 'PT409', message = 'Este estudio ya tiene un informe firmado. Agrega una adenda.';
  end if;
  if report.author_id <> caller then
    raise exception using errcode = 'PT409',
      message = format('Este informe lo está escribiendo %s.', private.full_name_of(report.author_id));
  end if;
  if report.id is not null then
    if report.template_id is distinct from start_report.template_id then
      raise exception using errcode = 'PT409', message = format(
        'Ya empezaste este informe %s. Para cambiarla, descarta el borrador.', coalesce(
          (select format('con la plantilla «%s»', t.name) from public.report_templates t where t.id = report.template_id),
          'sin plantilla'
        )
      );
    end if;
    return private.report_answer(report);
  end if;
  select t.* into template from public.report_templates t
  where t.id = start_report.template_id and (t.active or private.is_admin());
  if start_report.template_id is not null and template.id is null then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la plantilla.';
  end if;
  if start_report.id is null or exists (select from public.reports r where r.id = start_report.id)
    or exists (select from private.discarded_reports d where d.id = start_report.id)
  then
    raise exception using errcode = 'PT409', message = 'El informe ya existe. Vuelve a abrir el estudio.';
  end if;
  insert into public.reports (
    id, study_id, patient_id, author_id, template_id, template_version, patient_name, sections, replaces
  )
  values (
    start_report.id, study.id, study.patient_id, caller, template.id, template.version,
    private.full_name_of(study.patient_id),
    (
      select coalesce(jsonb_agg(
        s.section || '{"text": "", "outside": false}' || case when s.section ? 'columns' then '{"rows": []}' else '{}' end::jsonb
        order by s.at
      ), '[]')
      from jsonb_array_elements(template.sections) with ordinality as s(section, at)
    ),
    (
      select r.id from public.reports r
      where r.study_id = study.id and r.patient_id = study.patient_id and r.state = 'anulado'
      order by r.annulled_at desc limit 1
    )
  )
  returning * into report;
  return private.report_answer(report);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Writes what changed: {column: value}, `images` the ids of the key images in their order. `version` is the one that the changes
-- were made on; a newer one is refused with 409 and stands in the details. Answers {version, updated_at}.
create function public.save_report(report_id uuid, version integer, changes jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report public.reports := private.own_draft(save_report.report_id);
  written public.reports;
begin
  perform private.hit('save_report', 3600, interval '1 hour', report.author_id::text);
  if report.version is distinct from save_report.version then
    raise exception using errcode = 'PT409', message = 'Este informe se guardó en otra ventana.',
      detail = private.report_answer(report)::text;
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or changes - array[
    'performed_at', 'requested_by', 'study_name', 'clinical_question', 'sections', 'incidents', 'performed_by', 'patient_age',
    'patient_sex', 'technique', 'quality', 'compared_with', 'impression', 'recommendations', 'communication',
    'patient_summary', 'images'
  ] <> '{}' then
    raise exception using errcode = 'PT400', message = 'El informe no se pudo guardar: dato no válido.';
  end if;
  written := jsonb_populate_record(report, changes - 'images');
  if octet_length((to_jsonb(written))::text) > 61440 then
    raise exception using errcode = 'PT400', message = 'El informe es demasiado largo: acorta el texto.';
  end if;
  update public.reports r set
    (
      performed_at, requested_by, study_name, clinical_question, sections, incidents, performed_by, patient_age, patient_sex,
      technique, quality, compared_with, impression, recommendations, communication, patient_summary, version
    ) = (
      written.performed_at, written.requested_by, written.study_name, written.clinical_question, written.sections,
      written.incidents, written.performed_by, written.patient_age, written.patient_sex, written.technique, written.quality,
      written.compared_with, written.impression, written.recommendations, written.communication, written.patient_summary,
      report.version + 1
    )
  where r.id = report.id
  returning r.* into written;
  if changes ? 'images' then
    perform private.put_report_images(written, changes -> 'images');
  end if;
  return jsonb_build_object('version', written.version, 'updated_at', written.updated_at);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The key images of a report, in their order: of its study, not removed, the author's own or the clinic's.
create function private.put_report_images(report public.reports, images jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if jsonb_typeof(images) is distinct from 'array' or jsonb_array_length(images) > 12 then
    raise exception using errcode = 'PT400', message = 'Un informe lleva como máximo 12 imágenes clave.';
  end if;
  if exists (
    select from jsonb_array_elements_text(images) wanted
    where not exists (
      select from public.key_images k
      where k.id::text = wanted and k.study_id = report.study_id and k.removed_at is null
        and (k.audience = 'clinic' or k.author_id = report.author_id)
    )
  ) then
    raise exception using errcode = 'PT400', message = 'Esa imagen clave no es de este estudio.';
  end if;
  delete from public.report_images i where i.report_id = report.id;
  insert into public.report_images (report_id, key_image_id, position)
  select report.id, wanted.id::uuid, row_number() over (order by min(wanted.at))
  from jsonb_array_elements_text(images) with ordinality as wanted(id, at)
  group by wanted.id;
end
$$;

-- Throws one's own draft away; it is kept where nobody reads it.
create function public.discard_report(report_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report constant public.reports := private.own_draft(discard_report.report_id);
begin
  delete from public.reports r where r.id = report.id;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Frees a study from somebody's draft, unread, for administrators.
create function public.free_report_draft(study_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform from public.studies s where s.id = free_report_draft.study_id for no key update;
  delete from public.reports r where r.study_id = free_report_draft.study_id and r.state = 'borrador';
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Which studies wait for a report (docs/product/reports.md): those that get one, have something to open and neither draft nor
-- signed report. Kept by triggers, so that the list and its count read nothing else.

create table public.awaiting_reports (
  study_id uuid primary key references public.studies on delete cascade,
  -- As the study has them.
  patient_id uuid references public.profiles on delete cascade,
  doctor_id uuid references public.profiles on delete cascade,
  created_at timestamptz not null
);
alter table public.awaiting_reports enable row level security;

create index awaiting_reports_created_at_idx on public.awaiting_reports (created_at, study_id) include (patient_id, doctor_id);
create index awaiting_reports_patient_id_idx on public.awaiting_reports (patient_id);
create index awaiting_reports_doctor_id_idx on public.awaiting_reports (doctor_id);

grant select on public.awaiting_reports to authenticated;

create policy "doctors read what waits of studies they read" on public.awaiting_reports
  for select to authenticated
  using (
    (select private.is_doctor()) and (
      doctor_id = (select private.active_uid())
      or (select private.is_admin())
      or patient_id in (select private.readable_patients())
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

grant execute on function
  private.sections_fit(jsonb)
  to authenticated, service_role;
grant execute on function
  public.start_report(uuid,uuid,uuid), public.save_report(uuid,integer,jsonb), public.discard_report(uuid),
  public.free_report_draft(uuid)
  to authenticated;
