-- What everything else stands on: nothing is open until its file opens it, what the installation knows about itself, and how
-- often one may ask.

-- A hosted project hands every new table, function and sequence of schema public to the API roles. Here nothing is
-- open until a migration opens it by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Not exposed by any API: links, account states, settings, trails, and the functions that decide who may do what.
-- The API roles may run some of its functions through policies, but cannot name anything in it.
create schema private;

revoke all on schema private from public, anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

-- PostgreSQL itself opens every new function to everybody, in every schema. The functions that the host and the
-- extension above brought stay as they are.
alter default privileges revoke execute on functions from public;

-- What the installation knows about itself; written by the server or by whoever deploys.
-- Keys: clinic_time_zone, admin_email, admin_suffix, client_address_header, study_request_limit.
create table private.app_settings (
  key text primary key check (key ~ '^[a-z_]{2,40}$'),
  value text not null check (char_length(value) between 1 and 500)
);
alter table private.app_settings enable row level security;

create function private.check_setting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.key = 'admin_email' then
    new.value := lower(btrim(new.value));
  elsif new.key = 'clinic_time_zone' and not exists (select from pg_timezone_names where name = new.value) then
    raise exception using errcode = 'PT400', message = format('La zona horaria «%s» no existe.', new.value);
  end if;
  return new;
end
$$;

create trigger app_settings_check before insert or update on private.app_settings
  for each row execute function private.check_setting();

create function private.setting(key text, otherwise text) returns text
  language sql stable security definer set search_path = ''
  return coalesce((select s.value from private.app_settings s where s.key = setting.key), otherwise);

-- The suffix of the admin panel's address: 128 bits, its own per installation.
insert into private.app_settings (key, value)
values ('admin_suffix', left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32))
on conflict (key) do nothing;

-- The clinic's day, never the UTC day.
create function private.clinic_day(at timestamptz) returns date
  language sql stable security definer set search_path = ''
  return (at at time zone private.setting('clinic_time_zone', 'America/Mexico_City'))::date;

create function private.clinic_today() returns date
  language sql stable security definer set search_path = ''
  return private.clinic_day(now());

-- True for a request that comes through the API as a person; false for the owner of the database, the auth service
-- and the service role, who also write history. Rules about new rows use it; lasting rules do not.
create function private.from_api() returns boolean
  language sql stable set search_path = ''
  return coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated');

-- Always true: what was written stays.
create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT403', message = tg_argv[0];
end
$$;

create table private.rate_limits (
  bucket text not null,
  client text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, client)
);
alter table private.rate_limits enable row level security;

create index rate_limits_window_start_idx on private.rate_limits (window_start);

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
    perform private.too_often(
      'Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.', started + hit.window_length
    );
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

-- Refuses as too often (docs/product/limits.md): 429 PT429 with this sentence for people, and Retry-After, because every refusal
-- for rate says when to come back. PGRST is how PostgREST is told a status with headers.
create function private.too_often(words text, free_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'PT429', 'message', words),
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After',
      greatest(1, ceil(extract(epoch from free_at - now())))::integer::text));
end
$$;
