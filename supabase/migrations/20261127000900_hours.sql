-- When the clinic and its doctors work (docs/product/appointments.md). Nobody writes but
-- `set_hours`, `add_closure` and `remove_closure`.

-- Half hours, as the grid of appointments has them.
create function private.hours_fit(opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if extract(epoch from opens) % 1800 <> 0 or extract(epoch from closes) % 1800 <> 0 then
    raise exception using errcode = 'PT400', message = 'Usa horas en punto o y media.';
  end if;
  return true;
end
$$;

create function private.window_fits(opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if closes <= opens then
    raise exception using errcode = 'PT400', message = 'La hora de cierre debe ser posterior.';
  end if;
  return private.hours_fit(opens, closes);
end
$$;

-- An opening has the same hours on each of its days; a closure is one stretch, which may go over midnight.
create function private.closure_fits(kind text, first_day date, last_day date, opens time, closes time) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  perform private.day_fits(first_day, 'Desde'), private.day_fits(last_day, 'Hasta');
  if last_day < first_day then
    raise exception using errcode = 'PT400', message = 'La fecha final debe ser igual o posterior.';
  end if;
  if last_day - first_day >= 366 then
    raise exception using errcode = 'PT400', message = 'Elige como máximo 366 días.';
  end if;
  if kind = 'apertura' or first_day = last_day then
    return private.window_fits(coalesce(opens, time '00:00'), coalesce(closes, time '24:00'));
  end if;
  return private.hours_fit(opens, closes);
end
$$;

-- The week, of the clinic (without a doctor) and of doctors who have one of their own.
create table public.clinic_hours (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid references public.profiles on delete cascade,
  weekday smallint not null,
  opens time(0) not null,
  closes time(0) not null,
  constraint clinic_hours_weekday_known check (weekday between 1 and 7),
  constraint clinic_hours_window_fits check (private.window_fits(opens, closes)),
  constraint clinic_hours_window_once unique nulls not distinct (doctor_id, weekday, opens)
);
alter table public.clinic_hours enable row level security;

create table public.clinic_closures (
  id uuid primary key,
  doctor_id uuid references public.profiles on delete cascade,
  kind text not null,
  first_day date not null,
  last_day date not null,
  opens time(0),
  closes time(0),
  label text,
  created_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint clinic_closures_kind_known check (
    case kind
      when 'cierre' then doctor_id is null
      when 'ausencia' then doctor_id is not null
      when 'apertura' then opens is not null and closes is not null
      else false
    end
  ),
  constraint clinic_closures_closure_fits check (private.closure_fits(kind, first_day, last_day, opens, closes)),
  constraint clinic_closures_label_fits check (private.fits(label, 'Motivo', 100))
);
alter table public.clinic_closures enable row level security;

create index clinic_closures_doctor_id_idx on public.clinic_closures (doctor_id, last_day);
create index clinic_closures_created_by_idx on public.clinic_closures (created_by);

grant select on public.clinic_hours, public.clinic_closures to authenticated;

create policy "doctors and admins read the hours" on public.clinic_hours
  for select to authenticated
  using ((select private.is_doctor()));

create policy "doctors and admins read closures and absences" on public.clinic_closures
  for select to authenticated
  using ((select private.is_doctor()));

-- As the clinic worked before hours were its own.
insert into public.clinic_hours (weekday, opens, closes)
select day, '09:30', case day when 7 then time '13:30' else time '18:30' end from generate_series(1, 7) as day;

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

-- The starts of a doctor's next days that have not begun, each free or taken; without saying for whom. Staff alone. None of a
-- doctor who takes no appointments.
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
  if not private.takes_appointments(d_id) then
    return;
  end if;
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

-- Saving the week, closures and absences. No appointment changes by it: the answer names those that now lie outside.

-- The appointments to come that lie outside of hours, of one doctor or of all.
create function private.citas_outside(doctor uuid, from_day date, to_day date)
  returns table (id uuid, appointment_date date, appointment_time time)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.id, c.appointment_date, c.appointment_time::time
    from public.citas c
    where (doctor is null or c.doctor_id = doctor)
      and c.status in ('pendiente', 'confirmada', 'aceptada')
      and c.appointment_date between from_day and to_day
      and private.slot_moment(c.appointment_date, c.appointment_time) > now()
      and not private.is_open(c.doctor_id, c.appointment_date, c.appointment_time);
end
$$;

-- A week as functions take and answer it; without a doctor the clinic's.
create function private.week_of(doctor uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'doctor_id', h.doctor_id, 'weekday', h.weekday, 'opens', h.opens, 'closes', h.closes
    ) order by h.weekday, h.opens), '[]')
    from public.clinic_hours h where h.doctor_id is not distinct from doctor
  );

-- Puts `week` ([{weekday, opens, closes}]) in the place of the present one.
create function private.write_week(doctor uuid, week jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wrong record;
begin
  lock table public.clinic_hours in share row exclusive mode;
  select w.weekday, count(*) as windows, bool_or(w.next_opens < w.closes) as overlaps into wrong
  from (
    select r.weekday, r.closes, lead(r.opens) over (partition by r.weekday order by r.opens, r.closes) as next_opens
    from jsonb_to_recordset(week) as r (weekday smallint, opens time(0), closes time(0))
  ) w
  group by w.weekday
  having count(*) > 4 or bool_or(w.next_opens < w.closes)
  order by w.weekday limit 1;
  if wrong.overlaps then
    raise exception using errcode = 'PT400', message = format('Los horarios de %s se enciman.',
      (array['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'])[wrong.weekday]);
  end if;
  if wrong.windows > 4 then
    raise exception using errcode = 'PT400', message = 'Agrega como máximo 4 horarios por día.';
  end if;
  delete from public.clinic_hours h where h.doctor_id is not distinct from doctor;
  insert into public.clinic_hours (doctor_id, weekday, opens, closes)
  select doctor, r.weekday, r.opens, r.closes
  from jsonb_to_recordset(week) as r (weekday smallint, opens time(0), closes time(0));
end
$$;

-- The installation's own wish for the clinic's week (clinic.json); false when a person has saved it, which then stays.
create function private.offer_week(week jsonb) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  present constant jsonb := private.week_of(null);
begin
  if exists (
    select from private.audit_log a
    where a.subject = 'clinic_hours' and a.action = 'set' and a.row_id is null and a.actor is not null
  ) then
    return false;
  end if;
  perform private.write_week(null, week);
  if private.week_of(null) <> present then
    perform private.record('set', 'clinic_hours', null);
  end if;
  return true;
end
$$;

-- A doctor's own week, or without one the clinic's: {week, affected: [{id, appointment_date, appointment_time}]}. An empty
-- week of a doctor means the clinic's hours.
create function public.set_hours(d_id uuid, week jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  outside_before uuid[];
begin
  perform private.require_admin();
  if d_id is not null and not exists (select from public.profiles p where p.id = d_id and p.role = 'doctor') then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar al doctor.';
  end if;
  outside_before := array(select o.id from private.citas_outside(d_id, private.clinic_today(), '2999-12-31') o);
  perform private.write_week(d_id, set_hours.week);
  perform private.record('set', 'clinic_hours', d_id::text);
  return jsonb_build_object(
    'week', private.week_of(d_id),
    'affected', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.appointment_date, o.appointment_time, o.id), '[]')
      from private.citas_outside(d_id, private.clinic_today(), '2999-12-31') o
      where o.id <> all (outside_before)
    )
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A closure with the appointments that lie in it and outside of hours.
create function private.closure_answer(closure uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object('closure', to_jsonb(c), 'affected', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.appointment_date, o.appointment_time, o.id), '[]')
      from private.citas_outside(c.doctor_id, c.first_day, c.last_day) o
      where case when c.kind = 'apertura' then o.appointment_time >= c.opens and o.appointment_time < c.closes
        else o.appointment_date + o.appointment_time >= c.first_day + coalesce(c.opens, time '00:00')
          and o.appointment_date + o.appointment_time < c.last_day + coalesce(c.closes, time '24:00') end
    ))
    from public.clinic_closures c where c.id = closure
  );

-- Admins keep every closure; doctors their own absences.
create function private.require_closure_keeper(kind text, doctor uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin()
    and not (private.is_doctor() and kind = 'ausencia' and doctor is not distinct from private.active_uid())
  then
    raise exception using errcode = 'PT403', message = 'Solo puedes cambiar tus propias ausencias.';
  end if;
end
$$;

-- Adds a closure, an absence or an opening, once however often it is sent with the same id: {closure, affected}. With other
-- content under the same id it is refused.
create function public.add_closure(
  id uuid, d_id uuid, kind text, first_day date, last_day date,
  opens time default null, closes time default null, label text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored public.clinic_closures;
begin
  perform private.require_closure_keeper(add_closure.kind, d_id);
  if d_id is not null and not exists (select from public.profiles p where p.id = d_id and p.role = 'doctor') then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar al doctor.';
  end if;
  insert into public.clinic_closures (id, doctor_id, kind, first_day, last_day, opens, closes, label, created_by)
  values (
    add_closure.id, d_id, add_closure.kind, add_closure.first_day, add_closure.last_day, add_closure.opens,
    add_closure.closes, nullif(btrim(add_closure.label), ''), private.active_uid()
  )
  on conflict on constraint clinic_closures_pkey do nothing;
  if found then
    perform private.record('insert', 'clinic_closures', add_closure.id::text);
  elsif not exists (
    select from public.clinic_closures c
    where c.id = add_closure.id and c.kind = add_closure.kind and c.doctor_id is not distinct from d_id
  ) then
    -- Somebody else's: nothing is said of its appointments.
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el cierre.';
  end if;
  select c.* into stored from public.clinic_closures c where c.id = add_closure.id;
  if (stored.first_day, stored.last_day, stored.opens, stored.closes, stored.label) is distinct from (
    add_closure.first_day, add_closure.last_day, add_closure.opens, add_closure.closes,
    nullif(btrim(add_closure.label), '')
  ) then
    raise exception using errcode = 'PT409', message = format(
      'Ya quedó guardado con otros datos: %s.', concat_ws(', ', stored.label,
        format('del %s al %s', to_char(stored.first_day, 'DD/MM/YYYY'), to_char(stored.last_day, 'DD/MM/YYYY')),
        'desde las ' || to_char(stored.opens, 'HH24:MI'), 'hasta las ' || to_char(stored.closes, 'HH24:MI'))
    );
  end if;
  return private.closure_answer(add_closure.id);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Takes a closure back. Its row stays: {closure, affected}.
create function public.remove_closure(id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  closure public.clinic_closures;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'Solo puedes cambiar tus propias ausencias.';
  end if;
  select * into closure from public.clinic_closures c where c.id = remove_closure.id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el cierre.';
  end if;
  perform private.require_closure_keeper(closure.kind, closure.doctor_id);
  if closure.removed_at is null then
    update public.clinic_closures c set removed_at = now() where c.id = closure.id;
    perform private.record('remove', 'clinic_closures', closure.id::text);
  end if;
  return private.closure_answer(closure.id);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Settings of the agenda (docs/product/appointments.md): hours of notice for changes by link, days ahead, whether patients
-- choose their own hour, reminders by mail, their time on the day before, and whether dentists' orders are accepted without being
-- looked at (docs/product/referrers.md). One row of app_settings holds what was changed.
create function private.agenda_settings() returns jsonb
  language sql stable security definer set search_path = ''
  return jsonb_build_object(
    'notice_hours', 4, 'horizon_days', 60, 'self_booking', true, 'mail_reminders', true, 'reminder_time', '10:00',
    'accept_orders', false
  ) || private.setting('agenda', '{}')::jsonb;

-- The settings of the agenda, and whether there is mail; for staff.
create function public.agenda_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver los ajustes de la agenda.';
  end if;
  return private.agenda_settings() || jsonb_build_object('mail', private.has_mail());
end
$$;

-- `changes` names the settings that change; answers all of them.
create function public.set_agenda_settings(changes jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  change record;
  fits boolean;
begin
  perform private.require_admin();
  for change in select c.key, c.value, c.value #>> '{}' as text from jsonb_each(changes) c loop
    fits := case
      when change.key in ('self_booking', 'mail_reminders', 'accept_orders') then jsonb_typeof(change.value) = 'boolean'
      when change.key = 'reminder_time' then change.text ~ '^([01]\d|2[0-3]):[0-5]\d$'
      when jsonb_typeof(change.value) <> 'number' or change.text !~ '^\d{1,3}$' then false
      when change.key = 'notice_hours' then change.text::integer between 0 and 72
      when change.key = 'horizon_days' then change.text::integer between 7 and 180
    end;
    if fits is not true then
      raise exception using errcode = 'PT400', message = case change.key
        when 'notice_hours' then 'Anticipación: escribe un número entero de 0 a 72.'
        when 'horizon_days' then 'Días hacia adelante: escribe un número entero de 7 a 180.'
        when 'reminder_time' then 'Hora del recordatorio: escribe una hora, por ejemplo 10:00.'
        else 'Ese ajuste de la agenda no existe.' end;
    end if;
  end loop;
  insert into private.app_settings as s (key, value) values ('agenda', changes::text)
  on conflict on constraint app_settings_pkey do update set value = (s.value::jsonb || excluded.value::jsonb)::text;
  perform private.record('settings', 'agenda', null);
  return private.agenda_settings();
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What everybody may know of the clinic's hours: {week, closures, complete}. Closures are those of the next 30 days that say why;
-- nothing of a doctor. `complete` is false while a closure without a reason, or an opening, changes today or one of the 7 days
-- after it: which day it is stays untold.
create function public.clinic_week() returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('clinic_week', 60, interval '1 minute');
  return jsonb_build_object(
    'week', private.week_of(null),
    'closures', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'doctor_id', null, 'kind', c.kind, 'first_day', c.first_day, 'last_day', c.last_day, 'opens', c.opens,
        'closes', c.closes, 'label', c.label
      ) order by c.first_day, c.id), '[]')
      from public.clinic_closures c
      where c.kind = 'cierre' and c.label is not null and c.removed_at is null
        and c.last_day >= private.clinic_today() and c.first_day <= private.clinic_today() + 30
    ),
    'complete', not exists (
      select from public.clinic_closures untold
      where untold.doctor_id is null and untold.removed_at is null
        and (untold.kind = 'apertura' or untold.label is null)
        and untold.last_day >= private.clinic_today() and untold.first_day <= private.clinic_today() + 7
    )
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Who takes appointments (docs/product/appointments.md): an open account of a doctor. Every door asks this, and again while
-- it holds the doctor's row, so that nobody is booked with somebody whose account is being closed. What was booked before stays,
-- as who closed the account decided.
create function private.takes_appointments(doctor uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p
    where p.id = doctor and p.role = 'doctor' and p.id not in (select private.closed_accounts())
  );
end
$$;

-- Waits for whoever is closing or changing the account, and keeps others from it until the end of the transaction.
create function private.lock_doctor(doctor uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.profiles p where p.id = doctor for share;
end
$$;

-- For what people book and move. Whoever books directly for somebody else, or is no doctor, is refused by the policy: telling them
-- here whether that doctor is there would be an answer as well.
create function private.check_cita_doctor() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  may_know constant boolean := new.doctor_id is distinct from auth.uid() or private.is_doctor();
begin
  if private.from_api() and (
    tg_op = 'INSERT'
    or (new.doctor_id, new.appointment_date, new.appointment_time)
      is distinct from (old.doctor_id, old.appointment_date, old.appointment_time)
  ) then
    perform private.lock_doctor(new.doctor_id);
    if may_know and not private.takes_appointments(new.doctor_id) then
      raise exception using errcode = 'PT400', message = 'Doctor: elige un doctor de la lista.';
    end if;
  end if;
  return new;
end
$$;

grant execute on function
  public.open_slots(uuid,date,integer), public.set_hours(uuid,jsonb),
  public.add_closure(uuid,uuid,text,date,date,time,time,text), public.remove_closure(uuid), public.agenda_settings(),
  public.set_agenda_settings(jsonb)
  to authenticated;
grant execute on function
  public.clinic_week()
  to anon, authenticated;
