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
