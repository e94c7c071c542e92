-- What a server that sends mail asks and tells (docs/product/messages.md). The moment is an argument, so that time can be tried.

-- The reminders by mail that belong to the clinic's tomorrow, sent or not. Who booked or moved less than 20 hours before the
-- start knows it.
create function private.reminders_for(at timestamptz)
  returns table (cita public.citas, due_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  settings constant jsonb := private.agenda_settings();
  today constant date := (at at time zone zone)::date;
begin
  if not private.has_mail() or not (settings ->> 'mail_reminders')::boolean then
    return;
  end if;
  return query
    select c, (today + (settings ->> 'reminder_time')::time) at time zone zone
    from public.citas c
    join public.profiles p on p.id = c.patient_id
    where c.appointment_date = today + 1 and c.appointment_time is not null
      and c.status in ('pendiente', 'confirmada', 'aceptada')
      and p.wants_reminders and p.id not in (select private.closed_accounts())
      and greatest(c.created_at, (
        select max(e.at) from public.cita_events e where e.cita_id = c.id and e.kind = 'movida'
      )) < private.slot_moment(c.appointment_date, c.appointment_time) - interval '20 hours';
end
$$;

-- Notes them, once for each start; one that was left out because something stood against it waits again. A scheduler may call
-- it, but every round of a sender does.
create function private.plan_reminders(at timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.messages as m (kind, channel, cita_id, patient_id, due_at, key)
  select 'recordatorio', 'correo', (r.cita).id, (r.cita).patient_id, r.due_at,
    private.message_key('recordatorio', 'correo', r.cita)
  from private.reminders_for(plan_reminders.at) r
  on conflict on constraint messages_key_key do update set state = 'pendiente', problem = null
  where m.state = 'omitido' and m.problem <> 'tarde';
end
$$;

-- Why a mail is not sent any more, or null.
create function private.message_problem(message public.messages, at timestamptz) returns text
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
    when message.kind = 'recordatorio' and not patient.wants_reminders then 'sin_recordatorios'
    when message.kind = 'elige_horario' then case
      when link.id is null or link.revoked_at is not null then 'cancelada'
      when link.cita_id is not null or link.expires_at <= at then 'pasada'
    end
    when message.kind = 'cita_cancelada' then case when cita.status <> 'cancelada' then 'movida' end
    when cita.status not in ('pendiente', 'confirmada', 'aceptada') then 'cancelada'
    when private.slot_moment(cita.appointment_date, cita.appointment_time) <= at then 'pasada'
    when message.kind in ('recordatorio', 'cita_cambio')
      and message.key <> private.message_key(message.kind, message.channel, cita) then 'movida'
  end;
end
$$;

-- What stands in the mail, with a token that is made now: {id, kind, to, first_name, day, time, tomorrow, token, until_day}.
create function private.message_words(message public.messages, at timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  cita public.citas;
  patient public.profiles;
  link public.cita_links;
begin
  select c.* into cita from public.citas c where c.id = message.cita_id;
  select p.* into patient from public.profiles p where p.id = message.patient_id;
  select l.* into link from public.cita_links l where l.request_id = message.request_id;
  return jsonb_build_object(
    'id', message.id, 'kind', message.kind, 'to', patient.email,
    'first_name', split_part(btrim(patient.full_name), ' ', 1),
    'day', cita.appointment_date, 'time', cita.appointment_time,
    'tomorrow', cita.appointment_date = (at at time zone zone)::date + 1,
    'until_day', (link.expires_at at time zone zone)::date,
    'token', case message.kind
      when 'cita_cancelada' then null
      when 'elige_horario' then private.give_link_token(link.id, 'correo')
      else private.give_link_token(private.link_of_cita(cita), 'correo')
    end
  );
end
$$;

-- Up to `most` mails that are due, for one sender, who has two minutes for them. Plans, takes back what another sender did not
-- settle, leaves out what no longer holds, and forgets what is older than 400 days.
create function private.take_messages(most integer default 20, at timestamptz default now()) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
begin
  -- One round at a time: two would wait for rows of each other.
  perform pg_advisory_xact_lock(hashtext('private.take_messages'));
  perform private.plan_reminders(take_messages.at);
  update public.messages m set state = 'pendiente', lease_until = null
  where m.state = 'enviando' and m.lease_until <= take_messages.at;
  update public.messages m set state = 'omitido', problem = found.problem, lease_until = null
  from (
    select o.id, private.message_problem(o, take_messages.at) as problem
    from public.messages o where o.state = 'pendiente' and o.channel = 'correo' and o.kind <> 'activacion'
  ) found
  where m.id = found.id and found.problem is not null;
  delete from public.messages m using (
    select o.id from public.messages o where o.created_at < take_messages.at - interval '400 days'
    limit 100 for update skip locked
  ) old where m.id = old.id;
  for message in
    update public.messages m set state = 'enviando', lease_until = take_messages.at + interval '2 minutes'
    from (
      select o.id from public.messages o
      where o.state = 'pendiente' and o.channel = 'correo' and o.kind <> 'activacion' and o.due_at <= take_messages.at
        and (o.lease_until is null or o.lease_until <= take_messages.at)
      order by coalesce(o.lease_until, o.due_at), o.id
      limit least(greatest(most, 0), 20)
      for update skip locked
    ) due
    where m.id = due.id
    returning m.*
  loop
    return next private.message_words(message, take_messages.at);
  end loop;
end
$$;

-- How sending went: 'enviado'; 'rechazado', tried again after 1, 5, 30 and 120 minutes, and given up after five tries;
-- 'sin_servidor', when the mail server could not be reached, which is no try; 'devuelto', for what was not tried. One that ran out
-- of its lease counts as sent all the same.
create function private.settle_message(id uuid, outcome text, at timestamptz default now()) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
begin
  if outcome is null or outcome not in ('enviado', 'rechazado', 'sin_servidor', 'devuelto') then
    raise exception using errcode = 'PT400', message = 'Ese resultado de un envío no existe.';
  end if;
  select m.* into message from public.messages m where m.id = settle_message.id for update;
  if message.state = 'enviando' or (message.state = 'pendiente' and outcome = 'enviado') then
    update public.messages m set
      state = case when outcome = 'enviado' then 'enviado'
        when outcome = 'rechazado' and message.tries >= 4 then 'fallido' else 'pendiente' end,
      tries = message.tries + case when outcome = 'rechazado' then 1 else 0 end,
      problem = case outcome when 'enviado' then null when 'devuelto' then message.problem else outcome end,
      sent_at = case when outcome = 'enviado' then settle_message.at end,
      lease_until = case outcome
        when 'rechazado' then settle_message.at
          + (array[interval '1 minute', interval '5 minutes', interval '30 minutes', interval '120 minutes'])[message.tries + 1]
        when 'sin_servidor' then settle_message.at + interval '1 minute'
      end
    where m.id = message.id;
  end if;
end
$$;

-- Null for a caller of the next two who holds the installation's key, else the answer to another key. That is counted, so nothing
-- is raised: the status says it.
create function private.refused_sender(key text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant text := private.setting('sender_key', '');
begin
  if known <> '' and sha256(convert_to(coalesce(refused_sender.key, ''), 'UTF8')) = sha256(convert_to(known, 'UTF8')) then
    return null;
  end if;
  perform private.hit('sender_key', 10, interval '1 minute');
  perform set_config('response.status', '404', true);
  return jsonb_build_object('code', 'PT404', 'message', 'No se encontró.');
end
$$;

-- The same for a server that holds the key and nothing else of the project: a list of mails. A wrong key answers 404.
create function public.take_messages(key text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_sender(take_messages.key);
begin
  if refused is not null then
    return refused;
  end if;
  return coalesce((select jsonb_agg(m) from private.take_messages() m), '[]');
end
$$;

-- `outcomes`: [{id, outcome}], 20 at most. Answers how many there were.
create function public.settle_messages(key text, outcomes jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_sender(settle_messages.key);
begin
  if refused is not null then
    return refused;
  end if;
  perform private.settle_message((o ->> 'id')::uuid, o ->> 'outcome')
  from jsonb_path_query(outcomes, '$[0 to 19]') o;
  return to_jsonb(least(jsonb_array_length(outcomes), 20));
end
$$;

revoke all on function
  private.reminders_for(timestamptz), private.plan_reminders(timestamptz),
  private.message_problem(public.messages, timestamptz), private.message_words(public.messages, timestamptz),
  private.take_messages(integer, timestamptz), private.settle_message(uuid, text, timestamptz), private.refused_sender(text),
  public.take_messages(text), public.settle_messages(text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.take_messages(text), public.settle_messages(text, jsonb) to anon, authenticated;
notify pgrst, 'reload schema';
