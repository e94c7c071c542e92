-- Messages to patients about their appointments, news of their studies, and letters to accounts: one outbox
-- (docs/product/messages.md).

-- Messages to patients about their appointments (docs/product/messages.md). A row says what is due, how and how it went. Its
-- text, the address and the link are read and made when it is sent, so that a moved appointment has its new hour.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  channel text not null,
  cita_id uuid references public.citas on delete cascade,
  request_id bigint references public.study_requests on delete cascade,
  study_id uuid references public.studies on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  due_at timestamptz not null default now(),
  state text not null default 'pendiente',
  tries integer not null default 0,
  -- Why it was left out, or could not be sent.
  problem text,
  -- Until when one sender has it; of a message that waits, when it may be tried again.
  lease_until timestamptz,
  sent_at timestamptz,
  -- Who asked for it, or opened it; null for what goes out by itself.
  sent_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  -- Kind, channel, appointment, day and time: an appointment is reminded once for each start.
  key text not null unique,
  constraint messages_channel_known check (channel in ('correo', 'whatsapp')),
  constraint messages_state_known
    check (state in ('pendiente', 'enviando', 'enviado', 'abierto', 'fallido', 'omitido')),
  constraint messages_tries_fit check (tries between 0 and 5),
  constraint messages_key_fits check (private.fits(key, 'Clave', 200)),
  constraint messages_problem_known check (
  problem in (
    'sin_servidor', 'rechazado', 'tarde', 'cancelada', 'movida', 'pasada', 'sin_recordatorios', 'sin_cuenta',
    'elegida', 'sin_temporal', 'reemplazada', 'otra_persona', 'demasiados'
  )
),
  constraint messages_kind_known check (
  kind in ('cita_nueva', 'cita_cambio', 'cita_cancelada', 'recordatorio', 'elige_horario', 'activacion', 'cuenta', 'resultado')
),
  constraint messages_about_something check (
  case when kind in ('activacion', 'cuenta') then true when kind = 'elige_horario' then request_id is not null
    when kind = 'resultado' then study_id is not null else cita_id is not null end
)
);
alter table public.messages enable row level security;

create index messages_cita_id_idx on public.messages (cita_id, created_at);
create index messages_request_id_idx on public.messages (request_id);
create index messages_study_id_idx on public.messages (study_id);
create index messages_patient_id_idx on public.messages (patient_id);
create index messages_sent_by_idx on public.messages (sent_by);
create index messages_created_at_idx on public.messages (created_at);
create index messages_waiting_idx on public.messages (due_at) where state in ('pendiente', 'enviando');

grant select on public.messages to authenticated;

create policy "doctors read messages of their appointments, admins all" on public.messages
  for select to authenticated
  using (
    (select private.is_doctor()) and kind <> 'resultado' and (
      (select private.is_admin())
      or (cita_id is null and sent_by = (select private.active_uid()))
      or exists (select from public.citas c where c.id = cita_id and c.doctor_id = (select private.active_uid()))
    )
  );

-- What went out, or did not, in the trail. An account that is no patient's has no line in a record.
create function private.audit_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(),
    case new.state when 'enviado' then 'sent' when 'abierto' then 'opened' else 'failed' end,
    'messages', new.id::text,
    (select p.id from public.profiles p where p.id = new.patient_id and p.role in ('patient', 'paciente'))
  );
  return null;
end
$$;

grant update (wants_reminders) on public.profiles to authenticated;

-- Directly only by oneself; staff and links have functions.
create function private.keep_own_reminders() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.id is distinct from private.active_uid() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cambiar ese dato del perfil.';
  end if;
  return new;
end
$$;

create trigger profiles_d_reminders before update of wants_reminders on public.profiles
  for each row when (
    current_user in ('anon', 'authenticated') and new.wants_reminders is distinct from old.wants_reminders
  )
  execute function private.keep_own_reminders();

-- With this key a server of the clinic asks for the mails that are due (docs/deploy-supabase.md): 128 bits, its own per
-- installation. The setting `mail` is 'on' where a server sends mail.
insert into private.app_settings (key, value)
values ('sender_key', left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32))
on conflict (key) do nothing;

create function private.has_mail() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.setting('mail', 'off') = 'on';
end
$$;

-- What makes a message about an appointment the same one. Every change of an appointment is news of its own.
create function private.message_key(kind text, channel text, cita public.citas) returns text
  language sql stable set search_path = ''
  return concat_ws(
    ' ', kind, channel, cita.id, cita.appointment_date, cita.appointment_time,
    case when kind = 'cita_cambio' then cita.moves end
  );

-- Six mails an appointment or request and day of the clinic.
create function private.has_mail_left(cita_id uuid, request_id bigint) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return 6 > (
    select count(*) from public.messages m
    where m.channel = 'correo'
      and (m.cita_id = has_mail_left.cita_id or m.cita_id is null and m.request_id = has_mail_left.request_id)
      and m.created_at >= private.clinic_today()::timestamp
        at time zone private.setting('clinic_time_zone', 'America/Mexico_City')
  );
end
$$;

-- Notes a mail about an appointment, due at once. Null where there is no mail, nobody who may get it, or too many today; nobody
-- who books or moves is told by an error. One that failed or was left out waits again.
create function private.queue_mail(kind text, cita public.citas) returns public.messages
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  queued public.messages;
begin
  if not private.has_mail() or not private.has_mail_left(cita.id, null) or not exists (
    select from public.profiles p
    where p.id = cita.patient_id and p.id not in (select private.closed_accounts())
      and (p.wants_reminders or queue_mail.kind <> 'recordatorio')
  ) then
    return null;
  end if;
  insert into public.messages as m (kind, channel, cita_id, patient_id, sent_by, key)
  values (
    queue_mail.kind, 'correo', cita.id, cita.patient_id, private.active_uid(),
    private.message_key(queue_mail.kind, 'correo', cita)
  )
  on conflict on constraint messages_key_key do update set
    state = case when m.state in ('fallido', 'omitido') then 'pendiente' else m.state end,
    tries = case when m.state in ('fallido', 'omitido') then 0 else m.tries end,
    due_at = case when m.state in ('fallido', 'omitido') then now() else m.due_at end,
    problem = case when m.state in ('fallido', 'omitido') then null else m.problem end
  returning m.* into queued;
  return queued;
end
$$;

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
      and not private.is_last_moment(c);
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
    when message.kind = 'cuenta' then case
      when patient.id is null then 'sin_cuenta'
      when not exists (select from private.letters l where l.message_id = message.id and l.ends_at > at) then 'tarde'
    end
    when message.kind = 'resultado' then private.notice_problem(message, at)
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

-- What stands in the mail, with a token that is made now: {id, kind, to, first_name, day, time, tomorrow, token, until_day}.
-- `until_time` and `token` are an activation's; the token of an activation or a choice is null where none can be made any
-- more.
create function private.message_words(message public.messages, at timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  cita public.citas;
  patient public.profiles;
  link public.cita_links;
  made jsonb;
  valid_until timestamp;
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
  valid_until := coalesce((made ->> 'expires_at')::timestamptz, link.expires_at) at time zone zone;
  return jsonb_build_object(
    'id', message.id, 'kind', message.kind, 'to', patient.email,
    'first_name', private.first_name(patient.full_name),
    'day', cita.appointment_date, 'time', cita.appointment_time,
    'tomorrow', cita.appointment_date = (at at time zone zone)::date + 1,
    'until_day', valid_until::date, 'until_time', to_char(valid_until, 'HH24:MI'),
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

-- Up to `most` mails that are due, for one sender, who has two minutes for them. Plans, takes back what another sender did
-- not settle, leaves out what no longer holds, and forgets what is older than 400 days, and answered applications. One for which no link can be made is
-- left out, and so is an eleventh of one day to one person; news of studies wait instead.
create function private.take_messages(most integer default 20, at timestamptz default now()) returns setof jsonb
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
  -- The eleventh mail of a day to one person, and what comes after it.
  update public.messages m set state = 'omitido', problem = 'demasiados', lease_until = null
  from (
    select o.id, private.mails_of_day(o.patient_id, take_messages.at)
      + row_number() over (partition by o.patient_id order by o.due_at, o.id) as place
    from public.messages o
    where o.state = 'pendiente' and o.channel = 'correo' and o.kind not in ('cuenta', 'resultado')
      and o.due_at <= take_messages.at
  ) due
  where m.id = due.id and due.place > 10;
  delete from public.messages m using (
    select o.id from public.messages o where o.created_at < take_messages.at - interval '400 days'
    limit 100 for update skip locked
  ) old where m.id = old.id;
  perform private.forget_applications(take_messages.at);
  for message in
    update public.messages m set state = 'enviando', lease_until = take_messages.at + interval '2 minutes'
    from (
      select o.id from public.messages o
      where o.state = 'pendiente' and o.channel = 'correo' and o.due_at <= take_messages.at
        and (o.lease_until is null or o.lease_until <= take_messages.at)
        and (o.kind <> 'resultado' or private.is_next_notice(o, take_messages.at))
      order by coalesce(o.lease_until, o.due_at), o.id
      limit least(greatest(most, 0), 20)
      for update skip locked
    ) due
    where m.id = due.id
    returning m.*
  loop
    if message.kind in ('cuenta', 'resultado') then
      return query
        select jsonb_strip_nulls(jsonb_build_object(
          'id', message.id, 'kind', message.kind, 'to', p.email, 'sealed', encode(l.sealed, 'base64'),
          'initials', private.notice_initials(message, take_messages.at)
        ))
        from public.profiles p left join private.letters l on l.message_id = message.id where p.id = message.patient_id;
      continue;
    end if;
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

-- How sending went: 'enviado'; 'rechazado', tried again after 1, 5, 30 and 120 minutes, and given up after five tries;
-- 'sin_servidor', when the mail server could not be reached, which is no try; 'devuelto', for what was not tried. One that ran out
-- of its lease counts as sent all the same. News that went out told their person of all that was new when they were lent.
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
      tries = m.tries + case when outcome = 'rechazado' then 1 else 0 end,
      problem = case outcome when 'enviado' then null when 'devuelto' then message.problem else outcome end,
      sent_at = case when outcome = 'enviado' then settle_message.at end,
      lease_until = case outcome
        when 'rechazado' then settle_message.at
          + (array[interval '1 minute', interval '5 minutes', interval '30 minutes', interval '120 minutes'])[message.tries + 1]
        when 'sin_servidor' then settle_message.at + interval '1 minute'
      end
    where m.id = message.id or (
      outcome = 'enviado' and message.kind = 'resultado' and m.kind = 'resultado' and m.patient_id = message.patient_id
      and m.state = 'pendiente' and m.due_at <= coalesce(message.lease_until - interval '2 minutes', message.due_at)
    );
  end if;
end
$$;

-- Null for a program of the clinic that holds this key of the installation, else the answer to another key. That is counted, so
-- nothing is raised: the status says it.
create function private.refused_key(setting text, key text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant text := private.setting(refused_key.setting, '');
begin
  if known <> '' and sha256(convert_to(coalesce(refused_key.key, ''), 'UTF8')) = sha256(convert_to(known, 'UTF8')) then
    return null;
  end if;
  perform private.hit(refused_key.setting, 10, interval '1 minute');
  perform set_config('response.status', '404', true);
  return jsonb_build_object('code', 'PT404', 'message', 'No se encontró.');
end
$$;

-- The same for a server that holds the key and nothing else of the project: a list of mails. A wrong key answers 404.
create function public.take_messages(key text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('sender_key', take_messages.key);
begin
  if refused is not null then
    return refused;
  end if;
  return coalesce((select jsonb_agg(m) from private.take_messages() m), '[]');
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- `outcomes`: [{id, outcome}], 20 at most. Answers how many there were.
create function public.settle_messages(key text, outcomes jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('sender_key', settle_messages.key);
begin
  if refused is not null then
    return refused;
  end if;
  perform private.settle_message((o ->> 'id')::uuid, o ->> 'outcome')
  from jsonb_path_query(outcomes, '$[0 to 19]') o;
  return to_jsonb(least(jsonb_array_length(outcomes), 20));
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
  where m.id = retry_message.id and private.is_doctor() and m.kind <> 'resultado' and (
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
      where m.channel = 'correo' and m.kind <> 'resultado' and m.state in ('pendiente', 'enviando') and m.tries = 0
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
        'late', private.is_last_moment(c),
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- 'No quiero recordatorios' of a link, and its undo.
create function public.stop_reminders(token text, stop boolean default true) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
begin
  link := private.begin_act(token);
  update public.profiles p set wants_reminders = not coalesce(stop, true) where p.id = link.patient_id;
  return private.act_answer(case when coalesce(stop, true) then 'stopped' else 'resumed' end, link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What 'Sistema' shows of messages, news of studies left aside: {mail, due, day, month, problems}. Nobody's name or address.
create function public.message_figures() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'mail', private.mail_state(),
    'due', (
      select count(*) from public.messages m
      where m.channel = 'correo' and m.kind <> 'resultado' and m.state in ('pendiente', 'enviando') and m.due_at <= now()
    ),
    'day', private.messages_since(now() - interval '24 hours'),
    'month', private.messages_since(now() - interval '30 days'),
    'problems', coalesce((
      select jsonb_agg(jsonb_build_object('problem', f.problem, 'state', f.state, 'count', f.number) order by f.number desc, f.problem)
      from (
        select m.problem, m.state, count(*) as number from public.messages m
        where m.problem is not null and m.kind <> 'resultado' and m.due_at > now() - interval '30 days'
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
    from public.messages m
    where m.kind <> 'resultado' and coalesce(m.sent_at, m.due_at) > since and m.due_at <= now()
  );
end
$$;

-- Whether it was booked, or last moved, less than 20 hours before its start; of one without a time, no. Such an appointment gets
-- no reminder, and 'Recordatorios' says so.
create function private.is_last_moment(cita public.citas) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    greatest(cita.created_at, (
      select max(e.at) from public.cita_events e where e.cita_id = cita.id and e.kind = 'movida'
    )) >= private.slot_moment(cita.appointment_date, cita.appointment_time) - interval '20 hours',
    false
  );
end
$$;

-- Letters of our sign-in service (a new password, a code, what changed) wait among the messages, kind 'cuenta', and are tried again
-- as they are (docs/decisions/0043-one-outbox.md). A hosted project's sign-in service sends its own.

-- The words of a letter until it went out or was given up: its link and code open an account, so they are sealed with a key that
-- the database does not have. It says nothing any more from `ends_at` on.
create table private.letters (
  message_id uuid primary key references public.messages on delete cascade,
  sealed bytea not null,
  ends_at timestamptz not null
);
alter table private.letters enable row level security;

-- Notes a letter to an account, due at once; another one of the same sort that waits is left out. An address without an account
-- gets none.
create function private.queue_letter(email text, sort text, sealed bytea, ends_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (select p.id from public.profiles p where p.email = lower(queue_letter.email));
  message uuid;
begin
  update public.messages m set state = 'omitido', problem = 'reemplazada'
  where m.patient_id = person and m.kind = 'cuenta' and m.state = 'pendiente' and starts_with(m.key, 'cuenta ' || sort || ' ');
  insert into public.messages (kind, channel, patient_id, key)
  select 'cuenta', 'correo', person, concat_ws(' ', 'cuenta', sort, gen_random_uuid()) where person is not null
  returning id into message;
  insert into private.letters (message_id, sealed, ends_at)
  select message, queue_letter.sealed, queue_letter.ends_at where message is not null;
end
$$;

create function private.end_letter() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.letters l where l.message_id = new.id;
  return null;
end
$$;

create trigger messages_end_letter after update of state on public.messages
  for each row when (new.kind = 'cuenta' and new.state not in ('pendiente', 'enviando')) execute function private.end_letter();

create trigger messages_z_audit after update of state on public.messages
  for each row when (
    new.state <> old.state and new.state in ('enviado', 'abierto', 'fallido') and new.kind not in ('cuenta', 'resultado')
  )
  execute function private.audit_message();

grant execute on function
  public.take_messages(text), public.settle_messages(text,jsonb), public.stop_reminders(text,boolean)
  to anon, authenticated;
grant execute on function
  public.queue_message(text,uuid), public.retry_message(uuid), public.reminders(date,uuid),
  public.prepare_reminders(date,uuid), public.note_opened(uuid,boolean), public.set_reminders(uuid,boolean),
  public.message_figures()
  to authenticated;
