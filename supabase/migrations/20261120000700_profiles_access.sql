grant select on public.profiles to authenticated;
grant update (full_name, phone, age, photo_path, specialty, professional_license, role, is_admin)
  on public.profiles to authenticated;

create policy "everyone reads their own profile unless the account is closed" on public.profiles
  for select to authenticated
  using (id = (select private.present_uid()));

create policy "patients read their doctors" on public.profiles
  for select to authenticated
  using (id in (select private.my_doctors()) and id not in (select private.closed_accounts()));

create policy "doctors read their patients and all doctors" on public.profiles
  for select to authenticated
  using (
    (id in (select private.my_patients()) or (role = 'doctor' and (select private.is_doctor())))
    and id not in (select private.closed_accounts())
  );

-- PostgreSQL asks the last name first: of the ten thousand accounts that a list counts, this alone is asked for.
create policy "the administration reads every open account" on public.profiles
  for select to authenticated
  using ((select private.is_admin()) and id not in (select private.closed_accounts()));

create policy "everyone edits their own profile" on public.profiles
  for update to authenticated
  using (id = (select private.active_uid()))
  with check (id = (select private.active_uid()));

create policy "admins edit every open account" on public.profiles
  for update to authenticated
  using ((select private.is_admin()) and id not in (select private.closed_accounts()))
  with check ((select private.is_admin()));

-- Always true: an e-mail stays, and the main administrator stays administrator.
create function private.guard_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if private.is_main_admin(old.email) then
      raise exception using errcode = '42501',
        message = 'No puedes eliminar la cuenta de administrador principal.';
    end if;
    return old;
  end if;

  if tg_op = 'UPDATE' and (new.email is distinct from old.email or new.id is distinct from old.id) then
    raise exception using errcode = '42501', message = 'El correo de una cuenta no se puede cambiar.';
  end if;
  if new.role is null or new.role not in ('doctor', 'patient', 'paciente') then
    raise exception using errcode = '23514', message = 'Rol: elige doctor o paciente.';
  end if;
  if new.is_admin and new.role <> 'doctor' then
    raise exception using errcode = '23514', message = 'Solo un doctor puede ser administrador.';
  end if;
  if private.is_main_admin(new.email) and (not new.is_admin or new.role <> 'doctor') then
    raise exception using errcode = '42501',
      message = 'La cuenta de administrador principal siempre es de un doctor administrador.';
  end if;
  return new;
end
$$;
create trigger profiles_a_guard before insert or update or delete on public.profiles
  for each row execute function private.guard_profile();

-- Row policies cannot compare the old row with the new one: which columns a person may change is decided here.
create function private.check_profile_change() returns trigger
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
    raise exception using errcode = '42501', message = 'No tienes permiso para cambiar ese dato del perfil.';
  end if;
  return new;
end
$$;
create trigger profiles_b_change before update on public.profiles
  for each row execute function private.check_profile_change();
