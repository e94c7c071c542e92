-- As before, with the columns of today.
create or replace function public.search_citas(term text) returns setof public.citas
  language sql stable
begin atomic
  select c.id, c.patient_id, c.doctor_id, c.appointment_date, c.appointment_time, c.study_type, c.status, c.nombre,
    c.telefono, c.especialidad, c.created_at, c.request_id, c.seat, c.moves, c.warned_at
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
