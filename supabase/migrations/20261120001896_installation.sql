-- Every name, price and state that a service had, newest first, 20 a page: {total, rows: [{at, who, name, price, active,
-- requestable}]}. `who` is null when it was the installation itself.
create function public.service_history(service uuid, page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Página: escribe un número a partir de 1.';
  end if;
  return jsonb_build_object(
    'total', (select count(*) from private.service_history h where h.service_id = service),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'at', h.changed_at, 'who', private.full_name_of(h.changed_by), 'name', h.name, 'price', h.price,
        'active', h.active, 'requestable', h.requestable
      ) order by h.changed_at desc, h.id desc), '[]')
      from (
        select * from private.service_history s
        where s.service_id = service
        order by s.changed_at desc, s.id desc
        limit 20 offset (page - 1) * 20
      ) h
    )
  );
end
$$;

-- What the database knows of its own health: {postgres, size, migrations, seal}. `size` in bytes; `migrations` is {applied,
-- last}, or null where nobody wrote down which were applied: whose table there is depends on the host.
create function public.installation_health() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  migrations jsonb;
begin
  perform private.require_admin();
  if to_regclass('private_migrations.steps') is not null then
    select jsonb_build_object('applied', count(*), 'last', max(s.name)) into migrations
    from private_migrations.steps s where s.name like 'migrations/%';
  elsif to_regclass('supabase_migrations.schema_migrations') is not null then
    select jsonb_build_object('applied', count(*), 'last', max(m.version)) into migrations
    from supabase_migrations.schema_migrations m;
  end if;
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'size', pg_database_size(current_database()),
    'migrations', migrations,
    'seal', (
      select jsonb_build_object('number', s.number, 'at', s.sealed_at)
      from private.audit_seals s order by s.number desc limit 1
    )
  );
end
$$;
