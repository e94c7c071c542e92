import { addPolicy, alterPolicy, disableTrigger, type Mutants, noRowSecurity, replaceIn } from './break.ts'

const create = 'public.create_study_share(uuid,text,integer,integer,text,uuid,boolean,text)'
const renew = 'public.renew_study_share(uuid)'
const revoke = 'public.revoke_study_share(uuid)'
const open = 'public.open_study_share(text,text,text,jsonb)'
const check = 'public.check_study_visit(text,text,jsonb)'
const end = 'private.share_end(public.study_shares,bytea)'

/** Who makes, reads and ends links to studies. */
export const ofShares: Mutants = {
  'shares: everybody reads': addPolicy('public.study_shares', 'select'),
  'shares: no row security': noRowSecurity('public.study_shares'),
  'shares: only their maker reads': alterPolicy(
    'public.study_shares',
    'who reads a study reads its links',
    'using (made_by = (select private.active_uid()))',
  ),
  'shares: updated by hand': 'grant update on public.study_shares to authenticated',
  'shares: made by hand': 'grant insert on public.study_shares to authenticated',
  'create_study_share: of any study': replaceIn(
    create,
    'if not private.may_read_study(',
    'if false and not private.may_read_study(',
  ),
  'create_study_share: authors without the patient': replaceIn(
    create,
    'if not private.may_share(caller, study.patient_id) then',
    'if false then',
  ),
  'create_study_share: without a session': replaceIn(create, 'private.active_uid()', 'auth.uid()'),
  'create_study_share: for ever': replaceIn(create, 'days not between 1 and 90', 'days not between 1 and 91'),
  'create_study_share: no file': replaceIn(
    create,
    `study.file_url is null or study.file_url ~* '^https://'`,
    'false',
  ),
  'create_study_share: again what others made': replaceIn(
    create,
    'share.made_by is distinct from caller or ',
    '',
  ),
  'create_study_share: again for another study': replaceIn(
    create,
    'or share.study_id is distinct from study.id',
    '',
  ),
  'create_study_share: again without its copy': replaceIn(
    create,
    'or share.copy_path is distinct from create_study_share.copy_path',
    '',
  ),
  'create_study_share: again for other terms': replaceIn(
    create,
    'share.max_uses, share.with_report',
    'create_study_share.max_uses, share.with_report',
  ),
  'create_study_share: again what was used': replaceIn(create, 'or share.uses > 0 ', ''),
  'create_study_share: again what was revoked': replaceIn(create, 'or share.revoked_at is not null ', ''),
  'create_study_share: again what is over': replaceIn(create, 'or share.expires_at <= now()', ''),
  'create_study_share: any number': replaceIn(create, '>= 20', '>= 21'),
  'create_study_share: as fast as one likes': replaceIn(
    create,
    `perform private.hit('create_study_share', 60, interval '1 hour', caller::text);`,
    '',
  ),
  'create_study_share: a copy of anybody': replaceIn(
    create,
    'o.owner_id = caller::text or exists',
    'true or exists',
  ),
  'create_study_share: a copy in any folder': replaceIn(
    create,
    'not private.is_neutral_copy(create_study_share.copy_path)',
    'false',
  ),
  'create_study_share: a copy that another link has': replaceIn(
    create,
    'h.study_id is distinct from study.id',
    'false',
  ),
  'create_study_share: patients make copies': replaceIn(
    create,
    'if not private.is_doctor() then',
    'if false then',
  ),
  'may_read_study: of everybody': replaceIn(
    'private.may_read_study(uuid)',
    'or private.may_read_patient',
    'or true or private.may_read_patient',
  ),
  'give_secrets: a PIN without its token': replaceIn(
    'private.give_secrets(uuid)',
    `private.share_hash(token || ':' || pin)`,
    'private.share_hash(pin)',
  ),
  'give_secrets: a token as it is': replaceIn(
    'private.give_secrets(uuid)',
    'private.share_hash(token),',
    `convert_to(token, 'UTF8'),`,
  ),
  'renew_study_share: of anybody': replaceIn(renew, 'and h.made_by = caller', ''),
  'renew_study_share: of who lost the patient': replaceIn(
    renew,
    'or not private.may_share',
    'or false and not private.may_share',
  ),
  'renew_study_share: ended ones': replaceIn(
    renew,
    'if share.revoked_at is not null or share.expires_at <= now() then',
    'if false then',
  ),
  'revoke_study_share: of anybody': replaceIn(revoke, 'or not private.may_read_study(share.study_id)', ''),
  'revoke_study_share: twice': replaceIn(revoke, 'if share.revoked_at is not null then', 'if false then'),
  'shares: outlive their study': disableTrigger('public.studies', 'studies_d_shares'),
  'shares: outlive a change of the file': replaceIn(
    'private.end_shares()',
    '(new.patient_id, new.file_url) is distinct from (old.patient_id, old.file_url)',
    'new.patient_id is distinct from old.patient_id',
  ),
  'shares: end with every change': replaceIn(
    'private.end_shares()',
    '(new.patient_id, new.file_url) is distinct from (old.patient_id, old.file_url)',
    'true',
  ),
  'shares: no line in the trail': disableTrigger('public.study_shares', 'study_shares_z_audit'),
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
  'open_study_share: any PIN': replaceIn(
    open,
    'if secret.pin_hash is distinct from',
    'if secret.pin_hash is null and null is distinct from',
  ),
  'open_study_share: one use more': replaceIn(
    open,
    'share.uses >= share.max_uses',
    'share.uses > share.max_uses',
  ),
  'open_study_share: counts nothing': replaceIn(open, 'uses = h.uses + 1, ', ''),
  'share_end: revoked ones': replaceIn(end, 'share.revoked_at is not null or', ''),
  'share_end: expired ones': replaceIn(end, 'share.expires_at <= now()', 'false'),
  'share_end: of a maker who is gone': replaceIn(
    end,
    'or not private.may_share(share.made_by, study.patient_id)',
    '',
  ),
  'open_study_share: names whom it hides': replaceIn(
    open,
    `'patient_name', case when share.copy_path is null then`,
    `'patient_name', case when true then`,
  ),
  'open_study_share: names for whom it hides': replaceIn(
    open,
    `'label', case when share.copy_path is null then share.label end`,
    `'label', share.label`,
  ),
  'open_study_share: the original instead of the copy': replaceIn(
    open,
    'coalesce(share.copy_path, study.file_url)',
    'study.file_url',
  ),
  'open_study_share: never locked': replaceIn(open, 'if tries.locked_until > now() then', 'if false then'),
  'open_study_share: locked for strangers’ tokens only': replaceIn(
    open,
    'if tries.locked_until > now() then',
    'if tries.locked_until > now() and secret.share_id is null then',
  ),
  'open_study_share: unknown tokens are told': replaceIn(
    open,
    'tries := private.share_tries_of(hash);',
    `if secret.share_id is null then return jsonb_build_object('outcome', 'revoked'); end if;
     tries := private.share_tries_of(hash);`,
  ),
  'open_study_share: six tries': replaceIn(
    open,
    'locked_until = case when tries.wrong >= 4',
    'locked_until = case when tries.wrong >= 5',
  ),
  'open_study_share: tries without end': replaceIn(open, 'if tries.wrong_in_all >= 30 then', 'if false then'),
  'open_study_share: the right one forgives all': replaceIn(
    open,
    'set wrong = 0, locked_until = null',
    'set wrong = 0, wrong_in_all = 0, locked_until = null',
  ),
  'open_study_share: states before the PIN': replaceIn(
    open,
    'tries := private.share_tries_of(hash);',
    `if exists (select from public.study_shares h where h.id = secret.share_id and h.uses >= h.max_uses) then
       return jsonb_build_object('outcome', 'used_up'); end if;
     tries := private.share_tries_of(hash);`,
  ),
  'open_study_share: addresses are not counted': replaceIn(
    open,
    `perform private.hit('open_shared_study', 40, interval '10 minutes');`,
    '',
  ),
  'open_study_share: returns are not counted': replaceIn(
    open,
    `perform private.hit('revisit_shared_study', 240, interval '10 minutes');`,
    '',
  ),
  'open_study_share: counted for the server': replaceIn(
    open,
    `perform set_config('request.headers', coalesce(sender, '{}')::text, true);`,
    '',
  ),
  'may_share: closed accounts': replaceIn('private.may_share(uuid,uuid)', 's.closed_at is not null', 'false'),
  'visits: of another link': replaceIn(
    'private.visited_share(uuid,bytea)',
    'and v.share_id = coalesce(visited_share.share_id, v.share_id)',
    '',
  ),
  'visits: from before a new token': replaceIn(
    open,
    `and v.began_at > coalesce(share.renewed_at, '-infinity')`,
    '',
  ),
  'check_study_visit: from before a new token': replaceIn(
    check,
    `and v.began_at > coalesce(share.renewed_at, '-infinity')`,
    '',
  ),
  'check_study_visit: ended links': replaceIn(check, 'ended := private.share_end(share, hash);', ''),
  'check_study_visit: visits that are over': replaceIn(check, 'and v.ends_at > now()', ''),
  'check_study_visit: longer than the link': replaceIn(
    check,
    `set ends_at = least(now() + interval '2 hours', share.expires_at)`,
    `set ends_at = now() + interval '2 hours'`,
  ),
  'check_study_visit: does not go on': replaceIn(check, `now() + interval '2 hours'`, 'v.ends_at'),
  'check_study_visit: not counted': replaceIn(
    check,
    `perform private.hit('check_study_visit', 2400, interval '10 minutes');`,
    '',
  ),
  'check_study_visit: counted for the server': replaceIn(
    check,
    `perform set_config('request.headers', coalesce(sender, '{}')::text, true);`,
    '',
  ),
  'visits: without end': replaceIn(open, 'and v.ends_at > now()', ''),
  'visits: as often as one likes': replaceIn(open, 'v.fetched < 60 or', 'true or'),
  'visits: every renewal is a fetch': replaceIn(open, 'then v.fetched else', 'then v.fetched + 1 else'),
  'visits: renewed without end': replaceIn(
    open,
    'then v.fetched_at else now() end',
    'then now() else now() end',
  ),
  'open_study_share: a picture with a name in it': replaceIn(
    open,
    `'picture', case when share.copy_path is null`,
    `'picture', case when true`,
  ),
  'open_study_share: a volume with a name in it': replaceIn(
    open,
    `'preview', case when share.copy_path is null`,
    `'preview', case when true`,
  ),
  'shared_preview: tells no index': replaceIn('private.shared_preview(uuid)', 'p.index_path', 'null'),
  'shared_preview: every scale is known': replaceIn(
    'private.shared_preview(uuid)',
    `p.facts ? 'voxel_mm'`,
    'true',
  ),
  'visits: longer than the link': replaceIn(
    open,
    `least(now() + interval '2 hours', share.expires_at)`,
    `now() + interval '2 hours'`,
  ),
  'visits: kept as they are': replaceIn(
    open,
    'values (private.share_hash(pass),',
    `values (convert_to(pass, 'UTF8'),`,
  ),
  'visits: never forgotten': replaceIn(open, 'where o.ends_at <= now()', 'where false'),
  'tries: never forgotten': replaceIn(
    'private.share_tries_of(bytea)',
    `interval '1 day'`,
    `interval '1 year'`,
  ),
  'tries: links forget theirs': replaceIn(
    'private.share_tries_of(bytea)',
    'and not exists (select from private.share_secrets s where s.token_hash = o.token_hash)',
    '',
  ),
  'share_secrets: the service key reads':
    'grant usage on schema private to service_role; grant select on private.share_secrets to service_role',
}
