-- What staff and patients do about messages (docs/product/messages.md).

-- A mail about an appointment, asked for by its doctor or an administrator; null where none can be sent.
create function public.queue_message(kind text, cita_id uuid) returns public.messages
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita constant public.citas := private.cita_to_change(queue_message.cita_id, private.active_uid());
begin
  if queue_message.kind is null or queue_message.kind not in ('cita_nueva', 'cita_cambio', 'cita_cancelada', 'recordatorio') then
    raise exception using errcode = 'PT400', message = 'Ese mensaje no existe.';
  end if;
  if private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()
    or (queue_message.kind = 'cita_cancelada') <> (cita.status = 'cancelada')
    or cita.status not in ('pendiente', 'confirmada', 'aceptada', 'cancelada')
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no lleva ese mensaje.';
  end if;
  if private.has_mail() and not private.has_mail_left(cita.id, null) then
    raise exception using errcode = 'PT409', message = 'Ya se enviaron seis correos de esta cita hoy.';
  end if;
  return private.queue_mail(queue_message.kind, cita);
end
$$;

-- A message that failed waits again, with all its tries.
create function public.retry_message(id uuid) returns public.messages
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
begin
  select m.* into message from public.messages m
  where m.id = retry_message.id and private.is_doctor() and (
    private.is_admin()
    or (m.cita_id is null and m.sent_by = private.active_uid())
    or exists (select from public.citas c where c.id = m.cita_id and c.doctor_id = private.active_uid())
  )
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el mensaje.';
  end if;
  if message.state = 'fallido' then
    update public.messages m
    set state = 'pendiente', tries = 0, problem = null, lease_until = null, due_at = now()
    where m.id = message.id
    returning m.* into message;
  end if;
  return message;
end
$$;

-- Whether mails go out: 'none' without a mail server, 'stuck' when one is due for half an hour that was never refused, or a
-- reminder that nobody has even planned; else 'on'.
create function private.mail_state(at timestamptz default now()) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when not private.has_mail() then 'none'
    when exists (
      select from public.messages m
      where m.channel = 'correo' and m.kind <> 'activacion' and m.state in ('pendiente', 'enviando') and m.tries = 0
        and m.due_at <= at - interval '30 minutes'
    ) or exists (
      select from private.reminders_for(mail_state.at) r
      where r.due_at <= at - interval '30 minutes' and not exists (
        select from public.messages m where m.key = private.message_key('recordatorio', 'correo', r.cita)
      )
    ) then 'stuck'
    else 'on'
  end;
end
$$;

-- Whose reminders the caller may ask for: a doctor one's own, administrators any doctor's, or all (null). From today to a week
-- ahead.
create function private.require_reminder_day(day date, doctor uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() or (doctor is distinct from private.active_uid() and not private.is_admin()) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver estos recordatorios.';
  end if;
  if day is null or day not between private.clinic_today() and private.clinic_today() + 7 then
    raise exception using errcode = 'PT400', message = 'Fecha: elige un día de esta semana.';
  end if;
end
$$;

-- The open appointments of a day that have not begun.
create function private.citas_to_remind(day date, doctor uuid) returns setof public.citas
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.* from public.citas c
    where c.appointment_date = citas_to_remind.day
      and (citas_to_remind.doctor is null or c.doctor_id = citas_to_remind.doctor)
      and c.status in ('pendiente', 'confirmada', 'aceptada')
      and private.slot_moment(c.appointment_date, c.appointment_time) > now();
end
$$;

-- All that the screen 'Recordatorios' shows, in one question: {mail, rows}, by hour.
create function public.reminders(day date, doctor uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_reminder_day(reminders.day, reminders.doctor);
  return jsonb_build_object(
    'mail', private.mail_state(),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', c.id, 'time', c.appointment_time, 'status', c.status, 'warned', c.warned_at is not null,
        'doctor_name', private.full_name_of(c.doctor_id), 'patient_id', p.id,
        'name', coalesce(p.full_name, c.nombre), 'phone', coalesce(p.phone, c.telefono), 'email', p.email,
        'wants_reminders', coalesce(p.wants_reminders, true),
        'mail', (
          select jsonb_build_object('state', m.state, 'sent_at', m.sent_at)
          from public.messages m where m.key = private.message_key('recordatorio', 'correo', c)
        ),
        'whatsapp', (
          select jsonb_build_object('id', m.id, 'state', m.state, 'sent_at', m.sent_at)
          from public.messages m where m.key = private.message_key('recordatorio', 'whatsapp', c)
        )
      ) order by c.appointment_time, c.seat, c.id)
      from private.citas_to_remind(reminders.day, reminders.doctor) c
      left join public.profiles p on p.id = c.patient_id and p.id not in (select private.closed_accounts())
    ), '[]')
  );
end
$$;

-- Reminders that people send by WhatsApp, each with a token of its own that is answered once: [{cita_id, message_id, token}]. Not
-- for who declined them or has no account.
create function public.prepare_reminders(day date, doctor uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas;
  message uuid;
  prepared jsonb := '[]';
begin
  perform private.require_reminder_day(prepare_reminders.day, prepare_reminders.doctor);
  perform private.hit('prepare_reminders', 60, interval '1 hour', private.active_uid()::text);
  for cita in
    select c.* from private.citas_to_remind(prepare_reminders.day, prepare_reminders.doctor) c
    join public.profiles p on p.id = c.patient_id
    where p.wants_reminders and p.id not in (select private.closed_accounts())
    order by c.id
  loop
    -- Changed to itself, because only then it is returned.
    insert into public.messages as m (kind, channel, cita_id, patient_id, key)
    values (
      'recordatorio', 'whatsapp', cita.id, cita.patient_id, private.message_key('recordatorio', 'whatsapp', cita)
    )
    on conflict on constraint messages_key_key do update set key = excluded.key
    returning m.id into message;
    prepared := prepared || jsonb_build_object(
      'cita_id', cita.id, 'message_id', message, 'token', private.give_link_token(private.link_of_cita(cita), 'whatsapp')
    );
  end loop;
  return prepared;
end
$$;

-- That a prepared message was opened in WhatsApp; whether it was sent nobody knows. `undo` takes it back.
create function public.note_opened(message_id uuid, undo boolean default false) returns public.messages
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
begin
  select m.* into message from public.messages m
  join public.citas c on c.id = m.cita_id
  where m.id = note_opened.message_id and m.channel = 'whatsapp' and private.is_doctor()
    and (private.is_admin() or c.doctor_id = private.active_uid())
  for update of m;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el mensaje.';
  end if;
  update public.messages m set
    state = case when coalesce(undo, false) then 'pendiente' else 'abierto' end,
    sent_at = case when not coalesce(undo, false) then now() end,
    sent_by = case when not coalesce(undo, false) then private.active_uid() end
  where m.id = message.id and (m.state = 'abierto') = coalesce(undo, false);
  select m.* into message from public.messages m where m.id = note_opened.message_id;
  return message;
end
$$;

-- A patient who asks at the desk for reminders, or for none. Linked doctors, and administrators.
create function public.set_reminders(patient_id uuid, "on" boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_doctor() or not (private.is_admin() or private.is_linked(set_reminders.patient_id)) or not exists (
    select from public.profiles p
    where p.id = set_reminders.patient_id and p.role in ('patient', 'paciente')
      and p.id not in (select private.closed_accounts())
  ) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el paciente.';
  end if;
  update public.profiles p set wants_reminders = coalesce("on", true) where p.id = set_reminders.patient_id;
end
$$;

-- 'No quiero recordatorios' of a link, and its undo.
create function public.stop_reminders(token text, stop boolean default true) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
begin
  perform private.count_act(token);
  link := private.link_of_token(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  update public.profiles p set wants_reminders = not coalesce(stop, true) where p.id = link.patient_id;
  return private.act_answer(case when coalesce(stop, true) then 'stopped' else 'resumed' end, link);
end
$$;

-- As before, with how to come prepared and whether reminders are wanted.
create or replace function private.link_answer(link public.cita_links) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  settings constant jsonb := private.agenda_settings();
  notice constant integer := (settings ->> 'notice_hours')::integer;
  cita public.citas;
  request public.study_requests;
  patient public.profiles;
  begins timestamptz;
begin
  select c.* into cita from public.citas c where c.id = link.cita_id;
  select r.* into request from public.study_requests r where r.id = link.request_id;
  select p.* into patient from public.profiles p where p.id = link.patient_id;
  begins := private.slot_moment(cita.appointment_date, cita.appointment_time);
  return jsonb_build_object(
    'first_name', split_part(btrim(patient.full_name), ' ', 1),
    'wants_reminders', patient.wants_reminders,
    'doctor', private.full_name_of(coalesce(cita.doctor_id, link.doctor_id)),
    'study_type', coalesce(cita.study_type, request.study_type),
    'preparation', (
      select s.preparation from public.services s
      where s.active and s.name = coalesce(cita.study_type, request.study_type)
    ),
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

-- What 'Sistema' shows of messages: {mail, due, day, month, problems}. Nobody's name or address.
create function public.message_figures() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'mail', private.mail_state(),
    'due', (
      select count(*) from public.messages m
      where m.channel = 'correo' and m.state in ('pendiente', 'enviando') and m.due_at <= now()
    ),
    'day', private.messages_since(now() - interval '24 hours'),
    'month', private.messages_since(now() - interval '30 days'),
    'problems', coalesce((
      select jsonb_agg(jsonb_build_object('problem', f.problem, 'state', f.state, 'count', f.number) order by f.number desc, f.problem)
      from (
        select m.problem, m.state, count(*) as number from public.messages m
        where m.problem is not null and m.due_at > now() - interval '30 days'
        group by m.problem, m.state
      ) f
    ), '[]')
  );
end
$$;

-- What was due since then: mails sent, failed and left out, and messages opened in WhatsApp.
create function private.messages_since(since timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'sent', count(*) filter (where m.state = 'enviado'),
      'opened', count(*) filter (where m.state = 'abierto'),
      'failed', count(*) filter (where m.state = 'fallido'),
      'left_out', count(*) filter (where m.state = 'omitido')
    )
    from public.messages m where coalesce(m.sent_at, m.due_at) > since and m.due_at <= now()
  );
end
$$;

revoke all on function
  private.mail_state(timestamptz), private.require_reminder_day(date, uuid), private.citas_to_remind(date, uuid),
  private.messages_since(timestamptz),
  public.queue_message(text, uuid), public.retry_message(uuid), public.reminders(date, uuid),
  public.prepare_reminders(date, uuid), public.note_opened(uuid, boolean), public.set_reminders(uuid, boolean),
  public.stop_reminders(text, boolean), public.message_figures()
  from public, anon, authenticated, service_role;
grant execute on function
  public.queue_message(text, uuid), public.retry_message(uuid), public.reminders(date, uuid),
  public.prepare_reminders(date, uuid), public.note_opened(uuid, boolean), public.set_reminders(uuid, boolean),
  public.message_figures()
  to authenticated;
grant execute on function public.stop_reminders(text, boolean) to anon, authenticated;
notify pgrst, 'reload schema';
