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

-- The same appointment at another start, or with another doctor for an administrator. It waits for an answer again.
create function public.move_cita(
  cita_id uuid, day date, at time, doctor_id uuid default null, over_reason text default null
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
  perform private.say_of_cita(false, move_cita.over_reason);
  update public.citas c
  set doctor_id = doctor, appointment_date = move_cita.day, appointment_time = move_cita.at,
    seat = private.seat_for(doctor, move_cita.day, move_cita.at, move_cita.over_reason),
    status = 'pendiente', moves = c.moves + 1, warned_at = null
  where c.id = cita.id
  returning * into cita;
  perform private.say_of_cita(false, null), private.link(cita.doctor_id, cita.patient_id);
  return cita;
end
$$;

-- Whoever sits at the desk heard it by telephone. Confirmed twice is confirmed.
create function public.confirm_cita(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(confirm_cita.cita_id, private.active_uid());
begin
  if cita.status in ('pendiente', 'aceptada') then
    update public.citas c set status = 'confirmada' where c.id = cita.id returning * into cita;
  elsif cita.status <> 'confirmada' then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no se puede confirmar.';
  end if;
  return cita;
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
    update public.citas c set status = 'no_asistio' where c.id = cita.id returning * into cita;
  end if;
  return cita;
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
    update public.citas c set status = 'pendiente' where c.id = cita.id returning * into cita;
  end if;
  return cita;
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

revoke all on function
  private.cita_to_change(uuid, uuid), private.keep_booked_request(),
  public.move_cita(uuid, date, time, uuid, text), public.confirm_cita(uuid), public.mark_no_show(uuid),
  public.undo_no_show(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.move_cita(uuid, date, time, uuid, text), public.confirm_cita(uuid), public.mark_no_show(uuid),
  public.undo_no_show(uuid)
  to authenticated;
notify pgrst, 'reload schema';
