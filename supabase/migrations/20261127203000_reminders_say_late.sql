-- 'Recordatorios' says why nothing is planned for who has an address: an appointment of the last moment.

-- Whether it was booked, or last moved, less than 20 hours before its start; of one without a time, no.
create function private.is_last_moment(cita public.citas) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    greatest(cita.created_at, (
      select max(e.at) from public.cita_events e where e.cita_id = cita.id and e.kind = 'movida'
    )) >= private.slot_moment(cita.appointment_date, cita.appointment_time) - interval '20 hours',
    false
  );
end
$$;

revoke all on function private.is_last_moment(public.citas) from public, anon, authenticated, service_role;

create or replace function private.reminders_for(at timestamptz)
  returns table (cita public.citas, due_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  settings constant jsonb := private.agenda_settings();
  today constant date := (at at time zone zone)::date;
begin
  if not private.has_mail() or not (settings ->> 'mail_reminders')::boolean then
    return;
  end if;
  return query
    select c, (today + (settings ->> 'reminder_time')::time) at time zone zone
    from public.citas c
    join public.profiles p on p.id = c.patient_id
    where c.appointment_date = today + 1 and c.appointment_time is not null
      and c.status in ('pendiente', 'confirmada', 'aceptada')
      and p.wants_reminders and p.id not in (select private.closed_accounts())
      and not private.is_last_moment(c);
end
$$;

create or replace function public.reminders(day date, doctor uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_reminder_day(reminders.day, reminders.doctor);
  return jsonb_build_object(
    'mail', private.mail_state(),
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', c.id, 'time', c.appointment_time, 'status', c.status, 'warned', c.warned_at is not null,
        'doctor_name', private.full_name_of(c.doctor_id), 'patient_id', p.id,
        'name', coalesce(p.full_name, c.nombre), 'phone', coalesce(p.phone, c.telefono), 'email', p.email,
        'wants_reminders', coalesce(p.wants_reminders, true),
        'mail', (
          select jsonb_build_object('state', m.state, 'sent_at', m.sent_at)
          from public.messages m where m.key = private.message_key('recordatorio', 'correo', c)
        ),
        'late', private.is_last_moment(c),
        'whatsapp', (
          select jsonb_build_object('id', m.id, 'state', m.state, 'sent_at', m.sent_at)
          from public.messages m where m.key = private.message_key('recordatorio', 'whatsapp', c)
        )
      ) order by c.appointment_time, c.seat, c.id)
      from private.citas_to_remind(reminders.day, reminders.doctor) c
      left join public.profiles p on p.id = c.patient_id and p.id not in (select private.closed_accounts())
    ), '[]')
  );
end
$$;
