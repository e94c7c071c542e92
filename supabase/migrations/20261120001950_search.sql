-- Searches answer rows of their table, as the caller: the policies stay the lock. Under row security PostgreSQL may not ask
-- a text pattern of an index before the policy has seen the row, so functions of the owner name what a term means, by
-- indexes, and the policies choose among the rows that have it.
--
-- A search is made of parts that share no row, each with a plan of its own. What many rows have in common is looked for along
-- the index in whose order the list is shown, which soon finds a page; the rows of few people, or few rows, are collected and
-- sorted, which `offset 0` sees to. The public functions have no search path of their own, so that they become a part of the
-- statement that asks: only then does PostgreSQL know the order, how few rows are wanted, and that a total ends at 10,001.
-- Their bodies were bound when created.

create index profiles_name_search_idx on public.profiles using gin (private.sought(full_name) extensions.gin_trgm_ops);
create index profiles_email_search_idx on public.profiles using gin (private.sought(email) extensions.gin_trgm_ops);
create index profiles_phone_search_idx on public.profiles using gin (private.digits(phone) extensions.gin_trgm_ops);
create index profiles_admins_idx on public.profiles (id) where is_admin;
create index citas_nombre_search_idx on public.citas
  using gin (private.sought(nombre) extensions.gin_trgm_ops) where patient_id is null;
-- The administration counts by them: with what else it and the policies read, no row is needed.
create index citas_study_type_idx on public.citas (study_type, doctor_id) include (patient_id);
create index studies_study_type_idx on public.studies (study_type, created_at) include (patient_id, doctor_id);
create index studies_file_name_search_idx on public.studies
  using gin (private.sought(file_name) extensions.gin_trgm_ops);
create index invoices_number_search_idx on public.invoices
  using gin (private.sought(invoice_number) extensions.gin_trgm_ops);
create index study_requests_name_search_idx on public.study_requests
  using gin (private.sought(patient_name) extensions.gin_trgm_ops);
create index study_requests_email_search_idx on public.study_requests
  using gin (private.sought(patient_email) extensions.gin_trgm_ops);
create index study_requests_study_type_idx on public.study_requests (study_type) include (patient_email);

create function private.people_named(pattern text) returns uuid[]
  language sql stable security definer set search_path = ''
  return array(select p.id from public.profiles p where private.sought(p.full_name) like pattern);

create function private.doctors_named(pattern text) returns uuid[]
  language sql stable security definer set search_path = ''
  return array(
    select p.id from public.profiles p where p.role = 'doctor' and private.sought(p.full_name) like pattern
  );

-- Who has the term in the name, while they are few enough for all their rows to be collected.
create function private.few_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_pattern(term));
begin
  return case when cardinality(people) <= 1000 then people else '{}' end;
end
$$;

-- The same people when they are more.
create function private.many_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_pattern(term));
begin
  return case when cardinality(people) > 1000 then people else '{}' end;
end
$$;

-- The few kinds of study that many rows name: from one to the next by the index, never row by row.
create function private.cita_types_like(pattern text) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(c.study_type) from public.citas c
    union all
    select (select min(c.study_type) from public.citas c where c.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.sought(k.name) like pattern);
end;

create function private.study_types_like(pattern text) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(s.study_type) from public.studies s
    union all
    select (select min(s.study_type) from public.studies s where s.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.sought(k.name) like pattern);
end;

create function private.request_types_like(pattern text) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(r.study_type) from public.study_requests r
    union all
    select (select min(r.study_type) from public.study_requests r where r.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.sought(k.name) like pattern);
end;

-- The doctors whom a term means, when more than a thousand rows have them; below, the kinds of study.
create function private.citas_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_pattern(term));
begin
  if exists (select from public.citas c where c.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.citas_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.cita_types_like(private.search_pattern(term));
begin
  if exists (select from public.citas c where c.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

-- The rows that are in no other part: with the term in their own text, or a doctor or kind that few rows have.
create function private.citas_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  common_doctors constant uuid[] := private.citas_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(pattern) end;
  common_kinds constant text[] := private.citas_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.cita_types_like(pattern) end;
begin
  return array(
    select c.id from public.citas c
    where (c.doctor_id = any (doctors) or c.study_type = any (kinds)
        or (c.patient_id is null and private.sought(c.nombre) like pattern))
      and (c.doctor_id = any (common_doctors)) is not true
      and (c.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = c.patient_id and private.sought(p.full_name) like pattern
      )
  );
end
$$;

create function private.studies_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_pattern(term));
begin
  if exists (select from public.studies s where s.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.studies_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.study_types_like(private.search_pattern(term));
begin
  if exists (select from public.studies s where s.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create function private.studies_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  common_doctors constant uuid[] := private.studies_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(pattern) end;
  common_kinds constant text[] := private.studies_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.study_types_like(pattern) end;
begin
  return array(
    select s.id from public.studies s
    where (s.doctor_id = any (doctors) or s.study_type = any (kinds)
        or private.sought(s.file_name) like pattern)
      and (s.doctor_id = any (common_doctors)) is not true
      and (s.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = s.patient_id and private.sought(p.full_name) like pattern
      )
  );
end
$$;

create function private.invoices_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_pattern(term));
begin
  if exists (select from public.invoices i where i.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create function private.invoices_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  common_doctors constant uuid[] := private.invoices_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(pattern) end;
begin
  return array(
    select i.id from public.invoices i
    where (i.doctor_id = any (doctors) or private.sought(i.invoice_number) like pattern)
      and (i.doctor_id = any (common_doctors)) is not true
      and not exists (
        select from public.profiles p where p.id = i.patient_id and private.sought(p.full_name) like pattern
      )
  );
end
$$;

create function private.study_requests_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.request_types_like(private.search_pattern(term));
begin
  if exists (select from public.study_requests r where r.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create function private.study_requests_few(term text) returns bigint[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  common_kinds constant text[] := private.study_requests_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.request_types_like(pattern) end;
begin
  return array(
    select r.id from public.study_requests r
    where (r.study_type = any (kinds)
        or private.sought(r.patient_name) like pattern or private.sought(r.patient_email) like pattern)
      and (r.study_type = any (common_kinds)) is not true
  );
end
$$;

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
