-- Patients by name, e-mail or telephone: those of a doctor, those of everybody for an administrator, as the policies of
-- profiles have it. Without a term nobody.
create function private.patients_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  phone_pattern constant text := private.phone_pattern(term);
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.my_patients()) || private.active_uid();
begin
  return array(
    select p.id from public.profiles p
    where p.role in ('patient', 'paciente')
      and (private.sought(p.full_name) like pattern or private.sought(p.email) like pattern
        or private.digits(p.phone) like phone_pattern)
      and (sees_all or p.id = any (mine))
  );
end
$$;

-- The patients whom the caller may read whose name, e-mail or telephone has the term; all of them for a blank one.
create function public.search_patients(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where private.search_pattern(term) is null and p.role in ('patient', 'paciente')
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.patients_found(term))::uuid[]);
end;

-- The patients of a doctor: one's own, or anybody's for an administrator. Other ids answer like a doctor without any.
create function public.get_doctor_patients(d_id uuid)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name, p.email, p.phone, p.age
  from private.doctor_patients l
  join public.profiles p on p.id = l.patient_id
  where l.doctor_id = d_id
    and ((select private.is_admin()) or (d_id = (select private.active_uid()) and (select private.is_doctor())))
    and p.id not in (select private.closed_accounts())
  order by p.full_name, p.id
$$;

-- The patients of a doctor whose name, e-mail or telephone has the term; all of them for a blank one. Like
-- get_doctor_patients, other ids answer like a doctor without any.
create function public.search_doctor_patients(d_id uuid, term text)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  phone_pattern constant text := private.phone_pattern(term);
begin
  if not private.is_admin() and not (d_id = private.active_uid() and private.is_doctor()) then
    return;
  end if;
  return query
    select p.id, p.full_name, p.email, p.phone, p.age
    from private.doctor_patients l
    join public.profiles p on p.id = l.patient_id
    where l.doctor_id = d_id
      and (pattern is null or private.sought(p.full_name) like pattern or private.sought(p.email) like pattern
        or private.digits(p.phone) like phone_pattern)
      and p.id not in (select private.closed_accounts());
end
$$;

-- The accounts of 'Gestión de Usuarios' by name, e-mail, digits of the telephone, or the word for what they are; all for a
-- blank term. Administrators only; the policies of profiles hide closed accounts.
create function private.profiles_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  phone_pattern constant text := private.phone_pattern(term);
  roles constant text[] := array(
    select w.role
    from (values ('doctor', 'Doctor'), ('patient', 'Paciente'), ('paciente', 'Paciente')) as w (role, word)
    where private.sought(w.word) like pattern
  );
  admins constant boolean := private.sought('Administrador') like pattern;
begin
  perform private.require_admin();
  return array(
    select p.id from public.profiles p
    where private.sought(p.full_name) like pattern or private.sought(p.email) like pattern
      or private.digits(p.phone) like phone_pattern or p.role = any (roles) or (admins and p.is_admin)
  );
end
$$;

create function public.search_profiles(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where (select private.require_admin()) and private.search_pattern(term) is null
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.profiles_found(term))::uuid[]);
end;

-- At most five patients, five requests and five invoices for a term of two letters or more, among those the caller may
-- read: {kind, id, title, detail}. The id of an invoice is its number.
create function public.quick_search(term text) returns table (kind text, id text, title text, detail text)
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

-- Patients who may be the same person: the same e-mail, the same last ten digits, or a name that sounds the same. How much
-- alike is said to the operator, which an index answers, and the few are found by indexes, whatever PostgreSQL expects of it.
create function private.similar_found(full_name text, email text, phone text)
  returns table (id uuid, why text, likeness real)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  rows 5 set pg_trgm.similarity_threshold = 0.7 set enable_seqscan = off
as $$
declare
  plain_name constant text := private.plain(nullif(btrim(left(similar_found.full_name, 200)), ''));
  own_email constant text := lower(nullif(btrim(left(similar_found.email, 254)), ''));
  all_digits constant text := private.digits(left(similar_found.phone, 40));
  ending constant text := case when char_length(all_digits) >= 10 then '%' || right(all_digits, 10) end;
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.my_patients()) || private.active_uid();
begin
  return query
    select p.id,
      case
        when p.email = own_email then 'email'
        when private.digits(p.phone) like ending then 'phone'
        else 'name'
      end,
      coalesce(extensions.similarity(private.plain(p.full_name), plain_name), 0)
    from public.profiles p
    where p.role in ('patient', 'paciente')
      and (p.email = own_email or private.digits(p.phone) like ending
        or private.sought(p.full_name) operator(extensions.%) plain_name)
      and (sees_all or p.id = any (mine));
end
$$;

-- At most five, among those the caller may read, the surest first: {id, full_name, email, phone, why}, why being email,
-- phone or name.
create function public.similar_patients(full_name text, email text, phone text)
  returns table (id uuid, full_name text, email text, phone text, why text)
  language sql stable set search_path = ''
begin atomic
  select p.id, p.full_name, p.email, p.phone, f.why
  from private.similar_found(similar_patients.full_name, similar_patients.email, similar_patients.phone) f
  join public.profiles p on p.id = f.id
  order by array_position(array['email', 'phone', 'name'], f.why), f.likeness desc, p.full_name, p.id
  limit 5;
end;
