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
end
$$;

-- The auth service refused the password that was wanted: the same link may be tried with another one at once.
create function public.release_activation(token text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.activations a set claimed_until = null
  where a.token_hash = private.share_hash(left(coalesce(token, ''), 100)) and a.used_at is null;
end
$$;

revoke all on function public.claim_activation(text, text, jsonb), public.release_activation(text)
  from public, anon, authenticated, service_role;
grant execute on function public.claim_activation(text, text, jsonb), public.release_activation(text) to service_role;
notify pgrst, 'reload schema';
