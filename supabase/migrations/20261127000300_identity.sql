-- Who is asking. Authority is read from profiles at every statement, never from the token's metadata.
-- In PL/pgSQL because every statement of every request runs these, and it keeps their plans.

-- The verified second factors of a person that a token has not passed. Without settings, so that PostgreSQL inlines it.
create function private.due_factors(person uuid, claims jsonb) returns setof uuid
  language sql stable
begin atomic
  select f.id from auth.mfa_factors f
  where f.user_id = person and f.status::text = 'verified' and coalesce(claims ->> 'aal', '') <> 'aal2';
end;

-- The account behind the token, while private.caller() has it (20261127000600_accounts.sql).
create function private.present_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.id from private.caller() c);
end
$$;

-- The same account once nothing is due: the temporary password was changed and the second factor was passed.
create function private.active_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.id from private.caller() c where c.active);
end
$$;

-- The same account if it is a doctor's.
create function private.doctor_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.id from private.caller() c where c.active and c.is_doctor);
end
$$;

create function private.is_doctor() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.caller() c where c.active and c.is_doctor);
end
$$;

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.caller() c where c.active and c.is_admin);
end
$$;

create function private.my_email() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.email from private.caller() c where c.active);
end
$$;

-- Sets, so that a policy asks once per statement and not once per row.
create function private.my_patients() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select l.patient_id
    from private.caller() c join private.doctor_patients l on l.doctor_id = c.id
    where c.active and c.is_doctor;
end
$$;

create function private.my_doctors() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select l.doctor_id from private.caller() c join private.doctor_patients l on l.patient_id = c.id where c.active;
end
$$;

create function private.closed_accounts() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select s.user_id from private.account_state s where s.closed_at is not null;
end
$$;

create function private.is_linked(patient_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return is_linked.patient_id in (select private.my_patients());
end
$$;

-- Who may read a patient: the patient and the linked doctors. Administrators may read all, which a policy asks beside it: a set
-- of everybody would be made for every statement.
create function private.readable_patients() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with me as materialized (select c.id, c.is_doctor from private.caller() c where c.active)
    select me.id from me
    union all
    select l.patient_id from me join private.doctor_patients l on l.doctor_id = me.id where me.is_doctor;
end
$$;

create function private.may_read_patient(patient_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_admin() or may_read_patient.patient_id in (select private.readable_patients());
end
$$;

-- Whether the address is the main administrator's.
create function private.is_main_admin(email text) returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(lower(is_main_admin.email) = private.setting('admin_email', null), false);

grant execute on function
  private.present_uid(), private.active_uid(), private.doctor_uid(), private.is_doctor(), private.my_email(),
  private.my_patients(), private.my_doctors(), private.closed_accounts(), private.readable_patients()
  to authenticated;
grant execute on function
  private.is_admin()
  to anon, authenticated;
