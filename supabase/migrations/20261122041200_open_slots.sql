-- The starts of a doctor's next days that have not begun, each free or taken; without saying for whom. Staff alone.
create function public.open_slots(d_id uuid, from_day date, days integer)
  returns table (day date, at time, taken boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  clinic_now constant timestamp := now() at time zone private.setting('clinic_time_zone', 'America/Mexico_City');
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver los horarios.';
  end if;
  if days is null or days not between 1 and 31 then
    raise exception using errcode = 'PT400', message = 'Días: escribe un número de 1 a 31.';
  end if;
  perform private.day_fits(from_day, 'Fecha');
  return query
    select s.start::date, s.start::time, c.id is not null
    from generate_series(0, days - 1) later
    cross join lateral private.day_windows(d_id, from_day + later) w
    cross join lateral generate_series(
      from_day + later + w.opens, from_day + later + w.closes - interval '1 minute', interval '30 minutes'
    ) s(start)
    left join public.citas c
      on c.doctor_id = d_id and c.appointment_date between from_day and from_day + days - 1
      and c.appointment_date = s.start::date and c.appointment_time = s.start::time
      and c.status <> 'cancelada'
    where s.start > clinic_now
    order by s.start;
end
$$;

revoke all on function public.open_slots(uuid, date, integer) from public, anon, authenticated, service_role;
grant execute on function public.open_slots(uuid, date, integer) to authenticated;
