-- A message remembers whom it was for (docs/product/messages.md). When what it is about has become another's, it is left out.
alter table public.messages drop constraint messages_problem_known;
alter table public.messages add constraint messages_problem_known check (
  problem in (
    'sin_servidor', 'rechazado', 'tarde', 'cancelada', 'movida', 'pasada', 'sin_recordatorios', 'sin_cuenta',
    'elegida', 'sin_temporal', 'reemplazada', 'otra_persona'
  )
);

-- As before, and no mail about what has become another's.
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
      when link.id is null or link.revoked_at is not null then 'cancelada'
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

-- As before; the token of a choice is null as well where none can be made any more.
create or replace function private.message_words(message public.messages, at timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  cita public.citas;
  patient public.profiles;
  link public.cita_links;
  made jsonb;
  ends timestamp;
begin
  select c.* into cita from public.citas c where c.id = message.cita_id;
  select p.* into patient from public.profiles p where p.id = message.patient_id;
  -- Locked before it is looked at again: the request may have become another's just now.
  select l.* into link from public.cita_links l where l.request_id = message.request_id for update;
  if message.kind = 'activacion' then
    -- Locked before it is looked at again: the password may have been chosen just now.
    perform from private.account_state s where s.user_id = message.patient_id for update;
    if private.message_problem(message, at) is null then
      made := private.give_activation(message.patient_id, message.sent_by);
      update private.activations a set mail_id = message.id
      where a.user_id = message.patient_id and a.token_hash = private.share_hash(made ->> 'token');
    end if;
  end if;
  ends := coalesce((made ->> 'expires_at')::timestamptz, link.expires_at) at time zone zone;
  return jsonb_build_object(
    'id', message.id, 'kind', message.kind, 'to', patient.email,
    'first_name', split_part(btrim(patient.full_name), ' ', 1),
    'day', cita.appointment_date, 'time', cita.appointment_time,
    'tomorrow', cita.appointment_date = (at at time zone zone)::date + 1,
    'until_day', ends::date, 'until_time', to_char(ends, 'HH24:MI'),
    'token', case message.kind
      when 'cita_cancelada' then null
      when 'activacion' then made ->> 'token'
      when 'elige_horario' then case
        when private.message_problem(message, at) is null then private.give_link_token(link.id, 'correo')
      end
      else private.give_link_token(private.link_of_cita(cita), 'correo')
    end
  );
end
$$;

-- As before; a choice for which no link can be made is left out as well.
create or replace function private.take_messages(most integer default 20, at timestamptz default now()) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
  words jsonb;
begin
  -- One round at a time: two would wait for rows of each other.
  perform pg_advisory_xact_lock(hashtext('private.take_messages'));
  perform private.plan_reminders(take_messages.at);
  update public.messages m set state = 'pendiente', lease_until = null
  where m.state = 'enviando' and m.lease_until <= take_messages.at;
  update public.messages m set state = 'omitido', problem = found.problem, lease_until = null
  from (
    select o.id, private.message_problem(o, take_messages.at) as problem
    from public.messages o where o.state = 'pendiente' and o.channel = 'correo'
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
      where o.state = 'pendiente' and o.channel = 'correo' and o.due_at <= take_messages.at
        and (o.lease_until is null or o.lease_until <= take_messages.at)
      order by coalesce(o.lease_until, o.due_at), o.id
      limit least(greatest(most, 0), 20)
      for update skip locked
    ) due
    where m.id = due.id
    returning m.*
  loop
    words := private.message_words(message, take_messages.at);
    if message.kind in ('activacion', 'elige_horario') and words ->> 'token' is null then
      update public.messages m
      set state = 'omitido', lease_until = null,
        problem = coalesce(private.message_problem(message, take_messages.at), 'sin_temporal')
      where m.id = message.id;
    else
      return next words;
    end if;
  end loop;
end
$$;

-- As before, and its messages so far leave their keys to those of the patient who has it now. Before the link, as a sender does.
create or replace function private.end_link_of_cita() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.messages m set key = m.id where m.cita_id = new.id and m.patient_id is distinct from new.patient_id;
  delete from public.cita_links l where l.cita_id = new.id;
  return null;
end
$$;
