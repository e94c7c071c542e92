-- Who is asking. Authority is read from profiles at every statement, never from the token's metadata.

-- The account behind the token unless it was closed or erased.
create function private.present_uid() returns uuid
  language sql stable security definer set search_path = ''
  return (
    select p.id
    from public.profiles p
    where p.id = auth.uid()
      and not exists (
        select from private.account_state s where s.user_id = p.id and s.closed_at is not null
      )
  );

-- Whether a verified second factor exists that this token has not passed.
create function private.second_factor_due() returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified'
    );

-- The same account once nothing is due: the temporary password was changed and the second factor was passed.
create function private.active_uid() returns uuid
  language sql stable security definer set search_path = ''
  return (
    select present.id
    from (select private.present_uid() as id) present
    where present.id is not null
      and not exists (
        select from private.account_state s where s.user_id = present.id and s.must_change
      )
      and not private.second_factor_due()
  );

create function private.is_doctor() returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.profiles p where p.id = private.active_uid() and p.role = 'doctor'
  );

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.profiles p where p.id = private.active_uid() and p.role = 'doctor' and p.is_admin
  );

create function private.my_email() returns text
  language sql stable security definer set search_path = ''
  return (select p.email from public.profiles p where p.id = private.active_uid());

-- Sets, so that a policy asks once per statement and not once per row.
create function private.my_patients() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.patient_id
  from private.doctor_patients l
  join public.profiles d on d.id = l.doctor_id and d.role = 'doctor'
  where l.doctor_id = (select private.active_uid())
$$;

create function private.my_doctors() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.doctor_id from private.doctor_patients l where l.patient_id = (select private.active_uid())
$$;

create function private.closed_accounts() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select s.user_id from private.account_state s where s.closed_at is not null
$$;

create function private.is_linked(patient_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  return is_linked.patient_id in (select private.my_patients());

-- Whether the address is the main administrator's.
create function private.is_main_admin(email text) returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(lower(is_main_admin.email) = private.setting('admin_email', null), false);

create function private.link(doctor_id uuid, patient_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.doctor_patients (doctor_id, patient_id, created_by)
  select link.doctor_id, link.patient_id, auth.uid()
  where link.doctor_id is not null and link.patient_id is not null
  on conflict do nothing
$$;
