-- A hosted project hands every new table, function and sequence of schema public to the API roles. Here nothing is
-- open until a migration opens it by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

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
revoke all on private.app_settings from public, anon, authenticated, service_role;

create function private.check_setting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.key = 'admin_email' then
    new.value := lower(btrim(new.value));
  elsif new.key = 'clinic_time_zone' and not exists (select from pg_timezone_names where name = new.value) then
    raise exception using errcode = '23514', message = format('La zona horaria «%s» no existe.', new.value);
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
create function private.clinic_today() returns date
  language sql stable security definer set search_path = ''
  return (now() at time zone private.setting('clinic_time_zone', 'America/Mexico_City'))::date;

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
  raise exception using errcode = '42501', message = tg_argv[0];
end
$$;
