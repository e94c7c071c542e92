-- Where the caller is signed in: what the auth service keeps of each session, without address and tokens. Latest first; a
-- person who never signs out would have hundreds, so the list ends after 100.
create function public.my_sessions()
  returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  return query
    select s.id, s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'UTC'),
      left(coalesce(s.user_agent, ''), 400),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = caller and (s.not_after is null or s.not_after > now())
    order by 5 desc, 3 desc, 1
    limit 100;
end
$$;

-- Ends one of the caller's sessions: its tokens count no more at once (private.present_uid), nor can they be renewed.
create function public.end_session(session_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = caller;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa sesión ya no existe.';
  end if;
end
$$;
