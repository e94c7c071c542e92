create table public.citas (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid references public.profiles on delete restrict,
  doctor_id uuid not null references public.profiles on delete restrict,
  appointment_date date not null,
  appointment_time time(0),
  study_type text,
  status text not null default 'pendiente',
  nombre text,
  telefono text,
  especialidad text not null default 'Imagenología Dental',
  created_at timestamptz not null default now(),
  constraint citas_status_known check (status in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada')),
  constraint citas_appointment_date_fits check (private.day_fits(appointment_date, 'Fecha')),
  constraint citas_study_type_fits check (private.fits(study_type, 'Tipo de estudio', 200)),
  constraint citas_nombre_fits check (private.fits(nombre, 'Nombre', 200)),
  constraint citas_telefono_fits check (private.fits(telefono, 'Teléfono', 40)),
  constraint citas_especialidad_fits check (private.fits(especialidad, 'Especialidad', 200))
);
-- As lists order them, to the last column, so that a search can walk them. What the policies, filters and searches read is
-- included, so that counting needs no row.
create index citas_patient_id_idx on public.citas (patient_id, appointment_date desc, appointment_time, id)
  include (doctor_id, study_type, status);
create index citas_doctor_id_idx on public.citas (doctor_id, appointment_date desc, appointment_time, id)
  include (patient_id, study_type, status);
create index citas_appointment_date_idx on public.citas (appointment_date desc, appointment_time, id)
  include (patient_id, doctor_id, study_type, status);
create index citas_status_idx on public.citas (status, appointment_date desc, appointment_time, id)
  include (patient_id, doctor_id, study_type);
create index citas_created_at_idx on public.citas (created_at desc);
create index citas_nombre_search_idx on public.citas
  using gin (private.sought(nombre) extensions.gin_trgm_ops) where patient_id is null;
-- The administration counts by them: with what else it and the policies read, no row is needed.
create index citas_study_type_idx on public.citas (study_type, doctor_id) include (patient_id);

-- One booking per doctor, day and time. A cancelled appointment frees its slot.
create unique index citas_slot_key on public.citas (doctor_id, appointment_date, appointment_time)
  where status <> 'cancelada';

alter table public.citas enable row level security;
revoke all on public.citas from public, anon, authenticated;
grant select on public.citas to authenticated;
grant insert (
  patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre, telefono, especialidad, status
) on public.citas to authenticated;
grant update (status) on public.citas to authenticated;

create policy "patients and doctors read their appointments, admins all" on public.citas
  for select to authenticated
  using (
    patient_id = (select private.active_uid())
    or (doctor_id = (select private.active_uid()) and (select private.is_doctor()))
    or (select private.is_admin())
  );

create policy "doctors book for themselves and their patients, admins for any" on public.citas
  for insert to authenticated
  with check (
    doctor_id = (select private.active_uid())
    and (select private.is_doctor())
    and status = 'pendiente'
    and patient_id is not null
    and (patient_id in (select private.my_patients()) or (select private.is_admin()))
  );

create policy "doctors change the status of their appointments, admins of all" on public.citas
  for update to authenticated
  using (
    (doctor_id = (select private.active_uid()) and (select private.is_doctor())) or (select private.is_admin())
  )
  with check (
    (doctor_id = (select private.active_uid()) and (select private.is_doctor())) or (select private.is_admin())
  );

-- Always true: known words in lower case, and what is over stays over.
create function private.check_cita_status() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.status := lower(btrim(coalesce(nullif(btrim(new.status), ''), 'pendiente')));
  if new.status not in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada') then
    raise exception using errcode = '23514', message = 'Estado de cita no válido.';
  end if;
  if tg_op = 'UPDATE' and old.status in ('completada', 'cancelada') and new.status <> old.status then
    raise exception using errcode = '23514',
      message = format('No puedes cambiar el estado de una cita %s.', old.status);
  end if;
  return new;
end
$$;
create trigger citas_a_status before insert or update on public.citas
  for each row execute function private.check_cita_status();

-- Every half hour from 09:30; the last one starts at 18:00, on Sundays at 13:00.
create function private.is_slot(day date, slot time) returns boolean
  language sql immutable parallel safe set search_path = ''
  return slot between time '09:30' and case when extract(isodow from day) = 7 then time '13:00' else time '18:00' end
    and extract(minute from slot) in (0, 30)
    and extract(second from slot) = 0;

-- Through the API one books ahead and on the grid, and sets the states that a doctor's selector offers.
create function private.check_cita_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.from_api() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.status is distinct from old.status and new.status not in ('pendiente', 'completada', 'cancelada')
      and not private.is_admin()
    then
      raise exception using errcode = '23514', message = 'Estado de cita no válido.';
    end if;
    return new;
  end if;
  if new.appointment_date < private.clinic_today() then
    raise exception using errcode = '23514', message = 'Fecha: elige una fecha de hoy en adelante.';
  end if;
  if new.appointment_time is null or not private.is_slot(new.appointment_date, new.appointment_time) then
    raise exception using errcode = '23514', message = 'Hora: elige uno de los horarios de la agenda.';
  end if;
  perform private.fits(new.study_type, 'Tipo de estudio', 200, true);
  return new;
end
$$;
create trigger citas_b_rules before insert or update on public.citas
  for each row execute function private.check_cita_rules();

create trigger citas_c_people before insert or update on public.citas
  for each row execute function private.check_people();
create trigger citas_link after insert on public.citas
  for each row execute function private.link_people();

-- The booked times of a doctor's day, for pickers; without saying for whom.
create function public.taken_slots(d_id uuid, day date) returns table (appointment_time time)
  language sql stable security definer set search_path = ''
as $$
  select c.appointment_time
  from public.citas c
  where c.doctor_id = d_id and c.appointment_date = day and c.status <> 'cancelada'
    and c.appointment_time is not null
    and (select private.is_doctor())
  order by c.appointment_time
$$;
