-- The roles that a hosted project has. Roles belong to the whole server, so two databases may race to make them.
do $$
begin
  begin
    create role anon nologin noinherit;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    create role authenticated nologin noinherit;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    create role service_role nologin noinherit bypassrls;
  exception when duplicate_object or unique_violation then null;
  end;

  -- The backend connects as the owner and speaks with `set local role`.
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$$;
