-- Appointments (docs/product/appointments.md): the rows and their rules, what happened to them, and how staff book and change
-- them.

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
  request_id bigint references public.study_requests on delete set null,
  seat smallint not null default 0,
  moves integer not null default 0,
  warned_at timestamptz,
  constraint citas_appointment_date_fits check (private.day_fits(appointment_date, 'Fecha')),
  constraint citas_study_type_fits check (private.fits(study_type, 'Tipo de estudio', 200)),
  constraint citas_nombre_fits check (private.fits(nombre, 'Nombre', 200)),
  constraint citas_telefono_fits check (private.fits(telefono, 'Teléfono', 40)),
  constraint citas_especialidad_fits check (private.fits(especialidad, 'Especialidad', 200)),
  constraint citas_seat_fits check (seat between 0 and 2 and (seat = 0 or appointment_time is not null)),
  constraint citas_moves_fits check (moves >= 0),
  constraint citas_status_known
    check (status in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada', 'no_asistio'))
);
alter table public.citas enable row level security;

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

grant select on public.citas to authenticated;
grant insert (
  id, patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre, telefono, especialidad, status
) on public.citas to authenticated;
grant update (status) on public.citas to authenticated;

create policy "patients and doctors read their appointments, admins all" on public.citas
  for select to authenticated
  using (
    doctor_id = (select private.doctor_uid())
    or (select private.is_admin())
    or patient_id = (select private.active_uid())
  );

create policy "doctors book for themselves and their patients, admins for any" on public.citas
  for insert to authenticated
  with check (
    doctor_id = (select private.active_uid())
    and status = 'pendiente'
    and patient_id is not null
    and (patient_id in (select private.my_patients()) or (select private.is_admin()))
  );

create policy "doctors change the status of their appointments, admins of all" on public.citas
  for update to authenticated
  using (
    doctor_id = (select private.doctor_uid()) or (select private.is_admin())
  );

-- Nobody writes 'no_asistio' by hand, and the refusal says so at any hour: only then is the hour checked.
create function private.check_cita_status() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.status := lower(btrim(coalesce(nullif(btrim(new.status), ''), 'pendiente')));
  if new.status not in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada', 'no_asistio') then
    raise exception using errcode = 'PT400', message = 'Estado de cita no válido.';
  end if;
  if tg_op = 'UPDATE' and old.status in ('completada', 'cancelada') and new.status <> old.status then
    raise exception using errcode = 'PT400',
      message = format('No puedes cambiar el estado de una cita %s.', old.status);
  end if;
  if tg_op = 'UPDATE' and old.status in ('completada', 'cancelada', 'no_asistio')
    and (new.doctor_id, new.appointment_date, new.appointment_time)
      is distinct from (old.doctor_id, old.appointment_date, old.appointment_time)
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no se puede mover.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'no_asistio' and new.status <> old.status
    and (new.status <> 'pendiente' or private.clinic_today() > old.appointment_date + 1)
  then
    raise exception using errcode = 'PT409',
      message = 'No puedes cambiar el estado de una cita marcada como no asistió.';
  end if;
  if tg_op = 'UPDATE' and new.moves < old.moves then
    raise exception using errcode = 'PT403', message = 'Los cambios de horario de una cita solo se suman.';
  end if;
  return new;
end
$$;

create trigger citas_a_status before insert or update on public.citas
  for each row execute function private.check_cita_status();

-- Through the API one books ahead and on the grid, and sets the states that a doctor's selector offers.
create function private.check_cita_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.status is distinct from old.status and (
      new.status = 'no_asistio'
      or new.status not in ('pendiente', 'completada', 'cancelada') and not private.is_admin()
    ) then
      raise exception using errcode = 'PT400', message = 'Estado de cita no válido.';
    end if;
    if new.status is distinct from old.status and old.status = 'no_asistio' then
      raise exception using errcode = 'PT409',
        message = 'No puedes cambiar el estado de una cita marcada como no asistió.';
    end if;
    return new;
  end if;
  new.seat := private.seat_for(new.doctor_id, new.appointment_date, new.appointment_time, null);
  perform private.fits(new.study_type, 'Tipo de estudio', 200, true);
  return new;
end
$$;

create trigger citas_c_people before insert or update on public.citas
  for each row execute function private.check_people();

create trigger citas_link after insert on public.citas
  for each row execute function private.link_people();

-- The booked times of a doctor's day, for pickers; without saying for whom. A slot with several appointments is one slot.
create function public.taken_slots(d_id uuid, day date) returns table (appointment_time time)
  language sql stable security definer set search_path = ''
as $$
  select c.appointment_time
  from public.citas c
  where c.doctor_id = d_id and c.appointment_date = day and c.status <> 'cancelada' and c.seat = 0
    and c.appointment_time is not null
    and (select private.is_doctor())
  order by c.appointment_time
$$;

create trigger citas_d_phone before insert or update on public.citas
  for each row execute function private.check_phone('telefono');

create unique index citas_slot_key on public.citas (doctor_id, appointment_date, appointment_time, seat)
  where status <> 'cancelada';

-- A request has one appointment that was neither cancelled nor missed.
create unique index citas_request_key on public.citas (request_id) where status not in ('cancelada', 'no_asistio');
create index citas_request_id_idx on public.citas (request_id);

-- Bookings and changes of appointments wait for one another, so that the seats of a slot are counted and filled by one at
-- a time. Taken before rows are locked: else the first would wait for a row of the second, and the second for its turn.
create function private.take_cita_turn() returns void
  language sql volatile security definer set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtext('public.citas'));
end;

create function private.wait_for_cita_turn() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_cita_turn();
  return null;
end
$$;

create trigger citas_a_turn before insert or update or delete on public.citas
  for each statement execute function private.wait_for_cita_turn();

-- Always true, once all is written: whoever sits behind others has every seat before it taken.
create function private.check_cita_seats() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.citas c
    where (c.doctor_id, c.appointment_date, c.appointment_time) in (
        (old.doctor_id, old.appointment_date, old.appointment_time),
        (new.doctor_id, new.appointment_date, new.appointment_time)
      )
      and c.status <> 'cancelada'
    group by c.doctor_id, c.appointment_date, c.appointment_time
    having max(c.seat) >= count(*)
  ) then
    raise exception using errcode = 'PT409', message = 'Este sobrecupo no tiene una cita delante.';
  end if;
  return null;
end
$$;

create constraint trigger citas_seat_behind after insert on public.citas deferrable initially deferred
  for each row when (new.seat > 0) execute function private.check_cita_seats();

create constraint trigger citas_seat_before
  after update of status, doctor_id, appointment_date, appointment_time, seat or delete on public.citas
  deferrable initially deferred
  for each row execute function private.check_cita_seats();

-- When the holder of a seat leaves, those behind move up; an appointment that is handed over alone takes the first seat.
create function private.fill_seats() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  late record;
begin
  if tg_op = 'UPDATE' and (old.status = 'cancelada') = (new.status = 'cancelada')
    and (new.doctor_id, new.appointment_date, new.appointment_time)
      is not distinct from (old.doctor_id, old.appointment_date, old.appointment_time)
  then
    return null;
  end if;
  for late in
    select seated.id, seated.place
    from (
      select c.id, c.seat,
        row_number() over (partition by c.doctor_id, c.appointment_date, c.appointment_time order by c.seat) - 1 as place
      from public.citas c
      where (c.doctor_id, c.appointment_date, c.appointment_time) in (
          (old.doctor_id, old.appointment_date, old.appointment_time),
          (new.doctor_id, new.appointment_date, new.appointment_time)
        )
        and c.status <> 'cancelada'
    ) seated
    where seated.seat > seated.place
    order by seated.seat
  loop
    update public.citas c set seat = late.place where c.id = late.id;
  end loop;
  return null;
end
$$;

create trigger citas_seat after delete or update of status, doctor_id, appointment_date, appointment_time on public.citas
  for each row execute function private.fill_seats();

-- Who sets which status, and when; what is over stays (docs/product/appointments.md).

-- A start that staff may book: from today on, and within the hours.
create function private.require_open_start(doctor uuid, day date, at time) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if day < private.clinic_today() then
    raise exception using errcode = 'PT400', message = 'Fecha: elige una fecha de hoy en adelante.';
  end if;
  if day is null or at is null or not private.is_open(doctor, day, at) then
    raise exception using errcode = 'PT400', message = private.not_open_words(doctor, day);
  end if;
end
$$;

create trigger citas_b_rules before insert or update on public.citas
  for each row when (current_user in ('anon', 'authenticated')) execute function private.check_cita_rules();

-- What happened to appointments, for those who keep them (docs/product/appointments.md).

-- What happened to an appointment; only added to, but for who saw it.
create table public.cita_events (
  id uuid primary key default gen_random_uuid(),
  cita_id uuid not null references public.citas on delete cascade,
  kind text not null,
  by text not null,
  -- Null for a patient who acts by link.
  actor_id uuid references public.profiles on delete set null,
  from_day date,
  from_time time(0),
  to_day date,
  to_time time(0),
  reason text,
  at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by uuid references public.profiles on delete set null,
  constraint cita_events_kind_known check (
    kind in ('agendada', 'sobrecupo', 'confirmada', 'movida', 'cancelada', 'aviso', 'no_asistio', 'deshecha')
  ),
  constraint cita_events_by_known check (by in ('clinica', 'paciente')),
  constraint cita_events_reason_fits check (private.fits(reason, 'Motivo', 200))
);
alter table public.cita_events enable row level security;

create index cita_events_cita_id_idx on public.cita_events (cita_id, at);
create index cita_events_actor_id_idx on public.cita_events (actor_id);
create index cita_events_seen_by_idx on public.cita_events (seen_by);
create index cita_events_unseen_idx on public.cita_events (at) where by = 'paciente' and seen_at is null;

grant select, update (seen_at, seen_by) on public.cita_events to authenticated;

create policy "doctors read what happened to their appointments, admins to all" on public.cita_events
  for select to authenticated
  using (
    exists (
      select from public.citas c
      where c.id = cita_id and (c.doctor_id = (select private.active_uid()) or (select private.is_admin()))
    )
  );

create policy "doctors note what they saw of their appointments, admins of all" on public.cita_events
  for update to authenticated
  using (
    exists (
      select from public.citas c
      where c.id = cita_id and (c.doctor_id = (select private.active_uid()) or (select private.is_admin()))
    )
  )
  with check (seen_by = (select private.active_uid()));

-- Always true: an event stays as it was, but for being seen, once.
create function private.keep_cita_event() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - array['seen_at', 'seen_by', 'actor_id'] <> to_jsonb(old) - array['seen_at', 'seen_by', 'actor_id']
    or (new.actor_id is distinct from old.actor_id and new.actor_id is not null)
  then
    raise exception using errcode = 'PT403', message = 'La historia de una cita no se modifica.';
  end if;
  if old.seen_at is not null and new.seen_by is not null then
    new.seen_at := old.seen_at;
    new.seen_by := old.seen_by;
  elsif new.seen_by is not null then
    new.seen_at := now();
  end if;
  return new;
end
$$;

create trigger cita_events_keep before update on public.cita_events
  for each row execute function private.keep_cita_event();

-- Always true: events go with their appointment, never before it.
create function private.keep_cita_history() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.citas c where c.id = old.cita_id) then
    raise exception using errcode = 'PT403', message = 'La historia de una cita no se modifica.';
  end if;
  return old;
end
$$;

create trigger cita_events_stay before delete on public.cita_events
  for each row execute function private.keep_cita_history();

-- What happened, whichever way it came about: who acted and why is what private.write_cita was told, else the clinic did,
-- without a reason.
create function private.cita_event_kind(before public.citas, c public.citas) returns text
  language sql stable security definer set search_path = ''
  return case
    when before.id is null and (c.seat > 0 or nullif(current_setting('indice.cita_reason', true), '') is not null)
      then 'sobrecupo'
    when before.id is null then 'agendada'
    when before.status = 'no_asistio' and c.status = 'pendiente' then 'deshecha'
    when c.status <> before.status and c.status in ('cancelada', 'no_asistio') then c.status
    when (c.appointment_date, c.appointment_time, c.doctor_id)
      is distinct from (before.appointment_date, before.appointment_time, before.doctor_id) then 'movida'
    when c.status <> before.status and c.status = 'confirmada' then 'confirmada'
    when c.warned_at is distinct from before.warned_at and c.warned_at is not null then 'aviso'
  end;

-- A line of history, and one of the trail: in the event's word, else as an ordinary change.
create function private.note_cita() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  by_patient constant boolean := coalesce(current_setting('indice.cita_by', true) = 'paciente', false);
  happened constant text := private.cita_event_kind(case when tg_op = 'UPDATE' then old end, new);
  changed constant text[] := array(
    select field.key from jsonb_each(to_jsonb(new)) as field
    where tg_op = 'UPDATE' and field.value is distinct from to_jsonb(old) -> field.key
    order by field.key
  );
begin
  if tg_op = 'UPDATE' and changed = '{}' then
    return null;
  end if;
  if happened is not null then
    insert into public.cita_events (cita_id, kind, by, actor_id, from_day, from_time, to_day, to_time, reason)
    values (
      new.id, happened, case when by_patient then 'paciente' else 'clinica' end,
      (select p.id from public.profiles p where p.id = auth.uid() and not by_patient),
      case when happened = 'movida' then old.appointment_date end, case when happened = 'movida' then old.appointment_time end,
      new.appointment_date, new.appointment_time, nullif(current_setting('indice.cita_reason', true), '')
    );
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(), private.speaking_role(),
    case happened when 'agendada' then 'book' when 'sobrecupo' then 'overbook' when 'confirmada' then 'confirm'
      when 'movida' then 'move' when 'cancelada' then 'cancel' when 'aviso' then 'warn' when 'no_asistio' then 'no_show'
      when 'deshecha' then 'undo_no_show' else 'update' end,
    'citas', new.id::text, case when tg_op = 'UPDATE' then changed end, new.patient_id
  );
  return null;
end
$$;

create trigger citas_z_audit after insert or update on public.citas
  for each row execute function private.note_cita();

create trigger citas_z_audit_gone after delete on public.citas
  for each row execute function private.audit_change();

create trigger citas_c_doctor before insert or update on public.citas
  for each row when (current_user not in ('anon', 'authenticated') or new.doctor_id = auth.uid())
  execute function private.check_cita_doctor();

create trigger citas_d_name before insert or update on public.citas
  for each row execute function private.check_name('nombre');

-- From a request to an appointment in one step (docs/product/appointments.md). The functions ask for hours, day and reach
-- themselves.

-- Whose account a request's e-mail is. Another name is never answered with the stored one, unless the caller reads that
-- patient: whoever writes an e-mail into the public form would learn who has it. With it comes what the page that books
-- needs: whether the patient may choose the hour by a link, whether there is mail, and the notice that links need.
create function public.request_patient(request_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.study_requests;
  known public.profiles;
  reads boolean;
  settings constant jsonb := private.agenda_settings();
  offered constant jsonb := jsonb_build_object(
    'self_booking', settings -> 'self_booking', 'mail', private.has_mail(), 'notice_hours', settings -> 'notice_hours'
  );
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agendar citas.';
  end if;
  perform private.hit('request_patient', 240, interval '1 minute', private.active_uid()::text);
  select r.* into request from public.study_requests r where r.id = request_patient.request_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
  end if;
  select p.* into known from public.profiles p where p.email = request.patient_email;
  if not found then
    return offered || jsonb_build_object('outcome', 'new');
  end if;
  if known.role not in ('patient', 'paciente') or known.id in (select private.closed_accounts()) then
    return offered - 'self_booking' || jsonb_build_object('outcome', 'staff');
  end if;
  reads := private.is_admin() or private.is_linked(known.id);
  return offered || jsonb_build_object(
    'outcome', case when private.name_key(known.full_name) = private.name_key(request.patient_name)
      then 'known' else 'other_name' end,
    'id', case when reads or private.name_key(known.full_name) = private.name_key(request.patient_name)
      then known.id end,
    'name', case when reads then known.full_name end,
    'initials', private.initials(known.full_name)
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create function private.initials(name text) returns text
  language sql immutable set search_path = ''
  return (
    select string_agg(upper(left(word, 1)) || '.', ' ' order by at)
    from (
      select word, at from regexp_split_to_table(btrim(name), '\s+') with ordinality as w (word, at)
      where word <> '' limit 3
    ) words
  );

-- Whether the caller may book this doctor: oneself, or anybody for an administrator.
create function private.require_booker(doctor uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() and not (private.is_doctor() and doctor = private.active_uid()) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agendar citas.';
  end if;
end
$$;

-- The seat for an appointment at this start, asked in one's turn. Without a reason it is the first one of a slot within the
-- hours, and the index says whether it is taken; with one it is the next, or the first of a half hour outside of the hours.
create function private.seat_for(doctor uuid, day date, at time, over_reason text) returns smallint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  held integer;
begin
  if over_reason is null then
    perform private.require_open_start(doctor, day, at);
    return 0;
  end if;
  if char_length(btrim(over_reason)) < 3 then
    raise exception using errcode = 'PT400',
      message = 'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.';
  end if;
  perform private.fits(over_reason, 'Motivo', 200, true);
  if day is null or at is null or day < private.clinic_today()
    or not (at between time '06:00' and time '21:30' and extract(epoch from at) % 1800 = 0)
  then
    raise exception using errcode = 'PT400', message = 'Hora: elige uno de los horarios de la agenda.';
  end if;
  select count(*) into held from public.citas c
  where (c.doctor_id, c.appointment_date, c.appointment_time) = (doctor, day, at) and c.status <> 'cancelada';
  if held > 2 then
    raise exception using errcode = 'PT409', message = 'Este horario ya tiene dos sobrecupos.';
  end if;
  return held;
end
$$;

-- The one door to an appointment, for all that books, moves or ends one: writes it as given, new or changed, with the seat of
-- its start, and tells its history who did so and why. Whether they may, and whether a patient may have this start, the
-- caller has asked in its turn. The start of another is a unique_violation.
create function private.write_cita(cita public.citas, by_patient boolean default false, reason text default null)
  returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  before public.citas;
begin
  select c.* into before from public.citas c where c.id = cita.id;
  if cita is not distinct from before then
    return cita;
  end if;
  if (cita.doctor_id, cita.appointment_date, cita.appointment_time)
    is distinct from (before.doctor_id, before.appointment_date, before.appointment_time)
  then
    cita.seat := case when by_patient then 0
      else private.seat_for(cita.doctor_id, cita.appointment_date, cita.appointment_time, reason) end;
  end if;
  perform set_config('indice.cita_by', case when by_patient then 'paciente' else '' end, true),
    set_config('indice.cita_reason', coalesce(reason, ''), true);
  if before.id is null then
    insert into public.citas (
      id, patient_id, doctor_id, appointment_date, appointment_time, seat, study_type, request_id, status, nombre, telefono
    )
    select coalesce(cita.id, gen_random_uuid()), p.id, cita.doctor_id, cita.appointment_date, cita.appointment_time,
      cita.seat, cita.study_type, cita.request_id, cita.status, p.full_name, p.phone
    from public.profiles p where p.id = cita.patient_id
    returning * into cita;
  else
    update public.citas c
    set doctor_id = cita.doctor_id, appointment_date = cita.appointment_date, appointment_time = cita.appointment_time,
      seat = cita.seat, status = cita.status, moves = cita.moves, warned_at = cita.warned_at
    where c.id = cita.id
    returning * into cita;
  end if;
  perform set_config('indice.cita_by', '', true), set_config('indice.cita_reason', '', true);
  return cita;
end
$$;

-- What staff do with an appointment that was booked (docs/product/appointments.md).

-- The appointment, if the caller may change it: its doctor, or an administrator. Locked after the turn of all changes.
create function private.cita_to_change(cita_id uuid, caller uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_cita public.citas;
begin
  perform private.take_cita_turn();
  select c.* into found_cita from public.citas c
  where c.id = cita_id
    and (private.is_admin() or (private.is_doctor() and c.doctor_id = caller))
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la cita.';
  end if;
  return found_cita;
end
$$;

-- Books a start, with a reason beyond what it holds: accepts the request that it comes from, links doctor and patient, and
-- mails. Asked again with the same id it answers the stored row, and is refused where that is another.
create function public.book_cita(
  id uuid, patient_id uuid, doctor_id uuid, day date, at time, study_type text,
  request_id bigint default null, over_reason text default null, mail boolean default false
) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  booked public.citas;
  request public.study_requests;
  of_request boolean := false;
begin
  perform private.require_booker(book_cita.doctor_id);
  if book_cita.request_id is not null then
    select r.* into request from public.study_requests r where r.id = book_cita.request_id for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
    end if;
    of_request := exists (
      select from public.profiles p
      where p.id = book_cita.patient_id and p.email = request.patient_email
        and private.name_key(p.full_name) = private.name_key(request.patient_name)
    );
  end if;
  perform private.take_cita_turn();
  select c.* into booked from public.citas c where c.id = book_cita.id;
  if found then
    if not (private.is_admin() or booked.doctor_id = caller) then
      raise exception using errcode = 'PT409', message = 'La cita ya existe. Vuelve a abrir la página.';
    end if;
    if (
      booked.doctor_id, booked.patient_id, booked.appointment_date, booked.appointment_time, booked.study_type,
      booked.request_id
    ) is not distinct from (
      book_cita.doctor_id, book_cita.patient_id, book_cita.day, book_cita.at::time(0), book_cita.study_type,
      book_cita.request_id
    ) then
      return booked;
    end if;
    raise exception using errcode = 'PT409', message = format(
      'Esta cita ya quedó guardada: %s, %s, el %s a las %s. Para cambiarla, ábrela en Citas.', booked.nombre,
      booked.study_type, to_char(booked.appointment_date, 'DD/MM/YYYY'), to_char(booked.appointment_time, 'HH24:MI')
    );
  end if;
  if not (private.is_admin() or private.is_linked(book_cita.patient_id) or of_request)
    or not exists (
      select from public.profiles p
      where p.id = book_cita.patient_id and p.role in ('patient', 'paciente')
        and p.id not in (select private.closed_accounts())
    )
  then
    raise exception using errcode = 'PT400', message = 'Paciente: elige un paciente de la lista.';
  end if;
  perform private.fits(book_cita.study_type, 'Tipo de estudio', 200, true);
  if book_cita.request_id is not null then
    if request.status = 'rechazada' then
      raise exception using errcode = 'PT409', message = 'Esta solicitud fue rechazada.';
    end if;
    if exists (
      select from public.citas c
      where c.request_id = request.id and c.status not in ('cancelada', 'no_asistio')
    ) then
      raise exception using errcode = 'PT409', message = 'Esta solicitud ya tiene una cita.';
    end if;
    update public.study_requests r set status = 'aceptada' where r.id = request.id and r.status <> 'aceptada';
  end if;
  booked.id := book_cita.id;
  booked.patient_id := book_cita.patient_id;
  booked.doctor_id := book_cita.doctor_id;
  booked.appointment_date := book_cita.day;
  booked.appointment_time := book_cita.at;
  booked.study_type := book_cita.study_type;
  booked.request_id := request.id;
  booked := private.write_cita(booked, reason => book_cita.over_reason);
  if mail then
    perform private.queue_mail('cita_nueva', booked);
  end if;
  return booked;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create function public.move_cita(
  cita_id uuid, day date, at time, doctor_id uuid default null, over_reason text default null,
  mail boolean default false
) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(move_cita.cita_id, private.active_uid());
  doctor constant uuid := coalesce(move_cita.doctor_id, cita.doctor_id);
begin
  if cita.status not in ('pendiente', 'confirmada', 'aceptada')
    or private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no se puede mover.';
  end if;
  if (doctor, move_cita.day, move_cita.at)
    is not distinct from (cita.doctor_id, cita.appointment_date, cita.appointment_time)
  then
    return cita;
  end if;
  perform private.require_booker(doctor);
  cita.doctor_id := doctor;
  cita.appointment_date := move_cita.day;
  cita.appointment_time := move_cita.at;
  cita.status := 'pendiente';
  cita.moves := cita.moves + 1;
  cita.warned_at := null;
  cita := private.write_cita(cita, reason => move_cita.over_reason);
  perform private.link(cita.doctor_id, cita.patient_id);
  if mail then
    perform private.queue_mail('cita_cambio', cita);
  end if;
  return cita;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The desk notes what the patient said on the telephone. A second confirmation changes nothing.
create function public.confirm_cita(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(confirm_cita.cita_id, private.active_uid());
begin
  if cita.status in ('pendiente', 'aceptada') then
    cita.status := 'confirmada';
    cita := private.write_cita(cita);
  elsif cita.status <> 'confirmada' then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no se puede confirmar.';
  end if;
  return cita;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- From the start of the appointment on, as citas_a_status asks.
create function public.mark_no_show(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(mark_no_show.cita_id, private.active_uid());
begin
  if cita.status <> 'no_asistio' then
    cita.status := 'no_asistio';
    cita := private.write_cita(cita);
  end if;
  return cita;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Until the end of the next day; citas_a_status refuses it afterwards, and for appointments that are over.
create function public.undo_no_show(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(undo_no_show.cita_id, private.active_uid());
begin
  if cita.status = 'no_asistio' and exists (
    select from public.citas c
    where c.request_id = cita.request_id and c.status not in ('cancelada', 'no_asistio')
  ) then
    raise exception using errcode = 'PT409', message = 'Esta solicitud ya tiene una cita.';
  end if;
  if cita.status not in ('pendiente', 'confirmada', 'aceptada') then
    cita.status := 'pendiente';
    cita := private.write_cita(cita);
  end if;
  return cita;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A request whose appointment stands is not rejected.
create function private.keep_booked_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.citas c where c.request_id = new.id and c.status not in ('cancelada', 'no_asistio', 'completada')
  ) then
    raise exception using errcode = 'PT409', message = 'Esta solicitud tiene una cita. Cancélala primero.';
  end if;
  return new;
end
$$;

create trigger study_requests_d_booked before update of status on public.study_requests
  for each row when (new.status = 'rechazada' and old.status <> 'rechazada')
  execute function private.keep_booked_request();

-- Beside a request: whether it has an appointment that was neither cancelled nor missed, also with a doctor whose appointments
-- the reader does not see. For staff; null for everybody else.
create function public.has_appointment(request public.study_requests) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.is_doctor() then private.is_booked(request.id) end;
end
$$;

-- Nobody is noted as absent before the appointment begins, whoever writes it (docs/product/appointments.md). A trigger of its own:
-- it comes after citas_b_rules, so that a word that was written by hand is refused as such.
create function private.check_cita_begun() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or old.status <> 'no_asistio')
    and private.slot_moment(new.appointment_date, new.appointment_time) > now()
  then
    raise exception using errcode = 'PT409', message = 'Todavía no es la hora de esta cita.';
  end if;
  return new;
end
$$;

create trigger citas_b_start before insert or update on public.citas
  for each row when (new.status = 'no_asistio') execute function private.check_cita_begun();

grant execute on function
  public.taken_slots(uuid,date), public.request_patient(bigint), public.confirm_cita(uuid), public.mark_no_show(uuid),
  public.undo_no_show(uuid), public.has_appointment(public.study_requests),
  public.book_cita(uuid,uuid,uuid,date,time,text,bigint,text,boolean),
  public.move_cita(uuid,date,time,uuid,text,boolean)
  to authenticated;
