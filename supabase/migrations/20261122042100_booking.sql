-- From a request to an appointment in one step (docs/product/appointments.md). The functions ask for hours, day and reach
-- themselves.

-- Whose account a request's e-mail is. Another name is never answered with the stored one, unless the caller reads that
-- patient: whoever writes an e-mail into the public form would learn who has it.
create function public.request_patient(request_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.study_requests;
  known public.profiles;
  reads boolean;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agendar citas.';
  end if;
  perform private.hit('request_patient', 240, interval '1 minute', private.active_uid()::text);
  select r.* into request from public.study_requests r where r.id = request_patient.request_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
  end if;
  select p.* into known from public.profiles p where p.email = request.patient_email;
  if not found then
    return jsonb_build_object('outcome', 'new');
  end if;
  if known.role not in ('patient', 'paciente') or known.id in (select private.closed_accounts()) then
    return jsonb_build_object('outcome', 'staff');
  end if;
  reads := private.is_admin() or private.is_linked(known.id);
  return jsonb_build_object(
    'outcome', case when private.name_key(known.full_name) = private.name_key(request.patient_name)
      then 'known' else 'other_name' end,
    'id', case when reads or private.name_key(known.full_name) = private.name_key(request.patient_name)
      then known.id end,
    'name', case when reads then known.full_name end,
    'initials', private.initials(known.full_name)
  );
end
$$;

create function private.initials(name text) returns text
  language sql immutable set search_path = ''
  return (
    select string_agg(upper(left(word, 1)) || '.', ' ' order by at)
    from (
      select word, at from regexp_split_to_table(btrim(name), '\s+') with ordinality as w (word, at)
      where word <> '' limit 3
    ) words
  );

-- Whether the caller may book this doctor: oneself, or anybody for an administrator.
create function private.require_booker(doctor uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() and not (private.is_doctor() and doctor = private.active_uid()) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agendar citas.';
  end if;
end
$$;

-- The seat for an appointment at this start, asked in one's turn. Without a reason it is the first one of a slot within the hours, and the index
-- says whether it is taken; with one it is the next, or the first of a half hour outside of the hours.
create function private.seat_for(doctor uuid, day date, at time, over_reason text) returns smallint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  held integer;
begin
  if over_reason is null then
    perform private.require_open_start(doctor, day, at);
    return 0;
  end if;
  if char_length(btrim(over_reason)) < 3 then
    raise exception using errcode = 'PT400',
      message = 'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.';
  end if;
  perform private.fits(over_reason, 'Motivo', 200, true);
  if day is null or at is null or day < private.clinic_today()
    or not (at between time '06:00' and time '21:30' and extract(epoch from at) % 1800 = 0)
  then
    raise exception using errcode = 'PT400', message = 'Hora: elige uno de los horarios de la agenda.';
  end if;
  select count(*) into held from public.citas c
  where (c.doctor_id, c.appointment_date, c.appointment_time) = (doctor, day, at) and c.status <> 'cancelada';
  if held > 2 then
    raise exception using errcode = 'PT409', message = 'Este horario ya tiene dos sobrecupos.';
  end if;
  return held;
end
$$;

-- Books, and accepts the request it comes from. The id is the page's: asked again after a lost answer, it answers the same row.
create function public.book_cita(
  id uuid, patient_id uuid, doctor_id uuid, day date, at time, study_type text,
  request_id bigint default null, over_reason text default null
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
  return booked;
end
$$;

revoke all on function
  private.initials(text), private.require_booker(uuid), private.seat_for(uuid, date, time, text),
  public.request_patient(bigint), public.book_cita(uuid, uuid, uuid, date, time, text, bigint, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.request_patient(bigint), public.book_cita(uuid, uuid, uuid, date, time, text, bigint, text)
  to authenticated;
notify pgrst, 'reload schema';
