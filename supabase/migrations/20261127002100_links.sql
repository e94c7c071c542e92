-- Links by which a patient confirms, changes or cancels an appointment, or chooses its hour (docs/product/appointments.md).
-- A token is 128 random bits, and only its hash is kept. Each message has one of its own; all of them open the same link.
create table public.cita_links (
  id uuid primary key default gen_random_uuid(),
  -- One of the two, and both once the appointment was booked from the request.
  cita_id uuid unique references public.citas on delete cascade,
  request_id bigint unique references public.study_requests on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  doctor_id uuid not null references public.profiles on delete cascade,
  made_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  -- Until when an hour may be chosen; a link with an appointment ends a day after its start.
  expires_at timestamptz,
  revoked_at timestamptz,
  seen_at timestamptz,
  constraint cita_links_lead_somewhere check (cita_id is not null or (request_id is not null and expires_at is not null))
);
alter table public.cita_links enable row level security;

create index cita_links_patient_id_idx on public.cita_links (patient_id);
create index cita_links_doctor_id_idx on public.cita_links (doctor_id);
create index cita_links_made_by_idx on public.cita_links (made_by);

grant select on public.cita_links to authenticated;

create policy "patients read own links, doctors theirs, admins all" on public.cita_links
  for select to authenticated
  using (
    (patient_id = (select private.active_uid()) and cita_id is not null)
    or (
      (select private.is_doctor()) and (
        (select private.is_admin())
        or made_by = (select private.active_uid())
        or (cita_id is null and doctor_id = (select private.active_uid()))
        or exists (select from public.citas c where c.id = cita_id)
      )
    )
  );

create table private.cita_link_tokens (
  token_hash bytea primary key,
  link_id uuid not null references public.cita_links on delete cascade,
  channel text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- 'dentista': given to the dentist who ordered, to send it on.
  constraint cita_link_tokens_channel_known check (channel in ('whatsapp', 'correo', 'copia', 'portal', 'dentista'))
);
alter table private.cita_link_tokens enable row level security;

create index cita_link_tokens_link_id_idx on private.cita_link_tokens (link_id, created_at desc);

-- What happens to a link, in the trail. That it was opened is told once a day (docs/security.md).
create function private.audit_cita_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  what text;
begin
  if tg_op = 'INSERT' then
    what := 'insert';
  elsif new.revoked_at is not null and old.revoked_at is null then
    what := 'revoke';
  elsif (new.seen_at at time zone zone)::date is distinct from (old.seen_at at time zone zone)::date then
    what := 'open';
  else
    return null;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    case when what <> 'open' then auth.uid() end,
    case when what = 'open' then 'anon' else private.speaking_role() end,
    what, 'cita_links', new.id::text, new.patient_id
  );
  return null;
end
$$;

create trigger cita_links_z_audit after insert or update on public.cita_links
  for each row execute function private.audit_cita_link();

-- A new token of a link, which keeps its newest ten. Answered once.
create function private.give_link_token(link_id uuid, channel text) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.share_token();
begin
  if give_link_token.channel is null or give_link_token.channel not in ('whatsapp', 'correo', 'copia', 'portal', 'dentista') then
    raise exception using errcode = 'PT400', message = 'Elige cómo enviar el enlace.';
  end if;
  -- Two at once would both keep ten of the others.
  perform from public.cita_links l where l.id = give_link_token.link_id for update;
  insert into private.cita_link_tokens (token_hash, link_id, channel)
  values (private.share_hash(token), give_link_token.link_id, give_link_token.channel);
  delete from private.cita_link_tokens t where t.token_hash in (
    select o.token_hash from private.cita_link_tokens o
    where o.link_id = give_link_token.link_id order by o.created_at desc offset 10
  );
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  select auth.uid(), private.speaking_role(), 'token', 'cita_links', l.id::text, l.patient_id
  from public.cita_links l where l.id = give_link_token.link_id;
  return token;
end
$$;

-- The link of an appointment that is still to come, made when there is none. A link that was revoked works again with the new
-- token alone. It is for the appointment's patient of today.
create function private.link_of_cita(cita public.citas) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link uuid;
begin
  if cita.patient_id is null or cita.status not in ('pendiente', 'confirmada', 'aceptada')
    or private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no tiene enlace: ya pasó o está cerrada.';
  end if;
  insert into public.cita_links as l (cita_id, patient_id, doctor_id, made_by)
  values (cita.id, cita.patient_id, cita.doctor_id, private.active_uid())
  on conflict on constraint cita_links_cita_id_key do update set revoked_at = null, patient_id = excluded.patient_id
  returning l.id into link;
  return link;
end
$$;

-- A token for a message about an appointment: {link_id, token}. Its doctor, or an administrator.
create function public.cita_token(cita_id uuid, channel text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita constant public.citas := private.cita_to_change(cita_token.cita_id, private.active_uid());
  link uuid;
begin
  perform private.hit('cita_token', 120, interval '1 hour', private.active_uid()::text);
  link := private.link_of_cita(cita);
  return jsonb_build_object('link_id', link, 'token', private.give_link_token(link, cita_token.channel));
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A token for the patient's own appointment, from the portal.
create function public.my_cita_link(cita_id uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas;
begin
  select c.* into cita from public.citas c
  where c.id = my_cita_link.cita_id and c.patient_id = private.active_uid();
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la cita.';
  end if;
  perform private.hit('my_cita_link', 20, interval '1 hour', private.active_uid()::text);
  return private.give_link_token(private.link_of_cita(cita), 'portal');
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Whoever reads a link as staff ends it: all its tokens.
create function public.revoke_cita_link(link_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  link public.cita_links;
begin
  select l.* into link from public.cita_links l where l.id = revoke_cita_link.link_id for update;
  if not found or not private.is_doctor() or not (
    private.is_admin() or caller = link.made_by or caller = coalesce(
      (select c.doctor_id from public.citas c where c.id = link.cita_id), link.doctor_id
    )
  ) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  update public.cita_links l set revoked_at = now() where l.id = link.id and l.revoked_at is null;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The open account of a request's e-mail, if it is a patient's; null where there is none.
create function private.account_of_request(request public.study_requests) returns public.profiles
  language plpgsql stable security definer set search_path = ''
as $$
declare
  account public.profiles;
begin
  select p.* into account from public.profiles p
  where p.email = request.patient_email and p.role in ('patient', 'paciente')
    and p.id not in (select private.closed_accounts());
  return account;
end
$$;

create function private.is_booked(request_id bigint) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.citas c
    where c.request_id = is_booked.request_id and c.status not in ('cancelada', 'no_asistio')
  );

-- Notes a mail with a link to choose an hour, where there is mail.
create function private.mail_choice(link public.cita_links, asked_by uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.has_mail() and private.has_mail_left(null, link.request_id) then
    insert into public.messages (kind, channel, request_id, patient_id, sent_by, key)
    values (
      'elige_horario', 'correo', link.request_id, link.patient_id, asked_by,
      concat_ws(' ', 'elige_horario', 'correo', link.request_id, link.expires_at)
    )
    on conflict on constraint messages_key_key do nothing;
  end if;
end
$$;

-- Accepts a request and lets its patient choose the hour with this doctor, for 14 days: {link_id, token, expires_at}. Asked
-- again, the same link has one token more. With channel `correo` it is mailed as well.
create function public.send_choice(request_id bigint, doctor_id uuid, channel text) returns jsonb
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
  if send_choice.channel = 'correo' then
    perform private.mail_choice(link, private.active_uid());
  end if;
  return jsonb_build_object(
    'link_id', link.id, 'expires_at', link.expires_at, 'token', private.give_link_token(link.id, send_choice.channel)
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What whoever holds a link's token sees and does (docs/product/appointments.md). Everybody may ask, so each function counts
-- the address; what is counted must stay, so an answer says how it went and nothing is raised but 'too often'.

-- The row of a link that still holds, or nulls. A link that has ended takes as long as one that was made up: all is looked up
-- and reckoned before anything is decided. One that was made for an earlier patient opens nothing, and a choice ends with its
-- doctor.
create function private.link_of_token(token text) returns public.cita_links
  language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  valid_until timestamptz;
  closed boolean;
  taken boolean;
begin
  select l.* into link from public.cita_links l
  join private.cita_link_tokens t on t.link_id = l.id
  where t.token_hash = private.share_hash(left(coalesce(token, ''), 100));
  select c.* into cita from public.citas c where c.id = link.cita_id;
  valid_until := private.slot_moment(coalesce(cita.appointment_date, current_date), cita.appointment_time) + interval '24 hours';
  if cita.id is null then
    valid_until := link.expires_at;
    cita.patient_id := link.patient_id;
  end if;
  taken := cita.id is not null or private.takes_appointments(link.doctor_id);
  closed := coalesce(link.patient_id, '00000000-0000-0000-0000-000000000000') in (select private.closed_accounts());
  if link.revoked_at is not null or closed or cita.patient_id is distinct from link.patient_id or not taken
    or valid_until <= now()
  then
    return null;
  end if;
  return link;
end
$$;

-- What the page shows: nothing that says more of a person than the first name. `free` is until when an appointment may be
-- changed or cancelled by the link, and from when on an hour may be chosen. With it come how to prepare and whether reminders
-- are wanted.
create function private.link_answer(link public.cita_links) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  settings constant jsonb := private.agenda_settings();
  notice constant integer := (settings ->> 'notice_hours')::integer;
  cita public.citas;
  request public.study_requests;
  patient public.profiles;
  starts_at timestamptz;
begin
  select c.* into cita from public.citas c where c.id = link.cita_id;
  select r.* into request from public.study_requests r where r.id = link.request_id;
  select p.* into patient from public.profiles p where p.id = link.patient_id;
  starts_at := private.slot_moment(cita.appointment_date, cita.appointment_time);
  return jsonb_build_object(
    'first_name', private.first_name(patient.full_name),
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
    'receiver', private.receiver_of(coalesce(cita.request_id, link.request_id)),
    'cita', case when cita.id is not null then jsonb_build_object(
      'id', cita.id, 'day', cita.appointment_date, 'time', cita.appointment_time, 'status', cita.status,
      'moves', cita.moves, 'warned', cita.warned_at is not null, 'begun', starts_at <= now(),
      'in_notice', starts_at < now() + make_interval(hours => notice),
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The free starts that may be chosen within 14 days from `from_day`: [{day, time}], or null for a link that has ended. None
-- with a doctor who takes no appointments.
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The link to act by: the act is counted, 20 of an address in 10 minutes and 30 of a link a day, and what it is about is locked,
-- in the order of every booking. Then the token is asked again: who revokes the link while somebody presses a button, or makes
-- another one, is not too late. Nulls for a link that has ended: it leads to nothing, and every act then answers 'ended'.
create function private.begin_act(token text) returns public.cita_links
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links := private.link_of_token(token);
  doctor uuid;
begin
  perform private.hit('act_by_link', 20, interval '10 minutes');
  if link.id is null then
    return null;
  end if;
  perform private.hit('act_of_link', 30, interval '1 day', link.id::text);
  if link.cita_id is null then
    perform from public.study_requests r where r.id = link.request_id for update;
  end if;
  perform private.take_cita_turn();
  -- It may have been booked while this waited.
  select l.cita_id into link.cita_id from public.cita_links l where l.id = link.id;
  select c.doctor_id into doctor from public.citas c where c.id = link.cita_id for update;
  perform from public.cita_links l where l.id = link.id for update;
  perform private.lock_doctor(coalesce(doctor, link.doctor_id));
  return private.link_of_token(token);
end
$$;

-- How an act ended, with what the page then shows.
create function private.act_answer(outcome text, link public.cita_links) returns jsonb
  language sql stable security definer set search_path = ''
  return case
    when link.id is null then jsonb_build_object('outcome', 'ended')
    else jsonb_build_object('outcome', outcome, 'link', private.link_answer(link))
  end;

-- Why a patient cannot choose this start now, or null.
create function private.refused_start(doctor uuid, day date, at time) returns text
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
  link := private.begin_act(token);
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  cita.status := 'confirmada';
  cita.warned_at := null;
  perform private.write_cita(cita, by_patient => true);
  return private.act_answer('confirmed', link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
  link := private.begin_act(token);
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if cita.status = 'cancelada' then
    return private.act_answer('cancelled', link);
  end if;
  refused := private.refused_change(cita);
  if refused is not null then
    return private.act_answer(refused, link);
  end if;
  cita.status := 'cancelada';
  perform private.write_cita(cita, by_patient => true);
  return private.act_answer('cancelled', link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
  link := private.begin_act(token);
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  cita.warned_at := coalesce(cita.warned_at, now());
  perform private.write_cita(cita, by_patient => true);
  return private.act_answer('told', link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
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
  link := private.begin_act(token);
  select c.* into cita from public.citas c where c.id = link.cita_id;
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
  cita.appointment_date := move_by_link.day;
  cita.appointment_time := move_by_link.at;
  cita.status := 'confirmada';
  cita.moves := cita.moves + 1;
  cita.warned_at := null;
  begin
    perform private.write_cita(cita, by_patient => true);
  exception when unique_violation then
    refused := 'taken';
  end;
  return private.act_answer(coalesce(refused, 'moved'), link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- 'Apartar {día}, {hora}': the hour of an accepted request, chosen once. The same link then manages the appointment.
create function public.book_by_link(token text, day date, at time) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  request public.study_requests;
  cita public.citas;
  refused text;
begin
  link := private.begin_act(token);
  select r.* into request from public.study_requests r where r.id = link.request_id;
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
  cita.patient_id := link.patient_id;
  cita.doctor_id := link.doctor_id;
  cita.appointment_date := book_by_link.day;
  cita.appointment_time := book_by_link.at;
  cita.study_type := request.study_type;
  cita.request_id := request.id;
  cita.status := 'confirmada';
  begin
    cita := private.write_cita(cita, by_patient => true);
    update public.cita_links l set cita_id = cita.id where l.id = link.id returning l.* into link;
  exception when unique_violation then
    refused := 'taken';
  end;
  return private.act_answer(coalesce(refused, 'booked'), link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A token stands for a person (docs/product/appointments.md): when the person behind a link changes, its tokens end. Triggers
-- see to it, so that it does not matter which door changed the person. Links to studies and activations do so already; an
-- e-mail of an account, which recovery goes by, never changes.

-- A link that was revoked or became another's keeps none of its tokens.
create function private.end_link_tokens() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.cita_link_tokens t where t.link_id = new.id;
  return null;
end
$$;

create trigger cita_links_end_tokens after update on public.cita_links
  for each row when (
    new.patient_id is distinct from old.patient_id or (new.revoked_at is not null and old.revoked_at is null)
  )
  execute function private.end_link_tokens();

-- Another e-mail is another account: an hour that was not chosen yet can no longer be chosen by the link. A chosen one stays.
create function private.end_choice_of_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cita_links l set revoked_at = now()
  where l.request_id = new.id and l.cita_id is null and l.revoked_at is null;
  return null;
end
$$;

create trigger study_requests_end_choice after update on public.study_requests
  for each row when (new.patient_email is distinct from old.patient_email)
  execute function private.end_choice_of_request();

-- An appointment that gets another patient, or none, loses the link of the one before. Its messages so far leave their keys
-- to those of the patient who has it now. They go before the link, in the order of a sender.
create function private.end_link_of_cita() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.messages m set key = m.id where m.cita_id = new.id and m.patient_id is distinct from new.patient_id;
  delete from public.cita_links l where l.cita_id = new.id;
  return null;
end
$$;

create trigger citas_end_link after update on public.citas
  for each row when (new.patient_id is distinct from old.patient_id)
  execute function private.end_link_of_cita();

grant execute on function
  public.cita_token(uuid,text), public.my_cita_link(uuid), public.revoke_cita_link(uuid),
  public.send_choice(bigint,uuid,text)
  to authenticated;
grant execute on function
  public.cita_link(text), public.cita_link_slots(text,date), public.confirm_by_link(text),
  public.cancel_by_link(text), public.tell_absence(text), public.move_by_link(text,date,time),
  public.book_by_link(text,date,time)
  to anon, authenticated;
