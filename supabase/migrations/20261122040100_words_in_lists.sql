-- What a term means in the lists, by all of its words: the functions of 20261122002000_search_terms.sql, which took it as one
-- piece. However many people have a pattern, they are found by the index.

create function private.people_named(patterns text[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
as $$
begin
  return array(select p.id from public.profiles p where private.has_all(p.full_name, patterns));
end
$$;

create function private.doctors_named(patterns text[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
as $$
begin
  return array(select p.id from public.profiles p where p.role = 'doctor' and private.has_all(p.full_name, patterns));
end
$$;

create function private.cita_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(c.study_type) from public.citas c
    union all
    select (select min(c.study_type) from public.citas c where c.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

create function private.study_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(s.study_type) from public.studies s
    union all
    select (select min(s.study_type) from public.studies s where s.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

create function private.request_types_like(patterns text[]) returns text[]
  language sql stable security definer set search_path = ''
begin atomic
  with recursive kinds (name) as (
    select min(r.study_type) from public.study_requests r
    union all
    select (select min(r.study_type) from public.study_requests r where r.study_type > k.name) from kinds k
    where k.name is not null
  )
  select array(select k.name from kinds k where private.has_all(k.name, patterns));
end;

create or replace function private.few_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_patterns(term));
begin
  return case when cardinality(people) <= 1000 then people else '{}' end;
end
$$;

create or replace function private.many_people(term text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people constant uuid[] := private.people_named(private.search_patterns(term));
begin
  return case when cardinality(people) > 1000 then people else '{}' end;
end
$$;

create or replace function private.citas_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.citas c where c.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create or replace function private.citas_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.cita_types_like(private.search_patterns(term));
begin
  if exists (select from public.citas c where c.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create or replace function private.citas_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.citas_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
  common_kinds constant text[] := private.citas_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.cita_types_like(patterns) end;
begin
  return array(
    select c.id from public.citas c
    where (c.doctor_id = any (doctors) or c.study_type = any (kinds)
        or (c.patient_id is null and private.has_all(c.nombre, patterns)))
      and (c.doctor_id = any (common_doctors)) is not true
      and (c.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = c.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create or replace function private.studies_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.studies s where s.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create or replace function private.studies_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.study_types_like(private.search_patterns(term));
begin
  if exists (select from public.studies s where s.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create or replace function private.studies_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.studies_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
  common_kinds constant text[] := private.studies_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.study_types_like(patterns) end;
begin
  return array(
    select s.id from public.studies s
    where (s.doctor_id = any (doctors) or s.study_type = any (kinds)
        or private.has_all(s.file_name, patterns))
      and (s.doctor_id = any (common_doctors)) is not true
      and (s.study_type = any (common_kinds)) is not true
      and not exists (
        select from public.profiles p where p.id = s.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create or replace function private.invoices_doctors(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  doctors constant uuid[] := private.doctors_named(private.search_patterns(term));
begin
  if exists (select from public.invoices i where i.doctor_id = any (doctors) offset 1000) then
    return doctors;
  end if;
  return '{}';
end
$$;

create or replace function private.invoices_few(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_doctors constant uuid[] := private.invoices_doctors(term);
  doctors constant uuid[] := case when common_doctors = '{}' then private.doctors_named(patterns) end;
begin
  return array(
    select i.id from public.invoices i
    where (i.doctor_id = any (doctors) or private.has_all(i.invoice_number, patterns))
      and (i.doctor_id = any (common_doctors)) is not true
      and not exists (
        select from public.profiles p where p.id = i.patient_id and private.has_all(p.full_name, patterns)
      )
  );
end
$$;

create or replace function private.study_requests_kinds(term text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kinds constant text[] := private.request_types_like(private.search_patterns(term));
begin
  if exists (select from public.study_requests r where r.study_type = any (kinds) offset 1000) then
    return kinds;
  end if;
  return '{}';
end
$$;

create or replace function private.study_requests_few(term text) returns bigint[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  common_kinds constant text[] := private.study_requests_kinds(term);
  kinds constant text[] := case when common_kinds = '{}' then private.request_types_like(patterns) end;
begin
  return array(
    select r.id from public.study_requests r
    where (r.study_type = any (kinds)
        or private.has_all(r.patient_name, patterns) or private.has_all(r.patient_email, patterns))
      and (r.study_type = any (common_kinds)) is not true
  );
end
$$;

drop function private.people_named(text), private.doctors_named(text), private.cita_types_like(text),
  private.study_types_like(text), private.request_types_like(text);

revoke all on function
  private.people_named(text[]), private.doctors_named(text[]), private.cita_types_like(text[]),
  private.study_types_like(text[]), private.request_types_like(text[])
  from public, anon, authenticated, service_role;
