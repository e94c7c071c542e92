-- How a visitor asks for the state of a request (docs/product/requests.md): a folio that can be counted up, and a code of 39
-- bits that opens the state and nothing else.

-- What codes are made from: 256 bits, its own per installation.
insert into private.app_settings (key, value)
values ('tracking_key', encode(sha256(convert_to(
  gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'
)), 'hex'))
on conflict (key) do nothing;

-- Eight signs of an alphabet without those that look alike. They use 40 of 60 bits, so that each sign is equally likely.
create function private.tracking_code(request_id bigint, submission_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  signs constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  hash constant text := encode(sha256(convert_to(
    concat_ws(' ', private.setting('tracking_key', null), request_id, submission_id), 'UTF8'
  )), 'hex');
  number bigint := ('x' || left(hash, 15))::bit(60)::bigint;
  code text := '';
begin
  for place in 1..8 loop
    code := code || substr(signs, (number % 31)::integer + 1, 1);
    number := number / 31;
  end loop;
  return code;
end
$$;

-- For staff, who tell it to callers; null for everybody else.
create function public.tracking_code(request public.study_requests) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.is_doctor() then private.tracking_code(request.id, request.submission_id) end;
end
$$;

-- What the form shows after sending: {folio, code}. Only who sent the request knows its submission.
create function public.request_receipt(submission_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('request_receipt', 30, interval '10 minutes');
  return (
    select jsonb_build_object('folio', r.id, 'code', private.tracking_code(r.id, r.submission_id))
    from public.study_requests r
    where r.submission_id = request_receipt.submission_id and r.created_at > now() - interval '24 hours'
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Wrong codes: of an address for a folio, and of everybody for a folio, where `client` is '*'. Folios that do not exist
-- are counted like those that do.
create table private.track_tries (
  folio text not null,
  client text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (folio, client)
);
alter table private.track_tries enable row level security;

create index track_tries_last_at_idx on private.track_tries (last_at);

create function private.count_wrong_code(folio text, client text, counted_from timestamptz, most integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  wrong_now integer;
begin
  insert into private.track_tries as t (folio, client, wrong, last_at)
  values (count_wrong_code.folio, count_wrong_code.client, 1, now())
  on conflict on constraint track_tries_pkey do update set
    wrong = case when t.last_at <= counted_from then 1 else t.wrong + 1 end, last_at = now()
  returning t.wrong into wrong_now;
  if wrong_now = most then
    perform private.record('track_locked', 'study_requests', count_wrong_code.folio);
  end if;
end
$$;

-- The state of a request and the day it came in: {state, day}; null when folio and code do not belong together. State is
-- recibida, aceptada, con_enlace, con_cita or rechazada. Anybody can count up folios, so five wrong codes lock one for a quarter
-- of an hour for that address alone, and fifty of everybody until midnight.
create function public.track_request(folio text, code text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Longer than a folio can be: it is counted, and finds nothing.
  wanted constant text := left(ltrim(regexp_replace(coalesce(track_request.folio, ''), '[^0-9]', '', 'g'), '0'), 16);
  typed constant text := upper(regexp_replace(coalesce(track_request.code, ''), '[^0-9A-Za-z]', '', 'g'));
  address constant text := private.client_address();
  lock_start constant timestamptz := now() - interval '15 minutes';
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  midnight constant timestamptz := private.clinic_today()::timestamp at time zone zone;
  free_at timestamptz;
  request public.study_requests;
begin
  perform private.hit('track_request', 40, interval '10 minutes');
  -- One at a time for each folio: tries at the same moment must not see the same count.
  perform pg_advisory_xact_lock(hashtextextended('track_request ' || wanted, 0));
  select max(
    case t.client when '*' then (private.clinic_today() + 1)::timestamp at time zone zone
      else t.last_at + interval '15 minutes' end
  ) into free_at
  from private.track_tries t
  where t.folio = wanted
    and (t.client = address and t.wrong >= 5 and t.last_at > lock_start
      or t.client = '*' and t.wrong >= 50 and t.last_at >= midnight);
  if free_at is not null then
    perform private.too_often(
      'Demasiados intentos con este folio. Espera unos minutos o llama a la clínica.', free_at
    );
  end if;

  select r.* into request from public.study_requests r where r.id = nullif(wanted, '')::bigint;
  if private.tracking_code(coalesce(request.id, 0), request.submission_id) is distinct from typed or request.id is null then
    perform private.count_wrong_code(wanted, address, lock_start, 5);
    perform private.count_wrong_code(wanted, '*', midnight - interval '1 microsecond', 50);
    -- Addresses are personal data: they are forgotten after a day. Rows in use by others are left for next time.
    delete from private.track_tries t using (
      select o.ctid from private.track_tries o where o.last_at < now() - interval '1 day'
      limit 100 for update skip locked
    ) old where t.ctid = old.ctid;
    return null;
  end if;
  return jsonb_build_object(
    'state', case
      when request.status = 'pendiente' then 'recibida'
      when request.status = 'rechazada' then 'rechazada'
      when exists (
        select from public.citas c where c.request_id = request.id and c.status not in ('cancelada', 'no_asistio')
      ) then 'con_cita'
      when exists (
        select from public.cita_links l
        where l.request_id = request.id and l.cita_id is null and l.revoked_at is null and l.expires_at > now()
      ) then 'con_enlace'
      else 'aceptada'
    end,
    'day', (request.created_at at time zone zone)::date
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

grant execute on function
  public.tracking_code(public.study_requests)
  to authenticated;
grant execute on function
  public.request_receipt(uuid), public.track_request(text,text)
  to anon, authenticated;
