-- Whoever changes a study holds its row before the rows of its reports. What is done with a report takes them in the same order:
-- else one who signs and one who deletes the study wait for each other. The lock is the one that note_awaiting takes.

-- As before, with the study held: it keeps patient and file.
create or replace function private.own_draft(report_id uuid) returns public.reports
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

-- As before, with the study held.
create or replace function private.report_to_end(report_id uuid) returns public.reports
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  report public.reports;
begin
  perform from public.studies s where s.id = (select r.study_id from public.reports r where r.id = report_to_end.report_id)
  for no key update;
  select r.* into report from public.reports r where r.id = report_to_end.report_id for update;
  if report.state is null or report.state = 'borrador'
    or not (private.is_admin() or private.is_doctor() and report.author_id = caller)
  then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
  return report;
end
$$;

-- As before, with the study held.
create or replace function public.free_report_draft(study_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform from public.studies s where s.id = free_report_draft.study_id for no key update;
  delete from public.reports r where r.study_id = free_report_draft.study_id and r.state = 'borrador';
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
end
$$;

-- As before; own_draft holds the study.
create or replace function public.sign_report(
  report_id uuid, version integer, hold_days integer default null, hold_reason text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report public.reports := private.own_draft(sign_report.report_id);
  signer public.profiles;
  lacks jsonb;
begin
  perform private.hit('sign_report', 120, interval '1 hour', report.author_id::text);
  signer := private.require_signer();
  if report.version is distinct from sign_report.version then
    raise exception using errcode = 'PT409', message = 'Este informe se guardó en otra ventana.',
      detail = private.report_answer(report)::text;
  end if;
  if hold_days not between 1 and 7 then
    raise exception using errcode = 'PT400', message = 'Entregar después: elige de 1 a 7 días.';
  end if;
  if hold_days is not null and btrim(coalesce(sign_report.hold_reason, '')) = '' then
    raise exception using errcode = 'PT400', message = 'Escribe por qué se entregará después.';
  end if;
  report.patient_name := private.full_name_of(report.patient_id);
  lacks := private.report_lacks(report);
  if lacks <> '[]' then
    raise exception using errcode = 'PT400', detail = lacks::text, hint = 'lacks', message = 'Falta para firmar: ' || (
      select string_agg(l ->> 'text', ', ') from jsonb_array_elements(lacks) l
    ) || '.';
  end if;
  update public.report_images i set (caption, sha256) = (k.caption, k.sha256)
  from public.key_images k
  where i.report_id = report.id and k.id = i.key_image_id;
  report.folio := private.next_folio();
  report.signed_at := now();
  report.visible_from := now() + make_interval(days => coalesce(hold_days, 0));
  report.signer_name := signer.full_name;
  report.signer_license := btrim(signer.professional_license);
  report.signer_specialty := nullif(btrim(signer.specialty), '');
  report.signer_specialty_license := nullif(btrim(signer.specialty_license), '');
  report.signer_certificate := nullif(btrim(signer.specialty_certificate), '');
  report.clinic := jsonb_build_object(
    'name', private.setting('clinic_name', null), 'address', private.setting('clinic_address', null),
    'owner', private.setting('clinic_owner', null)
  );
  report.signed_text := private.report_text(report);
  report.content_hash := encode(sha256(convert_to(report.signed_text, 'UTF8')), 'hex');
  update public.reports r set
    (
      state, folio, signed_at, visible_from, hold_reason, patient_name, signer_name, signer_license, signer_specialty,
      signer_specialty_license, signer_certificate, clinic, signed_text, content_hash, verify_token
    ) = (
      'firmado', report.folio, report.signed_at, report.visible_from,
      case when hold_days is not null then btrim(sign_report.hold_reason) end, report.patient_name, report.signer_name,
      report.signer_license, report.signer_specialty, report.signer_specialty_license, report.signer_certificate, report.clinic,
      report.signed_text, report.content_hash, private.share_token()
    )
  where r.id = report.id
  returning r.* into report;
  return jsonb_build_object(
    'folio', report.folio, 'content_hash', report.content_hash, 'signed_at', report.signed_at,
    'visible_from', report.visible_from, 'verify_token', report.verify_token
  );
end
$$;
