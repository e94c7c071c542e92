-- The searches of the lists. These functions have no search path of their own, so that they become a part of the statement
-- that asks: only then does PostgreSQL know the order, how few rows are wanted, and that a total ends at 10,001. Their
-- bodies were bound when created. `offset 0` keeps the collected rows apart, so that they are sorted.

-- A blank term is no search: every row that the caller may read. Two things that many rows have are looked for at once.
create function public.search_citas(term text) returns setof public.citas
  language sql stable
begin atomic
  select c.id, c.patient_id, c.doctor_id, c.appointment_date, c.appointment_time, c.study_type, c.status, c.nombre,
    c.telefono, c.especialidad, c.created_at
  from (
    select 'all' as part, * from public.citas
    union all
    select 'kinds', * from public.citas
    union all
    select 'doctors', * from public.citas
    union all
    select 'mixed', * from public.citas
    union all
    select 'collected', * from (
      select * from public.citas c
      where c.patient_id = any ((select private.few_people(term))::uuid[])
        and (c.doctor_id = any ((select private.citas_doctors(term))::uuid[])) is not true
        and (c.study_type = any ((select private.citas_kinds(term))::text[])) is not true
      offset 0
    ) c
    union all
    select 'collected', * from (
      select * from public.citas c
      where c.id = any ((select private.citas_few(term))::uuid[])
      offset 0
    ) c
  ) c
  where (c.part = 'all' and private.search_pattern(term) is null)
    or (c.part = 'collected' and private.search_pattern(term) is not null)
    or (c.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.citas_kinds(term)) <> '{}'
      and (select private.citas_doctors(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and c.study_type = any ((select private.citas_kinds(term))::text[]))
    or (c.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.citas_doctors(term)) <> '{}'
      and (select private.citas_kinds(term)) = '{}'
      and (select private.many_people(term)) = '{}'
      and c.doctor_id = any ((select private.citas_doctors(term))::uuid[]))
    or (c.part = 'mixed' and private.search_pattern(term) is not null
      and ((select private.many_people(term)) <> '{}'
        or ((select private.citas_doctors(term)) <> '{}' and (select private.citas_kinds(term)) <> '{}'))
      and (c.doctor_id = any ((select private.citas_doctors(term))::uuid[])
        or c.study_type = any ((select private.citas_kinds(term))::text[])
        or c.patient_id in (select unnest(private.many_people(term)))));
end;

create function public.search_studies(term text) returns setof public.studies
  language sql stable
begin atomic
  select s.id, s.patient_id, s.doctor_id, s.study_type, s.study_date, s.comments, s.file_url, s.file_name, s.created_at
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

create function public.search_invoices(term text) returns setof public.invoices
  language sql stable
begin atomic
  select i.id, i.invoice_number, i.patient_id, i.doctor_id, i.payment_date, i.payment_method, i.services, i.total_amount,
    i.created_at, i.annulled_at, i.annulled_reason, i.annulled_by, i.receipt_token
  from (
    select 'all' as part, * from public.invoices
    union all
    select 'doctors', * from public.invoices
    union all
    select 'mixed', * from public.invoices
    union all
    select 'collected', * from (
      select * from public.invoices i
      where i.patient_id = any ((select private.few_people(term))::uuid[])
        and (i.doctor_id = any ((select private.invoices_doctors(term))::uuid[])) is not true
      offset 0
    ) i
    union all
    select 'collected', * from (
      select * from public.invoices i
      where i.id = any ((select private.invoices_few(term))::uuid[])
      offset 0
    ) i
  ) i
  where (i.part = 'all' and private.search_pattern(term) is null)
    or (i.part = 'collected' and private.search_pattern(term) is not null)
    or (i.part = 'doctors' and private.search_pattern(term) is not null
      and (select private.invoices_doctors(term)) <> '{}' and (select private.many_people(term)) = '{}'
      and i.doctor_id = any ((select private.invoices_doctors(term))::uuid[]))
    or (i.part = 'mixed' and private.search_pattern(term) is not null and (select private.many_people(term)) <> '{}'
      and (i.doctor_id = any ((select private.invoices_doctors(term))::uuid[])
        or i.patient_id in (select unnest(private.many_people(term)))));
end;

create function public.search_study_requests(term text) returns setof public.study_requests
  language sql stable
begin atomic
  select r.id, r.patient_name, r.patient_email, r.patient_phone, r.patient_age, r.study_type, r.referring_doctor,
    r.notes, r.tentative_date, r.status, r.privacy_version, r.privacy_accepted_at, r.submission_id, r.created_at
  from (
    select 'all' as part, * from public.study_requests
    union all
    select 'kinds', * from public.study_requests
    union all
    select 'collected', * from (
      select * from public.study_requests r
      where r.id = any ((select private.study_requests_few(term))::bigint[])
      offset 0
    ) r
  ) r
  where (r.part = 'all' and private.search_pattern(term) is null)
    or (r.part = 'collected' and private.search_pattern(term) is not null)
    or (r.part = 'kinds' and private.search_pattern(term) is not null
      and (select private.study_requests_kinds(term)) <> '{}'
      and r.study_type = any ((select private.study_requests_kinds(term))::text[]));
end;
