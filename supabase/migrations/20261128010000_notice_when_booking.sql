-- As before, and the notice that links need: nobody is proposed an hour that a link could not change any more.
create or replace function public.request_patient(request_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.study_requests;
  known public.profiles;
  reads boolean;
  settings constant jsonb := private.agenda_settings();
  offered constant jsonb := jsonb_build_object(
    'self_booking', settings -> 'self_booking', 'mail', private.has_mail(), 'notice_hours', settings -> 'notice_hours'
  );
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
    return offered || jsonb_build_object('outcome', 'new');
  end if;
  if known.role not in ('patient', 'paciente') or known.id in (select private.closed_accounts()) then
    return offered - 'self_booking' || jsonb_build_object('outcome', 'staff');
  end if;
  reads := private.is_admin() or private.is_linked(known.id);
  return offered || jsonb_build_object(
    'outcome', case when private.name_key(known.full_name) = private.name_key(request.patient_name)
      then 'known' else 'other_name' end,
    'id', case when reads or private.name_key(known.full_name) = private.name_key(request.patient_name)
      then known.id end,
    'name', case when reads then known.full_name end,
    'initials', private.initials(known.full_name)
  );
end
$$;
notify pgrst, 'reload schema';
