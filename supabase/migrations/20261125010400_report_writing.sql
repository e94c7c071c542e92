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
-- about any more is refused.
create function private.own_draft(report_id uuid) returns public.reports
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  report public.reports;
begin
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

-- Begins the report of a study with the sections of a template; sent again it answers the draft that exists.
create function public.start_report(id uuid, study_id uuid, template_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  study public.studies;
  template public.report_templates;
  report public.reports;
begin
  if not private.reads_study(start_report.study_id) then
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
end
$$;

-- Frees a study from somebody's draft, unread, for administrators.
create function public.free_report_draft(study_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.reports r where r.study_id = free_report_draft.study_id and r.state = 'borrador';
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
end
$$;

revoke all on function
  private.may_report(uuid), private.require_caller(), private.own_draft(uuid), private.report_answer(public.reports),
  private.put_report_images(public.reports, jsonb),
  public.start_report(uuid, uuid, uuid), public.save_report(uuid, integer, jsonb), public.discard_report(uuid),
  public.free_report_draft(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.start_report(uuid, uuid, uuid), public.save_report(uuid, integer, jsonb), public.discard_report(uuid),
  public.free_report_draft(uuid)
  to authenticated;
notify pgrst, 'reload schema';
