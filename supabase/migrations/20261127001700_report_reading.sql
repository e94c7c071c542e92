-- What patients read of their report, what everybody may verify, and how far a study is (docs/product/reports.md).

-- A report as it was signed, for its patient and for links: without the reason of a later delivery. An annulled one is its folio,
-- dates and reason.
create function private.delivered_report(report public.reports) returns jsonb
  language sql stable security definer set search_path = ''
  return case when report.state = 'anulado' then jsonb_build_object(
    'id', report.id, 'study_id', report.study_id, 'state', report.state, 'folio', report.folio, 'signed_at', report.signed_at,
    'annulled_at', report.annulled_at, 'annul_reason', report.annul_reason
  ) else
    to_jsonb(report)
      - array['hold_reason', 'author_id', 'template_id', 'template_version', 'version', 'annulled_by', 'created_at', 'updated_at']
    || jsonb_build_object(
      'images', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', k.id, 'path', k.path, 'width', k.width, 'height', k.height, 'caption', i.caption, 'sha256', i.sha256,
          'position', i.position
        ) order by i.position), '[]')
        from public.report_images i join public.key_images k on k.id = i.key_image_id
        where i.report_id = report.id
      ),
      'addenda', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'kind', a.kind, 'text', a.text, 'position', a.position, 'signed_at', a.signed_at,
          'signer_name', a.signer_name, 'signer_license', a.signer_license, 'signer_specialty', a.signer_specialty,
          'signer_specialty_license', a.signer_specialty_license, 'signer_certificate', a.signer_certificate,
          'signed_text', a.signed_text, 'content_hash', a.content_hash
        ) order by a.position), '[]')
        from public.report_addenda a where a.report_id = report.id and a.signed_at is not null
      )
    )
  end;

-- The delivered report of the caller's own study, or of one that the caller receives as a dentist; of several annulled ones the last. Null while there is none.
create function public.my_report(study_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  patient uuid;
  report public.reports;
begin
  select s.patient_id into patient from public.studies s
  where s.id = my_report.study_id and (s.patient_id = caller or s.id in (select private.received_studies()));
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el informe.';
  end if;
  select r.* into report from public.reports r
  where r.study_id = my_report.study_id and r.patient_id = patient and r.state <> 'borrador' and r.visible_from <= now()
    and (r.annulled_at is null or r.annulled_at >= r.visible_from)
  order by r.state = 'firmado' desc, r.annulled_at desc
  limit 1;
  return case when report.id is not null then private.delivered_report(report) end;
end
$$;

-- What the code on a printed report tells anybody: {state, folio, signed_at, annulled_at, signer_name, signer_specialty,
-- signer_license, addenda, content_hash}; null for no report. No patient, no kind of study.
create function public.verify_report(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('verify_report', 60, interval '1 minute');
  return (
    select jsonb_build_object(
      'state', r.state, 'folio', r.folio, 'signed_at', r.signed_at, 'annulled_at', r.annulled_at, 'signer_name', r.signer_name,
      'signer_specialty', r.signer_specialty, 'signer_license', r.signer_license, 'addenda', h.addenda,
      'content_hash', r.content_hash
    )
    from public.reports r join public.report_heads h on h.report_id = r.id
    where r.verify_token = verify_report.token
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- How far a study is: recibido, en_interpretacion, por_entregar, entregado, visto; null while there is nothing to open.
create function private.study_progress(study_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  study public.studies;
  report public.reports;
  delivered timestamptz := '-infinity';
  opened text := 'images';
begin
  select s.* into study from public.studies s where s.id = study_progress.study_id;
  -- The signed one first.
  select r.state, r.id, r.visible_from into report.state, report.id, report.visible_from
  from public.reports r
  where r.study_id = study.id and r.state in ('borrador', 'firmado') order by r.state desc limit 1;
  if report.state = 'borrador' then
    return 'en_interpretacion';
  elsif report.visible_from > now() then
    return case when private.is_doctor() then 'por_entregar' else 'en_interpretacion' end;
  elsif report.state = 'firmado' then
    opened := 'report';
    delivered := greatest(report.visible_from, (
      select max(a.signed_at) from public.report_addenda a where a.report_id = report.id
    ));
  elsif study.file_url is null then
    return null;
  elsif study.report_needed then
    return 'recibido';
  end if;
  return case when exists (
    select from public.study_seen v
    where v.study_id = study.id and v.what = opened and v.last_at >= delivered
      and (v.share_id is not null or v.person_id = study.patient_id)
  ) then 'visto' else 'entregado' end;
end
$$;

-- The state of a study's report: borrador, firmado or anulado; to patients only what was delivered; null for none.
create function private.study_report_state(study_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select r.state from public.reports r
    where r.study_id = study_report_state.study_id and (
      private.is_doctor()
      or r.state <> 'borrador' and r.visible_from <= now() and (r.annulled_at is null or r.annulled_at >= r.visible_from)
    )
    order by case r.state when 'firmado' then 1 when 'borrador' then 2 else 3 end
    limit 1
  );
end
$$;

-- Who writes a study's draft, for staff.
create function private.study_report_writer(study_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.full_name_of(r.author_id) from public.reports r
    where r.study_id = study_report_writer.study_id and r.state = 'borrador' and private.is_doctor()
  );
end
$$;

create function public.progress(row_of public.studies) returns text
  language sql stable set search_path = ''
  return (select private.study_progress(t.id) from public.studies t where t.id = row_of.id);

create function public.report_state(row_of public.studies) returns text
  language sql stable set search_path = ''
  return (select private.study_report_state(t.id) from public.studies t where t.id = row_of.id);

create function public.report_writer(row_of public.studies) returns text
  language sql stable set search_path = ''
  return (select private.study_report_writer(t.id) from public.studies t where t.id = row_of.id);

create index study_seen_share_id_idx on public.study_seen (share_id);

-- An open page of a link hears that its report is gone or has an addendum. A clinic that writes no reports shows none.
create function private.shared_report(share public.study_shares) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select private.delivered_report(r)
    from public.reports r
    where r.study_id = share.study_id and share.with_report and share.copy_path is null
      and r.state = 'firmado' and r.visible_from <= now() and private.setting('reports', 'on') <> 'off'
  );

-- That a link was opened: for who asks whether its study was seen, and with a report a line of the trail.
create function private.note_shared(share public.study_shares, report boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.study_seen as seen (study_id, share_id, what)
  select share.study_id, share.id, opened from unnest(array['images', case when report then 'report' end]) opened
  where opened is not null
  on conflict on constraint study_seen_once_by_link do update set last_at = now(), times = seen.times + 1;
  if report then
    insert into private.audit_log (actor_role, action, subject, row_id, columns, patient_id)
    select 'anon', 'open_report', 'study_shares', share.id::text, array['study_id=' || s.id], s.patient_id
    from public.studies s where s.id = share.study_id;
  end if;
end
$$;

grant execute on function
  public.my_report(uuid)
  to authenticated;
grant execute on function
  public.verify_report(text)
  to anon, authenticated;
grant execute on function
  private.study_progress(uuid), private.study_report_state(uuid), private.study_report_writer(uuid),
  public.progress(public.studies), public.report_state(public.studies), public.report_writer(public.studies)
  to authenticated, service_role;
