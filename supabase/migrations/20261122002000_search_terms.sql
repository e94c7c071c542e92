-- Searches answer rows of their table, as the caller: the policies stay the lock. Under row security PostgreSQL may not ask
-- a text pattern of an index before the policy has seen the row, so functions of the owner name what a term means, by
-- indexes, and the policies choose among the rows that have it.
--
-- A search is made of parts that share no row, each with a plan of its own. What many rows have in common is looked for along
-- the index in whose order the list is shown, which soon finds a page; the rows of few people, or few rows, are collected and
-- sorted. Here: what a term means. The searches themselves come next.

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
