-- A link is read again under its lock (docs/product/appointments.md): who revokes it while somebody presses a button, or makes
-- another one, is not too late.

-- The link that a token opens, with what it is about: all is locked first, in the order of every booking, then the token is
-- asked again. Nulls for one that has ended, also while this waited.
create function private.lock_link(token text) returns public.cita_links
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links := private.link_of_token(token);
  doctor uuid;
begin
  if link.id is null then
    return null;
  end if;
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

-- As before, with the link held.
create or replace function public.confirm_by_link(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set status = 'confirmada', warned_at = null
  where c.id = cita.id and (c.status <> 'confirmada' or c.warned_at is not null);
  perform private.say_of_cita(false, null);
  return private.act_answer('confirmed', link);
end
$$;

-- As before, with the link held.
create or replace function public.cancel_by_link(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  refused text;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if cita.status = 'cancelada' then
    return private.act_answer('cancelled', link);
  end if;
  refused := private.refused_change(cita);
  if refused is not null then
    return private.act_answer(refused, link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set status = 'cancelada' where c.id = cita.id;
  perform private.say_of_cita(false, null);
  return private.act_answer('cancelled', link);
end
$$;

-- As before, with the link held.
create or replace function public.tell_absence(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  select c.* into cita from public.citas c where c.id = link.cita_id;
  if private.refused_change(cita) = 'final' then
    return private.act_answer('final', link);
  end if;
  perform private.say_of_cita(true, null);
  update public.citas c set warned_at = now() where c.id = cita.id and c.warned_at is null;
  perform private.say_of_cita(false, null);
  return private.act_answer('told', link);
end
$$;

-- As before, with the link held.
create or replace function public.move_by_link(token text, day date, at time) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  refused text;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
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
  perform private.say_of_cita(true, null);
  begin
    update public.citas c
    set appointment_date = move_by_link.day, appointment_time = move_by_link.at, seat = 0,
      status = 'confirmada', moves = c.moves + 1, warned_at = null
    where c.id = cita.id;
  exception when unique_violation then
    refused := 'taken';
  end;
  perform private.say_of_cita(false, null);
  return private.act_answer(coalesce(refused, 'moved'), link);
end
$$;

-- As before, with the link held.
create or replace function public.book_by_link(token text, day date, at time) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  request public.study_requests;
  refused text;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
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
  perform private.say_of_cita(true, null);
  begin
    with made as (
      insert into public.citas (
        patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id, status, nombre, telefono
      )
      select p.id, link.doctor_id, book_by_link.day, book_by_link.at, request.study_type, request.id, 'confirmada',
        p.full_name, p.phone
      from public.profiles p where p.id = link.patient_id
      returning id
    )
    update public.cita_links l set cita_id = made.id from made where l.id = link.id returning l.* into link;
  exception when unique_violation then
    refused := 'taken';
  end;
  perform private.say_of_cita(false, null);
  return private.act_answer(coalesce(refused, 'booked'), link);
end
$$;

-- As before, with the link held.
create or replace function public.stop_reminders(token text, stop boolean default true) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
begin
  perform private.count_act(token);
  link := private.lock_link(token);
  if link.id is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  update public.profiles p set wants_reminders = not coalesce(stop, true) where p.id = link.patient_id;
  return private.act_answer(case when coalesce(stop, true) then 'stopped' else 'resumed' end, link);
end
$$;

drop function private.cita_of_link(public.cita_links);

-- As before, and the turn of whoever was using the link before ends with it: the new one works at once.
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
      expires_at = excluded.expires_at, wrong = 0, claimed_until = null, used_at = null, mail_id = null;
  perform private.audit_activation(
    'create', give_activation.made_by,
    case when give_activation.made_by is null then private.speaking_role() else 'authenticated' end, account
  );
  return jsonb_build_object('token', token, 'expires_at', ends, 'replaced', replaced);
end
$$;

revoke all on function private.lock_link(text) from public, anon, authenticated, service_role;
