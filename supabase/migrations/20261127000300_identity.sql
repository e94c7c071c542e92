-- Who is asking. Authority is read from profiles at every statement, never from the token's metadata.
-- In PL/pgSQL because every statement of every request runs these, and it keeps their plans.

-- The account behind the token unless it was closed or erased, or the token's session has ended: a signature outlives
-- signing out, a new password, a lost second factor and the last day of a session by up to an hour.
create function private.present_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := auth.jwt();
begin
  return (
    select p.id
    from public.profiles p
    where p.id = auth.uid()
      and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)
      and (
        claims ->> 'session_id' is null
        or exists (
          select from auth.sessions s
          where s.id = (claims ->> 'session_id')::uuid and s.user_id = p.id
            and (claims ->> 'aal' is distinct from 'aal2' or s.aal::text = 'aal2')
            and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) > now()
        )
      )
  );
end
$$;

-- Whether a verified second factor exists that this token has not passed.
create function private.second_factor_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified');
end
$$;

-- The same account once nothing is due: the temporary password was changed and the second factor was passed.
create function private.active_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  present uuid := private.present_uid();
begin
  if present is null
    or exists (select from private.account_state s where s.user_id = present and s.must_change)
    or private.second_factor_due()
  then
    return null;
  end if;
  return present;
end
$$;

create function private.is_doctor() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return exists (select from public.profiles p where p.id = caller and p.role = 'doctor');
end
$$;

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return exists (select from public.profiles p where p.id = caller and p.role = 'doctor' and p.is_admin);
end
$$;

create function private.my_email() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return (select p.email from public.profiles p where p.id = caller);
end
$$;

-- Sets, so that a policy asks once per statement and not once per row.
create function private.my_patients() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_doctor() then
    return query select l.patient_id from private.doctor_patients l where l.doctor_id = auth.uid();
  end if;
end
$$;

create function private.my_doctors() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return query select l.doctor_id from private.doctor_patients l where l.patient_id = caller;
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

-- Whether the address is the main administrator's.
create function private.is_main_admin(email text) returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(lower(is_main_admin.email) = private.setting('admin_email', null), false);

grant execute on function
  private.present_uid(), private.active_uid(), private.is_doctor(), private.my_email(), private.my_patients(),
  private.my_doctors(), private.closed_accounts()
  to authenticated;
grant execute on function
  private.is_admin()
  to anon, authenticated;
