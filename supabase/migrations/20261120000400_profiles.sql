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
  )
);
create index profiles_role_name_idx on public.profiles (role, full_name);
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_full_name_idx on public.profiles (full_name);

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;

-- Which patients a doctor may see; written by functions and triggers only.
create table private.doctor_patients (
  doctor_id uuid not null references public.profiles on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (doctor_id, patient_id)
);
create index doctor_patients_patient_id_idx on private.doctor_patients (patient_id);

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

alter table private.doctor_patients enable row level security;
alter table private.account_state enable row level security;
alter table private.prepared_accounts enable row level security;
revoke all on private.doctor_patients, private.account_state, private.prepared_accounts
  from public, anon, authenticated, service_role;
