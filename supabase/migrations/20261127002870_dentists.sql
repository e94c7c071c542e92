-- Dentists who refer their patients (docs/product/referrers.md): their accounts, and who asks for one.

create function private.licence_fits(licence text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if licence !~ '^[0-9]{5,12}$' then
    raise exception using errcode = 'PT400', message = 'Cédula profesional: escribe de 5 a 12 dígitos.';
  end if;
  return true;
end
$$;

-- Six signs of the alphabet of tracking codes that no dentist has. It is no secret: cards carry it.
create function private.dentist_code() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  signs constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  made text;
begin
  loop
    made := (select string_agg(substr(signs, floor(random() * 31)::integer + 1, 1), '') from generate_series(1, 6));
    exit when not exists (select from public.dentists d where d.code = made);
  end loop;
  return made;
end
$$;

-- What a profile with role 'dentist' has besides.
create table public.dentists (
  id uuid primary key references public.profiles on delete cascade,
  practice text not null,
  address text,
  -- The practice's.
  phone text,
  licence text,
  code text not null unique default private.dentist_code(),
  -- False once the account was closed.
  active boolean not null default true,
  approved_by uuid references public.profiles on delete set null,
  approved_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint dentists_practice_fits check (private.fits(practice, 'Consultorio', 120, true)),
  constraint dentists_address_fits check (private.fits(address, 'Dirección', 200)),
  constraint dentists_licence_fits check (private.licence_fits(licence)),
  constraint dentists_code_fits check (code ~ '^[2-9A-HJKMNP-Z]{6}$')
);
alter table public.dentists enable row level security;

create index dentists_approved_by_idx on public.dentists (approved_by);

grant select, update (practice, address, phone) on public.dentists to authenticated;

create policy "dentists read their own row, admins all" on public.dentists
  for select to authenticated
  using (id = (select private.active_uid()) or (select private.is_admin()));

create policy "dentists edit their own row" on public.dentists
  for update to authenticated
  using (id = (select private.active_uid()));

create trigger dentists_c_phone before insert or update on public.dentists
  for each row execute function private.check_phone('phone');

create trigger dentists_z_audit after update of practice, address, phone on public.dentists
  for each row execute function private.audit_change();

-- Who asked for an account. Of one e-mail one waits at a time.
create table public.dentist_applications (
  id uuid primary key default gen_random_uuid(),
  full_name text not null,
  practice text not null,
  licence text,
  email text not null,
  phone text not null,
  -- The notice that was linked below the form.
  privacy_version text,
  asked_at timestamptz not null default now(),
  state text not null default 'pendiente',
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  constraint dentist_applications_state_known check (state in ('pendiente', 'aprobada', 'rechazada')),
  constraint dentist_applications_decision_whole check ((state = 'pendiente') = (decided_at is null)),
  constraint dentist_applications_name_fits check (private.fits(full_name, 'Nombre completo', 200, true)),
  constraint dentist_applications_practice_fits check (private.fits(practice, 'Consultorio', 120, true)),
  constraint dentist_applications_licence_fits check (private.licence_fits(licence)),
  constraint dentist_applications_email_fits check (private.email_fits(email, 'Correo electrónico')),
  constraint dentist_applications_phone_fits check (private.fits(phone, 'Teléfono', 40, true)),
  constraint dentist_applications_privacy_version_fits check (private.fits(privacy_version, 'Aviso de privacidad', 100))
);
alter table public.dentist_applications enable row level security;

create unique index dentist_applications_open_key on public.dentist_applications (email) where state = 'pendiente';
create index dentist_applications_asked_at_idx on public.dentist_applications (asked_at desc);
create index dentist_applications_decided_by_idx on public.dentist_applications (decided_by);

grant select on public.dentist_applications to authenticated;

create policy "admins read who asked for an account" on public.dentist_applications
  for select to authenticated
  using ((select private.is_admin()));

create trigger dentist_applications_c_phone before insert or update on public.dentist_applications
  for each row execute function private.check_phone('phone');

create trigger dentist_applications_c_name before insert or update on public.dentist_applications
  for each row execute function private.check_name('full_name');

-- 'Solicitar acceso': {full_name, practice, licence, email, phone, privacy_version}. Answers nothing, whoever has that e-mail; asked again while an
-- administrator has not answered, the same row is renewed.
create function public.ask_dentist_access(application jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  given_email constant text := btrim(coalesce(application ->> 'email', ''));
  asked uuid;
begin
  perform private.hit('ask_dentist_access', 5, interval '1 day');
  if jsonb_typeof(application) is distinct from 'object' then
    raise exception using errcode = 'PT400', message = 'Faltan los datos de la solicitud.';
  end if;
  -- Looked at as it was written: in lower case a foreign letter may have become an ordinary one.
  perform private.fits(given_email, 'Correo electrónico', 254, true);
  perform private.email_fits(given_email, 'Correo electrónico');
  insert into public.dentist_applications as a (full_name, practice, licence, email, phone, privacy_version)
  values (
    btrim(coalesce(application ->> 'full_name', '')), btrim(coalesce(application ->> 'practice', '')),
    nullif(btrim(application ->> 'licence'), ''), lower(given_email), btrim(coalesce(application ->> 'phone', '')),
    nullif(btrim(application ->> 'privacy_version'), '')
  )
  on conflict (email) where state = 'pendiente' do update set
    full_name = excluded.full_name, practice = excluded.practice, licence = excluded.licence, phone = excluded.phone,
    privacy_version = excluded.privacy_version, asked_at = now()
  returning a.id into asked;
  perform private.audit_line('ask', 'dentists', asked::text, null);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Refuses an application that somebody answered, or that is none. Locks it.
create function private.require_open_application(application_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.dentist_applications;
begin
  select a.* into known from public.dentist_applications a where a.id = application_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud de acceso.';
  end if;
  if known.state <> 'pendiente' then
    raise exception using errcode = 'PT409', message = 'La solicitud de acceso ya se respondió.';
  end if;
end
$$;

create function public.reject_dentist(application_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para responder solicitudes de acceso.';
  end if;
  perform private.require_open_application(application_id);
  update public.dentist_applications a set state = 'rechazada', decided_by = private.active_uid(), decided_at = now()
  where a.id = application_id;
  perform private.audit_line('reject', 'dentists', application_id::text, null);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What prepare_account keeps of a dentist: {practice, address, licence, referrer_key, application_id}, without what is empty.
create function private.read_dentist(details jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  practice constant text := btrim(coalesce(details ->> 'practice', ''));
  address constant text := nullif(btrim(details ->> 'address'), '');
  licence constant text := nullif(btrim(details ->> 'licence'), '');
begin
  perform private.fits(practice, 'Consultorio', 120, true);
  perform private.fits(address, 'Dirección', 200);
  perform private.licence_fits(licence);
  return jsonb_strip_nulls(jsonb_build_object(
    'practice', practice, 'address', address, 'licence', licence,
    'referrer_key', nullif(btrim(details ->> 'referrer_key'), ''),
    'application_id', (nullif(btrim(details ->> 'application_id'), ''))::uuid
  ));
end
$$;

-- Refuses an invitation from a group of spellings or for an application that is not there.
create function private.check_invitation(dentist jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if dentist ? 'referrer_key' and not private.is_referrer(dentist ->> 'referrer_key') then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el doctor referente.';
  end if;
  if dentist ? 'application_id' then
    perform private.require_open_application((dentist ->> 'application_id')::uuid);
  end if;
end
$$;

-- A dentist's row, with the account: the application is approved, and the name counts with the spellings it was invited from.
create function private.adopt_dentist(person uuid, prepared private.prepared_accounts) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  application constant uuid := prepared.dentist ->> 'application_id';
  own_key constant text := private.referrer_key(prepared.full_name);
  group_key constant text := prepared.dentist ->> 'referrer_key';
begin
  insert into public.dentists (id, practice, address, phone, licence, approved_by)
  values (
    person, prepared.dentist ->> 'practice', prepared.dentist ->> 'address', prepared.phone, prepared.dentist ->> 'licence',
    prepared.created_by
  );
  if application is not null then
    perform private.require_open_application(application);
    update public.dentist_applications a set state = 'aprobada', decided_by = prepared.created_by, decided_at = now()
    where a.id = application;
  end if;
  if own_key <> group_key then
    perform pg_advisory_xact_lock(hashtext('private.referrer_merges'));
    insert into private.referrer_merges (from_key, into_key, merged_by)
    select own_key, group_key, prepared.created_by
    where not exists (select from private.referrer_merges m where m.from_key = own_key and m.undone_at is null)
      and not exists (select from private.referrer_roots() r where r.key = group_key and r.root = own_key);
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id)
  select prepared.created_by, private.speaking_role(), case when application is null then 'invite' else 'approve' end,
    'dentists', person::text
  where prepared.created_by is not null;
end
$$;

-- However an account is closed, the dentist is not active any more.
create function private.deactivate_dentist() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.dentists d set active = false where d.id = new.user_id and d.active;
  return null;
end
$$;

create trigger account_state_deactivates_dentist after insert or update of closed_at on private.account_state
  for each row when (new.closed_at is not null) execute function private.deactivate_dentist();

-- 'Cerrar acceso'. A second time changes nothing.
create function public.close_dentist(dentist_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.dentists;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cerrar el acceso de un dentista.';
  end if;
  select d.* into known from public.dentists d where d.id = close_dentist.dentist_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar al dentista.';
  end if;
  if known.active then
    perform private.close_account(known.id);
    perform private.audit_line('close', 'dentists', known.id::text, null);
  end if;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- For doctors, who read nothing else of them: who they are, in the order of names.
create function public.list_dentists() returns table (id uuid, full_name text, practice text, active boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver a los dentistas.';
  end if;
  return query
    select d.id, p.full_name, d.practice, d.active
    from public.dentists d join public.profiles p on p.id = d.id
    order by p.full_name, d.id;
end
$$;

-- Who was answered 90 days ago is forgotten; what was decided stands in the trail. Called by the round of mails, a hundred at a time.
create function private.forget_applications(at timestamptz) returns void
  language sql volatile security definer set search_path = ''
begin atomic
  delete from public.dentist_applications a using (
    select o.id from public.dentist_applications o
    where o.decided_at < forget_applications.at - interval '90 days'
    limit 100 for update skip locked
  ) old where a.id = old.id;
end;

grant execute on function private.licence_fits(text) to authenticated;
grant execute on function public.ask_dentist_access(jsonb) to anon, authenticated;
grant execute on function
  public.reject_dentist(uuid), public.close_dentist(uuid), public.list_dentists()
  to authenticated;
