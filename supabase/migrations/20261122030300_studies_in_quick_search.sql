-- The quick search finds studies too, with their type as the title, and patient and day below; their id opens them.
create or replace function public.quick_search(term text)
  returns table (kind text, id text, title text, detail text)
  language sql stable set search_path = ''
begin atomic
  (
    select 'patient', p.id::text, p.full_name, p.email
    from public.profiles p
    where char_length(btrim(term)) >= 2 and p.id = any ((select private.patients_found(term))::uuid[])
    order by p.full_name, p.id
    limit 5
  )
  union all
  (
    select 'study', s.id::text, coalesce(s.study_type, 'Estudio'),
      concat_ws(' · ', private.full_name_of(s.patient_id), to_char(s.study_date, 'DD/MM/YYYY'))
    from public.search_studies(term) s
    where char_length(btrim(term)) >= 2
    order by s.created_at desc, s.id
    limit 5
  )
  union all
  (
    select 'request', r.id::text, r.patient_name, r.study_type
    from public.search_study_requests(term) r
    where char_length(btrim(term)) >= 2
    order by r.created_at desc, r.id desc
    limit 5
  )
  union all
  (
    select 'invoice', i.invoice_number, i.invoice_number, private.full_name_of(i.patient_id)
    from public.search_invoices(term) i
    where char_length(btrim(term)) >= 2
    order by i.payment_date desc, i.created_at desc, i.id
    limit 5
  );
end;
