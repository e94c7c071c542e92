-- Beside a profile: whether its password is still to be chosen, told to who may issue a temporary one; null to others.
create function private.has_password_due(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_doctor() or not (private.is_admin() or private.is_linked(person)) then
    return null;
  end if;
  return exists (select from private.account_state s where s.user_id = person and s.must_change and s.closed_at is null);
end
$$;

-- A made-up row says nothing.
create function public.password_due(row_of public.profiles) returns boolean
  language sql stable set search_path = ''
  return (select private.has_password_due(p.id) from public.profiles p where p.id = row_of.id);

revoke all on function private.has_password_due(uuid), public.password_due(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function private.has_password_due(uuid), public.password_due(public.profiles) to authenticated;
notify pgrst, 'reload schema';
