-- Row changes wait here, with the row, until the realtime service has sent them: NOTIFY carries at most 8,000 bytes,
-- and a row may be gone by the time somebody would read it again. The notification itself says nothing.
create table if not exists realtime.outbox (
  id bigserial primary key,
  table_name text not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  record jsonb,
  old_record jsonb,
  commit_timestamp timestamptz not null default now()
);
create index if not exists outbox_commit_timestamp_idx on realtime.outbox (commit_timestamp);

create or replace function realtime.capture() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into realtime.outbox (table_name, type, record, old_record)
  values (
    tg_table_name,
    tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then to_jsonb(old) end
  );
  perform pg_notify('realtime', '');
  return null;
end
$$;

-- Installs the trigger on every table of schema public that the publication lists, and only there.
create or replace function realtime.capture_published() returns void
  language plpgsql set search_path = ''
as $$
declare
  found record;
begin
  for found in
    select c.relname
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'zz_realtime_capture' and n.nspname = 'public'
      and not exists (
        select from pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = 'public' and p.tablename = c.relname
      )
  loop
    execute format('drop trigger zz_realtime_capture on public.%I', found.relname);
  end loop;

  for found in
    select p.tablename as relname
    from pg_publication_tables p
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
      and not exists (
        select from pg_trigger t
        where t.tgname = 'zz_realtime_capture'
          and t.tgrelid = format('public.%I', p.tablename)::regclass
      )
  loop
    execute format(
      'create trigger zz_realtime_capture after insert or update or delete on public.%I '
      'for each row execute function realtime.capture()', found.relname
    );
  end loop;
end
$$;

revoke all on schema realtime from public, anon, authenticated, service_role;
revoke all on all tables in schema realtime from public, anon, authenticated, service_role;
revoke all on function realtime.capture(), realtime.capture_published() from public, anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
