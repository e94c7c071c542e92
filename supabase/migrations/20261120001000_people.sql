-- Shared by appointments, studies, notes and payments.

-- The people named in a new row exist in that role and, for a request through the API, are not closed accounts. Whoever
-- may not write about a person is refused by the policies, which come after this: telling them here who that is, or
-- whether there is anybody, would be an answer as well.
create function private.check_people() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.patient_id is not null
    and (not private.from_api() or private.is_admin() or private.is_linked(new.patient_id))
    and (tg_op = 'INSERT' or to_jsonb(new) -> 'patient_id' is distinct from to_jsonb(old) -> 'patient_id')
    and not exists (
      select from public.profiles p
      where p.id = new.patient_id and p.role in ('patient', 'paciente')
        and not (private.from_api() and p.id in (select private.closed_accounts()))
    )
  then
    raise exception using errcode = '23514', message = 'Paciente: elige un paciente de la lista.';
  end if;
  if new.doctor_id is not null
    and (not private.from_api() or private.is_admin())
    and (tg_op = 'INSERT' or to_jsonb(new) -> 'doctor_id' is distinct from to_jsonb(old) -> 'doctor_id')
    and not exists (
      select from public.profiles p
      where p.id = new.doctor_id and p.role = 'doctor'
        and not (private.from_api() and p.id in (select private.closed_accounts()))
    )
  then
    raise exception using errcode = '23514', message = 'Doctor: elige un doctor de la lista.';
  end if;
  return new;
end
$$;

-- A row that names both links them. A doctor can only write about linked patients, so through the API this happens
-- when an administrator does.
create function private.link_people() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.link(new.doctor_id, new.patient_id);
  return null;
end
$$;
