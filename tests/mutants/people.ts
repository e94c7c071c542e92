import {
  addPolicy,
  alterPolicy,
  alwaysAnswers,
  disableTrigger,
  dropConstraint,
  inFunction,
  type Mutants,
  replaceIn,
} from './break.ts'

const profiles = 'public.profiles'
const state = 'private.account_state'

const profilesRead = 'people read own and linked, doctors all doctors, admins all'
/** The policy with other conditions in place of its own. */
const readProfiles = ({
  own = 'id = (select auth.uid()) and id = (select private.present_uid())',
  admins = '(select private.is_admin())',
  open = 'id not in (select private.closed_accounts())',
  others = 'id in (select private.readable_accounts())',
}) => alterPolicy(profiles, profilesRead, `using (${own} or ${admins} and ${open} or ${others})`)

const readable = 'private.readable_accounts()'

/** Identity functions, on which every table's rules depend. */
export const identity: Mutants = {
  ...inFunction('private.caller()', {
    'a closed account is still active': ['a.closed_at is null', 'true'],
    'whoever must change the password may do everything': ['a.must_change is not true', 'true'],
  }),
  ...inFunction('private.due_factors(uuid,jsonb)', {
    'nobody asks for the second factor': ['where', 'where false and'],
    'the second factor counts as passed': [`<> 'aal2'`, `= 'never'`],
  }),
  ...inFunction('private.is_admin()', {
    'every doctor is an administrator': ['and c.is_admin', 'and c.is_doctor'],
    'the token says who is an administrator': [
      'return exists',
      `return coalesce((auth.jwt() -> 'app_metadata' ->> 'is_admin')::boolean, false) or exists`,
    ],
  }),
}

/** The session behind a token. */
export const ofSessions: Mutants = {
  ...inFunction('private.caller()', {
    'sessions: an ended one still counts': [`t.claims ->> 'session_id' is null`, 'true'],
    'sessions: anybody’s counts': ' and s.user_id = p.id',
    'sessions: the token tells of the second factor': [`s.aal`, `'aal2'`],
    'sessions: they never end by themselves': ['> now()', 'IS NOT NULL'],
  }),
  ...inFunction('private.session_ends(text, timestamptz, timestamptz, timestamp, timestamptz)', {
    'sessions: doctors go on as long as patients': ['12:00:00', '720:00:00'],
    'sessions: no last day': ['30 days', '300 days'],
  }),
  ...inFunction('private.end_old_sessions(timestamptz)', {
    'sessions: what is over stays': ['<= end_old_sessions.at', 'is null'],
    'sessions: those that stand end as well': ['<= end_old_sessions.at', 'is not null'],
  }),
  'sessions: refusals of e-mails that are nobody’s': replaceIn(
    'private.record_refused_sign_ins(text, integer, timestamptz)',
    'where lower',
    'where true or lower',
  ),
}

/** The list of one's own sessions, and ending one. */
export const ofMySessions: Mutants = {
  ...inFunction('public.my_sessions()', {
    'my_sessions: everybody’s': ['s.user_id = caller', 'true'],
    'my_sessions: also for an account that may do nothing yet': ['private.active_uid()', 'auth.uid()'],
    'my_sessions: expired ones as well': ['> now()', 'is not null'],
  }),
  ...inFunction('public.end_session(uuid)', {
    'end_session: anybody’s': 'and s.user_id = caller',
    'end_session: also by an account that may do nothing yet': ['private.active_uid()', 'auth.uid()'],
  }),
}

export const ofProfiles: Mutants = {
  'profiles: a closed account is still present': alwaysAnswers('private.present_uid()', 'auth.uid()'),
  'profiles: a doctor reads everybody': replaceIn(
    'private.patients_read_by(uuid,boolean)',
    'l.doctor_id = patients_read_by.person',
    'true',
  ),
  'profiles: a second factor that is due hides the own one': `${readProfiles({
    own: 'id = (select private.active_uid())',
  })}; ${replaceIn(readable, 'select me.id from me\n', 'select null::uuid\n')}`,
  ...inFunction(readable, {
    'profiles: patients read no doctor': ['l on l.patient_id = me.id', 'l on false'],
    'profiles: patients read every doctor': ['me.active and me.is_doctor', 'me.active'],
    'profiles: patients have the doctors of others': ['l on l.patient_id = me.id', 'l on true'],
    'profiles: doctors read no patient': ['r(id) where me.active', 'r(id) where false'],
    'profiles: doctors read no doctor': [`on p.role = 'doctor'`, 'on false'],
    'profiles: others are read while something is due': ['c.active from', 'true as active from'],
    'profiles: closed accounts are read': ['s.closed_at is not null', 'false'],
  }),
  'profiles: doctors read every patient': readProfiles({ others: '(select private.is_doctor())' }),
  'profiles: nobody counts as closed': replaceIn(
    'private.closed_accounts()',
    'where s.closed_at is not null',
    'where false',
  ),
  'profiles: doctors edit their patients': alterPolicy(
    profiles,
    'everyone edits their own profile',
    'using (id = (select private.active_uid()) or id in (select private.my_patients())) with check (true)',
  ),
  'profiles: everybody adds one': `grant insert on ${profiles} to authenticated; ${addPolicy(profiles, 'insert')}`,
  'profiles: the insert is granted': `grant insert on ${profiles} to authenticated`,
  'profiles: the delete is granted': `grant delete on ${profiles} to authenticated`,
  'profiles: anonymous reads': `grant select on ${profiles} to anon`,
  'profiles: the e-mail is granted': `grant update (email) on ${profiles} to authenticated`,
  'profiles: created_at is granted': `grant update (created_at) on ${profiles} to authenticated`,
  'profiles: no phone is granted': `revoke update (phone) on ${profiles} from authenticated`,
  ...inFunction('private.guard_profile()', {
    'profiles: an e-mail changes': 'new.email is distinct from old.email or ',
    'profiles: the main administrator is demoted': [
      '(not new.is_admin or new.role',
      '(false and (not new.is_admin) or false and new.role',
    ],
    'profiles: the main administrator is erased': [
      'if private.is_main_admin(old.email) then',
      'if false then',
    ],
  }),
  ...inFunction('private.check_profile_change()', {
    'profiles: everybody sets roles': ['and not private.is_admin()', 'and false'],
    'profiles: patients set a specialty': ['and not private.is_doctor()', 'and false'],
    'profiles: administrators set the photo of others': ['and not own', 'and false'],
  }),
  'profiles: a photo anywhere': dropConstraint(profiles, 'profiles_photo_is_own'),
  'profiles: a role of any name': `${dropConstraint(profiles, 'profiles_role_known')}; ${replaceIn(
    'private.guard_profile()',
    `new.role is null or new.role not in ('doctor', 'patient', 'paciente', 'dentist')`,
    'false',
  )}`,
  'profiles: a patient is an administrator': `${dropConstraint(profiles, 'profiles_admin_is_doctor')}; ${replaceIn(
    'private.guard_profile()',
    `if new.is_admin and new.role <> 'doctor'`,
    'if false',
  )}`,
  'profiles: no name': dropConstraint(profiles, 'profiles_full_name_fits'),
  'profiles: an endless phone': dropConstraint(profiles, 'profiles_phone_fits'),
  'profiles: an endless specialty': dropConstraint(profiles, 'profiles_specialty_fits'),
  'profiles: an endless license': dropConstraint(profiles, 'profiles_license_fits'),
  'profiles: any age': dropConstraint(profiles, 'profiles_age_fits'),
  'profiles: the main administrator is spelled exactly': disableTrigger(
    'private.app_settings',
    'app_settings_check',
  ),
}

/** The triggers on the auth service's users. */
export const ofAccounts: Mutants = {
  'accounts: an e-mail changes': disableTrigger('auth.users', 'indice_keep_email'),
  ...inFunction('private.adopt_account()', {
    'accounts: whoever signs up gets what somebody prepared': 'and (p.id = new.id or p.created_by is null)',
    'accounts: an id without its e-mail': [
      'p.email = lower(new.email) and (p.id = new.id or p.created_by is null)',
      'p.id = new.id or (p.email = lower(new.email) and p.created_by is null)',
    ],
    'accounts: what was prepared serves again':
      'delete from private.prepared_accounts p where p.id = prepared.id;',
    'accounts: a temporary password lasts 70 days': [`interval '7 days'`, `interval '70 days'`],
    'accounts: nothing is temporary': ['new.id, prepared.must_change,', 'new.id, false,'],
    'accounts: a doctor is linked like a patient': [
      `if prepared.role in ('patient', 'paciente') then`,
      'if true then',
    ],
    'accounts: nobody is linked': [`if prepared.role in ('patient', 'paciente') then`, 'if false then'],
  }),
  ...inFunction('private.password_changed()', {
    'accounts: an issued password counts as chosen': [`state.issuing > now() - interval '1 minute'`, 'false'],
    'accounts: an announcement lasts an hour': [`interval '1 minute'`, `interval '1 hour'`],
    'accounts: an announcement serves twice':
      'update private.account_state s set issuing = null where s.user_id = new.id;',
    'accounts: an old temporary password still serves': [
      'if state.temp_expires_at <= now() then',
      'if false then',
    ],
  }),
}

/** The database's side of create-patient-manual, admin-delete-user and the new temporary password. */
export const ofAccountFunctions: Mutants = {
  ...inFunction('public.prepare_account(jsonb)', {
    'prepare_account: everybody': ['if not private.is_doctor() then', 'if false then'],
    'prepare_account: every doctor gives roles': [
      'by_admin boolean := private.is_admin()',
      'by_admin boolean := true',
    ],
    'prepare_account: a closed account is linked': ['if state.closed_at is not null then', 'if false then'],
    'prepare_account: a request of another doctor': 'and state.created_by = caller',
    'prepare_account: another request': 'and state.request_id = request',
    'prepare_account: issues for another name': [
      'new_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role,',
      'known.full_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role,',
    ],
    'prepare_account: issues after the change': ['and state.must_change then', 'then'],
    'prepare_account: links without the name': [
      'private.name_key(known.full_name) = private.name_key(new_name)',
      'true',
    ],
    'prepare_account: links a doctor as a patient': `known.role in ('patient', 'paciente') and`,
    'prepare_account: links a patient as a doctor': `and new_role = 'patient'`,
    'prepare_account: links nobody': 'perform private.link(caller, known.id);',
    'prepare_account: keeps what nobody made': [`p.created_at < now() - interval '1 day'`, 'false'],
    'prepare_account: forgets what the owner prepared': 'p.created_by is not null and',
    'prepare_account: any role': [
      `if new_role not in ('doctor', 'patient', 'dentist') then`,
      'if false then',
    ],
    'prepare_account: a patient as administrator': [
      `if new_is_admin and new_role <> 'doctor' then`,
      'if false then',
    ],
  }),
  'prepare_account: the main administrator’s e-mail is free': `delete from auth.users where false; ${replaceIn(
    'public.prepare_account(jsonb)',
    'private.is_main_admin(new_email) or',
    '',
  )}`,
  ...inFunction('private.account_to_issue(uuid)', {
    'begin_password_issue: everybody': ['if not private.is_doctor() then', 'if false then'],
    'begin_password_issue: for oneself': ['if target = private.active_uid() then', 'if false then'],
    'begin_password_issue: for the patients of others': 'and private.is_linked(known.id)',
    'begin_password_issue: for closed accounts': 'or state.closed_at is not null',
    'begin_password_issue: for the main administrator': [
      'if private.is_main_admin(known.email) then',
      'if false then',
    ],
  }),
  'begin_password_issue: everybody counts as linked': alwaysAnswers('private.is_linked(uuid)', 'true'),
  ...inFunction('public.begin_password_issue(uuid)', {
    'begin_password_issue: after the change': [
      'and not coalesce(state.must_change, false) then',
      'and false then',
    ],
    'begin_password_issue: sessions go on': 'delete from auth.sessions s where s.user_id = known.id;',
    'begin_password_issue: no trail': `perform private.record('issue_password', 'profiles', known.id::text);`,
  }),
  ...inFunction('public.begin_factor_removal(uuid)', {
    'begin_factor_removal: every doctor': [
      'if not private.is_admin() then',
      'if not private.is_doctor() then',
    ],
    'begin_factor_removal: for oneself': ['if target = private.active_uid() then', 'if false then'],
    'begin_factor_removal: for closed accounts': ['s.closed_at is not null', 'false'],
    'begin_factor_removal: for the main administrator': [
      'if private.is_main_admin(known.email) then',
      'if false then',
    ],
    'begin_factor_removal: of who has none': [
      'if not private.has_second_factor(target) then',
      'if false then',
    ],
    'begin_factor_removal: sessions go on': 'delete from auth.sessions s where s.user_id = target;',
    'begin_factor_removal: everybody’s sessions end': [
      'delete from auth.sessions s where s.user_id = target;',
      'delete from auth.sessions;',
    ],
    'begin_factor_removal: no trail': `perform private.record('free_factor', 'profiles', target::text);`,
  }),
  ...inFunction('private.has_second_factor(uuid)', {
    'second_factor: told to everybody': ['if not private.is_admin() then', 'if false then'],
    'second_factor: one that was only begun': `and f.status::text = 'verified'`,
    'second_factor: anybody’s': 'f.user_id = person and',
  }),
  ...inFunction('public.begin_account_removal(uuid)', {
    'begin_account_removal: every doctor': [
      'if not private.is_admin() then',
      'if not private.is_doctor() then',
    ],
    'begin_account_removal: of oneself': ['if target = private.active_uid() then', 'if false then'],
    'begin_account_removal: of the main administrator': [
      'if private.is_main_admin(known.email) then',
      'if false then',
    ],
    'begin_account_removal: erases who annulled an invoice': ['i.doctor_id, i.annulled_by', 'i.doctor_id'],
    'begin_account_removal: no trail': `perform private.record('close', 'profiles', target::text);`,
  }),
  ...inFunction('private.close_account(uuid)', {
    'begin_account_removal: sessions go on': 'delete from auth.sessions s where s.user_id = account;',
    'begin_account_removal: signing in goes on': `update auth.users u set banned_until = now() + interval '100 years' where u.id = account;`,
  }),
  ...Object.fromEntries(
    [
      ['citas', 'public.citas c where target in (c.patient_id, c.doctor_id)'],
      ['studies', 'public.studies s where target in (s.patient_id, s.doctor_id)'],
      ['medical_notes', 'public.medical_notes n where target in (n.patient_id, n.doctor_id)'],
      ['invoices', 'public.invoices i where target in (i.patient_id, i.doctor_id, i.annulled_by)'],
      ['deleted_studies', 'private.deleted_studies d where target in (d.patient_id, d.doctor_id)'],
    ].map(([table, text]) => [
      `begin_account_removal: erases who stands in ${table}`,
      replaceIn(
        'public.begin_account_removal(uuid)',
        text ?? '',
        `public.${table} where false`.replace('public.deleted', 'private.deleted'),
      ),
    ]),
  ),
  'begin_account_removal: anonymous may call':
    'grant execute on function public.begin_account_removal(uuid) to anon',
  'begin_account_removal: an account keeps its state': dropConstraint(state, 'account_state_user_id_fkey'),
}
