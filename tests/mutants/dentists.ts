import { dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const ask = 'public.ask_dentist_access(jsonb)'
const reject = 'public.reject_dentist(uuid)'
const close = 'public.close_dentist(uuid)'
const adopt = 'private.adopt_dentist(uuid,private.prepared_accounts)'
const prepare = 'public.prepare_account(jsonb)'
const byAnybody = ['if not private.is_admin() then', 'if false then'] as const
const byDoctors = ['if not private.is_admin() then', 'if not private.is_doctor() then'] as const

/** Accounts of dentists: who makes, sees and closes them, and that a dentist is no patient. */
export const ofDentists: Mutants = {
  'dentists: the role is given and taken': replaceIn(
    'private.guard_profile()',
    `(new.role = 'dentist') <> (old.role = 'dentist')`,
    'false',
  ),
  'dentists: own requests like a patient': replaceIn('private.my_email()', 'and c.is_patient', ''),
  'dentists: a session as short as a doctor’s': replaceIn(
    'private.session_ends(text, timestamptz, timestamptz, timestamp, timestamptz)',
    `, 'dentist'::text`,
    '',
  ),
  'dentists: called a patient': replaceIn(
    'private.can_activate(uuid)',
    `exists (select from public.profiles p where p.id = account and p.role in ('patient', 'paciente'))`,
    'true',
  ),
  'dentists: counted as patients': replaceIn(
    'public.admin_overview()',
    `private.trend(p.patients, p.patients_now,`,
    `private.trend((p.users - p.doctors), p.patients_now,`,
  ),
  'dentists: any licence': `${dropConstraint('public.dentists', 'dentists_licence_fits')}; ${replaceIn('private.licence_fits(text)', `licence !~ '^[0-9]{5,12}$'`, 'false')}`,
  'dentists: a practice without a name': dropConstraint('public.dentists', 'dentists_practice_fits'),
  'dentists: an endless address': dropConstraint('public.dentists', 'dentists_address_fits'),
  'dentists: a code of look-alikes': replaceIn(
    'private.dentist_code()',
    `'23456789ABCDEFGHJKMNPQRSTUVWXYZ'`,
    `'0OI1L6789ABCDEFGHJKMNPQRSTUVWXYZ'`,
  ),
  'list_dentists: to anybody': replaceIn(
    'public.list_dentists()',
    'if not private.is_doctor() then',
    'if false then',
  ),
  ...inFunction(ask, {
    'ask_dentist_access: without a limit': `perform private.hit('ask_dentist_access', 5, interval '1 day');`,
    'ask_dentist_access: by the hour': [`interval '1 day'`, `interval '1 hour'`],
    'ask_dentist_access: of nothing': [`jsonb_typeof(application) is distinct from 'object'`, 'false'],
    'ask_dentist_access: any e-mail': `perform private.fits(given_email, 'Correo electrónico', 254, true);`,
    'ask_dentist_access: capitals': ['lower(given_email)', 'given_email'],
    'ask_dentist_access: what waits stays old': ['full_name = excluded.full_name,', ''],
    'ask_dentist_access: keeps its day': ['asked_at = now()', 'asked_at = a.asked_at'],
    'ask_dentist_access: no trail': `perform private.audit_line('ask', 'dentists', asked::text, null);`,
  }),
  'dentist_applications: no name': dropConstraint(
    'public.dentist_applications',
    'dentist_applications_name_fits',
  ),
  'dentist_applications: no practice': dropConstraint(
    'public.dentist_applications',
    'dentist_applications_practice_fits',
  ),
  'dentist_applications: no telephone': dropConstraint(
    'public.dentist_applications',
    'dentist_applications_phone_fits',
  ),
  'dentist_applications: an endless notice': dropConstraint(
    'public.dentist_applications',
    'dentist_applications_privacy_version_fits',
  ),
  'dentist_applications: any licence': dropConstraint(
    'public.dentist_applications',
    'dentist_applications_licence_fits',
  ),
  ...inFunction('private.require_open_application(uuid)', {
    'applications: answered twice': [`known.state <> 'pendiente'`, 'false'],
    'applications: of none': ['if not found then', 'if false then'],
  }),
  ...inFunction(reject, {
    'reject_dentist: by anybody': byAnybody,
    'reject_dentist: by doctors': byDoctors,
    'reject_dentist: what was answered': 'perform private.require_open_application(application_id);',
    'reject_dentist: by nobody': ['private.active_uid()', 'null'],
    'reject_dentist: no trail': `perform private.audit_line('reject', 'dentists', application_id::text, null);`,
  }),
  ...inFunction(prepare, {
    'prepare_account: a dentist without a practice': ['private.read_dentist(details)', `'{}'`],
    'prepare_account: an invitation from nowhere': 'perform private.check_invitation(new_dentist);',
    'prepare_account: issues to another practice': [
      `new_dentist ->> 'practice', new_dentist`,
      `(select d.practice from public.dentists d where d.id = known.id), new_dentist`,
    ],
  }),
  ...inFunction('private.check_invitation(jsonb)', {
    'invitations: from any spelling': [`not private.is_referrer(dentist ->> 'referrer_key')`, 'false'],
    'invitations: for any application': [
      `perform private.require_open_application((dentist ->> 'application_id')::uuid);`,
      'null;',
    ],
  }),
  ...inFunction(adopt, {
    'adopt_dentist: for what was rejected': 'perform private.require_open_application(application);',
    'adopt_dentist: the application still waits': [`state = 'aprobada', decided_by`, 'decided_by'],
    'adopt_dentist: approved by nobody': ['decided_by = prepared.created_by', 'decided_by = null'],
    'adopt_dentist: joins nothing': ['own_key <> group_key', 'false'],
    'adopt_dentist: joins itself': ['own_key <> group_key', 'group_key is not null'],
    'adopt_dentist: joins twice': [
      'not exists (select from private.referrer_merges m where m.from_key = own_key and m.undone_at is null)',
      'true',
    ],
    'adopt_dentist: closes a circle': [
      'and not exists (select from private.referrer_roots() r where r.key = group_key and r.root = own_key)',
      '',
    ],
    'adopt_dentist: approvals are invitations': [
      `then 'invite' else 'approve'`,
      `then 'invite' else 'invite'`,
    ],
    'adopt_dentist: the owner in the trail': ['where prepared.created_by is not null', ''],
  }),
  'dentist_groups: merges do not count': replaceIn(
    'private.dentist_groups()',
    'COALESCE(o.root, k.own_key)',
    'k.own_key',
  ),
  ...inFunction('private.dentist_accounts()', {
    'dentist_accounts: always activated': ['private.activation_problem(d.id)', "'elegida'::text"],
  }),
  ...inFunction('public.referring_doctors(text,text,boolean,integer,integer)', {
    'dentist_accounts: closed ones first': [
      `(a.account -> 'active'::text) DESC`,
      `(a.account -> 'active'::text)`,
    ],
    'dentist_accounts: counted as spellings': ['count(s.name) FILTER (WHERE (s.uses > 0))', 'count(s.name)'],
  }),
  ...inFunction('private.forget_applications(timestamptz)', {
    'applications: kept for ever': [`'90 days'`, `'900 days'`],
    'applications: what waits is forgotten': ['o.decided_at <', 'o.asked_at <'],
  }),
  'applications: never swept': replaceIn(
    'private.take_messages(integer, timestamptz)',
    'perform private.forget_applications(take_messages.at);',
    '',
  ),
  ...inFunction(close, {
    'close_dentist: by anybody': byAnybody,
    'close_dentist: by doctors': byDoctors,
    'close_dentist: of none': ['if not found then', 'if false then'],
    'close_dentist: twice': ['if known.active then', 'if true then'],
    'close_dentist: stays open': 'perform private.close_account(known.id);',
    'close_dentist: no trail': `perform private.audit_line('close', 'dentists', known.id::text, null);`,
  }),
  ...inFunction('private.close_account(uuid)', {
    'close_dentist: sessions go on': 'delete from auth.sessions s where s.user_id = account;',
    'close_dentist: signing in goes on': `update auth.users u set banned_until = now() + interval '100 years' where u.id = account;`,
  }),
}
