-- What happened to appointments, for those who keep them (docs/product/appointments.md).

-- What happened to an appointment; only added to, but for who saw it.
create table public.cita_events (
  id uuid primary key default gen_random_uuid(),
  cita_id uuid not null references public.citas on delete cascade,
  kind text not null,
  by text not null,
  -- Null for a patient who acts by link.
  actor_id uuid references public.profiles on delete set null,
  from_day date,
  from_time time(0),
  to_day date,
  to_time time(0),
  reason text,
  at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by uuid references public.profiles on delete set null,
  constraint cita_events_kind_known check (
    kind in ('agendada', 'sobrecupo', 'confirmada', 'movida', 'cancelada', 'aviso', 'no_asistio', 'deshecha')
  ),
  constraint cita_events_by_known check (by in ('clinica', 'paciente')),
  constraint cita_events_reason_fits check (private.fits(reason, 'Motivo', 200))
);
create index cita_events_cita_id_idx on public.cita_events (cita_id, at);
create index cita_events_actor_id_idx on public.cita_events (actor_id);
create index cita_events_seen_by_idx on public.cita_events (seen_by);
create index cita_events_unseen_idx on public.cita_events (at) where by = 'paciente' and seen_at is null;

alter table public.cita_events enable row level security;
revoke all on public.cita_events from public, anon, authenticated;
grant select, update (seen_at, seen_by) on public.cita_events to authenticated;

create policy "doctors read what happened to their appointments, admins to all" on public.cita_events
  for select to authenticated
  using (
    (select private.is_doctor())
    and exists (
      select from public.citas c
      where c.id = cita_id and (c.doctor_id = (select private.active_uid()) or (select private.is_admin()))
    )
  );

create policy "doctors note what they saw of their appointments, admins of all" on public.cita_events
  for update to authenticated
  using (
    (select private.is_doctor())
    and exists (
      select from public.citas c
      where c.id = cita_id and (c.doctor_id = (select private.active_uid()) or (select private.is_admin()))
    )
  )
  with check (seen_by = (select private.active_uid()));

-- Always true: an event stays as it was, but for being seen, once.
create function private.keep_cita_event() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - array['seen_at', 'seen_by', 'actor_id'] <> to_jsonb(old) - array['seen_at', 'seen_by', 'actor_id']
    or (new.actor_id is distinct from old.actor_id and new.actor_id is not null)
  then
    raise exception using errcode = 'PT403', message = 'La historia de una cita no se modifica.';
  end if;
  if old.seen_at is not null and new.seen_by is not null then
    new.seen_at := old.seen_at;
    new.seen_by := old.seen_by;
  elsif new.seen_by is not null then
    new.seen_at := now();
  end if;
  return new;
end
$$;
create trigger cita_events_keep before update on public.cita_events
  for each row execute function private.keep_cita_event();

-- Always true: events go with their appointment, never before it.
create function private.keep_cita_history() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.citas c where c.id = old.cita_id) then
    raise exception using errcode = 'PT403', message = 'La historia de una cita no se modifica.';
  end if;
  return old;
end
$$;
create trigger cita_events_stay before delete on public.cita_events
  for each row execute function private.keep_cita_history();

-- What happened, whichever way it came about. The functions that act for a patient's link, or with a reason, say so for
-- their own transaction (private.say_of_cita).
create function private.say_of_cita(by_patient boolean, reason text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('indice.cita_by', case when by_patient then 'paciente' else '' end, true),
    set_config('indice.cita_reason', coalesce(reason, ''), true);
end
$$;

create function private.cita_event_kind(before public.citas, c public.citas) returns text
  language sql stable security definer set search_path = ''
  return case
    when before.id is null and (c.seat > 0 or nullif(current_setting('indice.cita_reason', true), '') is not null)
      then 'sobrecupo'
    when before.id is null then 'agendada'
    when before.status = 'no_asistio' and c.status = 'pendiente' then 'deshecha'
    when c.status <> before.status and c.status in ('cancelada', 'no_asistio') then c.status
    when (c.appointment_date, c.appointment_time, c.doctor_id)
      is distinct from (before.appointment_date, before.appointment_time, before.doctor_id) then 'movida'
    when c.status <> before.status and c.status = 'confirmada' then 'confirmada'
    when c.warned_at is distinct from before.warned_at and c.warned_at is not null then 'aviso'
  end;

-- A line of history, and one of the trail: in the event's word, else as an ordinary change.
create function private.note_cita() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  by_patient constant boolean := coalesce(current_setting('indice.cita_by', true) = 'paciente', false);
  told constant text := private.cita_event_kind(case when tg_op = 'UPDATE' then old end, new);
  changed constant text[] := array(
    select field.key from jsonb_each(to_jsonb(new)) as field
    where tg_op = 'UPDATE' and field.value is distinct from to_jsonb(old) -> field.key
    order by field.key
  );
begin
  if tg_op = 'UPDATE' and changed = '{}' then
    return null;
  end if;
  if told is not null then
    insert into public.cita_events (cita_id, kind, by, actor_id, from_day, from_time, to_day, to_time, reason)
    values (
      new.id, told, case when by_patient then 'paciente' else 'clinica' end,
      (select p.id from public.profiles p where p.id = auth.uid() and not by_patient),
      case when told = 'movida' then old.appointment_date end, case when told = 'movida' then old.appointment_time end,
      new.appointment_date, new.appointment_time, nullif(current_setting('indice.cita_reason', true), '')
    );
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(), private.speaking_role(),
    case told when 'agendada' then 'book' when 'sobrecupo' then 'overbook' when 'confirmada' then 'confirm'
      when 'movida' then 'move' when 'cancelada' then 'cancel' when 'aviso' then 'warn' when 'no_asistio' then 'no_show'
      when 'deshecha' then 'undo_no_show' else 'update' end,
    'citas', new.id::text, case when tg_op = 'UPDATE' then changed end, new.patient_id
  );
  return null;
end
$$;
drop trigger citas_z_audit on public.citas;
create trigger citas_z_audit after insert or update on public.citas
  for each row execute function private.note_cita();
create trigger citas_z_audit_gone after delete on public.citas
  for each row execute function private.audit_change();

-- As before, with the acts on appointments by name.
create or replace function private.access_word(action text, subject text) returns text
  language sql immutable set search_path = ''
  return case access_word.subject || ':' || access_word.action
    when 'patient:access' then 'record_viewed'
    when 'study:access' then 'study_downloaded'
    when 'study_files:sign_url' then 'study_downloaded'
    when 'study_files:download' then 'study_downloaded'
    when 'study_files:preview' then 'previews_seen'
    when 'study_files:open' then 'images_opened'
    when 'study_images:access' then 'images_opened'
    when 'study_link:access' then 'study_opened'
    when 'invoice:access' then 'receipt_viewed'
    when 'studies:insert' then 'study_added'
    when 'studies:update' then 'study_changed'
    when 'studies:delete' then 'study_deleted'
    when 'study_files:upload' then 'file_uploaded'
    when 'study_files:replace' then 'file_changed'
    when 'study_files:move' then 'file_changed'
    when 'study_files:remove' then 'file_deleted'
    when 'medical_notes:insert' then 'note_added'
    when 'citas:insert' then 'appointment_added'
    when 'citas:book' then 'appointment_added'
    when 'citas:overbook' then 'appointment_added'
    when 'citas:update' then 'appointment_changed'
    when 'citas:confirm' then 'appointment_changed'
    when 'citas:undo_no_show' then 'appointment_changed'
    when 'citas:move' then 'appointment_moved'
    when 'citas:cancel' then 'appointment_cancelled'
    when 'citas:no_show' then 'appointment_missed'
    when 'invoices:insert' then 'payment_added'
    when 'invoices:update' then 'receipt_annulled'
    when 'profiles:create' then 'account_created'
    when 'profiles:update' then 'profile_changed'
    when 'profiles:issue_password' then 'password_issued'
    when 'profiles:free_factor' then 'factor_removed'
    when 'doctor_patients:insert' then 'doctor_linked'
    when 'study_shares:insert' then 'study_shared'
    when 'study_shares:renew' then 'study_shared'
    when 'study_shares:revoke' then 'share_revoked'
    when 'study_shares:open' then 'share_opened'
  end;

alter publication supabase_realtime add table public.cita_events;

revoke all on function
  private.keep_cita_event(), private.keep_cita_history(), private.say_of_cita(boolean, text),
  private.cita_event_kind(public.citas, public.citas), private.note_cita()
  from public, anon, authenticated, service_role;
