-- Booking, moving and letting a patient choose tell the patient by mail, where the box is ticked (docs/product/messages.md).

-- As before, and with `mail` the news of it.
drop function public.book_cita(uuid, uuid, uuid, date, time, text, bigint, text);
create function public.book_cita(
  id uuid, patient_id uuid, doctor_id uuid, day date, at time, study_type text,
  request_id bigint default null, over_reason text default null, mail boolean default false
) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  booked public.citas;
  request public.study_requests;
  of_request boolean := false;
begin
  perform private.require_booker(book_cita.doctor_id);
  if book_cita.request_id is not null then
    select r.* into request from public.study_requests r where r.id = book_cita.request_id for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
    end if;
    of_request := exists (
      select from public.profiles p
      where p.id = book_cita.patient_id and p.email = request.patient_email
        and private.name_key(p.full_name) = private.name_key(request.patient_name)
    );
  end if;
  perform private.take_cita_turn();
  select c.* into booked from public.citas c where c.id = book_cita.id;
  if found and booked.doctor_id = book_cita.doctor_id and booked.patient_id = book_cita.patient_id then
    return booked;
  end if;
  if not (private.is_admin() or private.is_linked(book_cita.patient_id) or of_request)
    or not exists (
      select from public.profiles p
      where p.id = book_cita.patient_id and p.role in ('patient', 'paciente')
        and p.id not in (select private.closed_accounts())
    )
  then
    raise exception using errcode = 'PT400', message = 'Paciente: elige un paciente de la lista.';
  end if;
  perform private.fits(book_cita.study_type, 'Tipo de estudio', 200, true);
  if book_cita.request_id is not null then
    if request.status = 'rechazada' then
      raise exception using errcode = 'PT409', message = 'Esta solicitud fue rechazada.';
    end if;
    if exists (
      select from public.citas c
      where c.request_id = request.id and c.status not in ('cancelada', 'no_asistio')
    ) then
      raise exception using errcode = 'PT409', message = 'Esta solicitud ya tiene una cita.';
    end if;
    update public.study_requests r set status = 'aceptada' where r.id = request.id and r.status <> 'aceptada';
  end if;
  perform private.say_of_cita(false, book_cita.over_reason);
  insert into public.citas (
    id, patient_id, doctor_id, appointment_date, appointment_time, seat, study_type, request_id, nombre, telefono
  )
  select book_cita.id, p.id, book_cita.doctor_id, book_cita.day, book_cita.at,
    private.seat_for(book_cita.doctor_id, book_cita.day, book_cita.at, book_cita.over_reason),
    book_cita.study_type, request.id, p.full_name, p.phone
  from public.profiles p where p.id = book_cita.patient_id
  returning * into booked;
  perform private.say_of_cita(false, null);
  if mail then
    perform private.queue_mail('cita_nueva', booked);
  end if;
  return booked;
end
$$;

-- As before, and with `mail` the news of it.
drop function public.move_cita(uuid, date, time, uuid, text);
create function public.move_cita(
  cita_id uuid, day date, at time, doctor_id uuid default null, over_reason text default null,
  mail boolean default false
) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(move_cita.cita_id, private.active_uid());
  doctor constant uuid := coalesce(move_cita.doctor_id, cita.doctor_id);
begin
  if cita.status not in ('pendiente', 'confirmada', 'aceptada')
    or private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no se puede mover.';
  end if;
  if (doctor, move_cita.day, move_cita.at)
    is not distinct from (cita.doctor_id, cita.appointment_date, cita.appointment_time)
  then
    return cita;
  end if;
  perform private.require_booker(doctor);
  perform private.say_of_cita(false, move_cita.over_reason);
  update public.citas c
  set doctor_id = doctor, appointment_date = move_cita.day, appointment_time = move_cita.at,
    seat = private.seat_for(doctor, move_cita.day, move_cita.at, move_cita.over_reason),
    status = 'pendiente', moves = c.moves + 1, warned_at = null
  where c.id = cita.id
  returning * into cita;
  perform private.say_of_cita(false, null), private.link(cita.doctor_id, cita.patient_id);
  if mail then
    perform private.queue_mail('cita_cambio', cita);
  end if;
  return cita;
end
$$;

-- As before; by mail it is sent as well.
create or replace function public.send_choice(request_id bigint, doctor_id uuid, channel text) returns jsonb
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
  if send_choice.channel = 'correo' and private.has_mail() and private.has_mail_left(null, request.id) then
    insert into public.messages (kind, channel, request_id, patient_id, sent_by, key)
    values (
      'elige_horario', 'correo', request.id, patient.id, private.active_uid(),
      concat_ws(' ', 'elige_horario', 'correo', request.id, link.expires_at)
    )
    on conflict on constraint messages_key_key do nothing;
  end if;
  return jsonb_build_object(
    'link_id', link.id, 'expires_at', link.expires_at, 'token', private.give_link_token(link.id, send_choice.channel)
  );
end
$$;

-- As before, with messages.
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
    when 'messages:sent' then 'message_sent'
    when 'messages:opened' then 'message_sent'
  end;

-- As before; what was sent by itself has no actor either.
create or replace function public.my_access_log(page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  if not exists (select from public.profiles p where p.id = caller and p.role in ('patient', 'paciente')) then
    raise exception using errcode = 'PT403', message = 'Solo un paciente puede consultar quién ha visto sus datos.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (
    with lines as materialized (
      select l.at, l.actor, private.access_word(l.action, l.subject) as what
      from private.audit_log l
      where l.patient_id = caller
        and (
          l.actor <> caller
          or (l.actor is null and (l.subject, l.action) in (('study_shares', 'open'), ('messages', 'sent')))
        )
    ),
    acts as (
      select max(l.at) as at, l.actor, l.what
      from lines l
      where l.what is not null
      group by date_trunc('minute', l.at), l.actor, l.what
    ),
    shown as (
      select a.at, a.what, p.full_name as who, case when p.is_admin then 'admin' else p.role end as role
      from (select * from acts order by acts.at desc, acts.what, acts.actor limit 20 offset (page - 1) * 20) a
      left join public.profiles p on p.id = a.actor
    )
    select jsonb_build_object(
      'total', (select count(*) from acts),
      'rows', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc, s.what, s.who) from shown s), '[]')
    )
  );
end
$$;

revoke all on function
  public.book_cita(uuid, uuid, uuid, date, time, text, bigint, text, boolean),
  public.move_cita(uuid, date, time, uuid, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.book_cita(uuid, uuid, uuid, date, time, text, bigint, text, boolean),
  public.move_cita(uuid, date, time, uuid, text, boolean)
  to authenticated;
notify pgrst, 'reload schema';
