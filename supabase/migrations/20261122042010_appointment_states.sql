-- Who sets which status, and when; what is over stays (docs/product/appointments.md).

-- Always true: known words in lower case, and what is over stays over. Whoever did not come is noted from the start of the
-- appointment on, and that can be taken back until the end of the next day.
create or replace function private.check_cita_status() returns trigger
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
  if new.status = 'no_asistio' and (tg_op = 'INSERT' or old.status <> 'no_asistio')
    and private.slot_moment(new.appointment_date, new.appointment_time) > now()
  then
    raise exception using errcode = 'PT409', message = 'Todavía no es la hora de esta cita.';
  end if;
  if tg_op = 'UPDATE' and new.moves < old.moves then
    raise exception using errcode = 'PT403', message = 'Los cambios de horario de una cita solo se suman.';
  end if;
  return new;
end
$$;

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

-- What people write directly keeps the rules of a doctor's selector; the functions that book and move ask for themselves.
drop trigger citas_b_rules on public.citas;
create or replace function private.check_cita_rules() returns trigger
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
  perform private.require_open_start(new.doctor_id, new.appointment_date, new.appointment_time);
  perform private.fits(new.study_type, 'Tipo de estudio', 200, true);
  return new;
end
$$;
create trigger citas_b_rules before insert or update on public.citas
  for each row when (current_user in ('anon', 'authenticated')) execute function private.check_cita_rules();

revoke all on function
  private.require_open_start(uuid, date, time)
  from public, anon, authenticated, service_role;
