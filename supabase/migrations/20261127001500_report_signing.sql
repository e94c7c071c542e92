-- Signing a report and its addenda (docs/product/reports.md): an act with a fresh proof of identity. What was signed is a text in a
-- fixed order, and its SHA-256.

-- Whether the caller proved who they are within the last ten minutes: by the code of the second factor where there is one, else by
-- the password. A token without times proves nothing.
create function private.has_fresh_proof() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  method constant text := case when exists (
    select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified'
  ) then 'totp' else 'password' end;
  amr constant jsonb := auth.jwt() -> 'amr';
begin
  return jsonb_typeof(amr) = 'array' and exists (
    select from jsonb_array_elements(amr) as entry
    where entry ->> 'method' = method and jsonb_typeof(entry -> 'timestamp') = 'number'
      and to_timestamp((entry ->> 'timestamp')::double precision)
        between now() - interval '10 minutes' and now() + interval '1 minute'
  );
end
$$;

-- The caller as a signer, or why they may not sign.
create function private.require_signer() returns public.profiles
  language plpgsql stable security definer set search_path = ''
as $$
declare
  signer public.profiles;
begin
  select p.* into signer from public.profiles p where p.id = private.active_uid();
  if btrim(coalesce(signer.professional_license, '')) = '' then
    raise exception using errcode = 'PT400', hint = 'license',
      message = 'Para firmar, escribe tu cédula profesional en tu perfil.';
  end if;
  if not private.has_fresh_proof() then
    raise exception using errcode = 'PT403', hint = 'reauthenticate',
      message = 'Confirma con tu contraseña para firmar.';
  end if;
  -- A certificate that ended is not copied.
  if signer.certificate_until < private.clinic_today() then
    signer.specialty_certificate := null;
  end if;
  return signer;
end
$$;

-- One piece of a signed text: a heading and what stands under it; null for nothing.
create function private.text_part(heading text, value text) returns text
  language sql immutable set search_path = ''
  return case when btrim(coalesce(value, '')) <> '' then heading || e'\n' || btrim(value, e' \n\r\t') end;

-- A moment as signed texts write it.
create function private.text_moment(at timestamptz) returns text
  language sql stable security definer set search_path = ''
  return to_char(at at time zone private.setting('clinic_time_zone', 'America/Mexico_City'), 'DD/MM/YYYY HH24:MI');

-- In one form: composed letters, line feeds.
create function private.text_form(value text) returns text
  language sql immutable set search_path = ''
  return normalize(replace(replace(value, e'\r\n', e'\n'), e'\r', e'\n'), nfc) || e'\n';

create function private.text_signature(
  name text, specialty text, license text, specialty_license text, certificate text, at timestamptz
) returns text
  language sql stable security definer set search_path = ''
  return concat_ws(
    e'\n', 'Firma', name, specialty, 'Cédula profesional ' || license, 'Cédula de especialidad ' || specialty_license,
    certificate, 'Firmado electrónicamente el ' || split_part(private.text_moment(at), ' ', 1) || ' a las '
      || split_part(private.text_moment(at), ' ', 2)
  );

-- A section's words: its text and its table, a row a line.
create function private.section_text(section jsonb) returns text
  language sql immutable set search_path = ''
  return concat_ws(
    e'\n',
    case when section -> 'outside' = 'true' then 'Fuera del campo' end,
    nullif(btrim(section ->> 'text', e' \n\r\t'), ''),
    (
      select string_agg((
        select string_agg(coalesce(cell.value, ''), ' | ' order by cell.at)
        from jsonb_array_elements_text(
          case jsonb_typeof(line.value) when 'array' then line.value
            else jsonb_path_query_array(line.value, '$.*') end
        ) with ordinality as cell(value, at)
      ), e'\n' order by line.at)
      from jsonb_array_elements(coalesce(section -> 'rows', '[]')) with ordinality as line(value, at)
    )
  );

-- All that is signed, in its order.
create function private.report_text(report public.reports) returns text
  language sql stable security definer set search_path = ''
  return private.text_form(concat_ws(
    e'\n\n',
    'Informe radiológico' || e'\n' || report.folio,
    private.text_part('Clínica', concat_ws(e'\n', report.clinic ->> 'name', report.clinic ->> 'address', report.clinic ->> 'owner')),
    private.text_part('Paciente', report.patient_name),
    private.text_part('Edad', report.patient_age::text),
    private.text_part('Sexo', report.patient_sex),
    private.text_part('Fecha y hora del estudio', private.text_moment(report.performed_at)),
    private.text_part('Quién solicitó el estudio', report.requested_by),
    private.text_part('Estudio solicitado', report.study_name),
    private.text_part('Problema clínico', report.clinical_question),
    private.text_part('Incidentes', report.incidents),
    private.text_part('Quién realizó el estudio', report.performed_by),
    private.text_part('Técnica', report.technique),
    private.text_part('Calidad y limitaciones', report.quality),
    private.text_part('Comparación', report.compared_with),
    (
      select string_agg(private.text_part(s.section ->> 'title', private.section_text(s.section)), e'\n\n' order by s.at)
      from jsonb_array_elements(report.sections) with ordinality as s(section, at)
    ),
    private.text_part('Impresión', report.impression),
    private.text_part('Recomendaciones', report.recommendations),
    private.text_part('Comunicación', report.communication),
    private.text_part('En pocas palabras', report.patient_summary),
    private.text_part('Imágenes clave', (
      select string_agg(concat_ws(' ', i.position || '.', i.sha256, i.caption), e'\n' order by i.position)
      from public.report_images i where i.report_id = report.id
    )),
    -- Known where it was written down when the file was stored.
    private.text_part('Archivo del estudio (SHA-256)', (
      select o.metadata ->> 'sha256'
      from public.studies s join storage.objects o on o.bucket_id = 'study_files' and o.name = s.file_url
      where s.id = report.study_id
    )),
    private.text_signature(
      report.signer_name, report.signer_specialty, report.signer_license, report.signer_specialty_license,
      report.signer_certificate, report.signed_at
    )
  ));

-- What a draft lacks to be signed: [{field, text}], in the order of the sheet. `field` is a column, or sections.{key}.
create function private.report_lacks(report public.reports) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    with items(at, field, label, value, required) as (
      values
        (1, 'performed_at', 'Fecha y hora del estudio', report.performed_at::text, true),
        (2, 'requested_by', 'Quién solicitó el estudio', report.requested_by, true),
        (3, 'study_name', 'Estudio solicitado', report.study_name, true),
        (4, 'clinical_question', 'Problema clínico', report.clinical_question, true),
        (5, 'incidents', 'Incidentes (o «Ninguno»)', report.incidents, true),
        (6, 'performed_by', 'Quién realizó el estudio', report.performed_by, true),
        (7, 'patient_name', 'Nombre del paciente', report.patient_name, true),
        (8, 'patient_age', 'Edad del paciente', report.patient_age::text, true),
        (9, 'patient_sex', 'Sexo del paciente', report.patient_sex, true),
        (10, 'technique', 'Técnica', report.technique, false),
        (11, 'quality', 'Calidad y limitaciones', report.quality, false),
        (12, 'compared_with', 'Comparación', report.compared_with, false),
        (200, 'impression', 'Impresión', report.impression, true),
        (201, 'recommendations', 'Recomendaciones', report.recommendations, false),
        (202, 'communication', 'Comunicación', report.communication, false),
        (203, 'patient_summary', 'En pocas palabras', report.patient_summary, false)
      union all
      select 100 + s.at, 'sections.' || (s.section ->> 'key'), s.section ->> 'title', private.section_text(s.section), null
      from jsonb_array_elements(report.sections) with ordinality as s(section, at)
    ),
    lacks(at, field, text) as (
      select i.at, i.field, case when i.required then i.label else i.label || ': escribe o marca «Fuera del campo»' end
      from items i where i.required is distinct from false and btrim(coalesce(i.value, ''), e' \n\r\t') = ''
      union all
      select i.at, i.field, 'Completa lo que está entre corchetes en ' || split_part(i.label, ' (', 1)
      from items i where i.value ~ '\[[^\[\]]*\]'
      union all
      select 300, 'images', 'Falta el archivo de una imagen clave'
      where exists (
        select from public.report_images i join public.key_images k on k.id = i.key_image_id
        where i.report_id = report.id and (
          k.removed_at is not null
          or not exists (select from storage.objects o where o.bucket_id = 'study_files' and o.name = k.path)
        )
      )
    )
    select coalesce(jsonb_agg(jsonb_build_object('field', l.field, 'text', l.text) order by l.at, l.text), '[]') from lacks l
  );

-- The next free number; one signature after the other.
create function private.next_folio() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('reports.folio'));
  return (
    select 'INF-' || lpad((coalesce(max(substr(r.folio, 5)::bigint), 0) + 1)::text, 6, '0')
    from public.reports r where r.folio is not null
  );
end
$$;

-- Signs one's own draft: {folio, content_hash, signed_at, visible_from, verify_token}. What lacks stands in the message, and as
-- [{field, text}] in the details. `hold_days` of 1 to 7 deliver it later, with a reason.
create function public.sign_report(
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A signed report for its signer or an administrator, locked; anybody else finds none. The study is held before it.
create function private.report_to_end(report_id uuid) returns public.reports
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

-- Delivers a report that was to be delivered later: {visible_from}.
create function public.release_report(report_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report public.reports := private.report_to_end(release_report.report_id);
begin
  if report.state <> 'firmado' or report.visible_from <= now() then
    raise exception using errcode = 'PT409', message = 'El informe ya está entregado.';
  end if;
  update public.reports r set visible_from = now() where r.id = report.id returning r.* into report;
  return jsonb_build_object('visible_from', report.visible_from);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Annuls a report, with a reason; its row stays. Answers it.
create function public.annul_report(report_id uuid, reason text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  report public.reports := private.report_to_end(annul_report.report_id);
begin
  if btrim(coalesce(reason, '')) = '' then
    raise exception using errcode = 'PT400', message = 'Escribe el motivo de la anulación.';
  end if;
  if report.state = 'anulado' then
    raise exception using errcode = 'PT409', message = 'El informe ya está anulado.';
  end if;
  update public.reports r set
    (state, annulled_at, annulled_by, annul_reason) = ('anulado', now(), private.active_uid(), btrim(reason))
  where r.id = report.id
  returning r.* into report;
  return private.report_answer(report);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Writes an addendum to a signed report: the row. A person has one unsigned addendum a report; another one is refused with 409,
-- and the first stands in the details. With `addendum_id` that one is written anew.
create function public.save_addendum(report_id uuid, kind text, text text, addendum_id uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  report public.reports;
  addendum public.report_addenda;
begin
  perform private.hit('save_report', 3600, interval '1 hour', caller::text);
  select r.* into report from public.reports r where r.id = save_addendum.report_id for update;
  if report.state is null or report.state = 'borrador' or not private.may_read_study(report.study_id)
    or not private.is_doctor()
  then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
  if not private.may_report(report.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para escribir el informe de este estudio.';
  end if;
  if report.state = 'anulado' then
    raise exception using errcode = 'PT409', message = 'El informe ya está anulado.';
  end if;
  if 20 <= (select count(*) from public.report_addenda a where a.report_id = report.id and a.signed_at is not null) then
    raise exception using errcode = 'PT400', message = 'Este informe ya tiene 20 adendas.';
  end if;
  select a.* into addendum from public.report_addenda a
  where a.report_id = report.id and a.author_id = caller and a.signed_at is null;
  if addendum.id is null then
    insert into public.report_addenda (id, report_id, author_id, kind, text)
    values (coalesce(addendum_id, gen_random_uuid()), report.id, caller, save_addendum.kind, save_addendum.text)
    returning * into addendum;
  elsif addendum.id is distinct from addendum_id then
    raise exception using errcode = 'PT409', message = 'Ya tienes una adenda sin firmar en este informe.',
      detail = to_jsonb(addendum)::text;
  else
    update public.report_addenda a set (kind, text, updated_at) = (save_addendum.kind, save_addendum.text, now())
    where a.id = addendum.id returning a.* into addendum;
  end if;
  return to_jsonb(addendum);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Signs one's own addendum: the row. Its text names the hash of the report, or of the addendum before.
create function public.sign_addendum(addendum_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  addendum public.report_addenda;
  report public.reports;
  signer public.profiles;
begin
  select a.* into addendum from public.report_addenda a where a.id = sign_addendum.addendum_id and a.author_id = caller;
  select r.* into report from public.reports r where r.id = addendum.report_id for update;
  if report.id is null then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la adenda.';
  end if;
  -- Under the lock once more.
  select a.* into addendum from public.report_addenda a where a.id = addendum.id;
  if not private.may_report(report.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para escribir el informe de este estudio.';
  end if;
  if addendum.signed_at is not null then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  if report.state <> 'firmado' then
    raise exception using errcode = 'PT409', message = 'El informe ya está anulado.';
  end if;
  perform private.hit('sign_report', 120, interval '1 hour', caller::text);
  signer := private.require_signer();
  if addendum.text ~ '\[[^\[\]]*\]' then
    raise exception using errcode = 'PT400', hint = 'lacks', message = 'Completa lo que está entre corchetes en Adenda',
      detail = '[{"field": "text", "text": "Completa lo que está entre corchetes en Adenda"}]';
  end if;
  addendum.position := 1 + (
    select count(*) from public.report_addenda a where a.report_id = report.id and a.signed_at is not null
  );
  if addendum.position > 20 then
    raise exception using errcode = 'PT400', message = 'Este informe ya tiene 20 adendas.';
  end if;
  addendum.previous_hash := coalesce(
    (
      select a.content_hash from public.report_addenda a
      where a.report_id = report.id and a.signed_at is not null order by a.position desc limit 1
    ),
    report.content_hash
  );
  addendum.signed_text := private.text_form(concat_ws(
    e'\n\n',
    format(e'Adenda %s al informe radiológico\n%s', addendum.position, report.folio),
    private.text_part('Texto anterior (SHA-256)', addendum.previous_hash),
    private.text_part('Tipo', addendum.kind),
    private.text_part('Adenda', addendum.text),
    private.text_signature(
      signer.full_name, nullif(btrim(signer.specialty), ''), btrim(signer.professional_license),
      nullif(btrim(signer.specialty_license), ''), nullif(btrim(signer.specialty_certificate), ''), now()
    )
  ));
  update public.report_addenda a set
    (
      position, signed_at, signer_name, signer_license, signer_specialty, signer_specialty_license, signer_certificate,
      previous_hash, signed_text, content_hash
    ) = (
      addendum.position, now(), signer.full_name, btrim(signer.professional_license), nullif(btrim(signer.specialty), ''),
      nullif(btrim(signer.specialty_license), ''), nullif(btrim(signer.specialty_certificate), ''), addendum.previous_hash,
      addendum.signed_text, encode(sha256(convert_to(addendum.signed_text, 'UTF8')), 'hex')
    )
  where a.id = addendum.id
  returning a.* into addendum;
  return to_jsonb(addendum);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

grant execute on function
  public.sign_report(uuid,integer,integer,text), public.release_report(uuid), public.annul_report(uuid,text),
  public.save_addendum(uuid,text,text,uuid), public.sign_addendum(uuid)
  to authenticated;
