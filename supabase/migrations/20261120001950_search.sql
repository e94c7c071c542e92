-- Searches answer rows of their table, as the caller: the policies stay the lock. Under row security PostgreSQL may not ask
-- a text pattern of an index before the policy has seen the row, so functions of the owner name the rows in question, by
-- indexes, and the policies choose among them. What the caller can hardly read is left out early, to keep those few.

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
create index study_requests_study_type_idx on public.study_requests (study_type);

create function private.people_named(pattern text) returns uuid[]
  language sql stable security definer set search_path = ''
  return array(select p.id from public.profiles p where private.sought(p.full_name) like pattern);

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

-- Planned anew for every search: how many people a term means decides which index is the right one.
create function private.citas_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant uuid := private.active_uid();
  pattern constant text := private.search_pattern(term);
  people constant uuid[] := private.people_named(pattern);
  kinds constant text[] := private.cita_types_like(pattern);
begin
  if private.is_admin() then
    return array(
      select c.id from public.citas c
      where c.patient_id = any (people) or c.doctor_id = any (people) or c.study_type = any (kinds)
        or (c.patient_id is null and private.sought(c.nombre) like pattern)
    );
  end if;
  return array(
    select c.id from public.citas c
    where (c.doctor_id = caller or c.patient_id = caller)
      and (c.patient_id = any (people) or c.doctor_id = any (people) or c.study_type = any (kinds)
        or (c.patient_id is null and private.sought(c.nombre) like pattern))
  );
end
$$;

create function private.studies_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant uuid := private.active_uid();
  mine constant uuid[] := array(select private.my_patients()) || caller;
  pattern constant text := private.search_pattern(term);
  people constant uuid[] := private.people_named(pattern);
  kinds constant text[] := private.study_types_like(pattern);
begin
  if private.is_admin() then
    return array(
      select s.id from public.studies s
      where s.patient_id = any (people) or s.doctor_id = any (people) or s.study_type = any (kinds)
        or private.sought(s.file_name) like pattern
    );
  end if;
  return array(
    select s.id from public.studies s
    where (s.doctor_id = caller or s.patient_id = any (mine))
      and (s.patient_id = any (people) or s.doctor_id = any (people) or s.study_type = any (kinds)
        or private.sought(s.file_name) like pattern)
  );
end
$$;

create function private.invoices_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant uuid := private.active_uid();
  pattern constant text := private.search_pattern(term);
  people constant uuid[] := private.people_named(pattern);
begin
  if private.is_admin() then
    return array(
      select i.id from public.invoices i
      where i.patient_id = any (people) or i.doctor_id = any (people)
        or private.sought(i.invoice_number) like pattern
    );
  end if;
  return array(
    select i.id from public.invoices i
    where (i.doctor_id = caller or i.patient_id = caller)
      and (i.patient_id = any (people) or i.doctor_id = any (people)
        or private.sought(i.invoice_number) like pattern)
  );
end
$$;

create function private.study_requests_found(term text) returns bigint[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  kinds constant text[] := private.request_types_like(pattern);
begin
  if private.is_doctor() then
    return array(
      select r.id from public.study_requests r
      where private.sought(r.patient_name) like pattern or private.sought(r.patient_email) like pattern or r.study_type = any (kinds)
    );
  end if;
  return array(
    select r.id from public.study_requests r
    where r.patient_email = private.my_email()
      and (private.sought(r.patient_name) like pattern or private.sought(r.patient_email) like pattern or r.study_type = any (kinds))
  );
end
$$;

-- A blank term is no search: every row that the caller may read.
create function public.search_citas(term text) returns setof public.citas
  language sql stable set search_path = ''
begin atomic
  select c.* from public.citas c where private.search_pattern(term) is null
  union all
  select c.* from public.citas c
  where private.search_pattern(term) is not null and c.id = any ((select private.citas_found(term))::uuid[]);
end;

create function public.search_studies(term text) returns setof public.studies
  language sql stable set search_path = ''
begin atomic
  select s.* from public.studies s where private.search_pattern(term) is null
  union all
  select s.* from public.studies s
  where private.search_pattern(term) is not null and s.id = any ((select private.studies_found(term))::uuid[]);
end;

create function public.search_invoices(term text) returns setof public.invoices
  language sql stable set search_path = ''
begin atomic
  select i.* from public.invoices i where private.search_pattern(term) is null
  union all
  select i.* from public.invoices i
  where private.search_pattern(term) is not null and i.id = any ((select private.invoices_found(term))::uuid[]);
end;

create function public.search_study_requests(term text) returns setof public.study_requests
  language sql stable set search_path = ''
begin atomic
  select r.* from public.study_requests r where private.search_pattern(term) is null
  union all
  select r.* from public.study_requests r
  where private.search_pattern(term) is not null
    and r.id = any ((select private.study_requests_found(term))::bigint[]);
end;
