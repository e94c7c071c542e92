-- People by all words of a term in the name, or in the e-mail; telephones as before.

create or replace function private.patients_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  phone_pattern constant text := private.phone_pattern(term);
  sees_all constant boolean := private.is_admin();
  mine constant uuid[] := array(select private.my_patients()) || private.active_uid();
begin
  return array(
    select p.id from public.profiles p
    where p.role in ('patient', 'paciente')
      and (private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
        or private.digits(p.phone) like phone_pattern)
      and (sees_all or p.id = any (mine))
  );
end
$$;

create or replace function public.search_doctor_patients(d_id uuid, term text)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
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
      and (private.search_pattern(term) is null or private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
        or private.digits(p.phone) like phone_pattern)
      and p.id not in (select private.closed_accounts());
end
$$;

create or replace function private.profiles_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
  phone_pattern constant text := private.phone_pattern(term);
  roles constant text[] := array(
    select w.role
    from (values ('doctor', 'Doctor'), ('patient', 'Paciente'), ('paciente', 'Paciente')) as w (role, word)
    where private.has_all(w.word, patterns)
  );
  admins constant boolean := private.has_all('Administrador', patterns);
begin
  perform private.require_admin();
  return array(
    select p.id from public.profiles p
    where private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns)
      or private.digits(p.phone) like phone_pattern or p.role = any (roles) or (admins and p.is_admin)
  );
end
$$;

create or replace function private.accounts_meant(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
begin
  return array(
    select found.id
    from (
      select unnest(private.patients_found(term)) as id
      union all
      select p.id from public.profiles p
      where p.role = 'doctor' and (private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns))
    ) found
    order by found.id
    limit 51
  );
end
$$;
