-- One row per account. `issuing` is the moment at which somebody who may do so announced a new temporary password:
-- the change that follows within a minute does not count as the person's own choice.
create table private.account_state (
  user_id uuid primary key references public.profiles on delete cascade,
  must_change boolean not null default false,
  temp_expires_at timestamptz,
  closed_at timestamptz,
  issuing timestamptz,
  created_by uuid,
  request_id text check (char_length(request_id) <= 100)
);
create index account_state_closed_idx on private.account_state (user_id) where closed_at is not null;

-- What an account will be, until the auth service makes it. `created_by` is null for accounts that the owner of the
-- database prepares (the main administrator, the demo clinic); those may also be found by e-mail.
create table private.prepared_accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  full_name text not null,
  phone text,
  role text not null default 'patient',
  specialty text,
  professional_license text,
  age integer,
  is_admin boolean not null default false,
  must_change boolean not null default true,
  created_by uuid,
  request_id text check (char_length(request_id) <= 100),
  created_at timestamptz not null default now()
);
create index prepared_accounts_email_idx on private.prepared_accounts (email);

alter table private.account_state enable row level security;
alter table private.prepared_accounts enable row level security;
revoke all on private.account_state, private.prepared_accounts from public, anon, authenticated, service_role;

-- An account becomes a profile, a state and a link in the transaction that makes it, or it is not made.
create function private.adopt_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  prepared private.prepared_accounts;
begin
  select p.* into prepared
  from private.prepared_accounts p
  where p.email = lower(new.email) and (p.id = new.id or p.created_by is null)
  order by (p.id = new.id) desc, p.created_at desc
  limit 1
  for update;
  if not found then
    raise exception using errcode = '42501',
      message = 'El registro está cerrado: un doctor o un administrador crea las cuentas.';
  end if;

  insert into public.profiles (id, full_name, email, phone, role, specialty, professional_license, age, is_admin)
  values (
    new.id, prepared.full_name, prepared.email, prepared.phone, prepared.role, prepared.specialty,
    prepared.professional_license, prepared.age, prepared.is_admin
  );
  insert into private.account_state (user_id, must_change, temp_expires_at, created_by, request_id)
  values (
    new.id, prepared.must_change, case when prepared.must_change then now() + interval '7 days' end,
    prepared.created_by, prepared.request_id
  );
  if prepared.role in ('patient', 'paciente') then
    insert into private.doctor_patients (doctor_id, patient_id, created_by)
    select d.id, new.id, d.id from public.profiles d where d.id = prepared.created_by and d.role = 'doctor';
  end if;
  -- The auth service makes the account; who asked for it is known from the preparation.
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  select prepared.created_by, private.speaking_role(), 'create', 'profiles', new.id::text,
    case when prepared.role in ('patient', 'paciente') then new.id end
  where prepared.created_by is not null;
  delete from private.prepared_accounts p where p.id = prepared.id;
  return null;
end
$$;
create trigger indice_adopt_account after insert on auth.users
  for each row execute function private.adopt_account();

-- A password chosen by its owner ends the temporary one. One that was just issued by somebody else does not, and neither
-- does the first one after an issue took the old one away; once the temporary one is too old, only a new issue helps.
create function private.password_changed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  state private.account_state;
begin
  if coalesce(new.encrypted_password, '') = '' then
    return new;
  end if;
  select s.* into state from private.account_state s where s.user_id = new.id for update;
  if not found or not state.must_change then
    return new;
  end if;
  if state.issuing > now() - interval '1 minute'
    or (state.issuing is not null and coalesce(old.encrypted_password, '') = '')
  then
    update private.account_state s set issuing = null where s.user_id = new.id;
    return new;
  end if;
  if state.temp_expires_at <= now() then
    raise exception using errcode = '42501',
      message = 'La contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.';
  end if;
  update private.account_state s set must_change = false, temp_expires_at = null, issuing = null
  where s.user_id = new.id;
  return new;
end
$$;
create trigger indice_password_changed before update on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.password_changed();

create function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    raise exception using errcode = '42501', message = 'El correo de una cuenta no se puede cambiar.';
  end if;
  if private.is_main_admin(old.email) then
    raise exception using errcode = '42501',
      message = 'No puedes eliminar la cuenta de administrador principal.';
  end if;
  return old;
end
$$;
create trigger indice_keep_email before update on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.guard_user();
create trigger indice_keep_main_admin before delete on auth.users
  for each row execute function private.guard_user();

-- For somebody who lost the phone with the authenticator app: an administrator, who made sure who it is, takes the second
-- factor off the account.

create function private.has_second_factor(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    return null;
  end if;
  return exists (select from auth.mfa_factors f where f.user_id = person and f.status::text = 'verified');
end
$$;

-- Beside a profile: whether that account has one, told to administrators alone. A made-up row says nothing.
create function public.second_factor(row_of public.profiles) returns boolean
  language sql stable set search_path = ''
  return (select private.has_second_factor(p.id) from public.profiles p where p.id = row_of.id);

-- Announces that the second factor of an account goes, which the caller removes next. The account's sessions end here:
-- one that waits for the code would be let in by knowing the password alone.
create function public.begin_factor_removal(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := begin_factor_removal.user_id;
  known public.profiles;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para quitar la verificación en dos pasos.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = '42501', message = 'Desactiva tu propia verificación en dos pasos desde tu perfil.';
  end if;
  select p.* into known from public.profiles p
  where p.id = target
    and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null);
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró la cuenta.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = '42501',
      message = 'La verificación en dos pasos del administrador principal no se quita desde el panel.';
  end if;
  if not private.has_second_factor(target) then
    raise exception using errcode = 'PT409', message = 'Esta cuenta ya no tiene verificación en dos pasos.';
  end if;
  delete from auth.sessions s where s.user_id = target;
  perform private.record('free_factor', 'profiles', target::text);
  return jsonb_build_object('id', target);
end
$$;

-- Where the caller is signed in: what the auth service keeps of each session, without address and tokens. Latest first; a
-- person who never signs out would have hundreds, so the list ends after 100.
create function public.my_sessions()
  returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return query
    select s.id, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'UTC'),
      left(coalesce(s.user_agent, ''), 400),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = caller and (s.not_after is null or s.not_after > now())
    order by 5 desc, 3 desc, 1
    limit 100;
end
$$;

-- Ends one of the caller's sessions: its tokens count no more at once (private.present_uid), nor can they be renewed.
create function public.end_session(session_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = caller;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa sesión ya no existe.';
  end if;
end
$$;
