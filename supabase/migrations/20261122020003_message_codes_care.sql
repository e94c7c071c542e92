-- Our own sentences carry PTnnn (docs/decisions/0026): requests, appointments and studies.

-- Always true.
create or replace function private.normalise_study_request() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.status := lower(btrim(coalesce(nullif(btrim(new.status), ''), 'pendiente')));
  if new.status not in ('pendiente', 'aceptada', 'rechazada') then
    raise exception using errcode = 'PT400', message = 'Estado de solicitud no válido.';
  end if;
  new.patient_email := lower(btrim(new.patient_email));
  new.referring_doctor := nullif(btrim(new.referring_doctor), '');
  new.notes := nullif(btrim(new.notes), '');
  return new;
end
$$;

-- What the form may send. When the notice was accepted is our clock's word, not the visitor's.
create or replace function private.check_new_study_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.from_api() then
    return new;
  end if;
  perform private.hit(
    'study_request', private.setting('study_request_limit', '60')::integer, interval '10 minutes'
  );
  if new.tentative_date < private.clinic_today() - 1 then
    raise exception using errcode = 'PT400', message = 'Fecha tentativa: elige una fecha de ayer en adelante.';
  end if;
  if not exists (select from public.services s where s.name = new.study_type and s.active and s.requestable) then
    raise exception using errcode = 'PT400', message = 'Tipo de estudio: elige uno de la lista.';
  end if;
  new.privacy_version := nullif(btrim(new.privacy_version), '');
  new.privacy_accepted_at := case when new.privacy_version is not null then now() end;
  return new;
end
$$;

-- A doctor answers; only an administrator rewrites what was asked for.
create or replace function private.check_study_request_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and not private.is_admin()
    and to_jsonb(new) - 'status' is distinct from to_jsonb(old) - 'status'
  then
    raise exception using errcode = 'PT403', message = 'Solo puedes cambiar el estado de la solicitud.';
  end if;
  return new;
end
$$;

-- Accepts what is stored, never what the browser says. Somebody unknown changes nothing: the request is accepted once
-- the patient exists. An e-mail alone proves nothing, because anybody can write it into the public form: only a request with
-- the patient's name links, else the patient is asked.
create or replace function public.accept_study_request(request_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  request public.study_requests;
  known public.profiles;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para aceptar solicitudes.';
  end if;
  select r.* into request from public.study_requests r where r.id = request_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la solicitud.';
  end if;
  if request.status <> 'pendiente' then
    raise exception using errcode = 'PT409', message = 'La solicitud ya no está pendiente.';
  end if;

  select p.* into known from public.profiles p where p.email = request.patient_email;
  if not found then
    return jsonb_build_object(
      'userExisted', false,
      'newPatientData', jsonb_build_object(
        'full_name', request.patient_name, 'email', request.patient_email, 'phone', request.patient_phone,
        'age', request.patient_age
      )
    );
  end if;
  if known.role not in ('patient', 'paciente') or known.id in (select private.closed_accounts()) then
    raise exception using errcode = 'PT409',
      message = 'El correo de la solicitud pertenece a una cuenta que no es de un paciente activo.';
  end if;
  update public.study_requests r set status = 'aceptada' where r.id = request.id;
  if private.name_key(known.full_name) = private.name_key(request.patient_name) then
    perform private.link(caller, known.id);
  elsif not private.is_linked(known.id) then
    perform private.ask_link(caller, known.id);
    return jsonb_build_object('userExisted', true, 'linkRequested', true);
  end if;
  return jsonb_build_object('userExisted', true);
end
$$;

-- The caller's answer to one of those questions: accepting links, rejecting leaves everything as it was.
create or replace function public.answer_link_request(request_id uuid, accept boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  asked private.link_requests;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if accept is null then
    raise exception using errcode = 'PT400', message = 'Elige aceptar o rechazar.';
  end if;
  select r.* into asked from private.link_requests r
  where r.id = answer_link_request.request_id and r.patient_id = caller for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la petición.';
  end if;
  if not exists (select from public.my_link_requests() m where m.id = asked.id) then
    raise exception using errcode = 'PT409', message = 'La petición ya no está abierta.';
  end if;
  update private.link_requests r set answered_at = now(), accepted = accept where r.id = asked.id;
  if accept then
    perform private.link(asked.doctor_id, caller);
  end if;
end
$$;

-- Always true: known words in lower case, and what is over stays over.
create or replace function private.check_cita_status() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.status := lower(btrim(coalesce(nullif(btrim(new.status), ''), 'pendiente')));
  if new.status not in ('pendiente', 'confirmada', 'aceptada', 'completada', 'cancelada') then
    raise exception using errcode = 'PT400', message = 'Estado de cita no válido.';
  end if;
  if tg_op = 'UPDATE' and old.status in ('completada', 'cancelada') and new.status <> old.status then
    raise exception using errcode = 'PT400',
      message = format('No puedes cambiar el estado de una cita %s.', old.status);
  end if;
  return new;
end
$$;

-- Through the API one books ahead and on the grid, and sets the states that a doctor's selector offers.
create or replace function private.check_cita_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.from_api() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.status is distinct from old.status and new.status not in ('pendiente', 'completada', 'cancelada')
      and not private.is_admin()
    then
      raise exception using errcode = 'PT400', message = 'Estado de cita no válido.';
    end if;
    return new;
  end if;
  if new.appointment_date < private.clinic_today() then
    raise exception using errcode = 'PT400', message = 'Fecha: elige una fecha de hoy en adelante.';
  end if;
  if new.appointment_time is null or not private.is_slot(new.appointment_date, new.appointment_time) then
    raise exception using errcode = 'PT400', message = 'Hora: elige uno de los horarios de la agenda.';
  end if;
  perform private.fits(new.study_type, 'Tipo de estudio', 200, true);
  return new;
end
$$;

-- Through the API a study keeps its people, and nobody brings back the file of a deleted study by naming it again.
create or replace function private.check_study_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.from_api() then
    return new;
  end if;
  if tg_op = 'UPDATE' and not private.is_admin()
    and (new.patient_id, new.doctor_id) is distinct from (old.patient_id, old.doctor_id)
  then
    raise exception using errcode = 'PT403', message = 'No puedes cambiar el paciente ni el doctor de un estudio.';
  end if;
  if private.is_archived_file(new.file_url) then
    raise exception using errcode = 'PT400', message = 'Archivo del estudio: es de un estudio eliminado.';
  end if;
  return new;
end
$$;

-- A study that was stored, whose answer was lost, and that somebody has deleted since stays deleted: its archived copy holds
-- the id.
create or replace function private.refuse_deleted_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.from_api() and exists (select from private.deleted_studies d where d.id = new.id) then
    raise exception using errcode = 'PT400', message = 'Este estudio ya fue eliminado.';
  end if;
  return new;
end
$$;
