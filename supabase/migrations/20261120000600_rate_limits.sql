create table private.rate_limits (
  bucket text not null,
  client text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, client)
);
create index rate_limits_window_start_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;

-- The address a request comes from, as the proxy in front of the API says. Hosted projects should name a header that
-- callers cannot write (`cf-connecting-ip`) in the setting `client_address_header`.
create function private.client_address() returns text
  language sql stable security definer set search_path = ''
  return coalesce(
    left(nullif(btrim(split_part(
      nullif(current_setting('request.headers', true), '')::jsonb
        ->> private.setting('client_address_header', 'x-forwarded-for'), ',', 1)), ''), 64),
    'unknown'
  );

-- Counts one call and refuses it beyond `max_hits` within the window. A refused call does not lengthen the wait.
create function private.hit(bucket text, max_hits integer, window_length interval, client text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  current_hits integer;
begin
  insert into private.rate_limits as r (bucket, client, window_start, hits)
  values (hit.bucket, coalesce(hit.client, private.client_address()), now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    hits = case when r.window_start <= now() - hit.window_length then 1 else r.hits + 1 end,
    window_start = case when r.window_start <= now() - hit.window_length then now() else r.window_start end
  returning r.hits into current_hits;

  if current_hits > hit.max_hits then
    raise exception using errcode = 'PT429',
      message = 'Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.';
  end if;
  if current_hits = 1 then
    -- Addresses are personal data: they are forgotten after a day. Rows in use by others are left for next time.
    delete from private.rate_limits r using (
      select o.ctid from private.rate_limits o where o.window_start < now() - interval '1 day'
      limit 100 for update skip locked
    ) old where r.ctid = old.ctid;
  end if;
end
$$;
