-- Messages to patients about their appointments (docs/product/messages.md). A row says what is due, how and how it went. Its
-- text, the address and the link are read and made when it is sent, so that a moved appointment has its new hour.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  channel text not null,
  cita_id uuid references public.citas on delete cascade,
  request_id bigint references public.study_requests on delete cascade,
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
  constraint messages_kind_known check (
    kind in ('cita_nueva', 'cita_cambio', 'cita_cancelada', 'recordatorio', 'elige_horario', 'activacion')
  ),
  constraint messages_channel_known check (channel in ('correo', 'whatsapp')),
  constraint messages_state_known
    check (state in ('pendiente', 'enviando', 'enviado', 'abierto', 'fallido', 'omitido')),
  constraint messages_problem_known check (
    problem in ('sin_servidor', 'rechazado', 'tarde', 'cancelada', 'movida', 'pasada', 'sin_recordatorios', 'sin_cuenta')
  ),
  constraint messages_tries_fit check (tries between 0 and 5),
  constraint messages_key_fits check (private.fits(key, 'Clave', 200)),
  constraint messages_about_something check (
    case kind when 'activacion' then true when 'elige_horario' then request_id is not null else cita_id is not null end
  )
);
create index messages_cita_id_idx on public.messages (cita_id, created_at);
create index messages_request_id_idx on public.messages (request_id);
create index messages_patient_id_idx on public.messages (patient_id);
create index messages_sent_by_idx on public.messages (sent_by);
create index messages_created_at_idx on public.messages (created_at);
create index messages_waiting_idx on public.messages (due_at) where state in ('pendiente', 'enviando');

alter table public.messages enable row level security;
revoke all on public.messages from public, anon, authenticated;
grant select on public.messages to authenticated;

create policy "doctors read messages of their appointments, admins all" on public.messages
  for select to authenticated
  using (
    (select private.is_doctor()) and (
      (select private.is_admin())
      or (cita_id is null and sent_by = (select private.active_uid()))
      or exists (select from public.citas c where c.id = cita_id and c.doctor_id = (select private.active_uid()))
    )
  );

-- What went out, or did not, in the trail.
create function private.audit_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(),
    case new.state when 'enviado' then 'sent' when 'abierto' then 'opened' else 'failed' end,
    'messages', new.id::text, new.patient_id
  );
  return null;
end
$$;
create trigger messages_z_audit after update of state on public.messages
  for each row when (new.state <> old.state and new.state in ('enviado', 'abierto', 'fallido'))
  execute function private.audit_message();

alter publication supabase_realtime add table public.messages;

-- Reminders can be declined; news of the clinic about an appointment still go out.
alter table public.profiles add column wants_reminders boolean not null default true;
grant update (wants_reminders) on public.profiles to authenticated;

-- As before, with the columns of today.
create or replace function public.search_patients(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where private.search_pattern(term) is null and p.role in ('patient', 'paciente')
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.patients_found(term))::uuid[]);
end;

create or replace function public.search_profiles(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where (select private.require_admin()) and private.search_pattern(term) is null
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.profiles_found(term))::uuid[]);
end;

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

-- As before, and whether there is mail.
create or replace function public.agenda_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver los ajustes de la agenda.';
  end if;
  return private.agenda_settings() || jsonb_build_object('mail', private.has_mail());
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

revoke all on function
  private.audit_message(), private.keep_own_reminders(), private.has_mail(),
  private.message_key(text, text, public.citas), private.has_mail_left(uuid, bigint),
  private.queue_mail(text, public.citas)
  from public, anon, authenticated, service_role;
notify pgrst, 'reload schema';
