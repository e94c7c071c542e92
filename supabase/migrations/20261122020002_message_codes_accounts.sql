-- Our own sentences carry PTnnn (docs/decisions/0026): making, reissuing and removing accounts.

-- First half of creating an account, as the caller; the auth service then creates the user with the id that this
-- returns. Details: full_name, email, phone, age, request_id; from an administrator also role, specialty,
-- professional_license, is_admin. Outcomes: create, linked, reissue, conflict.
create or replace function public.prepare_account(details jsonb) returns jsonb
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
  if new_role not in ('doctor', 'patient') then
    raise exception using errcode = 'PT400', message = 'Rol: elige doctor o paciente.';
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

  -- What was prepared and never made holds personal data for a day at most.
  delete from private.prepared_accounts p
  where p.created_by is not null and p.created_at < now() - interval '1 day';

  insert into private.prepared_accounts (
    email, full_name, phone, role, specialty, professional_license, age, is_admin, created_by, request_id
  )
  values (
    new_email, new_name, new_phone, new_role, new_specialty, new_license, new_age, new_is_admin, caller, request
  )
  returning id into new_id;
  return jsonb_build_object(
    'outcome', 'create', 'id', new_id, 'email', new_email, 'full_name', new_name, 'role', new_role
  );
end
$$;

-- Announces a new temporary password, which the caller sets next. The old password and every session of the account end
-- here, because whoever holds one of them could choose a password in between, and then the issued one would pass for the
-- owner's choice; so would the second of two that are on their way, so there is one at a time.
create or replace function public.begin_password_issue(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
  known public.profiles;
  state private.account_state;
  expires timestamptz := now() + interval '7 days';
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para generar contraseñas.';
  end if;
  if begin_password_issue.user_id = caller then
    raise exception using errcode = 'PT403', message = 'Cambia tu propia contraseña desde tu perfil.';
  end if;
  select p.* into known from public.profiles p where p.id = begin_password_issue.user_id;
  select s.* into state from private.account_state s where s.user_id = begin_password_issue.user_id for update;
  if known.id is null or state.closed_at is not null
    or not (private.is_admin() or (
      known.role in ('patient', 'paciente') and private.is_linked(known.id)
    ))
  then
    raise exception using errcode = 'PT404', message = 'No se encontró la cuenta.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = 'PT403',
      message = 'La contraseña del administrador principal solo la cambia esa persona.';
  end if;
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
end
$$;

-- Decides what deleting means: an account that clinical or payment rows name is closed here and now; any other may be
-- erased by the auth service.
create or replace function public.begin_account_removal(user_id uuid) returns jsonb
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
    or exists (select from private.deleted_studies d where target in (d.patient_id, d.doctor_id))
  then
    insert into private.account_state as s (user_id, closed_at) values (target, now())
    on conflict on constraint account_state_pkey do update set closed_at = coalesce(s.closed_at, now());
    delete from auth.sessions s where s.user_id = target;
    update auth.users u set banned_until = now() + interval '100 years' where u.id = target;
    perform private.record('close', 'profiles', target::text);
    return jsonb_build_object('outcome', 'closed', 'id', target);
  end if;
  perform private.record('erase', 'profiles', target::text);
  return jsonb_build_object('outcome', 'erase', 'id', target);
end
$$;

-- Removes a doctor's account and settles the appointments from today on that are neither completed nor cancelled, all or
-- nothing: 'keep', 'cancel', or 'give' to another doctor, who is linked with those patients as if an administrator had booked.
-- Answers what `begin_account_removal` does, and how many appointments there were.
create or replace function public.begin_doctor_removal(user_id uuid, plan text, new_doctor uuid default null) returns jsonb
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
  if plan = 'give' and not exists (
    select from public.profiles p
    where p.id = new_doctor and p.id <> target and p.role = 'doctor' and p.id not in (select private.closed_accounts())
  ) then
    raise exception using errcode = 'PT400', message = 'Citas: elige otro doctor de la lista.';
  end if;
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
end
$$;
