-- A token stands for a person (docs/product/appointments.md): when the person behind a link changes, its tokens end. Triggers
-- see to it, so that it does not matter which door changed the person. Links to studies and activations do so already; an
-- e-mail of an account, which recovery goes by, never changes.

-- A link that was revoked or became another's keeps none of its tokens.
create function private.end_link_tokens() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.cita_link_tokens t where t.link_id = new.id;
  return null;
end
$$;
create trigger cita_links_end_tokens after update on public.cita_links
  for each row when (
    new.patient_id is distinct from old.patient_id or (new.revoked_at is not null and old.revoked_at is null)
  )
  execute function private.end_link_tokens();

-- Another e-mail is another account: who was to choose the hour chooses it no more. What was chosen stays with who chose it.
create function private.end_choice_of_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cita_links l set revoked_at = now()
  where l.request_id = new.id and l.cita_id is null and l.revoked_at is null;
  return null;
end
$$;
create trigger study_requests_end_choice after update on public.study_requests
  for each row when (new.patient_email is distinct from old.patient_email)
  execute function private.end_choice_of_request();

-- An appointment that gets another patient, or none, loses the link of the one before.
create function private.end_link_of_cita() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.cita_links l where l.cita_id = new.id;
  return null;
end
$$;
create trigger citas_end_link after update on public.citas
  for each row when (new.patient_id is distinct from old.patient_id)
  execute function private.end_link_of_cita();

-- As before; a link that was made for the patient before, at the same moment, opens nothing.
create or replace function private.link_of_token(token text) returns public.cita_links
  language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.cita_links;
  cita public.citas;
  ends timestamptz;
  closed boolean;
begin
  select l.* into link from public.cita_links l
  join private.cita_link_tokens t on t.link_id = l.id
  where t.token_hash = private.share_hash(left(coalesce(token, ''), 100));
  select c.* into cita from public.citas c where c.id = link.cita_id;
  ends := private.slot_moment(coalesce(cita.appointment_date, current_date), cita.appointment_time) + interval '24 hours';
  if cita.id is null then
    ends := link.expires_at;
    cita.patient_id := link.patient_id;
  end if;
  closed := coalesce(link.patient_id, '00000000-0000-0000-0000-000000000000') in (select private.closed_accounts());
  if link.revoked_at is not null or closed or cita.patient_id is distinct from link.patient_id or ends <= now() then
    return null;
  end if;
  return link;
end
$$;

-- As before, and the appointment's patient of today's.
create or replace function private.link_of_cita(cita public.citas) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link uuid;
begin
  if cita.patient_id is null or cita.status not in ('pendiente', 'confirmada', 'aceptada')
    or private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()
  then
    raise exception using errcode = 'PT409', message = 'Esta cita ya no tiene enlace: ya pasó o está cerrada.';
  end if;
  insert into public.cita_links as l (cita_id, patient_id, doctor_id, made_by)
  values (cita.id, cita.patient_id, cita.doctor_id, private.active_uid())
  on conflict on constraint cita_links_cita_id_key do update set revoked_at = null, patient_id = excluded.patient_id
  returning l.id into link;
  return link;
end
$$;

-- As before; the tokens of a revoked link end by themselves.
create or replace function public.revoke_cita_link(link_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  link public.cita_links;
begin
  select l.* into link from public.cita_links l where l.id = revoke_cita_link.link_id for update;
  if not found or not private.is_doctor() or not (
    private.is_admin() or caller = link.made_by or caller = coalesce(
      (select c.doctor_id from public.citas c where c.id = link.cita_id), link.doctor_id
    )
  ) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el enlace.';
  end if;
  update public.cita_links l set revoked_at = now() where l.id = link.id and l.revoked_at is null;
end
$$;

-- Links that outlived their person until today.
delete from public.cita_links l using public.citas c
where c.id = l.cita_id and c.patient_id is distinct from l.patient_id;
update public.cita_links l set revoked_at = now()
from public.study_requests r
where r.id = l.request_id and l.cita_id is null and l.revoked_at is null
  and l.patient_id is distinct from (private.account_of_request(r)).id;

revoke all on function private.end_link_tokens(), private.end_choice_of_request(), private.end_link_of_cita()
  from public, anon, authenticated, service_role;
