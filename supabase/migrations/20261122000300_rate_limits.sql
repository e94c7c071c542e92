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

-- Who a request comes from: the address that the proxy in front of the API says, an IPv6 one as its /64, because one home
-- has 2^64 of them. Hosted projects should name a header that callers cannot write (`cf-connecting-ip`) in the setting
-- `client_address_header`.
create function private.client_address() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  claimed constant text := left(nullif(btrim(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb
      ->> private.setting('client_address_header', 'x-forwarded-for'), ',', 1)), ''), 64);
  address inet;
begin
  if claimed is null or claimed not like '%:%:%' then
    return coalesce(claimed, 'unknown');
  end if;
  begin
    address := regexp_replace(claimed, '%.*$', '')::inet;
  exception when invalid_text_representation then
    return claimed;
  end;
  if address << '::ffff:0:0/96'::inet then
    return split_part(host(address), ':', 4);
  end if;
  return network(set_masklen(address, 64))::text;
end
$$;

-- Counts one call and refuses it beyond `max_hits` within the window. A refused call does not lengthen the wait.
-- PGRST is how PostgREST is told a status with headers: the answer is 429 PT429 and says when to come back.
create function private.hit(bucket text, max_hits integer, window_length interval, client text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  current_hits integer;
  started timestamptz;
begin
  insert into private.rate_limits as r (bucket, client, window_start, hits)
  values (hit.bucket, coalesce(hit.client, private.client_address()), now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    hits = case when r.window_start <= now() - hit.window_length then 1 else r.hits + 1 end,
    window_start = case when r.window_start <= now() - hit.window_length then now() else r.window_start end
  returning r.hits, r.window_start into current_hits, started;

  if current_hits > hit.max_hits then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PT429',
        'message', 'Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.'),
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from started + hit.window_length - now())))::integer::text));
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
