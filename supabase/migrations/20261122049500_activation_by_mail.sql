-- The link to activate an account by mail (docs/product/messages.md, docs/product/accounts.md). What is noted holds no token: the
-- link is made when the mail is sent, and ends the one before.

-- The mail that a link was made for; null for one that was answered to who asked.
alter table private.activations add column mail_id uuid;

-- As before, and why a mail with a link is left out: the password is chosen, the temporary one does not last, or somebody made
-- another link meanwhile.
alter table public.messages drop constraint messages_problem_known;
alter table public.messages add constraint messages_problem_known check (
  problem in (
    'sin_servidor', 'rechazado', 'tarde', 'cancelada', 'movida', 'pasada', 'sin_recordatorios', 'sin_cuenta',
    'elegida', 'sin_temporal', 'reemplazada'
  )
);

-- As before; an account that is no patient's has no line in a record.
create or replace function private.audit_message() returns trigger
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

-- Why an account gets no link: 'elegida' after its password was chosen, 'sin_temporal' while the temporary one has less than 24
-- hours left or is not set yet; else null.
create function private.activation_problem(account uuid, at timestamptz default now()) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  state private.account_state;
begin
  select s.* into state from private.account_state s where s.user_id = account;
  return case
    when not coalesce(state.must_change, false) then 'elegida'
    when state.issuing is not null or coalesce(state.temp_expires_at, at) < at + interval '24 hours' then 'sin_temporal'
  end;
end
$$;

-- Whether an account may get a link now; not while another temporary password is due first. Refuses once a password was chosen.
create function private.can_activate(account uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  problem constant text := private.activation_problem(account);
begin
  if problem = 'elegida' then
    raise exception using errcode = 'PT409', message = 'El paciente ya eligió su contraseña.';
  end if;
  return problem is null;
end
$$;

-- As before; the trail names who asked, also when a mail's sender makes the link.
create or replace function private.give_activation(account uuid, made_by uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.share_token();
  ends timestamptz;
  replaced boolean;
begin
  select least(now() + interval '72 hours', s.temp_expires_at) into ends
  from private.account_state s where s.user_id = account for update;
  if not private.can_activate(account) then
    return jsonb_build_object('token', null, 'expires_at', null, 'replaced', false);
  end if;
  replaced := exists (
    select from private.activations a
    where a.user_id = account and a.used_at is null and a.wrong < 5 and a.expires_at > now()
  );
  insert into private.activations (user_id, token_hash, made_by, expires_at)
  values (account, private.share_hash(token), give_activation.made_by, ends)
  on conflict on constraint activations_pkey do update
    set token_hash = excluded.token_hash, made_by = excluded.made_by, created_at = excluded.created_at,
      expires_at = excluded.expires_at, wrong = 0, used_at = null, mail_id = null;
  perform private.audit_activation(
    'create', give_activation.made_by,
    case when give_activation.made_by is null then private.speaking_role() else 'authenticated' end, account
  );
  return jsonb_build_object('token', token, 'expires_at', ends, 'replaced', replaced);
end
$$;

-- Asks for a mail with a link: {outcome}. Who may is who may make a link; once a password was chosen it is refused.
--   queued: it goes out with the next round; one that still waits is not asked for twice
--   issue_first: another temporary password is due first
--   no_mail: the clinic sends none
create function public.mail_activation(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.profiles := private.account_to_issue(mail_activation.user_id);
  caller constant uuid := private.active_uid();
  lasts boolean;
begin
  perform private.hit('mail_activation', 60, interval '1 hour', caller::text);
  lasts := private.can_activate(known.id);
  if not private.has_mail() then
    return jsonb_build_object('outcome', 'no_mail');
  end if;
  if not lasts then
    return jsonb_build_object('outcome', 'issue_first');
  end if;
  -- A sender has its mails first and the account then: one that is being taken is not waited for.
  update public.messages m set due_at = now(), sent_by = caller
  from (
    select w.id from public.messages w
    where w.patient_id = known.id and w.kind = 'activacion' and w.channel = 'correo' and w.state = 'pendiente'
    limit 1 for update skip locked
  ) waiting
  where m.id = waiting.id;
  if found then
    return jsonb_build_object('outcome', 'queued');
  end if;
  if 6 <= (
    select count(*) from public.messages m
    where m.patient_id = known.id and m.kind = 'activacion' and m.channel = 'correo'
      and m.created_at >= private.clinic_today()::timestamp
        at time zone private.setting('clinic_time_zone', 'America/Mexico_City')
  ) then
    raise exception using errcode = 'PT409', message = 'Ya se enviaron seis correos de activación hoy.';
  end if;
  insert into public.messages (kind, channel, patient_id, sent_by, key)
  values ('activacion', 'correo', known.id, caller, concat_ws(' ', 'activacion', 'correo', known.id, clock_timestamp()));
  return jsonb_build_object('outcome', 'queued');
end
$$;

-- As before, with links to activate an account.
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

-- As before, with until_time; the token of an activation is null where none can be made any more.
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
  select l.* into link from public.cita_links l where l.request_id = message.request_id;
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
      when 'elige_horario' then private.give_link_token(link.id, 'correo')
      else private.give_link_token(private.link_of_cita(cita), 'correo')
    end
  );
end
$$;

-- As before, with links to activate an account; one for which no link can be made is left out.
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
    if message.kind = 'activacion' and words ->> 'token' is null then
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

-- As before, with links to activate an account.
create or replace function private.mail_state(at timestamptz default now()) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when not private.has_mail() then 'none'
    when exists (
      select from public.messages m
      where m.channel = 'correo' and m.state in ('pendiente', 'enviando') and m.tries = 0
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

revoke all on function private.activation_problem(uuid, timestamptz), private.can_activate(uuid)
  from public, anon, authenticated, service_role;
revoke all on function public.mail_activation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.mail_activation(uuid) to authenticated;
notify pgrst, 'reload schema';
