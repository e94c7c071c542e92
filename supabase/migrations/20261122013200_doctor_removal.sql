-- Removes a doctor's account and settles the appointments from today on that are neither completed nor cancelled, all or
-- nothing: 'keep', 'cancel', or 'give' to another doctor, who is linked with those patients as if an administrator had booked.
-- Answers what `begin_account_removal` does, and how many appointments there were.
create function public.begin_doctor_removal(user_id uuid, plan text, new_doctor uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target constant uuid := begin_doctor_removal.user_id;
  removal jsonb;
  open_ones uuid[];
  taken text;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para eliminar usuarios.';
  end if;
  if plan is null or plan not in ('keep', 'cancel', 'give') then
    raise exception using errcode = '23514', message = 'Citas: elige conservarlas, cancelarlas o pasarlas a otro doctor.';
  end if;
  if plan = 'give' and not exists (
    select from public.profiles p
    where p.id = new_doctor and p.id <> target and p.role = 'doctor' and p.id not in (select private.closed_accounts())
  ) then
    raise exception using errcode = '23514', message = 'Citas: elige otro doctor de la lista.';
  end if;
  -- Closed first: an account that its appointments keep from being erased must not lose them before.
  removal := public.begin_account_removal(target);
  open_ones := array(
    select c.id from public.citas c
    where c.doctor_id = target and c.appointment_date >= private.clinic_today()
      and c.status in ('pendiente', 'confirmada', 'aceptada')
    order by c.id
    for update
  );
  if plan = 'cancel' then
    update public.citas c set status = 'cancelada' where c.id = any (open_ones);
  elsif plan = 'give' then
    select string_agg(format('%s a las %s', to_char(t.day, 'DD/MM/YYYY'), to_char(t.slot, 'HH24:MI')), ', ' order by t.day, t.slot)
    into taken
    from (
      select distinct c.appointment_date as day, c.appointment_time as slot
      from public.citas c
      join public.citas o on o.doctor_id = new_doctor and o.appointment_date = c.appointment_date
        and o.appointment_time = c.appointment_time and o.status <> 'cancelada'
      where c.id = any (open_ones)
      order by 1, 2
      limit 5
    ) t;
    if taken is not null then
      raise exception using errcode = 'PT409', message = format(
        '%s ya tiene citas a esas horas: %s. Cámbialas antes o elige otro doctor.', private.full_name_of(new_doctor), taken
      );
    end if;
    update public.citas c set doctor_id = new_doctor where c.id = any (open_ones);
    perform private.link(new_doctor, people.patient_id)
    from (select distinct c.patient_id from public.citas c where c.id = any (open_ones)) people;
  end if;
  return removal || jsonb_build_object('citas', cardinality(open_ones));
end
$$;

revoke all on function public.begin_doctor_removal(uuid, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.begin_doctor_removal(uuid, text, uuid) to authenticated;
notify pgrst, 'reload schema';
