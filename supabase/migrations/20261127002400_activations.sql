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
  mail_id uuid,
  constraint activations_end_after_72_hours check (expires_at <= created_at + interval '72 hours'),
  constraint activations_five_wrong_at_most check (wrong between 0 and 5)
);
alter table private.activations enable row level security;

create index activations_made_by_idx on private.activations (made_by);

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

-- A new link of an account, which ends the one before: {token, expires_at, replaced}. It never outlives the temporary
-- password; no token while that has less than 24 hours left or is not set yet: another one is issued first. The turn of
-- whoever was using the one before ends with it. The trail names who asked, also when a mail's sender makes the link.
create function private.give_activation(account uuid, made_by uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.share_token();
  valid_until timestamptz;
  replaced boolean;
begin
  select least(now() + interval '72 hours', s.temp_expires_at) into valid_until
  from private.account_state s where s.user_id = account for update;
  if not private.can_activate(account) then
    return jsonb_build_object('token', null, 'expires_at', null, 'replaced', false);
  end if;
  replaced := exists (
    select from private.activations a
    where a.user_id = account and a.used_at is null and a.wrong < 5 and a.expires_at > now()
  );
  insert into private.activations (user_id, token_hash, made_by, expires_at)
  values (account, private.share_hash(token), give_activation.made_by, valid_until)
  on conflict on constraint activations_pkey do update
    set token_hash = excluded.token_hash, made_by = excluded.made_by, created_at = excluded.created_at,
      expires_at = excluded.expires_at, wrong = 0, claimed_until = null, used_at = null, mail_id = null;
  perform private.audit_activation(
    'create', give_activation.made_by,
    case when give_activation.made_by is null then private.speaking_role() else 'authenticated' end, account
  );
  return jsonb_build_object('token', token, 'expires_at', valid_until, 'replaced', replaced);
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The use of an activation's link, by the function activate-account with the service key (docs/product/accounts.md). The
-- database says whose turn it is, then the auth service sets the password; private.end_activation sees that it was.

-- What the token opens for who knows the account's e-mail: {outcome}.
--   ok: {id} of the account, whose password may be set within a minute, by nobody else
--   wrong: the e-mail is another; the fifth ends the link
--   busy: somebody else is using the link; it may work again within a minute
--   ended: used, too old, replaced, or never made
-- What is counted must stay, so nothing of this is raised but 'too often'.
create function public.claim_activation(token text, email text, sender jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link private.activations;
begin
  -- As if the person had asked the database: what is limited by address is limited by theirs.
  perform set_config('request.headers', coalesce(sender, '{}')::text, true);
  perform private.hit('claim_activation', 20, interval '10 minutes');
  select a.* into link from private.activations a
  where a.token_hash = private.share_hash(left(coalesce(token, ''), 100)) for update;
  if link.user_id is null or link.used_at is not null or link.wrong >= 5 or link.expires_at <= now() then
    return jsonb_build_object('outcome', 'ended');
  end if;
  if not exists (
    select from public.profiles p
    where p.id = link.user_id and p.email = lower(btrim(left(claim_activation.email, 400)))
  ) then
    update private.activations a set wrong = a.wrong + 1 where a.user_id = link.user_id;
    perform private.audit_activation('wrong', null, 'anon', link.user_id);
    return jsonb_build_object('outcome', 'wrong');
  end if;
  if link.claimed_until > now() then
    return jsonb_build_object('outcome', 'busy');
  end if;
  update private.activations a set claimed_until = now() + interval '60 seconds' where a.user_id = link.user_id;
  return jsonb_build_object('outcome', 'ok', 'id', link.user_id);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The auth service refused the password that was wanted: the same link may be tried with another one at once.
create function public.release_activation(token text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.activations a set claimed_until = null
  where a.token_hash = private.share_hash(left(coalesce(token, ''), 100)) and a.used_at is null;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The link to activate an account by mail (docs/product/messages.md, docs/product/accounts.md). What is noted holds no token: the
-- link is made when the mail is sent, and ends the one before.

-- Why an account gets no link: 'elegida' after its password was chosen, 'sin_temporal' while the temporary one has less than 24
-- hours left or is not set yet; else null.
create function private.activation_problem(account uuid, at timestamptz default now()) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  state private.account_state;
begin
  select s.* into state from private.account_state s where s.user_id = account;
  return case
    when not coalesce(state.must_change, false) then 'elegida'
    when state.issuing is not null or coalesce(state.temp_expires_at, at) < at + interval '24 hours' then 'sin_temporal'
  end;
end
$$;

-- Whether an account may get a link now; not while another temporary password is due first. Refuses once a password was chosen.
create function private.can_activate(account uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  problem constant text := private.activation_problem(account);
begin
  if problem = 'elegida' then
    raise exception using errcode = 'PT409', message = case
      when exists (select from public.profiles p where p.id = account and p.role in ('patient', 'paciente'))
      then 'El paciente ya eligió su contraseña.' else 'Esa persona ya eligió su contraseña.' end;
  end if;
  return problem is null;
end
$$;

-- Asks for a mail with a link: {outcome}. Who may is who may make a link; once a password was chosen it is refused.
--   queued: it goes out with the next round; one that still waits is not asked for twice
--   issue_first: another temporary password is due first
--   no_mail: the clinic sends none
create function public.mail_activation(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.profiles := private.account_to_issue(mail_activation.user_id);
  caller constant uuid := private.active_uid();
  lasts boolean;
begin
  perform private.hit('mail_activation', 60, interval '1 hour', caller::text);
  lasts := private.can_activate(known.id);
  if not private.has_mail() then
    return jsonb_build_object('outcome', 'no_mail');
  end if;
  if not lasts then
    return jsonb_build_object('outcome', 'issue_first');
  end if;
  -- A sender has its mails first and the account then: one that is being taken is not waited for.
  update public.messages m set due_at = now(), sent_by = caller
  from (
    select w.id from public.messages w
    where w.patient_id = known.id and w.kind = 'activacion' and w.channel = 'correo' and w.state = 'pendiente'
    limit 1 for update skip locked
  ) waiting
  where m.id = waiting.id;
  if found then
    return jsonb_build_object('outcome', 'queued');
  end if;
  if 6 <= (
    select count(*) from public.messages m
    where m.patient_id = known.id and m.kind = 'activacion' and m.channel = 'correo'
      and m.created_at >= private.clinic_today()::timestamp
        at time zone private.setting('clinic_time_zone', 'America/Mexico_City')
  ) then
    raise exception using errcode = 'PT409', message = 'Ya se enviaron seis correos de activación hoy.';
  end if;
  insert into public.messages (kind, channel, patient_id, sent_by, key)
  values ('activacion', 'correo', known.id, caller, concat_ws(' ', 'activacion', 'correo', known.id, clock_timestamp()));
  return jsonb_build_object('outcome', 'queued');
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

grant execute on function
  public.create_activation(uuid), public.mail_activation(uuid)
  to authenticated;
grant execute on function
  public.claim_activation(text,text,jsonb), public.release_activation(text)
  to service_role;
