-- For somebody who lost the phone with the authenticator app: an administrator, who made sure who it is, takes the second
-- factor off the account.

create function private.has_second_factor(person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    return null;
  end if;
  return exists (select from auth.mfa_factors f where f.user_id = person and f.status::text = 'verified');
end
$$;

-- Beside a profile: whether that account has one, told to administrators alone. A made-up row says nothing.
create function public.second_factor(row_of public.profiles) returns boolean
  language sql stable set search_path = ''
  return (select private.has_second_factor(p.id) from public.profiles p where p.id = row_of.id);

-- Announces that the second factor of an account goes, which the caller removes next. The account's sessions end here:
-- one that waits for the code would be let in by knowing the password alone.
create function public.begin_factor_removal(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := begin_factor_removal.user_id;
  known public.profiles;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para quitar la verificación en dos pasos.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = '42501', message = 'Desactiva tu propia verificación en dos pasos desde tu perfil.';
  end if;
  select p.* into known from public.profiles p
  where p.id = target
    and not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null);
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró la cuenta.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = '42501',
      message = 'La verificación en dos pasos del administrador principal no se quita desde el panel.';
  end if;
  if not private.has_second_factor(target) then
    raise exception using errcode = 'PT409', message = 'Esta cuenta ya no tiene verificación en dos pasos.';
  end if;
  delete from auth.sessions s where s.user_id = target;
  perform private.record('free_factor', 'profiles', target::text);
  return jsonb_build_object('id', target);
end
$$;
