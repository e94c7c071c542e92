-- The row of a link that still holds, or nulls. A link that has ended takes as long as one that was made up: all is looked up
-- and reckoned before anything is decided.
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
  end if;
  closed := coalesce(link.patient_id, '00000000-0000-0000-0000-000000000000') in (select private.closed_accounts());
  if link.revoked_at is not null or closed or ends <= now() then
    return null;
  end if;
  return link;
end
$$;
