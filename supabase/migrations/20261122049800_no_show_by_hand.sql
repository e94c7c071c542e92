-- Nobody writes 'no_asistio' by hand, and whoever tries is told that, at whatever hour. So the hour is asked for afterwards.
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
  if tg_op = 'UPDATE' and new.moves < old.moves then
    raise exception using errcode = 'PT403', message = 'Los cambios de horario de una cita solo se suman.';
  end if;
  return new;
end
$$;

-- Nobody is noted as absent before the appointment begins, whoever writes it (docs/product/appointments.md). A trigger of its own:
-- it comes after citas_b_rules, so that who writes the word by hand is told that it is none.
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

revoke all on function private.check_cita_begun() from public, anon, authenticated, service_role;
notify pgrst, 'reload schema';
