-- Our own sentences carry PTnnn (docs/decisions/0026): profiles and accounts.

-- Always true: an e-mail stays, and the main administrator stays administrator.
create or replace function private.guard_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if private.is_main_admin(old.email) then
      raise exception using errcode = 'PT403',
        message = 'No puedes eliminar la cuenta de administrador principal.';
    end if;
    return old;
  end if;

  if tg_op = 'UPDATE' and (new.email is distinct from old.email or new.id is distinct from old.id) then
    raise exception using errcode = 'PT403', message = 'El correo de una cuenta no se puede cambiar.';
  end if;
  if new.role is null or new.role not in ('doctor', 'patient', 'paciente') then
    raise exception using errcode = 'PT400', message = 'Rol: elige doctor o paciente.';
  end if;
  if new.is_admin and new.role <> 'doctor' then
    raise exception using errcode = 'PT400', message = 'Solo un doctor puede ser administrador.';
  end if;
  if private.is_main_admin(new.email) and (not new.is_admin or new.role <> 'doctor') then
    raise exception using errcode = 'PT403',
      message = 'La cuenta de administrador principal siempre es de un doctor administrador.';
  end if;
  return new;
end
$$;

-- Row policies cannot compare the old row with the new one: which columns a person may change is decided here.
create or replace function private.check_profile_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  own boolean := old.id = private.active_uid();
begin
  if not private.from_api() then
    return new;
  end if;
  if (new.role, new.is_admin) is distinct from (old.role, old.is_admin) and not private.is_admin()
    or (new.specialty, new.professional_license) is distinct from (old.specialty, old.professional_license)
      and not private.is_doctor()
    or new.photo_path is distinct from old.photo_path and not own
  then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cambiar ese dato del perfil.';
  end if;
  return new;
end
$$;

-- For appointments, studies, notes and payments. The people named in a new row exist in that role and, for a request through the API, are not closed accounts. Whoever
-- may not write about a person is refused by the policies, which come after this: telling them here who that is, or
-- whether there is anybody, would be an answer as well.
create or replace function private.check_people() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.patient_id is not null
    and (not private.from_api() or private.is_admin() or private.is_linked(new.patient_id))
    and (tg_op = 'INSERT' or to_jsonb(new) -> 'patient_id' is distinct from to_jsonb(old) -> 'patient_id')
    and not exists (
      select from public.profiles p
      where p.id = new.patient_id and p.role in ('patient', 'paciente')
        and not (private.from_api() and p.id in (select private.closed_accounts()))
    )
  then
    raise exception using errcode = 'PT400', message = 'Paciente: elige un paciente de la lista.';
  end if;
  if new.doctor_id is not null
    and (not private.from_api() or private.is_admin())
    and (tg_op = 'INSERT' or to_jsonb(new) -> 'doctor_id' is distinct from to_jsonb(old) -> 'doctor_id')
    and not exists (
      select from public.profiles p
      where p.id = new.doctor_id and p.role = 'doctor'
        and not (private.from_api() and p.id in (select private.closed_accounts()))
    )
  then
    raise exception using errcode = 'PT400', message = 'Doctor: elige un doctor de la lista.';
  end if;
  return new;
end
$$;

-- An account becomes a profile, a state and a link in the transaction that makes it, or it is not made.
create or replace function private.adopt_account() returns trigger
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
  delete from private.prepared_accounts p where p.id = prepared.id;
  return null;
end
$$;

-- A password chosen by its owner ends the temporary one. One that was just issued by somebody else does not, and neither
-- does the first one after an issue took the old one away; once the temporary one is too old, only a new issue helps.
create or replace function private.password_changed() returns trigger
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

create or replace function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    raise exception using errcode = 'PT403', message = 'El correo de una cuenta no se puede cambiar.';
  end if;
  if private.is_main_admin(old.email) then
    raise exception using errcode = 'PT403',
      message = 'No puedes eliminar la cuenta de administrador principal.';
  end if;
  return old;
end
$$;

-- Announces that the second factor of an account goes, which the caller removes next. The account's sessions end here:
-- one that waits for the code would be let in by knowing the password alone.
create or replace function public.begin_factor_removal(user_id uuid) returns jsonb
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
end
$$;
