-- Settings of the agenda (docs/product/appointments.md): hours of notice for changes by link, days ahead, whether patients
-- choose their own hour, reminders by mail, and their time on the day before. One row of app_settings holds what was changed.
create function private.agenda_settings() returns jsonb
  language sql stable security definer set search_path = ''
  return jsonb_build_object(
    'notice_hours', 4, 'horizon_days', 60, 'self_booking', true, 'mail_reminders', true, 'reminder_time', '10:00'
  ) || private.setting('agenda', '{}')::jsonb;

create function public.agenda_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver los ajustes de la agenda.';
  end if;
  return private.agenda_settings();
end
$$;

-- `changes` names the settings that change; answers all of them.
create function public.set_agenda_settings(changes jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  change record;
  fits boolean;
begin
  perform private.require_admin();
  for change in select c.key, c.value, c.value #>> '{}' as text from jsonb_each(changes) c loop
    fits := case
      when change.key in ('self_booking', 'mail_reminders') then jsonb_typeof(change.value) = 'boolean'
      when change.key = 'reminder_time' then change.text ~ '^([01]\d|2[0-3]):[0-5]\d$'
      when jsonb_typeof(change.value) <> 'number' or change.text !~ '^\d{1,3}$' then false
      when change.key = 'notice_hours' then change.text::integer between 0 and 72
      when change.key = 'horizon_days' then change.text::integer between 7 and 180
    end;
    if fits is not true then
      raise exception using errcode = 'PT400', message = case change.key
        when 'notice_hours' then 'Anticipación: escribe un número entero de 0 a 72.'
        when 'horizon_days' then 'Días hacia adelante: escribe un número entero de 7 a 180.'
        when 'reminder_time' then 'Hora del recordatorio: escribe una hora, por ejemplo 10:00.'
        else 'Ese ajuste de la agenda no existe.' end;
    end if;
  end loop;
  insert into private.app_settings as s (key, value) values ('agenda', changes::text)
  on conflict on constraint app_settings_pkey do update set value = (s.value::jsonb || excluded.value::jsonb)::text;
  perform private.record('settings', 'agenda', null);
  return private.agenda_settings();
end
$$;

revoke all on function private.agenda_settings(), public.agenda_settings(), public.set_agenda_settings(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.agenda_settings(), public.set_agenda_settings(jsonb) to authenticated;
