-- Sessions end by themselves, and the trail tells of sign-ins and of how sessions ended.

-- When a session is over: doctors and administrators after 12 hours without use and 30 days in all, patients after 30 and
-- 90 days. A session is used when its tokens are renewed, which an open portal does every hour.
create function private.session_ends(
  role text, created_at timestamptz, updated_at timestamptz, refreshed_at timestamp, not_after timestamptz
) returns timestamptz
  language sql stable set search_path = ''
  return least(
    not_after,
    created_at + case when role in ('patient', 'paciente') then interval '90 days' else interval '30 days' end,
    greatest(created_at, updated_at, refreshed_at at time zone 'UTC')
      + case when role in ('patient', 'paciente') then interval '30 days' else interval '12 hours' end
  );

-- The account behind the token unless it was closed or erased, or the token's session has ended: a signature outlives
-- signing out, a new password, a lost second factor and the last day of a session by up to an hour.
create or replace function private.present_uid() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := auth.jwt();
begin
  return (
    select p.id
    from public.profiles p
    where p.id = auth.uid()
      and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)
      and (
        claims ->> 'session_id' is null
        or exists (
          select from auth.sessions s
          where s.id = (claims ->> 'session_id')::uuid and s.user_id = p.id
            and (claims ->> 'aal' is distinct from 'aal2' or s.aal::text = 'aal2')
            and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) > now()
        )
      )
  );
end
$$;

-- Where the caller is signed in: what the auth service keeps of each session, without address and tokens. Latest first; a
-- person who never signs out would have hundreds, so the list ends after 100.
create or replace function public.my_sessions()
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
    join public.profiles p on p.id = s.user_id
    where s.user_id = caller
      and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) > now()
    order by 5 desc, 3 desc, 1
    limit 100;
end
$$;

-- One line of the trail about an account. Sessions have a subject of their own. Why one is deleted, the server says in
-- 'indice.session_end'; when it says nothing, somebody or something else ended it.
create or replace function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  person uuid := (known ->> case tg_table_name when 'users' then 'id' else 'user_id' end)::uuid;
  act text := tg_argv[0];
begin
  if act = 'end_session' and current_setting('indice.session_end', true) in ('sign_out', 'expire_session') then
    act := current_setting('indice.session_end', true);
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id)
  values (
    case when act in ('sign_in', 'sign_out', 'expire_session') then person else auth.uid() end,
    private.speaking_role(), act,
    case tg_table_name when 'sessions' then 'sessions' else 'profiles' end,
    person::text
  );
  return null;
end
$$;

-- As in the first migration of these triggers: a host that does not let us put one there keeps its own logs.
do $$
begin
  create trigger indice_z_audit_session_begin after insert on auth.sessions
    for each row execute function private.audit_account('sign_in');
exception when insufficient_privilege then
  raise notice 'Not allowed here: sign-ins in the trail';
end
$$;

-- Refused sign-ins of one account, counted by the server: one line a minute. An e-mail that is nobody's leaves no line.
create function private.record_refused_sign_ins(email text, times integer, at timestamptz) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (at, actor, actor_role, action, subject, row_id, columns)
  select
    record_refused_sign_ins.at, u.id, private.speaking_role(), 'refuse_sign_in', 'sessions', u.id::text,
    array['times=' || record_refused_sign_ins.times]
  from auth.users u
  where lower(u.email) = lower(record_refused_sign_ins.email)
$$;

-- Deletes the sessions that are over by `at`, and says so in the trail.
create function private.end_old_sessions(at timestamptz default now()) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
  before constant text := coalesce(current_setting('indice.session_end', true), '');
begin
  perform set_config('indice.session_end', 'expire_session', true);
  delete from auth.sessions s
  using public.profiles p
  where p.id = s.user_id
    and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) <= end_old_sessions.at;
  get diagnostics ended = row_count;
  perform set_config('indice.session_end', before, true);
  return ended;
end
$$;

revoke all on function
  private.session_ends(text, timestamptz, timestamptz, timestamp, timestamptz),
  private.record_refused_sign_ins(text, integer, timestamptz), private.end_old_sessions(timestamptz)
  from public, anon, authenticated, service_role;
