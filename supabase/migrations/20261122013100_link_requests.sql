-- A doctor accepted a request with the e-mail of a known patient and another name: the patient is asked before anything is
-- readable (docs/product/requests.md). One open question per doctor and patient.
create table private.link_requests (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.profiles on delete cascade,
  patient_id uuid not null references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  answered_at timestamptz,
  accepted boolean,
  constraint link_requests_answer_whole check ((answered_at is null) = (accepted is null))
);
create unique index link_requests_open_key on private.link_requests (patient_id, doctor_id) where answered_at is null;
create index link_requests_patient_id_idx on private.link_requests (patient_id);
create index link_requests_doctor_id_idx on private.link_requests (doctor_id);
alter table private.link_requests enable row level security;
revoke all on private.link_requests from public, anon, authenticated, service_role;

-- Asked, accepted and rejected, in the trail. The patient is the row's; the doctor stands where columns would.
create function private.audit_link_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(),
    private.speaking_role(),
    case when new.accepted is null then 'ask' when new.accepted then 'accept' else 'reject' end,
    'link_requests',
    new.id::text,
    array['doctor_id=' || new.doctor_id],
    new.patient_id
  );
  return null;
end
$$;
create trigger link_requests_z_audit after insert or update on private.link_requests
  for each row execute function private.audit_link_request();

-- Asks the patient. A question that is open already stays, and begins anew once it has run out.
create function private.ask_link(doctor uuid, patient uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('link_request', 30, interval '1 day', doctor::text);
  insert into private.link_requests as r (doctor_id, patient_id)
  values (doctor, patient)
  on conflict (patient_id, doctor_id) where answered_at is null do update
    set asked_at = excluded.asked_at, expires_at = excluded.expires_at
    where r.expires_at <= now();
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
    raise exception using errcode = '42501', message = 'No tienes permiso para aceptar solicitudes.';
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

-- The open questions of the caller, a patient, the oldest first: who wants to see the record. Doctors whose account was
-- closed, or who are doctors no more, ask nothing.
create function public.my_link_requests()
  returns table (id uuid, doctor_name text, doctor_specialty text, expires_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  return query
    select r.id, d.full_name, d.specialty, r.expires_at
    from private.link_requests r
    join public.profiles p on p.id = r.patient_id and p.role in ('patient', 'paciente')
    join public.profiles d on d.id = r.doctor_id and d.role = 'doctor'
    where r.patient_id = caller and r.answered_at is null and r.expires_at > now()
      and d.id not in (select private.closed_accounts())
    order by r.asked_at, r.id;
end
$$;

-- The caller's answer to one of those questions: accepting links, rejecting leaves everything as it was.
create function public.answer_link_request(request_id uuid, accept boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  asked private.link_requests;
begin
  if caller is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  if accept is null then
    raise exception using errcode = '23514', message = 'Elige aceptar o rechazar.';
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

revoke all on function private.audit_link_request(), private.ask_link(uuid, uuid)
  from public, anon, authenticated, service_role;
revoke all on function public.my_link_requests(), public.answer_link_request(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.my_link_requests(), public.answer_link_request(uuid, boolean) to authenticated;
notify pgrst, 'reload schema';
