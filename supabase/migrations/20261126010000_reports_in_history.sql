-- Signed reports stand in a patient's history, with their folio, when they were signed; annulled ones as well.
create or replace function public.patient_history(p_id uuid, page integer default 1) returns jsonb
  language sql stable set search_path = ''
begin atomic
  with lines as materialized (
    select r.created_at as at, 'request' as kind, r.id::text as id, r.study_type as title, r.status as detail
    from public.study_requests r
    where r.patient_email = (select p.email from public.profiles p where p.id = p_id)
    union all
    select private.slot_moment(c.appointment_date, c.appointment_time), 'appointment', c.id::text,
      coalesce(c.study_type, c.especialidad), c.status
    from public.citas c where c.patient_id = p_id
    union all
    select private.moment_of(s.study_date, s.created_at), 'study', s.id::text, coalesce(s.study_type, 'Estudio'),
      coalesce(s.file_name, s.comments)
    from public.studies s where s.patient_id = p_id
    union all
    select h.signed_at, 'report', h.report_id::text, h.folio, h.state
    from public.report_heads h where h.patient_id = p_id
    union all
    select n.created_at, 'note', n.id::text, coalesce(private.full_name_of(n.doctor_id), 'Nota médica'),
      left(n.note, 300)
    from public.medical_notes n where n.patient_id = p_id
    union all
    select private.moment_of(i.payment_date, i.created_at), 'payment', i.invoice_number, i.invoice_number,
      case when i.annulled_at is null then i.total_amount::text else 'cancelada' end
    from public.invoices i where i.patient_id = p_id
  ),
  shown as (
    select * from lines order by at desc, kind, id limit 20 offset private.page_start(page)
  )
  select jsonb_build_object(
    'total', (select count(*) from lines),
    'rows', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc, s.kind, s.id) from shown s), '[]')
  );
end;
