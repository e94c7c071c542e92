-- When a doctor can be booked. `domain/clinic-hours.ts` says the same; domain/slots.cases.json holds both to it.

-- The hours of a doctor's day; without a doctor the clinic's. The clinic's week, and within it the doctor's own if there is
-- one, plus openings, minus closures and absences.
create function private.day_windows(doctor uuid, day date) returns table (opens time, closes time)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  clinic_week tsmultirange;
  own_week tsmultirange;
  opened tsmultirange;
  closed tsmultirange;
begin
  select
    range_agg(tsrange(day + h.opens, day + h.closes)) filter (where h.doctor_id is null),
    range_agg(tsrange(day + h.opens, day + h.closes)) filter (where h.doctor_id = doctor)
    into clinic_week, own_week
    from public.clinic_hours h where h.weekday = extract(isodow from day);
  if not exists (select from public.clinic_hours h where h.doctor_id = doctor) then
    own_week := '{(,)}';
  end if;
  select
    range_agg(tsrange(day + c.opens, day + c.closes)) filter (where c.kind = 'apertura'),
    range_agg(tsrange(
      c.first_day + coalesce(c.opens, time '00:00'), c.last_day + coalesce(c.closes, time '24:00')
    )) filter (where c.kind <> 'apertura')
    into opened, closed
    from public.clinic_closures c
    where day between c.first_day and c.last_day and c.removed_at is null
      and (c.doctor_id is null or c.doctor_id = doctor);
  return query
    select lower(w)::time, case when upper(w)::date = day then upper(w)::time else time '24:00' end
    from unnest(
      coalesce(clinic_week, '{}') * coalesce(own_week, '{}') + coalesce(opened, '{}') - coalesce(closed, '{}')
    ) w
    order by 1;
end
$$;

-- Whether a half hour that can be booked starts then; false without a time.
create function private.is_open(doctor uuid, day date, at time) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return extract(epoch from at) % 1800 = 0
    and exists (select from private.day_windows(doctor, day) w where at >= w.opens and at < w.closes);
end
$$;

-- What a person reads about a start that is not open.
create function private.not_open_words(doctor uuid, day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.day_windows(doctor, day)) then
    return 'Hora: elige uno de los horarios de la agenda.';
  end if;
  if exists (select from private.day_windows(null, day)) then
    return format('%s no atiende ese día.', private.full_name_of(doctor));
  end if;
  return 'La clínica está cerrada ese día' || coalesce(': ' || (
    select c.label from public.clinic_closures c
    where c.kind = 'cierre' and day between c.first_day and c.last_day and c.removed_at is null and c.label is not null
    order by c.first_day, c.id limit 1
  ), '') || '.';
end
$$;

-- Through the API one books ahead and on the grid, and sets the states that a doctor's selector offers.
create or replace function private.check_cita_rules() returns trigger
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
      raise exception using errcode = 'PT400', message = 'Estado de cita no válido.';
    end if;
    return new;
  end if;
  if new.appointment_date < private.clinic_today() then
    raise exception using errcode = 'PT400', message = 'Fecha: elige una fecha de hoy en adelante.';
  end if;
  if not private.is_open(new.doctor_id, new.appointment_date, new.appointment_time) then
    raise exception using errcode = 'PT400',
      message = private.not_open_words(new.doctor_id, new.appointment_date);
  end if;
  perform private.fits(new.study_type, 'Tipo de estudio', 200, true);
  return new;
end
$$;
drop function private.is_slot(date, time);

revoke all on function
  private.day_windows(uuid, date), private.is_open(uuid, date, time), private.not_open_words(uuid, date)
  from public, anon, authenticated, service_role;
