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
  told constant boolean := new.doctor_id is distinct from auth.uid() or private.is_doctor();
begin
  if private.from_api() and (
    tg_op = 'INSERT'
    or (new.doctor_id, new.appointment_date, new.appointment_time)
      is distinct from (old.doctor_id, old.appointment_date, old.appointment_time)
  ) then
    perform private.lock_doctor(new.doctor_id);
    if told and not private.takes_appointments(new.doctor_id) then
      raise exception using errcode = 'PT400', message = 'Doctor: elige un doctor de la lista.';
    end if;
  end if;
  return new;
end
$$;
create trigger citas_c_doctor before insert or update on public.citas
  for each row when (current_user not in ('anon', 'authenticated') or new.doctor_id = auth.uid())
  execute function private.check_cita_doctor();

-- As before, and none of a doctor who takes no appointments.
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

-- As before, and none with a doctor who takes no appointments.
create or replace function public.cita_link_slots(token text, from_day date) returns jsonb
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
  if not private.takes_appointments(doctor) then
    return '[]';
  end if;
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

-- As before, and none with a doctor who takes no appointments.
create or replace function private.refused_start(doctor uuid, day date, at time) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when day is null or at is null or not private.takes_appointments(doctor) or not private.is_open(doctor, day, at)
      then 'closed'
    when private.slot_moment(day, at)
      < now() + make_interval(hours => (private.agenda_settings() ->> 'notice_hours')::integer) then 'too_soon'
    when day > private.clinic_today() + (private.agenda_settings() ->> 'horizon_days')::integer then 'beyond'
  end;
end
$$;

-- As before; a choice ends with its doctor.
create or replace function private.link_of_token(token text) returns public.cita_links
  language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  ends timestamptz;
  closed boolean;
  taken boolean;
begin
  select l.* into link from public.cita_links l
  join private.cita_link_tokens t on t.link_id = l.id
  where t.token_hash = private.share_hash(left(coalesce(token, ''), 100));
  select c.* into cita from public.citas c where c.id = link.cita_id;
  ends := private.slot_moment(coalesce(cita.appointment_date, current_date), cita.appointment_time) + interval '24 hours';
  if cita.id is null then
    ends := link.expires_at;
    cita.patient_id := link.patient_id;
  end if;
  taken := cita.id is not null or private.takes_appointments(link.doctor_id);
  closed := coalesce(link.patient_id, '00000000-0000-0000-0000-000000000000') in (select private.closed_accounts());
  if link.revoked_at is not null or closed or cita.patient_id is distinct from link.patient_id or not taken
    or ends <= now()
  then
    return null;
  end if;
  return link;
end
$$;

-- As before, with the doctor held.
create or replace function private.cita_of_link(link public.cita_links) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas;
begin
  perform private.take_cita_turn();
  select c.* into cita from public.citas c where c.id = link.cita_id for update;
  perform private.lock_doctor(cita.doctor_id);
  return cita;
end
$$;

-- As before, with the doctor held.
create or replace function public.book_by_link(token text, day date, at time) returns jsonb
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
  perform private.lock_doctor(link.doctor_id);
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

-- As before, with the doctor held.
create or replace function public.send_choice(request_id bigint, doctor_id uuid, channel text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.study_requests;
  patient public.profiles;
  link public.cita_links;
begin
  perform private.require_booker(send_choice.doctor_id);
  perform private.hit('cita_token', 120, interval '1 hour', private.active_uid()::text);
  select r.* into request from public.study_requests r where r.id = send_choice.request_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
  end if;
  if not (private.agenda_settings() ->> 'self_booking')::boolean then
    raise exception using errcode = 'PT409', message = 'El paciente no puede elegir horario: está apagado en la agenda.';
  end if;
  patient := private.account_of_request(request);
  if patient.id is null or not (
    private.is_admin() or private.is_linked(patient.id)
    or private.name_key(patient.full_name) = private.name_key(request.patient_name)
  ) then
    raise exception using errcode = 'PT400', message = 'Paciente: elige un paciente de la lista.';
  end if;
  perform private.lock_doctor(send_choice.doctor_id);
  if not private.takes_appointments(send_choice.doctor_id) then
    raise exception using errcode = 'PT400', message = 'Doctor: elige un doctor de la lista.';
  end if;
  if request.status = 'rechazada' then
    raise exception using errcode = 'PT409', message = 'Esta solicitud fue rechazada.';
  end if;
  if private.is_booked(request.id) then
    raise exception using errcode = 'PT409', message = 'Esta solicitud ya tiene una cita.';
  end if;
  update public.study_requests r set status = 'aceptada' where r.id = request.id and r.status <> 'aceptada';
  perform private.link(send_choice.doctor_id, patient.id);
  -- What was booked from an older link was cancelled or missed since; that link stays with it.
  update public.cita_links l set request_id = null where l.request_id = request.id and l.cita_id is not null;
  insert into public.cita_links as l (request_id, patient_id, doctor_id, made_by, expires_at)
  values (request.id, patient.id, send_choice.doctor_id, private.active_uid(), now() + interval '14 days')
  on conflict on constraint cita_links_request_id_key do update
    set revoked_at = null, expires_at = excluded.expires_at, patient_id = excluded.patient_id,
      doctor_id = excluded.doctor_id, made_by = excluded.made_by
  returning l.* into link;
  if send_choice.channel = 'correo' and private.has_mail() and private.has_mail_left(null, request.id) then
    insert into public.messages (kind, channel, request_id, patient_id, sent_by, key)
    values (
      'elige_horario', 'correo', request.id, patient.id, private.active_uid(),
      concat_ws(' ', 'elige_horario', 'correo', request.id, link.expires_at)
    )
    on conflict on constraint messages_key_key do nothing;
  end if;
  return jsonb_build_object(
    'link_id', link.id, 'expires_at', link.expires_at, 'token', private.give_link_token(link.id, send_choice.channel)
  );
end
$$;

-- As before; whom appointments may be given to is asked where all ask.
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
  if plan = 'give' and (new_doctor = target or not private.takes_appointments(new_doctor)) then
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

-- As before; nobody is written to choose an hour with a doctor who takes no appointments.
create or replace function private.message_problem(message public.messages, at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  cita public.citas;
  patient public.profiles;
  link public.cita_links;
begin
  select c.* into cita from public.citas c where c.id = message.cita_id;
  select p.* into patient from public.profiles p
  where p.id = message.patient_id and p.id not in (select private.closed_accounts());
  if message.kind = 'elige_horario' then
    select l.* into link from public.cita_links l where l.request_id = message.request_id;
  end if;
  return case
    when message.due_at <= at - interval '6 hours' then 'tarde'
    when patient.id is null then 'sin_cuenta'
    when message.kind = 'activacion' then coalesce(private.activation_problem(patient.id, at), case when exists (
      select from private.activations a
      where a.user_id = patient.id and a.created_at > message.due_at and a.mail_id is distinct from message.id
    ) then 'reemplazada' end)
    when message.kind = 'recordatorio' and not patient.wants_reminders then 'sin_recordatorios'
    when message.kind = 'elige_horario' then case
      when link.id is null or link.revoked_at is not null or not private.takes_appointments(link.doctor_id) then 'cancelada'
      when link.patient_id <> message.patient_id then 'otra_persona'
      when link.cita_id is not null or link.expires_at <= at then 'pasada'
    end
    when cita.patient_id is distinct from message.patient_id then 'otra_persona'
    when message.kind = 'cita_cancelada' then case when cita.status <> 'cancelada' then 'movida' end
    when cita.status not in ('pendiente', 'confirmada', 'aceptada') then 'cancelada'
    when private.slot_moment(cita.appointment_date, cita.appointment_time) <= at then 'pasada'
    when message.kind in ('recordatorio', 'cita_cambio')
      and message.key <> private.message_key(message.kind, message.channel, cita) then 'movida'
  end;
end
$$;

revoke all on function private.takes_appointments(uuid), private.lock_doctor(uuid), private.check_cita_doctor()
  from public, anon, authenticated, service_role;
