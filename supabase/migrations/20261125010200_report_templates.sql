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
create unique index report_templates_name_idx on public.report_templates (study_type, name);

alter table public.report_templates enable row level security;
revoke all on public.report_templates from public, anon, authenticated;
grant select, insert (id, study_type, name, sections, active), update (study_type, name, sections, active)
  on public.report_templates to authenticated;

create policy "doctors read the active templates, admins all" on public.report_templates
  for select to authenticated
  using (active and (select private.is_doctor()) or (select private.is_admin()));
create policy "admins add templates" on public.report_templates
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change templates" on public.report_templates
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

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
create index report_phrases_template_id_idx on public.report_phrases (template_id);
create index report_phrases_owner_id_idx on public.report_phrases (owner_id);

alter table public.report_phrases enable row level security;
revoke all on public.report_phrases from public, anon, authenticated;
grant select, delete, insert (id, template_id, section_key, title, text, owner_id),
  update (template_id, section_key, title, text)
  on public.report_phrases to authenticated;

create policy "doctors read the clinic’s phrases and their own" on public.report_phrases
  for select to authenticated
  using ((select private.is_doctor()) and (owner_id is null or owner_id = (select private.active_uid())));
create policy "doctors add their own phrases, admins the clinic’s" on public.report_phrases
  for insert to authenticated
  with check (
    (owner_id = (select private.active_uid()) and (select private.is_doctor()))
    or (owner_id is null and (select private.is_admin()))
  );
create policy "doctors change their own phrases, admins the clinic’s" on public.report_phrases
  for update to authenticated
  using (
    (owner_id = (select private.active_uid()) and (select private.is_doctor()))
    or (owner_id is null and (select private.is_admin()))
  )
  with check (
    (owner_id = (select private.active_uid()) and (select private.is_doctor()))
    or (owner_id is null and (select private.is_admin()))
  );
create policy "doctors delete their own phrases, admins the clinic’s" on public.report_phrases
  for delete to authenticated
  using (
    (owner_id = (select private.active_uid()) and (select private.is_doctor()))
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

revoke all on function private.sections_fit(jsonb), private.keep_template(), private.count_phrases()
  from public, anon, authenticated, service_role;
grant execute on function private.sections_fit(jsonb) to authenticated, service_role;

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

notify pgrst, 'reload schema';
