-- Nobody is noted as absent before the appointment begins, whoever writes it (docs/product/appointments.md). A trigger of its own:
-- it comes after citas_b_rules, so that who writes the word by hand is told that it is none.
create function private.check_cita_begun() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or old.status <> 'no_asistio')
    and private.slot_moment(new.appointment_date, new.appointment_time) > now()
  then
    raise exception using errcode = 'PT409', message = 'Todavía no es la hora de esta cita.';
  end if;
  return new;
end
$$;
create trigger citas_b_start before insert or update on public.citas
  for each row when (new.status = 'no_asistio') execute function private.check_cita_begun();

-- As before; from the start of the appointment on, as citas_b_start asks.
create or replace function public.mark_no_show(cita_id uuid) returns public.citas
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  cita public.citas := private.cita_to_change(mark_no_show.cita_id, private.active_uid());
begin
  if cita.status <> 'no_asistio' then
    update public.citas c set status = 'no_asistio' where c.id = cita.id returning * into cita;
  end if;
  return cita;
end
$$;

revoke all on function private.check_cita_begun() from public, anon, authenticated, service_role;
notify pgrst, 'reload schema';
