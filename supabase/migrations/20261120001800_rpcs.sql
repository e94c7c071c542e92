-- The patients of a doctor: one's own, or anybody's for an administrator. Other ids answer like a doctor without any.
create function public.get_doctor_patients(d_id uuid)
  returns table (id uuid, full_name text, email text, phone text, age integer)
  language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name, p.email, p.phone, p.age
  from private.doctor_patients l
  join public.profiles p on p.id = l.patient_id
  where l.doctor_id = d_id
    and ((select private.is_admin()) or (d_id = (select private.active_uid()) and (select private.is_doctor())))
    and p.id not in (select private.closed_accounts())
  order by p.full_name, p.id
$$;

-- The booked times of a doctor's day, for pickers; without saying for whom.
create function public.taken_slots(d_id uuid, day date) returns table (appointment_time time)
  language sql stable security definer set search_path = ''
as $$
  select c.appointment_time
  from public.citas c
  where c.doctor_id = d_id and c.appointment_date = day and c.status <> 'cancelada'
    and c.appointment_time is not null
    and (select private.is_doctor())
  order by c.appointment_time
$$;

create function public.admin_suffix() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return private.setting('admin_suffix', null);
end
$$;

-- Whose account the administration's screens protect. Triggers refuse what they would still try.
create function public.main_admin_id() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return (select p.id from public.profiles p where p.email = private.setting('admin_email', null));
end
$$;

-- Compares digests, so that the time it takes says nothing about the first letters.
create function public.is_admin_suffix(suffix text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('is_admin_suffix', 60, interval '1 minute');
  return coalesce(
    sha256(convert_to(suffix, 'UTF8')) = sha256(convert_to(private.setting('admin_suffix', null), 'UTF8')), false
  );
end
$$;

-- Tells "not yours" from "not there".
create function public.invoice_exists(number text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para consultar una factura.';
  end if;
  perform private.hit('invoice_exists', 30, interval '1 minute', private.active_uid()::text);
  return exists (select from public.invoices i where i.invoice_number = invoice_exists.number);
end
$$;

-- The browser says that a record, a file or an export was looked at.
create function public.log_access(kind text, id text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  if kind is null or kind !~ '^[a-z_]{3,40}$' or char_length(log_access.id) > 100 then
    raise exception using errcode = '23514', message = 'El acceso no se pudo registrar: dato no válido.';
  end if;
  perform private.hit('log_access', 600, interval '10 minutes', private.active_uid()::text);
  perform private.record('access', kind, log_access.id, true);
end
$$;

create function public.annul_invoice(invoice_id uuid, reason text) returns public.invoices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  invoice public.invoices;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para cancelar facturas.';
  end if;
  perform private.fits(reason, 'Motivo de cancelación', 500, true);
  select i.* into invoice from public.invoices i where i.id = invoice_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la factura.';
  end if;
  if invoice.annulled_at is not null then
    raise exception using errcode = 'PT409', message = 'La factura ya está cancelada.';
  end if;
  update public.invoices i
  set annulled_at = now(), annulled_reason = btrim(reason), annulled_by = private.active_uid()
  where i.id = invoice_id
  returning i.* into invoice;
  return invoice;
end
$$;

-- Accepts what is stored, never what the browser says. Somebody unknown changes nothing: the request is accepted once
-- the patient exists.
create function public.accept_study_request(request_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
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
  perform private.link(private.active_uid(), known.id);
  return jsonb_build_object('userExisted', true);
end
$$;
