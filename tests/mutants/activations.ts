import { disableTrigger, type Mutants, replaceIn } from './break.ts'

const give = 'private.give_activation(uuid,uuid)'
const create = 'public.create_activation(uuid)'
const claim = 'public.claim_activation(text,text,jsonb)'
const end = 'private.end_activation()'

/** Links by which an account is activated. */
export const ofActivations: Mutants = {
  'activation: for accounts of others': replaceIn(
    'private.account_to_issue(uuid)',
    'and private.is_linked(known.id)',
    '',
  ),
  'activation: after the password was chosen': replaceIn(
    give,
    'if not coalesce(state.must_change, false) then',
    'if false then',
  ),
  'activation: outlives the temporary password': replaceIn(
    give,
    `least(now() + interval '72 hours', state.temp_expires_at)`,
    `now() + interval '72 hours'`,
  ),
  'activation: with a temporary password of an hour': replaceIn(
    give,
    `interval '24 hours'`,
    `interval '1 hour'`,
  ),
  'activation: the old link stays': replaceIn(give, 'set token_hash = excluded.token_hash,', 'set'),
  'activation: the new link comes without a word': replaceIn(
    give,
    'replaced := exists (',
    'replaced := not exists (',
  ),
  'activation: links without end': replaceIn(create, `'create_activation', 60`, `'create_activation', 600`),
  'activation: unseen by the trail': replaceIn(
    give,
    `perform private.audit_activation('create', auth.uid(), private.speaking_role(), account);`,
    '',
  ),
  'password_due: to every doctor': replaceIn(
    'private.has_password_due(uuid)',
    'or not (private.is_admin() or private.is_linked(person))',
    '',
  ),
  'claim: any e-mail': replaceIn(claim, 'and p.email = lower(btrim(left(claim_activation.email, 400)))', ''),
  'claim: wrong e-mails without end': replaceIn(claim, 'or link.wrong >= 5', ''),
  'claim: a used link': replaceIn(claim, 'link.used_at is not null', 'false'),
  'claim: for ever': replaceIn(claim, 'or link.expires_at <= now()', ''),
  'claim: two at once': replaceIn(claim, 'if link.claimed_until > now() then', 'if false then'),
  'claim: without its own limit': replaceIn(claim, `'claim_activation', 20`, `'claim_activation', 2000`),
  'claim: never released': replaceIn(
    'public.release_activation(text)',
    'set claimed_until = null',
    'set wrong = a.wrong',
  ),
  'activate: nothing ends a link': disableTrigger('private.account_state', 'account_state_ends_activation'),
  'activate: sessions go on': replaceIn(
    end,
    'delete from auth.sessions s where s.user_id = new.user_id;',
    '',
  ),
  'activate: a chosen password leaves the link': replaceIn(
    end,
    '(old.must_change and not new.must_change)\n',
    'false\n',
  ),
  'activate: a closed account keeps the link': replaceIn(
    end,
    'or (new.closed_at is not null and old.closed_at is null)',
    '',
  ),
  'activate: a temporary password in between': replaceIn(
    end,
    'is distinct from old.issuing and claimed then',
    'is distinct from old.issuing and false then',
  ),
}
