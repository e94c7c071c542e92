-- Links by which a person chooses the first password of the account that the clinic made (docs/product/accounts.md). An account
-- has one at most. A token is 128 random bits, answered once, and only its hash is kept.
create table private.activations (
  user_id uuid primary key references public.profiles on delete cascade,
  token_hash bytea not null unique,
  made_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- E-mails that did not fit.
  wrong integer not null default 0,
  -- Until when somebody who gave the right e-mail may set the password, alone.
  claimed_until timestamptz,
  used_at timestamptz,
  constraint activations_end_after_72_hours check (expires_at <= created_at + interval '72 hours'),
  constraint activations_five_wrong_at_most check (wrong between 0 and 5)
);
create index activations_made_by_idx on private.activations (made_by);
alter table private.activations enable row level security;
revoke all on private.activations from public, anon, authenticated, service_role;

-- A line of the trail about an activation.
create function private.audit_activation(act text, actor uuid, actor_role text, account uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  select audit_activation.actor, audit_activation.actor_role, audit_activation.act, 'activations', p.id::text,
    case when p.role in ('patient', 'paciente') then p.id end
  from public.profiles p where p.id = audit_activation.account
$$;

-- What becomes of a link when its account changes. A password set while the link was claimed is the activation: all sessions
-- end with it. Any other chosen password, a new temporary one and closing the account end the link. A temporary password
-- waits for a claim: set in between, the person's own would pass for it.
create function private.end_activation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  claimed constant boolean := exists (
    select from private.activations a where a.user_id = new.user_id and a.used_at is null and a.claimed_until > now()
  );
begin
  if old.must_change and not new.must_change and claimed then
    update private.activations a set used_at = now(), claimed_until = null where a.user_id = new.user_id;
    delete from auth.sessions s where s.user_id = new.user_id;
    perform private.audit_activation('activate', new.user_id, 'authenticated', new.user_id);
    return null;
  end if;
  if new.issuing is not null and new.issuing is distinct from old.issuing and claimed then
    raise exception using errcode = 'PT409',
      message = 'Se está activando esta cuenta. Espera un minuto e inténtalo de nuevo.';
  end if;
  delete from private.activations a where a.user_id = new.user_id and (
    (old.must_change and not new.must_change)
    or (new.issuing is not null and new.issuing is distinct from old.issuing)
    or (new.closed_at is not null and old.closed_at is null)
  );
  return null;
end
$$;
create trigger account_state_ends_activation after update on private.account_state
  for each row execute function private.end_activation();

-- The account that the caller may give another password, its state locked: doctors those of their patients, administrators
-- all; nobody one's own or the main administrator's.
create function private.account_to_issue(target uuid) returns public.profiles
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known public.profiles;
  state private.account_state;
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para generar contraseñas.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = 'PT403', message = 'Cambia tu propia contraseña desde tu perfil.';
  end if;
  select p.* into known from public.profiles p where p.id = target;
  select s.* into state from private.account_state s where s.user_id = target for update;
  if known.id is null or state.closed_at is not null
    or not (private.is_admin() or (
      known.role in ('patient', 'paciente') and private.is_linked(known.id)
    ))
  then
    raise exception using errcode = 'PT404', message = 'No se encontró la cuenta.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = 'PT403',
      message = 'La contraseña del administrador principal solo la cambia esa persona.';
  end if;
  return known;
end
$$;

-- As before; who may is asked above.
create or replace function public.begin_password_issue(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.profiles := private.account_to_issue(begin_password_issue.user_id);
  state private.account_state;
  expires timestamptz := now() + interval '7 days';
begin
  select s.* into state from private.account_state s where s.user_id = known.id;
  if not private.is_admin() and not coalesce(state.must_change, false) then
    raise exception using errcode = 'PT409',
      message = 'El paciente ya eligió su contraseña. Un administrador puede generar una nueva.';
  end if;
  if state.issuing > now() - interval '1 minute' then
    raise exception using errcode = 'PT409',
      message = 'Ya se está generando una contraseña para esta cuenta. Espera un minuto e inténtalo de nuevo.';
  end if;

  insert into private.account_state as s (user_id, must_change, temp_expires_at, issuing)
  values (known.id, true, expires, now())
  on conflict on constraint account_state_pkey do update
    set must_change = true, temp_expires_at = excluded.temp_expires_at, issuing = excluded.issuing;
  update auth.users u set encrypted_password = null where u.id = known.id;
  delete from auth.sessions s where s.user_id = known.id;
  perform private.record('issue_password', 'profiles', known.id::text);
  return jsonb_build_object(
    'id', known.id, 'email', known.email, 'full_name', known.full_name, 'temp_expires_at', expires
  );
end
$$;

-- A new link of an account, which ends the one before: {token, expires_at, replaced}. It never outlives the temporary
-- password; no token while that has less than 24 hours left or is not set yet: another one is issued first. Who is just using
-- the old link keeps the turn.
create function private.give_activation(account uuid, made_by uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.share_token();
  state private.account_state;
  ends timestamptz;
  replaced boolean;
begin
  select s.* into state from private.account_state s where s.user_id = account for update;
  if not coalesce(state.must_change, false) then
    raise exception using errcode = 'PT409', message = 'El paciente ya eligió su contraseña.';
  end if;
  if state.issuing is not null or coalesce(state.temp_expires_at, now()) < now() + interval '24 hours' then
    return jsonb_build_object('token', null, 'expires_at', null, 'replaced', false);
  end if;
  replaced := exists (
    select from private.activations a
    where a.user_id = account and a.used_at is null and a.wrong < 5 and a.expires_at > now()
  );
  ends := least(now() + interval '72 hours', state.temp_expires_at);
  insert into private.activations (user_id, token_hash, made_by, expires_at)
  values (account, private.share_hash(token), give_activation.made_by, ends)
  on conflict on constraint activations_pkey do update
    set token_hash = excluded.token_hash, made_by = excluded.made_by, created_at = excluded.created_at,
      expires_at = excluded.expires_at, wrong = 0, used_at = null;
  perform private.audit_activation('create', auth.uid(), private.speaking_role(), account);
  return jsonb_build_object('token', token, 'expires_at', ends, 'replaced', replaced);
end
$$;

-- A link for an account whose password nobody has chosen yet, for whoever may issue a temporary one.
create function public.create_activation(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.profiles := private.account_to_issue(create_activation.user_id);
begin
  perform private.hit('create_activation', 60, interval '1 hour', private.active_uid()::text);
  return private.give_activation(known.id, private.active_uid());
end
$$;

revoke all on function
  private.audit_activation(text, uuid, text, uuid), private.end_activation(), private.account_to_issue(uuid),
  private.give_activation(uuid, uuid)
  from public, anon, authenticated, service_role;
revoke all on function public.create_activation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.create_activation(uuid) to authenticated;
notify pgrst, 'reload schema';
