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
