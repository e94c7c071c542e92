-- Letters of our sign-in service (a new password, a code, what changed) wait among the messages, kind 'cuenta', and are tried again
-- as they are (docs/decisions/0043-one-outbox.md). A hosted project's sign-in service sends its own.

alter table public.messages drop constraint messages_kind_known;
alter table public.messages add constraint messages_kind_known check (
  kind in ('cita_nueva', 'cita_cambio', 'cita_cancelada', 'recordatorio', 'elige_horario', 'activacion', 'cuenta')
);
alter table public.messages drop constraint messages_about_something;
alter table public.messages add constraint messages_about_something check (
  case when kind in ('activacion', 'cuenta') then true when kind = 'elige_horario' then request_id is not null
    else cita_id is not null end
);

-- The words of a letter until it went out or was given up: its link and code open an account, so they are sealed with a key that
-- the database does not have. It says nothing any more from `ends_at` on.
create table private.letters (
  message_id uuid primary key references public.messages on delete cascade,
  sealed bytea not null,
  ends_at timestamptz not null
);
alter table private.letters enable row level security;
revoke all on private.letters from public, anon, authenticated, service_role;

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

revoke all on function private.queue_letter(text, text, bytea, timestamptz), private.end_letter()
  from public, anon, authenticated, service_role;

-- The trail has what people are told of their appointments; of an account it has what was done with it.
drop trigger messages_z_audit on public.messages;
create trigger messages_z_audit after update of state on public.messages
  for each row when (
    new.state <> old.state and new.state in ('enviado', 'abierto', 'fallido') and new.kind <> 'cuenta'
  )
  execute function private.audit_message();

-- As before; a letter is late when its words end, an hour or days later.
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
    when message.kind = 'cuenta' then case
      when patient.id is null then 'sin_cuenta'
      when not exists (select from private.letters l where l.message_id = message.id and l.ends_at > at) then 'tarde'
    end
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

-- As before; of a letter it gives the sealed words, and ten mails a day do not keep it.
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
  -- The eleventh mail of a day to one person, and what comes after it.
  update public.messages m set state = 'omitido', problem = 'demasiados', lease_until = null
  from (
    select o.id, private.mails_of_day(o.patient_id, take_messages.at)
      + row_number() over (partition by o.patient_id order by o.due_at, o.id) as place
    from public.messages o
    where o.state = 'pendiente' and o.channel = 'correo' and o.kind <> 'cuenta' and o.due_at <= take_messages.at
  ) due
  where m.id = due.id and due.place > 10;
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
    if message.kind = 'cuenta' then
      return query
        select jsonb_build_object('id', message.id, 'kind', message.kind, 'to', p.email, 'sealed', encode(l.sealed, 'base64'))
        from private.letters l, public.profiles p where l.message_id = message.id and p.id = message.patient_id;
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

-- As before, without letters.
create or replace function private.mails_of_day(person uuid, at timestamptz) returns bigint
  language sql stable security definer set search_path = ''
  return (
    select (
      select count(*) from public.messages m
      where m.patient_id = mails_of_day.person and m.channel = 'correo' and m.kind <> 'cuenta'
        and (m.state = 'enviando' or m.state = 'enviado' and m.sent_at >= midnight.at)
    ) + (
      select count(distinct n.sent_at) from private.notices_due n
      where n.person_id = mails_of_day.person and n.sent_at >= midnight.at
    )
    from (
      select date_trunc('day', mails_of_day.at at time zone zone.name) at time zone zone.name as at
      from (select private.setting('clinic_time_zone', 'America/Mexico_City') as name) zone
    ) midnight
  );

-- As before; a mail server that is away uses up no tries.
create or replace function private.settle_notice(id uuid, problem text, at timestamptz default now()) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.notices_due n set
    sent_at = case when settle_notice.problem is null then settle_notice.at end, error = left(settle_notice.problem, 100),
    -- That the mail server could not be reached is no try.
    tries = n.tries - case when settle_notice.problem not in ('EENVELOPE', 'EMESSAGE') then 1 else 0 end
  from private.notices_due told
  where told.id = settle_notice.id and told.sent_at is null and n.sent_at is null and (
    n.id = told.id
    or settle_notice.problem is null and n.person_id = told.person_id and n.tries < 5 and n.due_at <= settle_notice.at
  )
$$;
