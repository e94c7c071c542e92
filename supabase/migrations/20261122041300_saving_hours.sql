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

-- Adds a closure, an absence or an opening, once however often it is sent with the same id: {closure, affected}.
create function public.add_closure(
  id uuid, d_id uuid, kind text, first_day date, last_day date,
  opens time default null, closes time default null, label text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
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
    -- Somebody else's: its appointments are not told.
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el cierre.';
  end if;
  return private.closure_answer(add_closure.id);
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
end
$$;

revoke all on function
  private.citas_outside(uuid, date, date), private.week_of(uuid), private.write_week(uuid, jsonb),
  private.offer_week(jsonb), private.closure_answer(uuid), private.require_closure_keeper(text, uuid),
  public.set_hours(uuid, jsonb),
  public.add_closure(uuid, uuid, text, date, date, time, time, text), public.remove_closure(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.set_hours(uuid, jsonb),
  public.add_closure(uuid, uuid, text, date, date, time, time, text), public.remove_closure(uuid)
  to authenticated;
