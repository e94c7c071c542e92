-- What whoever holds a link's token sees and does (docs/product/appointments.md). Everybody may ask, so each function counts
-- the address; what is counted must stay, so an answer says how it went and nothing is raised but 'too often'.

-- The link that a token opens; null for one that was made up, cut off, revoked or that has ended.
create function private.link_of_token(token text) returns public.cita_links
  language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.cita_links;
begin
  select l.* into link from public.cita_links l
  join private.cita_link_tokens t on t.link_id = l.id
  where t.token_hash = private.share_hash(left(coalesce(token, ''), 100))
    and l.revoked_at is null
    and l.patient_id not in (select private.closed_accounts())
    and coalesce(
      (
        select private.slot_moment(c.appointment_date, c.appointment_time) + interval '24 hours'
        from public.citas c where c.id = l.cita_id
      ),
      l.expires_at
    ) > now();
  return link;
end
$$;

-- What the page shows: nothing that says more of a person than the first name. `free` is until when an appointment may be
-- changed or cancelled by the link, and from when on an hour may be chosen.
create function private.link_answer(link public.cita_links) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  settings constant jsonb := private.agenda_settings();
  notice constant integer := (settings ->> 'notice_hours')::integer;
  cita public.citas;
  request public.study_requests;
  begins timestamptz;
begin
  select c.* into cita from public.citas c where c.id = link.cita_id;
  select r.* into request from public.study_requests r where r.id = link.request_id;
  begins := private.slot_moment(cita.appointment_date, cita.appointment_time);
  return jsonb_build_object(
    'first_name', (select split_part(btrim(p.full_name), ' ', 1) from public.profiles p where p.id = link.patient_id),
    'doctor', private.full_name_of(coalesce(cita.doctor_id, link.doctor_id)),
    'study_type', coalesce(cita.study_type, request.study_type),
    'notice_hours', notice,
    'horizon_days', (settings ->> 'horizon_days')::integer,
    'self_booking', (settings ->> 'self_booking')::boolean,
    'expires_at', case when cita.id is null then link.expires_at end,
    'cita', case when cita.id is not null then jsonb_build_object(
      'id', cita.id, 'day', cita.appointment_date, 'time', cita.appointment_time, 'status', cita.status,
      'moves', cita.moves, 'warned', cita.warned_at is not null, 'begun', begins <= now(),
      'in_notice', begins < now() + make_interval(hours => notice),
      'moves_left', 2 - (
        select count(*) from public.cita_events e
        where e.cita_id = cita.id and e.kind = 'movida' and e.by = 'paciente'
      )
    ) end
  );
end
$$;

-- The page's content, or null. Opening changes nothing but when it was seen.
create function public.cita_link(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
begin
  perform private.hit('cita_link', 120, interval '10 minutes');
  link := private.link_of_token(token);
  if link.id is null then
    return null;
  end if;
  update public.cita_links l set seen_at = now() where l.id = link.id;
  return private.link_answer(link);
end
$$;

-- The free starts that may be chosen within 14 days from `from_day`: [{day, time}], or null for a link that has ended.
create function public.cita_link_slots(token text, from_day date) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settings constant jsonb := private.agenda_settings();
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  earliest constant timestamp :=
    (now() + make_interval(hours => (settings ->> 'notice_hours')::integer)) at time zone zone;
  first_day date;
  last_day date;
  link public.cita_links;
  doctor uuid;
begin
  perform private.hit('cita_link', 120, interval '10 minutes');
  link := private.link_of_token(token);
  if link.id is null then
    return null;
  end if;
  doctor := coalesce((select c.doctor_id from public.citas c where c.id = link.cita_id), link.doctor_id);
  first_day := greatest(from_day, earliest::date);
  last_day := least(from_day + 13, private.clinic_today() + (settings ->> 'horizon_days')::integer);
  return coalesce((
    select jsonb_agg(jsonb_build_object('day', s.start::date, 'time', s.start::time) order by s.start)
    from generate_series(0, last_day - first_day) later
    cross join lateral private.day_windows(doctor, first_day + later) w
    cross join lateral generate_series(
      first_day + later + w.opens, first_day + later + w.closes - interval '1 minute', interval '30 minutes'
    ) s(start)
    where s.start >= earliest and not exists (
      select from public.citas c
      where (c.doctor_id, c.appointment_date, c.appointment_time) = (doctor, s.start::date, s.start::time)
        and c.status <> 'cancelada'
    )
  ), '[]');
end
$$;

-- Counts an act: 20 of an address in 10 minutes, and 30 of a link a day.
create function private.count_act(token text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link constant public.cita_links := private.link_of_token(token);
begin
  perform private.hit('act_by_link', 20, interval '10 minutes');
  if link.id is not null then
    perform private.hit('act_of_link', 30, interval '1 day', link.id::text);
  end if;
end
$$;

-- How an act ended, with what the page then shows.
create function private.act_answer(outcome text, link public.cita_links) returns jsonb
  language sql stable security definer set search_path = ''
  return jsonb_build_object('outcome', outcome, 'link', private.link_answer(link));

-- The appointment of a link, locked after the turn of all changes.
create function private.cita_of_link(link public.cita_links) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas;
begin
  perform private.take_cita_turn();
  select c.* into cita from public.citas c where c.id = link.cita_id for update;
  return cita;
end
$$;

-- Why a patient cannot choose this start now, or null.
create function private.refused_start(doctor uuid, day date, at time) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when day is null or at is null or not private.is_open(doctor, day, at) then 'closed'
    when private.slot_moment(day, at)
      < now() + make_interval(hours => (private.agenda_settings() ->> 'notice_hours')::integer) then 'too_soon'
    when day > private.clinic_today() + (private.agenda_settings() ->> 'horizon_days')::integer then 'beyond'
  end;
end
$$;

-- Why a patient cannot change or cancel the appointment now, or null.
create function private.refused_change(cita public.citas) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when cita.id is null or cita.status not in ('pendiente', 'confirmada', 'aceptada')
      or private.slot_moment(cita.appointment_date, cita.appointment_time) <= now() then 'final'
    when private.slot_moment(cita.appointment_date, cita.appointment_time)
      < now() + make_interval(hours => (private.agenda_settings() ->> 'notice_hours')::integer) then 'notice'
  end;
end
$$;

-- 'Confirmar que asistiré'. Twice is once.
create function public.confirm_by_link(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  cita := private.cita_of_link(link);
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set status = 'confirmada', warned_at = null
  where c.id = cita.id and (c.status <> 'confirmada' or c.warned_at is not null);
  perform private.say_of_cita(false, null);
  return private.act_answer('confirmed', link);
end
$$;

-- 'Sí, cancelarla'.
create function public.cancel_by_link(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  refused text;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  cita := private.cita_of_link(link);
  if cita.status = 'cancelada' then
    return private.act_answer('cancelled', link);
  end if;
  refused := private.refused_change(cita);
  if refused is not null then
    return private.act_answer(refused, link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set status = 'cancelada' where c.id = cita.id;
  perform private.say_of_cita(false, null);
  return private.act_answer('cancelled', link);
end
$$;

-- 'No podré ir', once the notice has begun: it frees nothing, and the clinic sees it.
create function public.tell_absence(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  cita := private.cita_of_link(link);
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set warned_at = now() where c.id = cita.id and c.warned_at is null;
  perform private.say_of_cita(false, null);
  return private.act_answer('told', link);
end
$$;

-- 'Cambiar a {día}, {hora}': the same appointment, twice at most by its patient, who thereby confirms it.
create function public.move_by_link(token text, day date, at time) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  refused text;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  cita := private.cita_of_link(link);
  if (cita.appointment_date, cita.appointment_time) is not distinct from (move_by_link.day, move_by_link.at)
    and cita.status = 'confirmada' and cita.moves > 0
  then
    -- Asked again after a lost answer.
    return private.act_answer('moved', link);
  end if;
  refused := coalesce(
    private.refused_change(cita),
    case when (private.link_answer(link) #>> '{cita,moves_left}')::integer <= 0 then 'moves' end,
    case when (cita.appointment_date, cita.appointment_time)
      is not distinct from (move_by_link.day, move_by_link.at) then 'same' end,
    private.refused_start(cita.doctor_id, move_by_link.day, move_by_link.at)
  );
  if refused is not null then
    return private.act_answer(refused, link);
  end if;
  perform private.say_of_cita(true, null);
  begin
    update public.citas c
    set appointment_date = move_by_link.day, appointment_time = move_by_link.at, seat = 0,
      status = 'confirmada', moves = c.moves + 1, warned_at = null
    where c.id = cita.id;
  exception when unique_violation then
    refused := 'taken';
  end;
  perform private.say_of_cita(false, null);
  return private.act_answer(coalesce(refused, 'moved'), link);
end
$$;

-- 'Apartar {día}, {hora}': the hour of an accepted request, chosen once. The same link then manages the appointment.
create function public.book_by_link(token text, day date, at time) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  request public.study_requests;
  refused text;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  perform private.take_cita_turn();
  select r.* into request from public.study_requests r where r.id = link.request_id for update;
  select l.* into link from public.cita_links l where l.id = link.id for update;
  if link.cita_id is not null then
    -- Asked again, or from another device.
    return private.act_answer(coalesce(
      (select 'final' from public.citas c where c.id = link.cita_id and c.status = 'cancelada'), 'booked'
    ), link);
  end if;
  refused := case
    when not (private.agenda_settings() ->> 'self_booking')::boolean then 'off'
    when request.id is null or request.status <> 'aceptada' or private.is_booked(request.id) then 'final'
    else private.refused_start(link.doctor_id, book_by_link.day, book_by_link.at)
  end;
  if refused is not null then
    return private.act_answer(refused, link);
  end if;
  perform private.say_of_cita(true, null);
  begin
    with made as (
      insert into public.citas (
        patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id, status, nombre, telefono
      )
      select p.id, link.doctor_id, book_by_link.day, book_by_link.at, request.study_type, request.id, 'confirmada',
        p.full_name, p.phone
      from public.profiles p where p.id = link.patient_id
      returning id
    )
    update public.cita_links l set cita_id = made.id from made where l.id = link.id returning l.* into link;
  exception when unique_violation then
    refused := 'taken';
  end;
  perform private.say_of_cita(false, null);
  return private.act_answer(coalesce(refused, 'booked'), link);
end
$$;

revoke all on function
  private.link_of_token(text), private.link_answer(public.cita_links), private.count_act(text),
  private.act_answer(text, public.cita_links), private.cita_of_link(public.cita_links),
  private.refused_start(uuid, date, time), private.refused_change(public.citas)
  from public, anon, authenticated, service_role;
revoke all on function
  public.cita_link(text), public.cita_link_slots(text, date), public.confirm_by_link(text), public.cancel_by_link(text),
  public.tell_absence(text), public.move_by_link(text, date, time), public.book_by_link(text, date, time)
  from public, anon, authenticated, service_role;
grant execute on function
  public.cita_link(text), public.cita_link_slots(text, date), public.confirm_by_link(text), public.cancel_by_link(text),
  public.tell_absence(text), public.move_by_link(text, date, time), public.book_by_link(text, date, time)
  to anon, authenticated;
notify pgrst, 'reload schema';
