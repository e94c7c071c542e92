create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;
create schema if not exists realtime;

grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;

-- A hosted project hands everything in schema public to the API roles. So do we: the migrations must take it back
-- by themselves, and our tests prove that they do.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
