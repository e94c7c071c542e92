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
create index cita_links_patient_id_idx on public.cita_links (patient_id);
create index cita_links_doctor_id_idx on public.cita_links (doctor_id);
create index cita_links_made_by_idx on public.cita_links (made_by);

alter table public.cita_links enable row level security;
revoke all on public.cita_links from public, anon, authenticated;
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
        or exists (
          select from public.citas c where c.id = cita_id and c.doctor_id = (select private.active_uid())
        )
      )
    )
  );

create table private.cita_link_tokens (
  token_hash bytea primary key,
  link_id uuid not null references public.cita_links on delete cascade,
  channel text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint cita_link_tokens_channel_known check (channel in ('whatsapp', 'correo', 'copia', 'portal'))
);
create index cita_link_tokens_link_id_idx on private.cita_link_tokens (link_id, created_at desc);
alter table private.cita_link_tokens enable row level security;
revoke all on private.cita_link_tokens from public, anon, authenticated, service_role;

-- What happens to a link, in the trail. That it was opened is told once a day (docs/product/audit.md).
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
  if give_link_token.channel is null or give_link_token.channel not in ('whatsapp', 'correo', 'copia', 'portal') then
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

-- The link of an appointment that is still to come, made when there is none. A link that was revoked works again with the
-- new token alone.
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
  on conflict on constraint cita_links_cita_id_key do update set revoked_at = null
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
  delete from private.cita_link_tokens t where t.link_id = revoke_cita_link.link_id;
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

-- Accepts a request and lets its patient choose the hour with this doctor, for 14 days: {link_id, token, expires_at}. Asked
-- again, the same link has one token more.
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
  if not exists (
    select from public.profiles p
    where p.id = send_choice.doctor_id and p.role = 'doctor' and p.id not in (select private.closed_accounts())
  ) then
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
  return jsonb_build_object(
    'link_id', link.id, 'expires_at', link.expires_at, 'token', private.give_link_token(link.id, send_choice.channel)
  );
end
$$;

alter publication supabase_realtime add table public.cita_links;

revoke all on function
  private.audit_cita_link(), private.give_link_token(uuid, text), private.link_of_cita(public.citas),
  private.account_of_request(public.study_requests), private.is_booked(bigint)
  from public, anon, authenticated, service_role;
revoke all on function
  public.cita_token(uuid, text), public.my_cita_link(uuid), public.revoke_cita_link(uuid),
  public.send_choice(bigint, uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.cita_token(uuid, text), public.my_cita_link(uuid), public.revoke_cita_link(uuid),
  public.send_choice(bigint, uuid, text)
  to authenticated;
notify pgrst, 'reload schema';
