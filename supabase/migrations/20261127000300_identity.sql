-- Who is asking. Authority is read from profiles at every statement, never from the token's metadata.
-- In PL/pgSQL because every statement of every request runs these, and it keeps their plans.

-- The verified second factors of a person that a token has not passed. Without settings, so that PostgreSQL inlines it; a text, so
-- that the host may change its table.
create function private.due_factors(person uuid, claims jsonb) returns setof uuid
  language sql stable
as $$
  select f.id from auth.mfa_factors f
  where f.user_id = person and f.status::text = 'verified' and coalesce(claims ->> 'aal', '') <> 'aal2'
$$;

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

-- The same account if it is a dentist's.
create function private.dentist_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.id from private.caller() c where c.active and c.is_dentist);
end
$$;

-- The same account if it may work in the viewer: a doctor's or a dentist's.
create function private.viewer_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.id from private.caller() c where c.active and (c.is_doctor or c.is_dentist));
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

-- By which a patient finds own requests; null for everybody else.
create function private.my_email() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.email from private.caller() c where c.active and c.is_patient);
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
    select r.id from private.caller() c, private.patients_read_by(c.id, c.is_doctor) r(id) where c.active;
end
$$;

create function private.may_read_patient(patient_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_admin() or may_read_patient.patient_id in (select private.readable_patients());
end
$$;

-- The studies that the caller, a dentist, receives; none for everybody else.
create function private.received_studies() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select r.id from private.caller() c, private.studies_received_by(c.id) r(id) where c.active and c.is_dentist;
end
$$;

-- Whose account the caller may read: one's own also while something is due, of those that are not closed the patients above, the
-- doctors who are linked, and as a doctor all doctors. Administrators read all that are open.
create function private.readable_accounts() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with me as materialized (select c.id, c.is_doctor, c.active from private.caller() c),
    others as (
      select r.id from me, private.patients_read_by(me.id, me.is_doctor) r(id) where me.active
      union all
      select l.doctor_id from me join private.doctor_patients l on l.patient_id = me.id where me.active
      union all
      select p.id from me join public.profiles p on p.role = 'doctor' where me.active and me.is_doctor
    )
    select me.id from me
    union all
    select o.id from others o
    where not exists (select from private.account_state s where s.user_id = o.id and s.closed_at is not null);
end
$$;

-- Whether the address is the main administrator's.
create function private.is_main_admin(email text) returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(lower(is_main_admin.email) = private.setting('admin_email', null), false);

grant execute on function
  private.present_uid(), private.active_uid(), private.doctor_uid(), private.dentist_uid(), private.viewer_uid(),
  private.is_doctor(), private.my_email(), private.received_studies(),
  private.my_patients(), private.closed_accounts(), private.readable_patients(), private.readable_accounts()
  to authenticated;
grant execute on function
  private.is_admin()
  to anon, authenticated;
