-- An id of the page's stands for what was sent with it (docs/product/appointments.md). Asked again with the same, the stored
-- row is the answer. With anything else that row would pass for what nobody stored: it is refused, and says what is stored.

-- As before, and refused where the stored appointment is another.
create or replace function public.book_cita(
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
  if found then
    if not (private.is_admin() or booked.doctor_id = caller) then
      raise exception using errcode = 'PT409', message = 'La cita ya existe. Vuelve a abrir la página.';
    end if;
    if (
      booked.doctor_id, booked.patient_id, booked.appointment_date, booked.appointment_time, booked.study_type,
      booked.request_id
    ) is not distinct from (
      book_cita.doctor_id, book_cita.patient_id, book_cita.day, book_cita.at::time(0), book_cita.study_type,
      book_cita.request_id
    ) then
      return booked;
    end if;
    raise exception using errcode = 'PT409', message = format(
      'Esta cita ya quedó guardada: %s, %s, el %s a las %s. Para cambiarla, ábrela en Citas.', booked.nombre,
      booked.study_type, to_char(booked.appointment_date, 'DD/MM/YYYY'), to_char(booked.appointment_time, 'HH24:MI')
    );
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

-- As before, and refused where the stored days, hours or reason are others.
create or replace function public.add_closure(
  id uuid, d_id uuid, kind text, first_day date, last_day date,
  opens time default null, closes time default null, label text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  stored public.clinic_closures;
begin
  perform private.require_closure_keeper(add_closure.kind, d_id);
  if d_id is not null and not exists (select from public.profiles p where p.id = d_id and p.role = 'doctor') then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar al doctor.';
  end if;
  insert into public.clinic_closures (id, doctor_id, kind, first_day, last_day, opens, closes, label, created_by)
  values (
    add_closure.id, d_id, add_closure.kind, add_closure.first_day, add_closure.last_day, add_closure.opens,
    add_closure.closes, nullif(btrim(add_closure.label), ''), private.active_uid()
  )
  on conflict on constraint clinic_closures_pkey do nothing;
  if found then
    perform private.record('insert', 'clinic_closures', add_closure.id::text);
  elsif not exists (
    select from public.clinic_closures c
    where c.id = add_closure.id and c.kind = add_closure.kind and c.doctor_id is not distinct from d_id
  ) then
    -- Somebody else's: its appointments are not told.
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el cierre.';
  end if;
  select c.* into stored from public.clinic_closures c where c.id = add_closure.id;
  if (stored.first_day, stored.last_day, stored.opens, stored.closes, stored.label) is distinct from (
    add_closure.first_day, add_closure.last_day, add_closure.opens, add_closure.closes,
    nullif(btrim(add_closure.label), '')
  ) then
    raise exception using errcode = 'PT409', message = format(
      'Ya quedó guardado con otros datos: %s.', concat_ws(', ', stored.label,
        format('del %s al %s', to_char(stored.first_day, 'DD/MM/YYYY'), to_char(stored.last_day, 'DD/MM/YYYY')),
        'desde las ' || to_char(stored.opens, 'HH24:MI'), 'hasta las ' || to_char(stored.closes, 'HH24:MI'))
    );
  end if;
  return private.closure_answer(add_closure.id);
end
$$;

-- As before, and refused where the stored link holds for other days, uses or things.
create or replace function public.create_study_share(
  study_id uuid, label text, days integer, max_uses integer, copy_path text default null,
  share_id uuid default null, with_report boolean default null, basis text default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  study public.studies;
  share public.study_shares;
  asked public.study_shares;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if not private.reads_study(create_study_share.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = create_study_share.study_id for update;
  if not private.may_share(caller, study.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para compartir este estudio.';
  end if;
  if days is null or days not between 1 and 90 then
    raise exception using errcode = 'PT400', message = 'Vigencia: elige de 1 a 90 días.';
  end if;
  if create_study_share.max_uses is null or create_study_share.max_uses not between 1 and 100 then
    raise exception using errcode = 'PT400', message = 'Usos: elige de 1 a 100.';
  end if;
  if study.file_url is null or study.file_url ~* '^https://' then
    raise exception using errcode = 'PT400', message = 'Este estudio no tiene un archivo que compartir.';
  end if;
  if create_study_share.copy_path is not null then
    if not private.is_doctor() then
      raise exception using errcode = 'PT403', message = 'Solo la clínica puede compartir un estudio sin datos.';
    end if;
    if not private.is_neutral_copy(create_study_share.copy_path)
      or not exists (
        select from storage.objects o
        where o.bucket_id = 'study_files' and o.name = create_study_share.copy_path and (
          o.owner_id = caller::text or exists (
            select from public.study_shares h
            where h.study_id = study.id and h.copy_path = create_study_share.copy_path
          )
        )
      )
      or exists (
        select from public.study_shares h
        where h.copy_path = create_study_share.copy_path and h.study_id is distinct from study.id
      )
    then
      raise exception using errcode = 'PT400', message = 'La copia sin datos no es de este estudio.';
    end if;
  end if;
  if private.is_doctor() and coalesce(create_study_share.with_report, false) and create_study_share.copy_path is null
    and create_study_share.basis is null
  then
    raise exception using errcode = 'PT400', message = 'Indica quién pidió compartirlo.';
  end if;
  perform private.hit('create_study_share', 60, interval '1 hour', caller::text);
  asked.label := nullif(btrim(create_study_share.label), '');
  asked.basis := case when private.is_doctor() then create_study_share.basis end;
  asked.with_report := create_study_share.copy_path is null
    and coalesce(create_study_share.with_report, asked.basis is not null);
  select h.* into share from public.study_shares h where h.id = create_study_share.share_id for update;
  if found then
    if share.made_by is distinct from caller or share.study_id is distinct from study.id
      or share.copy_path is distinct from create_study_share.copy_path
      or share.uses > 0 or share.revoked_at is not null or share.expires_at <= now()
    then
      raise exception using errcode = 'PT409', message = 'El enlace ya existe. Crea uno nuevo.';
    end if;
    if (share.label, share.expires_at, share.max_uses, share.with_report, share.basis) is distinct from (
      asked.label, share.created_at + make_interval(days => days), create_study_share.max_uses, asked.with_report,
      asked.basis
    ) then
      raise exception using errcode = 'PT409', message = format(
        'Ya creaste este enlace con otros datos: %s. Revócalo si no lo quieres y crea uno nuevo.', concat_ws(', ',
          share.label, case when share.max_uses = 1 then '1 uso' else share.max_uses || ' usos' end,
          'hasta el ' || to_char(
            share.expires_at at time zone private.setting('clinic_time_zone', 'America/Mexico_City'), 'DD/MM/YYYY'
          ),
          case when share.with_report then 'con informe' else 'sin informe' end)
      );
    end if;
    update public.study_shares h set renewed_at = clock_timestamp() where h.id = share.id;
    return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
  end if;
  if (
    select count(*) from public.study_shares h
    where h.study_id = study.id and h.revoked_at is null and h.expires_at > now()
  ) >= 20 then
    raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 20 enlaces vigentes. Revoca alguno primero.';
  end if;
  insert into public.study_shares (id, study_id, made_by, label, expires_at, max_uses, copy_path, with_report, basis)
  values (
    coalesce(create_study_share.share_id, gen_random_uuid()), study.id, caller, asked.label,
    now() + make_interval(days => days), create_study_share.max_uses, create_study_share.copy_path, asked.with_report,
    asked.basis
  )
  returning * into share;
  return private.give_secrets(share.id) || jsonb_build_object('expires_at', share.expires_at);
end
$$;

-- As before, and refused where the draft began with another template.
create or replace function public.start_report(id uuid, study_id uuid, template_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  study public.studies;
  template public.report_templates;
  report public.reports;
begin
  if not private.reads_study(start_report.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = start_report.study_id for update;
  if not private.may_report(study.patient_id) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para escribir el informe de este estudio.';
  end if;
  perform private.hit('start_report', 120, interval '1 hour', caller::text);
  select r.* into report from public.reports r
  where r.study_id = study.id and r.state in ('borrador', 'firmado')
  order by r.state desc limit 1;
  if report.state = 'firmado' then
    raise exception using errcode = 'PT409', message = 'Este estudio ya tiene un informe firmado. Agrega una adenda.';
  end if;
  if report.author_id <> caller then
    raise exception using errcode = 'PT409',
      message = format('Este informe lo está escribiendo %s.', private.full_name_of(report.author_id));
  end if;
  if report.id is not null then
    if report.template_id is distinct from start_report.template_id then
      raise exception using errcode = 'PT409', message = format(
        'Ya empezaste este informe %s. Para cambiarla, descarta el borrador.', coalesce(
          (select format('con la plantilla «%s»', t.name) from public.report_templates t where t.id = report.template_id),
          'sin plantilla'
        )
      );
    end if;
    return private.report_answer(report);
  end if;
  select t.* into template from public.report_templates t
  where t.id = start_report.template_id and (t.active or private.is_admin());
  if start_report.template_id is not null and template.id is null then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la plantilla.';
  end if;
  if start_report.id is null or exists (select from public.reports r where r.id = start_report.id)
    or exists (select from private.discarded_reports d where d.id = start_report.id)
  then
    raise exception using errcode = 'PT409', message = 'El informe ya existe. Vuelve a abrir el estudio.';
  end if;
  insert into public.reports (
    id, study_id, patient_id, author_id, template_id, template_version, patient_name, sections, replaces
  )
  values (
    start_report.id, study.id, study.patient_id, caller, template.id, template.version,
    private.full_name_of(study.patient_id),
    (
      select coalesce(jsonb_agg(
        s.section || '{"text": "", "outside": false}' || case when s.section ? 'columns' then '{"rows": []}' else '{}' end::jsonb
        order by s.at
      ), '[]')
      from jsonb_array_elements(template.sections) with ordinality as s(section, at)
    ),
    (
      select r.id from public.reports r
      where r.study_id = study.id and r.patient_id = study.patient_id and r.state = 'anulado'
      order by r.annulled_at desc limit 1
    )
  )
  returning * into report;
  return private.report_answer(report);
end
$$;

-- As before, and a password is issued again only for the account that was asked for.
create or replace function public.prepare_account(details jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
  by_admin boolean := private.is_admin();
  -- Looked at as it was written: in lower case a foreign letter may have become an ordinary one.
  given_email text := btrim(coalesce(details ->> 'email', ''));
  new_email text := lower(given_email);
  new_name text := btrim(coalesce(details ->> 'full_name', ''));
  new_phone text := nullif(btrim(details ->> 'phone'), '');
  new_age integer;
  new_role text := 'patient';
  new_specialty text;
  new_license text;
  new_is_admin boolean := false;
  request text := nullif(btrim(details ->> 'request_id'), '');
  known public.profiles;
  state private.account_state;
  new_id uuid;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para crear cuentas.';
  end if;
  if jsonb_typeof(details) is distinct from 'object' then
    raise exception using errcode = 'PT400', message = 'Faltan los datos de la cuenta.';
  end if;

  if by_admin then
    new_role := lower(coalesce(nullif(btrim(details ->> 'role'), ''), 'patient'));
    new_specialty := nullif(btrim(details ->> 'specialty'), '');
    new_license := nullif(btrim(details ->> 'professional_license'), '');
    new_is_admin := coalesce(details -> 'is_admin' = 'true'::jsonb, false);
  end if;
  if new_role = 'paciente' then
    new_role := 'patient';
  end if;
  new_age := private.read_age(details -> 'age');
  perform private.fits(new_name, 'Nombre completo', 200, true);
  perform private.fits(given_email, 'Correo electrónico', 254, true);
  perform private.email_fits(given_email, 'Correo electrónico');
  perform private.fits(new_phone, 'Teléfono', 40);
  perform private.fits(new_specialty, 'Especialidad', 200);
  perform private.fits(new_license, 'Cédula profesional', 100);
  perform private.fits(request, 'Solicitud', 100);
  if new_role not in ('doctor', 'patient') then
    raise exception using errcode = 'PT400', message = 'Rol: elige doctor o paciente.';
  end if;
  if new_is_admin and new_role <> 'doctor' then
    raise exception using errcode = 'PT400', message = 'Solo un doctor puede ser administrador.';
  end if;

  -- Two people with the same e-mail at the same moment decide one after the other.
  perform pg_advisory_xact_lock(hashtext('account:' || new_email));

  select p.* into known from public.profiles p where p.email = new_email;
  if found then
    select s.* into state from private.account_state s where s.user_id = known.id;
    if state.closed_at is not null then
      return jsonb_build_object('outcome', 'conflict');
    end if;
    if request is not null and state.request_id = request and state.created_by = caller and state.must_change then
      if (
        known.full_name, known.phone, known.age, known.specialty, known.professional_license, known.is_admin,
        known.role = 'doctor'
      ) is distinct from (
        new_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role = 'doctor'
      ) then
        raise exception using errcode = 'PT409', message = format(
          'Esta cuenta ya se creó con otros datos: %s. Corrígelos en su ficha y dale una contraseña temporal.',
          concat_ws(', ', known.full_name, known.phone, known.age || ' años',
            case when known.role = 'doctor' then 'doctor' else 'paciente' end)
        );
      end if;
      return jsonb_build_object('outcome', 'reissue', 'id', known.id);
    end if;
    if known.role in ('patient', 'paciente') and new_role = 'patient'
      and private.name_key(known.full_name) = private.name_key(new_name)
    then
      perform private.link(caller, known.id);
      return jsonb_build_object('outcome', 'linked', 'id', known.id);
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  if private.is_main_admin(new_email) or exists (select from auth.users u where lower(u.email) = new_email) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  -- What was prepared and never made holds personal data for a day at most.
  delete from private.prepared_accounts p
  where p.created_by is not null and p.created_at < now() - interval '1 day';

  insert into private.prepared_accounts (
    email, full_name, phone, role, specialty, professional_license, age, is_admin, created_by, request_id
  )
  values (
    new_email, new_name, new_phone, new_role, new_specialty, new_license, new_age, new_is_admin, caller, request
  )
  returning id into new_id;
  return jsonb_build_object(
    'outcome', 'create', 'id', new_id, 'email', new_email, 'full_name', new_name, 'role', new_role
  );
end
$$;
