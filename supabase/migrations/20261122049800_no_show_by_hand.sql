-- Nobody writes 'no_asistio' by hand, and whoever tries is told that, at whatever hour. So the function asks for the hour.
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

-- As before; from the start of the appointment on.
create or replace function public.mark_no_show(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(mark_no_show.cita_id, private.active_uid());
begin
  if cita.status in ('pendiente', 'confirmada', 'aceptada')
    and private.slot_moment(cita.appointment_date, cita.appointment_time) > now()
  then
    raise exception using errcode = 'PT409', message = 'Todavía no es la hora de esta cita.';
  end if;
  if cita.status <> 'no_asistio' then
    update public.citas c set status = 'no_asistio' where c.id = cita.id returning * into cita;
  end if;
  return cita;
end
$$;
notify pgrst, 'reload schema';
