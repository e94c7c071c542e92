-- Accounts (docs/product/accounts.md): how they come about, change and end; second factors, sessions, and the questions to
-- patients whether a doctor may see their record.

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
alter table private.account_state enable row level security;

create index account_state_closed_idx on private.account_state (user_id) where closed_at is not null;

-- Who is asking, and as what; no row for an account that was closed or erased, or whose session has ended: a signature outlives
-- signing out, a new password, a lost second factor and the last day of a session by up to an hour. `active`: the temporary
-- password was changed and the second factor was passed. Roles are read here and nowhere else. Without settings, so that
-- PostgreSQL inlines it: every statement of every request asks; a text, so that the host may change its tables.
create function private.caller()
  returns table (
    id uuid, email text, is_patient boolean, is_doctor boolean, is_dentist boolean, is_admin boolean, active boolean
  )
  language sql stable
as $$
  select p.id, p.email, p.role in ('patient', 'paciente'), p.role = 'doctor', p.role = 'dentist', p.role = 'doctor' and p.is_admin,
    a.must_change is not true and not exists (select from private.due_factors(p.id, t.claims))
  -- Offset: the claims are read once.
  from (select auth.jwt() as claims offset 0) t
  join public.profiles p on p.id = nullif(t.claims ->> 'sub', '')::uuid
  left join private.account_state a on a.user_id = p.id
  left join auth.sessions s on s.id = (t.claims ->> 'session_id')::uuid and s.user_id = p.id
  where a.closed_at is null
    and (
      t.claims ->> 'session_id' is null
      or (
        s.id is not null and (t.claims ->> 'aal' is distinct from 'aal2' or s.aal::text = 'aal2')
        and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) > now()
      )
    )
$$;

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
  -- What private.read_dentist read.
  dentist jsonb,
  created_at timestamptz not null default now()
);
alter table private.prepared_accounts enable row level security;

create index prepared_accounts_email_idx on private.prepared_accounts (email);

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
    raise exception using errcode = 'PT403',
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
  if prepared.role = 'dentist' then
    perform private.adopt_dentist(new.id, prepared);
  end if;
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
    raise exception using errcode = 'PT403',
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

create trigger indice_keep_email before update on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.refuse_change('El correo de una cuenta no se puede cambiar.');

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
    raise exception using errcode = 'PT403', message = 'No tienes permiso para quitar la verificación en dos pasos.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = 'PT403', message = 'Desactiva tu propia verificación en dos pasos desde tu perfil.';
  end if;
  select p.* into known from public.profiles p
  where p.id = target
    and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null);
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró la cuenta.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = 'PT403',
      message = 'La verificación en dos pasos del administrador principal no se quita desde el panel.';
  end if;
  if not private.has_second_factor(target) then
    raise exception using errcode = 'PT409', message = 'Esta cuenta ya no tiene verificación en dos pasos.';
  end if;
  delete from auth.sessions s where s.user_id = target;
  perform private.record('free_factor', 'profiles', target::text);
  return jsonb_build_object('id', target);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
    join public.profiles p on p.id = s.user_id
    where s.user_id = caller
      and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) > now()
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create trigger account_state_z_audit after update or delete on private.account_state
  for each row execute function private.audit_change('user_id');

-- What a signed-in browser asks first; also answers accounts that may do nothing else yet.
create function public.account_status() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'must_change', coalesce(bool_or(s.must_change), false),
      'temp_expires_at', max(s.temp_expires_at),
      'temp_expired', coalesce(bool_or(s.must_change and s.temp_expires_at <= now()), false),
      'closed', private.present_uid() is null,
      'second_factor_due', exists (select from private.due_factors(auth.uid(), auth.jwt()))
    )
    from private.account_state s
    where s.user_id = auth.uid()
  );

create function private.read_age(value jsonb) returns integer
  language plpgsql immutable set search_path = ''
as $$
declare
  written text := nullif(btrim(value #>> '{}'), '');
begin
  if written is null then
    return null;
  end if;
  if written !~ '^[0-9]{1,3}$' then
    raise exception using errcode = 'PT400', message = 'Edad: escribe un número entero entre 0 y 130.';
  end if;
  perform private.age_fits(written::integer);
  return written::integer;
end
$$;

-- First half of creating an account, as the caller; the auth service then creates the user with the id that this returns.
-- Details: full_name, email, phone, age, request_id; from an administrator also role, specialty, professional_license,
-- is_admin, and of a dentist practice, address, licence, referrer_key and application_id. Outcomes: create, linked, reissue, conflict. Asked again for the same request it is `reissue`, and refused where
-- the stored account is another.
create function public.prepare_account(details jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
  by_admin boolean := private.is_admin();
  -- Looked at as it was written: in lower case a foreign letter may have become an ordinary one.
  given_email text := btrim(coalesce(details ->> 'email', ''));
  new_email text := lower(given_email);
  new_name text := btrim(coalesce(details ->> 'full_name', ''));
  new_phone text := nullif(btrim(details ->> 'phone'), '');
  new_age integer;
  new_role text := 'patient';
  new_specialty text;
  new_license text;
  new_is_admin boolean := false;
  new_dentist jsonb;
  request text := nullif(btrim(details ->> 'request_id'), '');
  known public.profiles;
  state private.account_state;
  new_id uuid;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para crear cuentas.';
  end if;
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception using errcode = 'PT400', message = 'Faltan los datos de la cuenta.';
  end if;

  if by_admin then
    new_role := lower(coalesce(nullif(btrim(details ->> 'role'), ''), 'patient'));
    new_specialty := nullif(btrim(details ->> 'specialty'), '');
    new_license := nullif(btrim(details ->> 'professional_license'), '');
    new_is_admin := coalesce(details -> 'is_admin' = 'true'::jsonb, false);
  end if;
  if new_role = 'paciente' then
    new_role := 'patient';
  end if;
  new_age := private.read_age(details -> 'age');
  perform private.fits(new_name, 'Nombre completo', 200, true);
  perform private.fits(given_email, 'Correo electrónico', 254, true);
  perform private.email_fits(given_email, 'Correo electrónico');
  perform private.fits(new_phone, 'Teléfono', 40);
  perform private.fits(new_specialty, 'Especialidad', 200);
  perform private.fits(new_license, 'Cédula profesional', 100);
  perform private.fits(request, 'Solicitud', 100);
  if new_role not in ('doctor', 'patient', 'dentist') then
    raise exception using errcode = 'PT400', message = 'Rol: elige doctor o paciente.';
  end if;
  if new_role = 'dentist' then
    new_dentist := private.read_dentist(details);
  end if;
  if new_is_admin and new_role <> 'doctor' then
    raise exception using errcode = 'PT400', message = 'Solo un doctor puede ser administrador.';
  end if;

  -- Two people with the same e-mail at the same moment decide one after the other.
  perform pg_advisory_xact_lock(hashtext('account:' || new_email));

  select p.* into known from public.profiles p where p.email = new_email;
  if found then
    select s.* into state from private.account_state s where s.user_id = known.id;
    if state.closed_at is not null then
      return jsonb_build_object('outcome', 'conflict');
    end if;
    if request is not null and state.request_id = request and state.created_by = caller and state.must_change then
      if (
        known.full_name, known.phone, known.age, known.specialty, known.professional_license, known.is_admin,
        case known.role when 'paciente' then 'patient' else known.role end,
        (select jsonb_build_array(d.practice, d.address, d.licence) from public.dentists d where d.id = known.id)
      ) is distinct from (
        new_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role,
        case when new_role = 'dentist'
          then jsonb_build_array(new_dentist ->> 'practice', new_dentist ->> 'address', new_dentist ->> 'licence') end
      ) then
        raise exception using errcode = 'PT409', message = format(
          'Esta cuenta ya se creó con otros datos: %s. Corrígelos en su ficha y dale una contraseña temporal.',
          concat_ws(', ', known.full_name, known.phone, known.age || ' años',
            case known.role when 'doctor' then 'doctor' when 'dentist' then 'dentista' else 'paciente' end)
        );
      end if;
      return jsonb_build_object('outcome', 'reissue', 'id', known.id);
    end if;
    if known.role in ('patient', 'paciente') and new_role = 'patient'
      and private.name_key(known.full_name) = private.name_key(new_name)
    then
      perform private.link(caller, known.id);
      return jsonb_build_object('outcome', 'linked', 'id', known.id);
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  if private.is_main_admin(new_email) or exists (select from auth.users u where lower(u.email) = new_email) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  perform private.check_invitation(new_dentist);

  -- What was prepared and never made holds personal data for a day at most.
  delete from private.prepared_accounts p
  where p.created_by is not null and p.created_at < now() - interval '1 day';

  insert into private.prepared_accounts (
    email, full_name, phone, role, specialty, professional_license, age, is_admin, created_by, request_id, dentist
  )
  values (
    new_email, new_name, new_phone, new_role, new_specialty, new_license, new_age, new_is_admin, caller, request, new_dentist
  )
  returning id into new_id;
  return jsonb_build_object(
    'outcome', 'create', 'id', new_id, 'email', new_email, 'full_name', new_name, 'role', new_role
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Announces a new temporary password, which the caller sets next. The old password and every session of the account end
-- here, because whoever holds one of them could choose a password in between, and then the issued one would pass for the
-- owner's choice; so would the second of two that are on their way, so there is one at a time.
create function public.begin_password_issue(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.profiles := private.account_to_issue(begin_password_issue.user_id);
  state private.account_state;
  expires timestamptz := now() + interval '7 days';
begin
  select s.* into state from private.account_state s where s.user_id = known.id;
  if not private.is_admin() and not coalesce(state.must_change, false) then
    raise exception using errcode = 'PT409',
      message = 'El paciente ya eligió su contraseña. Un administrador puede generar una nueva.';
  end if;
  if state.issuing > now() - interval '1 minute' then
    raise exception using errcode = 'PT409',
      message = 'Ya se está generando una contraseña para esta cuenta. Espera un minuto e inténtalo de nuevo.';
  end if;

  insert into private.account_state as s (user_id, must_change, temp_expires_at, issuing)
  values (known.id, true, expires, now())
  on conflict on constraint account_state_pkey do update
    set must_change = true, temp_expires_at = excluded.temp_expires_at, issuing = excluded.issuing;
  update auth.users u set encrypted_password = null where u.id = known.id;
  delete from auth.sessions s where s.user_id = known.id;
  perform private.record('issue_password', 'profiles', known.id::text);
  return jsonb_build_object(
    'id', known.id, 'email', known.email, 'full_name', known.full_name, 'temp_expires_at', expires
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Nobody signs in to the account any more, and whoever is signed in is not.
create function private.close_account(account uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.account_state as s (user_id, closed_at) values (account, now())
  on conflict on constraint account_state_pkey do update set closed_at = coalesce(s.closed_at, now());
  delete from auth.sessions s where s.user_id = account;
  update auth.users u set banned_until = now() + interval '100 years' where u.id = account;
end
$$;

-- Decides what deleting means: an account that clinical or payment rows, reports, key images or marks name is closed here and
-- now; any other may be erased by the auth service.
create function public.begin_account_removal(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := begin_account_removal.user_id;
  known public.profiles;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para eliminar usuarios.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = 'PT403', message = 'No puedes eliminar tu propia cuenta.';
  end if;
  select p.* into known from public.profiles p where p.id = target for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró el usuario.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = 'PT403',
      message = 'No puedes eliminar la cuenta de administrador principal.';
  end if;

  if exists (select from public.citas c where target in (c.patient_id, c.doctor_id))
    or exists (select from public.studies s where target in (s.patient_id, s.doctor_id))
    or exists (select from public.medical_notes n where target in (n.patient_id, n.doctor_id))
    or exists (select from public.invoices i where target in (i.patient_id, i.doctor_id, i.annulled_by))
    or exists (select from public.reports r where target in (r.patient_id, r.author_id, r.annulled_by))
    or exists (select from public.report_addenda a where a.author_id = target)
    or exists (select from public.key_images k where k.author_id = target)
    or exists (select from public.study_marks m where m.author_id = target)
    or exists (select from private.deleted_studies d where target in (d.patient_id, d.doctor_id))
    or exists (select from public.orders o where o.dentist_id = target)
    or exists (select from public.study_recipients r where r.dentist_id = target)
  then
    perform private.close_account(target);
    perform private.record('close', 'profiles', target::text);
    return jsonb_build_object('outcome', 'closed', 'id', target);
  end if;
  perform private.record('erase', 'profiles', target::text);
  return jsonb_build_object('outcome', 'erase', 'id', target);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What a server function asks for is refused before the account is made.
create trigger prepared_accounts_phone before insert on private.prepared_accounts
  for each row execute function private.check_phone('phone');

-- A doctor accepted a request with the e-mail of a known patient and another name: the patient is asked before anything is
-- readable (docs/product/requests.md). One open question per doctor and patient.
create table private.link_requests (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.profiles on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  answered_at timestamptz,
  accepted boolean,
  constraint link_requests_answer_whole check ((answered_at is null) = (accepted is null))
);
alter table private.link_requests enable row level security;

create unique index link_requests_open_key on private.link_requests (patient_id, doctor_id) where answered_at is null;
create index link_requests_patient_id_idx on private.link_requests (patient_id);
create index link_requests_doctor_id_idx on private.link_requests (doctor_id);

-- Asked, accepted and rejected, in the trail. The patient is the row's; the doctor stands where columns would.
create function private.audit_link_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(),
    private.speaking_role(),
    case when new.accepted is null then 'ask' when new.accepted then 'accept' else 'reject' end,
    'link_requests',
    new.id::text,
    array['doctor_id=' || new.doctor_id],
    new.patient_id
  );
  return null;
end
$$;

create trigger link_requests_z_audit after insert or update on private.link_requests
  for each row execute function private.audit_link_request();

-- Asks the patient. A question that is open already stays, and begins anew once it has run out.
create function private.ask_link(doctor uuid, patient uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('link_request', 30, interval '1 day', doctor::text);
  insert into private.link_requests as r (doctor_id, patient_id)
  values (doctor, patient)
  on conflict (patient_id, doctor_id) where answered_at is null do update
    set asked_at = excluded.asked_at, expires_at = excluded.expires_at
    where r.expires_at <= now();
end
$$;

-- The open questions of the caller, a patient, the oldest first: who wants to see the record. Doctors whose account was
-- closed, or who are doctors no more, ask nothing.
create function public.my_link_requests()
  returns table (id uuid, doctor_name text, doctor_specialty text, expires_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  return query
    select r.id, d.full_name, d.specialty, r.expires_at
    from private.link_requests r
    join public.profiles p on p.id = r.patient_id and p.role in ('patient', 'paciente')
    join public.profiles d on d.id = r.doctor_id and d.role = 'doctor'
    where r.patient_id = caller and r.answered_at is null and r.expires_at > now()
      and d.id not in (select private.closed_accounts())
    order by r.asked_at, r.id;
end
$$;

-- The caller's answer to one of those questions: accepting links, rejecting leaves everything as it was.
create function public.answer_link_request(request_id uuid, accept boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  asked private.link_requests;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if accept is null then
    raise exception using errcode = 'PT400', message = 'Elige aceptar o rechazar.';
  end if;
  select r.* into asked from private.link_requests r
  where r.id = answer_link_request.request_id and r.patient_id = caller for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la petición.';
  end if;
  if not exists (select from public.my_link_requests() m where m.id = asked.id) then
    raise exception using errcode = 'PT409', message = 'La petición ya no está abierta.';
  end if;
  update private.link_requests r set answered_at = now(), accepted = accept where r.id = asked.id;
  if accept then
    perform private.link(asked.doctor_id, caller);
  end if;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Removes a doctor's account and settles the appointments from today on that are neither completed nor cancelled, all or
-- nothing: 'keep', 'cancel', or 'give' to another doctor, who is linked with those patients as if an administrator had
-- booked. Answers what `begin_account_removal` does, and how many appointments there were. In its turn, as every change of
-- appointments.
create function public.begin_doctor_removal(user_id uuid, plan text, new_doctor uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target constant uuid := begin_doctor_removal.user_id;
  removal jsonb;
  open_ones uuid[];
  taken text;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para eliminar usuarios.';
  end if;
  if plan is null or plan not in ('keep', 'cancel', 'give') then
    raise exception using errcode = 'PT400', message = 'Citas: elige conservarlas, cancelarlas o pasarlas a otro doctor.';
  end if;
  if plan = 'give' and (new_doctor = target or not private.takes_appointments(new_doctor)) then
    raise exception using errcode = 'PT400', message = 'Citas: elige otro doctor de la lista.';
  end if;
  -- Before any row is locked, as every change of appointments.
  perform private.take_cita_turn();
  -- Closed first: an account that its appointments keep from being erased must not lose them before.
  removal := public.begin_account_removal(target);
  open_ones := array(
    select c.id from public.citas c
    where c.doctor_id = target and c.appointment_date >= private.clinic_today()
      and c.status in ('pendiente', 'confirmada', 'aceptada')
    order by c.id
    for update
  );
  if plan = 'cancel' then
    update public.citas c set status = 'cancelada' where c.id = any (open_ones);
  elsif plan = 'give' then
    select string_agg(format('%s a las %s', to_char(t.day, 'DD/MM/YYYY'), to_char(t.slot, 'HH24:MI')), ', ' order by t.day, t.slot)
    into taken
    from (
      select distinct c.appointment_date as day, c.appointment_time as slot
      from public.citas c
      join public.citas o on o.doctor_id = new_doctor and o.appointment_date = c.appointment_date
        and o.appointment_time = c.appointment_time and o.status <> 'cancelada'
      where c.id = any (open_ones)
      order by 1, 2
      limit 5
    ) t;
    if taken is not null then
      raise exception using errcode = 'PT409', message = format(
        '%s ya tiene citas a esas horas: %s. Cámbialas antes o elige otro doctor.', private.full_name_of(new_doctor), taken
      );
    end if;
    update public.citas c set doctor_id = new_doctor where c.id = any (open_ones);
    perform private.link(new_doctor, people.patient_id)
    from (select distinct c.patient_id from public.citas c where c.id = any (open_ones)) people;
  end if;
  return removal || jsonb_build_object('citas', cardinality(open_ones));
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Beside a profile: whether its password is still to be chosen, told to who may issue a temporary one; null to others.
create function private.has_password_due(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() or not (private.is_admin() or private.is_linked(person)) then
    return null;
  end if;
  return exists (select from private.account_state s where s.user_id = person and s.must_change and s.closed_at is null);
end
$$;

-- A made-up row says nothing.
create function public.password_due(row_of public.profiles) returns boolean
  language sql stable set search_path = ''
  return (select private.has_password_due(p.id) from public.profiles p where p.id = row_of.id);

create trigger prepared_accounts_name before insert on private.prepared_accounts
  for each row execute function private.check_name('full_name');

grant execute on function
  private.has_second_factor(uuid), public.second_factor(public.profiles), public.begin_factor_removal(uuid),
  public.my_sessions(), public.end_session(uuid), public.account_status(), public.prepare_account(jsonb),
  public.begin_password_issue(uuid), public.begin_account_removal(uuid), public.my_link_requests(),
  public.answer_link_request(uuid,boolean), public.begin_doctor_removal(uuid,text,uuid),
  private.has_password_due(uuid), public.password_due(public.profiles)
  to authenticated;
