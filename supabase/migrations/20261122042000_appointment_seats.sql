-- Appointments that come from a request, move, are overbooked or missed (docs/product/appointments.md). A slot has three
-- seats: who books takes the first, and whoever overbooks with a reason the next one.
alter table public.citas
  add column request_id bigint references public.study_requests on delete set null,
  add column seat smallint not null default 0,
  add column moves integer not null default 0,
  add column warned_at timestamptz,
  add constraint citas_seat_fits check (seat between 0 and 2 and (seat = 0 or appointment_time is not null)),
  add constraint citas_moves_fits check (moves >= 0),
  drop constraint citas_status_known,
  add constraint citas_status_known
    check (status in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada', 'no_asistio'));

drop index public.citas_slot_key;
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

-- When the holder of a seat leaves, those behind move up; whoever comes without those who sat before takes the first seat.
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

-- As before, but in its turn. Removes a doctor's account and settles the appointments from today on that are neither
-- completed nor cancelled, all or nothing: 'keep', 'cancel', or 'give' to another doctor, who is linked with those patients as if an administrator had booked.
-- Answers what `begin_account_removal` does, and how many appointments there were.
create or replace function public.begin_doctor_removal(user_id uuid, plan text, new_doctor uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target constant uuid := begin_doctor_removal.user_id;
  removal jsonb;
  open_ones uuid[];
  taken text;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para eliminar usuarios.';
  end if;
  if plan is null or plan not in ('keep', 'cancel', 'give') then
    raise exception using errcode = 'PT400', message = 'Citas: elige conservarlas, cancelarlas o pasarlas a otro doctor.';
  end if;
  if plan = 'give' and not exists (
    select from public.profiles p
    where p.id = new_doctor and p.id <> target and p.role = 'doctor' and p.id not in (select private.closed_accounts())
  ) then
    raise exception using errcode = 'PT400', message = 'Citas: elige otro doctor de la lista.';
  end if;
  -- Before any row is locked, as every change of appointments.
  perform private.take_cita_turn();
  -- Closed first: an account that its appointments keep from being erased must not lose them before.
  removal := public.begin_account_removal(target);
  open_ones := array(
    select c.id from public.citas c
    where c.doctor_id = target and c.appointment_date >= private.clinic_today()
      and c.status in ('pendiente', 'confirmada', 'aceptada')
    order by c.id
    for update
  );
  if plan = 'cancel' then
    update public.citas c set status = 'cancelada' where c.id = any (open_ones);
  elsif plan = 'give' then
    select string_agg(format('%s a las %s', to_char(t.day, 'DD/MM/YYYY'), to_char(t.slot, 'HH24:MI')), ', ' order by t.day, t.slot)
    into taken
    from (
      select distinct c.appointment_date as day, c.appointment_time as slot
      from public.citas c
      join public.citas o on o.doctor_id = new_doctor and o.appointment_date = c.appointment_date
        and o.appointment_time = c.appointment_time and o.status <> 'cancelada'
      where c.id = any (open_ones)
      order by 1, 2
      limit 5
    ) t;
    if taken is not null then
      raise exception using errcode = 'PT409', message = format(
        '%s ya tiene citas a esas horas: %s. Cámbialas antes o elige otro doctor.', private.full_name_of(new_doctor), taken
      );
    end if;
    update public.citas c set doctor_id = new_doctor where c.id = any (open_ones);
    perform private.link(new_doctor, people.patient_id)
    from (select distinct c.patient_id from public.citas c where c.id = any (open_ones)) people;
  end if;
  return removal || jsonb_build_object('citas', cardinality(open_ones));
end
$$;

-- As before: a slot with several appointments is one slot.
create or replace function public.taken_slots(d_id uuid, day date) returns table (appointment_time time)
  language sql stable security definer set search_path = ''
as $$
  select c.appointment_time
  from public.citas c
  where c.doctor_id = d_id and c.appointment_date = day and c.status <> 'cancelada' and c.seat = 0
    and c.appointment_time is not null
    and (select private.is_doctor())
  order by c.appointment_time
$$;

-- As before: the starts of a doctor's next days that have not begun, each free or taken; without saying for whom. Staff alone.
create or replace function public.open_slots(d_id uuid, from_day date, days integer)
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
      and c.status <> 'cancelada' and c.seat = 0
    where s.start > clinic_now
    order by s.start;
end
$$;

revoke all on function
  private.take_cita_turn(), private.wait_for_cita_turn(), private.check_cita_seats(), private.fill_seats()
  from public, anon, authenticated, service_role;
