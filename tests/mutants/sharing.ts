import { addPolicy, alterPolicy, inFunction, type Mutants, replaceIn } from './break.ts'

const create = 'public.create_study_share(uuid,text,integer,integer,text,uuid,boolean,text)'
const renew = 'public.renew_study_share(uuid)'
const revoke = 'public.revoke_study_share(uuid)'
const open = 'public.open_study_share(text,text,text,jsonb)'
const check = 'public.check_study_visit(text,text,jsonb)'
const end = 'private.share_end(public.study_shares,bytea)'

/** Who makes, reads and ends links to studies. */
export const ofShares: Mutants = {
  'shares: everybody reads': addPolicy('public.study_shares', 'select'),
  'shares: only their maker reads': alterPolicy(
    'public.study_shares',
    'who reads a study reads its links, dentists their own',
    'using (made_by = (select private.active_uid()))',
  ),
  'shares: updated by hand': 'grant update on public.study_shares to authenticated',
  'shares: made by hand': 'grant insert on public.study_shares to authenticated',
  ...inFunction(create, {
    'create_study_share: of any study': [
      'if not private.may_read_study(',
      'if false and not private.may_read_study(',
    ],
    'create_study_share: authors without the patient': [
      'if not private.may_share(caller, study) then',
      'if false then',
    ],
    'create_study_share: without a session': ['private.active_uid()', 'auth.uid()'],
    'create_study_share: for ever': ['then 14 else 90 end', 'then 14 else 91 end'],
    'create_study_share: no file': [`study.file_url is null or study.file_url ~* '^https://'`, 'false'],
    'create_study_share: again what others made': 'share.made_by is distinct from caller or ',
    'create_study_share: again for another study': 'or share.study_id is distinct from study.id',
    'create_study_share: again without its copy':
      'or share.copy_path is distinct from create_study_share.copy_path',
    'create_study_share: again for other terms': [
      'share.max_uses, share.with_report',
      'create_study_share.max_uses, share.with_report',
    ],
    'create_study_share: again what was used': 'or share.uses > 0 ',
    'create_study_share: again what was revoked': 'or share.revoked_at is not null ',
    'create_study_share: again what is over': 'or share.expires_at <= now()',
    'create_study_share: any number': ['>= 20', '>= 21'],
    'create_study_share: as fast as one likes': `perform private.hit('create_study_share', 60, interval '1 hour', caller::text);`,
    'create_study_share: a copy of anybody': ['o.owner_id = caller::text or exists', 'true or exists'],
    'create_study_share: a copy in any folder': [
      'not private.is_neutral_copy(create_study_share.copy_path)',
      'false',
    ],
    'create_study_share: a copy that another link has': ['h.study_id is distinct from study.id', 'false'],
    'create_study_share: patients make copies': ['if not private.is_doctor() then', 'if false then'],
  }),
  'may_read_study: of everybody': replaceIn(
    'private.may_read_study(uuid)',
    'or private.may_read_patient',
    'or true or private.may_read_patient',
  ),
  ...inFunction('private.give_secrets(uuid)', {
    'give_secrets: a PIN without its token': [
      `private.share_hash(token || ':' || pin)`,
      'private.share_hash(pin)',
    ],
    'give_secrets: a token as it is': ['private.share_hash(token),', `convert_to(token, 'UTF8'),`],
  }),
  ...inFunction(renew, {
    'renew_study_share: of anybody': 'and h.made_by = caller',
    'renew_study_share: of who lost the patient': [
      'or not private.may_share',
      'or false and not private.may_share',
    ],
    'renew_study_share: ended ones': [
      'if share.revoked_at is not null or share.expires_at <= now() then',
      'if false then',
    ],
  }),
  ...inFunction(revoke, {
    'revoke_study_share: of anybody': 'or not private.may_read_study(share.study_id)',
    'revoke_study_share: twice': ['if share.revoked_at is not null then', 'if false then'],
  }),
  ...inFunction('private.end_shares()', {
    'shares: outlive a change of the file': [
      '(new.patient_id, new.file_url) is distinct from (old.patient_id, old.file_url)',
      'new.patient_id is distinct from old.patient_id',
    ],
    'shares: end with every change': [
      '(new.patient_id, new.file_url) is distinct from (old.patient_id, old.file_url)',
      'true',
    ],
  }),
  'shares: openings are not told': replaceIn(
    'private.audit_share()',
    'if tg_op',
    'if new.uses > 0 then return null; end if; if tg_op',
  ),
  'shares: the patient is not told': replaceIn(
    'private.access_word(text,text)',
    `WHEN 'study_shares:open'::text THEN 'share_opened'::text`,
    '',
  ),
  'copies: replaced under a link': replaceIn(
    'private.is_study_file(text)',
    'h.copy_path = is_study_file.path',
    'false',
  ),
  'copies: of deleted studies': replaceIn(
    'private.is_archived_file(text)',
    'h.copy_path = is_archived_file.path',
    'false',
  ),
}

/** What a link opens, how often, and who learns why it does not open. */
export const ofOpening: Mutants = {
  ...inFunction(open, {
    'open_study_share: any PIN': [
      'if secret.pin_hash is distinct from',
      'if secret.pin_hash is null and null is distinct from',
    ],
    'open_study_share: one use more': ['share.uses >= share.max_uses', 'share.uses > share.max_uses'],
    'open_study_share: counts nothing': 'uses = h.uses + 1, ',
    'open_study_share: names whom it hides': [
      `'patient_name', case when share.copy_path is null then`,
      `'patient_name', case when true then`,
    ],
    'open_study_share: names for whom it hides': [
      `'label', case when share.copy_path is null then share.label end`,
      `'label', share.label`,
    ],
    'open_study_share: the original instead of the copy': [
      'coalesce(share.copy_path, study.file_url)',
      'study.file_url',
    ],
    'open_study_share: never locked': ['if tries.locked_until > now() then', 'if false then'],
    'open_study_share: locked for strangers’ tokens only': [
      'if tries.locked_until > now() then',
      'if tries.locked_until > now() and secret.share_id is null then',
    ],
    'open_study_share: unknown tokens are told': [
      'tries := private.share_tries_of(hash);',
      `if secret.share_id is null then return jsonb_build_object('outcome', 'revoked'); end if;
     tries := private.share_tries_of(hash);`,
    ],
    'open_study_share: six tries': [
      'locked_until = case when tries.wrong >= 4',
      'locked_until = case when tries.wrong >= 5',
    ],
    'open_study_share: tries without end': ['if tries.wrong_in_all >= 30 then', 'if false then'],
    'open_study_share: the right one forgives all': [
      'set wrong = 0, locked_until = null',
      'set wrong = 0, wrong_in_all = 0, locked_until = null',
    ],
    'open_study_share: states before the PIN': [
      'tries := private.share_tries_of(hash);',
      `if exists (select from public.study_shares h where h.id = secret.share_id and h.uses >= h.max_uses) then
       return jsonb_build_object('outcome', 'used_up'); end if;
     tries := private.share_tries_of(hash);`,
    ],
    'open_study_share: addresses are not counted': `perform private.hit('open_shared_study', 40, interval '10 minutes');`,
    'open_study_share: returns are not counted': `perform private.hit('revisit_shared_study', 240, interval '10 minutes');`,
    'open_study_share: counted for the server': `perform set_config('request.headers', coalesce(sender, '{}')::text, true);`,
    'visits: from before a new token': `and v.began_at > coalesce(share.renewed_at, '-infinity')`,
    'visits: without end': 'and v.ends_at > now()',
    'visits: as often as one likes': ['v.fetched < 60 or', 'true or'],
    'visits: every renewal is a fetch': ['then v.fetched else', 'then v.fetched + 1 else'],
    'visits: renewed without end': ['then v.fetched_at else now() end', 'then now() else now() end'],
    'open_study_share: a picture with a name in it': [
      `'picture', case when share.copy_path is null`,
      `'picture', case when true`,
    ],
    'open_study_share: a volume with a name in it': [
      `'preview', case when share.copy_path is null`,
      `'preview', case when true`,
    ],
    'visits: longer than the link': [
      `least(now() + interval '2 hours', share.expires_at)`,
      `now() + interval '2 hours'`,
    ],
    'visits: kept as they are': ['values (private.share_hash(pass),', `values (convert_to(pass, 'UTF8'),`],
    'visits: never forgotten': ['where o.ends_at <= now()', 'where false'],
  }),
  ...inFunction(end, {
    'share_end: revoked ones': 'share.revoked_at is not null or',
    'share_end: expired ones': ['share.expires_at <= now()', 'false'],
    'share_end: of a maker who is gone': 'or not private.may_share(share.made_by, study)',
  }),
  'may_share: closed accounts': replaceIn(
    'private.may_share(uuid,public.studies)',
    's.closed_at is not null',
    'false',
  ),
  'visits: of another link': replaceIn(
    'private.visited_share(uuid,bytea)',
    'and v.share_id = coalesce(visited_share.share_id, v.share_id)',
    '',
  ),
  ...inFunction(check, {
    'check_study_visit: from before a new token': `and v.began_at > coalesce(share.renewed_at, '-infinity')`,
    'check_study_visit: ended links': 'ended := private.share_end(share, hash);',
    'check_study_visit: visits that are over': 'and v.ends_at > now()',
    'check_study_visit: longer than the link': [
      `set ends_at = least(now() + interval '2 hours', share.expires_at)`,
      `set ends_at = now() + interval '2 hours'`,
    ],
    'check_study_visit: does not go on': [`now() + interval '2 hours'`, 'v.ends_at'],
    'check_study_visit: not counted': `perform private.hit('check_study_visit', 2400, interval '10 minutes');`,
    'check_study_visit: counted for the server': `perform set_config('request.headers', coalesce(sender, '{}')::text, true);`,
  }),
  ...inFunction('private.shared_preview(uuid)', {
    'shared_preview: tells no index': ['p.index_path', 'null'],
    'shared_preview: every scale is known': [`p.facts ? 'voxel_mm'`, 'true'],
  }),
  ...inFunction('private.share_tries_of(bytea)', {
    'tries: never forgotten': [`interval '1 day'`, `interval '1 year'`],
    'tries: links forget theirs':
      'and not exists (select from private.share_secrets s where s.token_hash = o.token_hash)',
  }),
  'share_secrets: the service key reads':
    'grant usage on schema private to service_role; grant select on private.share_secrets to service_role',
}
