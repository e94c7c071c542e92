-- People with an account: patients and doctors, some of whom are administrators.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  full_name text not null,
  email text not null unique check (email = lower(email)),
  phone text,
  role text not null,
  specialty text,
  professional_license text,
  age integer,
  is_admin boolean not null default false,
  photo_path text,
  created_at timestamptz not null default now(),
  wants_reminders boolean not null default true,
  specialty_license text,
  specialty_certificate text,
  certificate_until date,
  may_report boolean not null default true,
  wants_mail boolean not null default true,
  constraint profiles_role_known check (role in ('doctor', 'patient', 'paciente')),
  constraint profiles_admin_is_doctor check (not is_admin or role = 'doctor'),
  constraint profiles_full_name_fits check (private.fits(full_name, 'Nombre completo', 200, true)),
  constraint profiles_email_fits check (private.email_fits(email, 'Correo electrónico')),
  constraint profiles_phone_fits check (private.fits(phone, 'Teléfono', 40)),
  constraint profiles_specialty_fits check (private.fits(specialty, 'Especialidad', 200)),
  constraint profiles_license_fits check (private.fits(professional_license, 'Cédula profesional', 100)),
  constraint profiles_age_fits check (private.age_fits(age)),
  constraint profiles_photo_is_own check (
    starts_with(photo_path, id::text || '/') and char_length(photo_path) <= 300
    and photo_path !~ '(^|/)(\.\.?)?(/|$)' and photo_path !~ '[\\[:cntrl:]]'
  ),
  constraint profiles_specialty_license_fits check (private.fits(specialty_license, 'Cédula de especialidad', 100)),
  constraint profiles_certificate_fits check (private.fits(specialty_certificate, 'Certificado de especialidad', 200)),
  constraint profiles_certificate_until_fits check (private.day_fits(certificate_until, 'Vigencia del certificado'))
);
alter table public.profiles enable row level security;

create index profiles_role_name_idx on public.profiles (role, full_name);
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_full_name_idx on public.profiles (full_name);
create index profiles_name_search_idx on public.profiles using gin (private.sought(full_name) extensions.gin_trgm_ops);
create index profiles_email_search_idx on public.profiles using gin (private.sought(email) extensions.gin_trgm_ops);
create index profiles_phone_search_idx on public.profiles using gin (private.digits(phone) extensions.gin_trgm_ops);
create index profiles_admins_idx on public.profiles (id) where is_admin;

grant select on public.profiles to authenticated;
grant update (full_name, phone, age, photo_path, specialty, professional_license, role, is_admin)
  on public.profiles to authenticated;

-- In the order that asks least: of the ten thousand accounts that a list counts, and of the own one.
create policy "people read own and linked, doctors all doctors, admins all" on public.profiles
  for select to authenticated
  using (
    (id = (select auth.uid()) and id = (select private.present_uid()))
    or ((select private.is_admin()) and id not in (select private.closed_accounts()))
    or id in (select private.readable_accounts())
  );

create policy "everyone edits their own profile" on public.profiles
  for update to authenticated
  using (id = (select private.active_uid()));

create policy "admins edit every open account" on public.profiles
  for update to authenticated
  using ((select private.is_admin()) and id not in (select private.closed_accounts()));

-- Always true: an e-mail stays, and the main administrator stays administrator.
create function private.guard_profile() returns trigger
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
  if (new.role, new.is_admin, new.may_report) is distinct from (old.role, old.is_admin, old.may_report)
      and not private.is_admin()
    or (new.specialty, new.professional_license, new.specialty_license, new.specialty_certificate, new.certificate_until)
      is distinct from
      (old.specialty, old.professional_license, old.specialty_license, old.specialty_certificate, old.certificate_until)
      and not private.is_doctor()
    or (new.photo_path is distinct from old.photo_path or new.wants_mail is distinct from old.wants_mail) and not own
  then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cambiar ese dato del perfil.';
  end if;
  return new;
end
$$;

create trigger profiles_b_change before update on public.profiles
  for each row execute function private.check_profile_change();

-- Which patients a doctor may see; written by functions and triggers only.
create table private.doctor_patients (
  doctor_id uuid not null references public.profiles on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (doctor_id, patient_id)
);
alter table private.doctor_patients enable row level security;

create index doctor_patients_patient_id_idx on private.doctor_patients (patient_id);

-- Of which patients a person reads the record: the own one, and a doctor those who are linked. Without settings, so that
-- PostgreSQL inlines it.
create function private.patients_read_by(person uuid, is_doctor boolean) returns setof uuid
  language sql stable
begin atomic
  select person
  union all
  select l.patient_id from private.doctor_patients l where l.doctor_id = person and is_doctor;
end;

create function private.link(doctor_id uuid, patient_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.doctor_patients (doctor_id, patient_id, created_by)
  select link.doctor_id, link.patient_id, auth.uid()
  where link.doctor_id is not null and link.patient_id is not null
  on conflict do nothing
$$;

-- For appointments, studies, notes and payments. The people named in a new row exist in that role and, for a request through
-- the API, are not closed accounts. Whoever may not write about a person is refused by the policies, which come after this:
-- telling them here who that is, or whether there is anybody, would be an answer as well.
create function private.check_people() returns trigger
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

-- A row that names both links them. A doctor can only write about linked patients, so through the API this happens
-- when an administrator does.
create function private.link_people() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.link(new.doctor_id, new.patient_id);
  return null;
end
$$;

create trigger profiles_z_audit after insert or update or delete on public.profiles
  for each row execute function private.audit_change();

create trigger doctor_patients_z_audit after insert or delete on private.doctor_patients
  for each row execute function private.audit_link();

create trigger profiles_c_phone before insert or update on public.profiles
  for each row execute function private.check_phone('phone');

create trigger profiles_c_name before insert or update on public.profiles
  for each row execute function private.check_name('full_name');
