-- The accounts of 'Gestión de Usuarios' by name, e-mail, digits of the telephone, or the word for what they are; all for a
-- blank term. Administrators only; the policies of profiles hide closed accounts.
create function private.profiles_found(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
  phone_pattern constant text := private.phone_pattern(term);
  roles constant text[] := array(
    select w.role
    from (values ('doctor', 'Doctor'), ('patient', 'Paciente'), ('paciente', 'Paciente')) as w (role, word)
    where private.sought(w.word) like pattern
  );
  admins constant boolean := private.sought('Administrador') like pattern;
begin
  perform private.require_admin();
  return array(
    select p.id from public.profiles p
    where private.sought(p.full_name) like pattern or private.sought(p.email) like pattern
      or private.digits(p.phone) like phone_pattern or p.role = any (roles) or (admins and p.is_admin)
  );
end
$$;

create function public.search_profiles(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where (select private.require_admin()) and private.search_pattern(term) is null
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.profiles_found(term))::uuid[]);
end;
