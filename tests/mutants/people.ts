import {
  addPolicy,
  alterPolicy,
  alwaysAnswers,
  disableTrigger,
  dropConstraint,
  dropPolicy,
  type Mutants,
  noRowSecurity,
  replaceIn,
} from './break.ts'

const profiles = 'public.profiles'
const accounts = 'auth.users'
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
  'a closed account is still active': replaceIn('private.caller()', 'a.closed_at is null', 'true'),
  'whoever must change the password may do everything': replaceIn(
    'private.caller()',
    'a.must_change is not true',
    'true',
  ),
  'nobody asks for the second factor': replaceIn(
    'private.due_factors(uuid,jsonb)',
    'where',
    'where false and',
  ),
  'the second factor counts as passed': replaceIn(
    'private.due_factors(uuid,jsonb)',
    `<> 'aal2'`,
    `= 'never'`,
  ),
  'every doctor is an administrator': replaceIn('private.is_admin()', 'and c.is_admin', 'and c.is_doctor'),
  'the token says who is an administrator': replaceIn(
    'private.is_admin()',
    'return exists',
    `return coalesce((auth.jwt() -> 'app_metadata' ->> 'is_admin')::boolean, false) or exists`,
  ),
}

/** The session behind a token. */
export const ofSessions: Mutants = {
  'sessions: an ended one still counts': replaceIn(
    'private.caller()',
    `t.claims ->> 'session_id' is null`,
    'true',
  ),
  'sessions: anybody’s counts': replaceIn('private.caller()', ' and s.user_id = p.id', ''),
  'sessions: the token tells of the second factor': replaceIn('private.caller()', `s.aal`, `'aal2'`),
  'sessions: doctors go on as long as patients': replaceIn(
    'private.session_ends(text, timestamptz, timestamptz, timestamp, timestamptz)',
    '12:00:00',
    '720:00:00',
  ),
  'sessions: no last day': replaceIn(
    'private.session_ends(text, timestamptz, timestamptz, timestamp, timestamptz)',
    '30 days',
    '300 days',
  ),
  'sessions: what is over stays': replaceIn(
    'private.end_old_sessions(timestamptz)',
    '<= end_old_sessions.at',
    'is null',
  ),
  'sessions: those that stand end as well': replaceIn(
    'private.end_old_sessions(timestamptz)',
    '<= end_old_sessions.at',
    'is not null',
  ),
  'sessions: refusals of e-mails that are nobody’s': replaceIn(
    'private.record_refused_sign_ins(text, integer, timestamptz)',
    'where lower',
    'where true or lower',
  ),
  'sessions: they never end by themselves': replaceIn('private.caller()', '> now()', 'IS NOT NULL'),
}

/** The list of one's own sessions, and ending one. */
export const ofMySessions: Mutants = {
  'my_sessions: everybody’s': replaceIn('public.my_sessions()', 's.user_id = caller', 'true'),
  'my_sessions: also for an account that may do nothing yet': replaceIn(
    'public.my_sessions()',
    'private.active_uid()',
    'auth.uid()',
  ),
  'my_sessions: expired ones as well': replaceIn('public.my_sessions()', '> now()', 'is not null'),
  'end_session: anybody’s': replaceIn('public.end_session(uuid)', 'and s.user_id = caller', ''),
  'end_session: also by an account that may do nothing yet': replaceIn(
    'public.end_session(uuid)',
    'private.active_uid()',
    'auth.uid()',
  ),
}

export const ofProfiles: Mutants = {
  'profiles without row security': noRowSecurity(profiles),
  'profiles: a closed account is still present': alwaysAnswers('private.present_uid()', 'auth.uid()'),
  'profiles: a doctor reads everybody': replaceIn(
    'private.patients_read_by(uuid,boolean)',
    'l.doctor_id = patients_read_by.person',
    'true',
  ),
  'profiles: nobody reads': dropPolicy(profiles, profilesRead),
  'profiles: nobody reads their own': `${readProfiles({ own: 'false' })};
    ${replaceIn(readable, 'select me.id from me\n', 'select null::uuid\n')}`,
  'profiles: a closed account reads its own': readProfiles({ own: 'id = (select auth.uid())' }),
  'profiles: a second factor that is due hides the own one': `${readProfiles({
    own: 'id = (select private.active_uid())',
  })}; ${replaceIn(readable, 'select me.id from me\n', 'select null::uuid\n')}`,
  'profiles: patients read no doctor': replaceIn(readable, 'l on l.patient_id = me.id', 'l on false'),
  'profiles: patients read every doctor': replaceIn(readable, 'me.active and me.is_doctor', 'me.active'),
  'profiles: patients have the doctors of others': replaceIn(
    readable,
    'l on l.patient_id = me.id',
    'l on true',
  ),
  'profiles: doctors read no patient': replaceIn(readable, 'r(id) where me.active', 'r(id) where false'),
  'profiles: doctors read no doctor': replaceIn(readable, `on p.role = 'doctor'`, 'on false'),
  'profiles: doctors read every patient': readProfiles({ others: '(select private.is_doctor())' }),
  'profiles: others are read while something is due': replaceIn(
    readable,
    'c.active from',
    'true as active from',
  ),
  'profiles: closed accounts are read': replaceIn(readable, 's.closed_at is not null', 'false'),
  'profiles: administrators read closed accounts': readProfiles({ open: 'true' }),
  'profiles: nobody counts as closed': replaceIn(
    'private.closed_accounts()',
    'where s.closed_at is not null',
    'where false',
  ),
  'profiles: administrators read no more than doctors': readProfiles({ admins: 'false' }),
  'profiles: nobody edits their own': dropPolicy(profiles, 'everyone edits their own profile'),
  'profiles: whoever has a session edits': alterPolicy(
    profiles,
    'everyone edits their own profile',
    'using (id = (select private.present_uid())) with check (true)',
  ),
  'profiles: doctors edit their patients': alterPolicy(
    profiles,
    'everyone edits their own profile',
    'using (id = (select private.active_uid()) or id in (select private.my_patients())) with check (true)',
  ),
  'profiles: administrators edit nobody': dropPolicy(profiles, 'admins edit every open account'),
  'profiles: administrators edit closed accounts': alterPolicy(
    profiles,
    'admins edit every open account',
    'using ((select private.is_admin()))',
  ),
  'profiles: doctors edit everybody': alterPolicy(
    profiles,
    'admins edit every open account',
    'using ((select private.is_doctor())) with check ((select private.is_doctor()))',
  ),
  'profiles: everybody adds one': `grant insert on ${profiles} to authenticated; ${addPolicy(profiles, 'insert')}`,
  'profiles: the insert is granted': `grant insert on ${profiles} to authenticated`,
  'profiles: the delete is granted': `grant delete on ${profiles} to authenticated`,
  'profiles: anonymous reads': `grant select on ${profiles} to anon`,
  'profiles: the e-mail is granted': `grant update (email) on ${profiles} to authenticated`,
  'profiles: created_at is granted': `grant update (created_at) on ${profiles} to authenticated`,
  'profiles: no phone is granted': `revoke update (phone) on ${profiles} from authenticated`,
  'profiles: no guard': disableTrigger(profiles, 'profiles_a_guard'),
  'profiles: no rule about columns': disableTrigger(profiles, 'profiles_b_change'),
  'profiles: an e-mail changes': replaceIn(
    'private.guard_profile()',
    'new.email is distinct from old.email or ',
    '',
  ),
  'profiles: the main administrator is demoted': replaceIn(
    'private.guard_profile()',
    '(not new.is_admin or new.role',
    '(false and (not new.is_admin) or false and new.role',
  ),
  'profiles: the main administrator is erased': replaceIn(
    'private.guard_profile()',
    'if private.is_main_admin(old.email) then',
    'if false then',
  ),
  'profiles: everybody sets roles': replaceIn(
    'private.check_profile_change()',
    'and not private.is_admin()',
    'and false',
  ),
  'profiles: patients set a specialty': replaceIn(
    'private.check_profile_change()',
    'and not private.is_doctor()',
    'and false',
  ),
  'profiles: administrators set the photo of others': replaceIn(
    'private.check_profile_change()',
    'and not own',
    'and false',
  ),
  'profiles: a photo anywhere': dropConstraint(profiles, 'profiles_photo_is_own'),
  'profiles: a role of any name': `${dropConstraint(profiles, 'profiles_role_known')}; ${replaceIn(
    'private.guard_profile()',
    `new.role is null or new.role not in ('doctor', 'patient', 'paciente')`,
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
  'accounts: users without a profile': disableTrigger(accounts, 'indice_adopt_account'),
  'accounts: whoever signs up gets what somebody prepared': replaceIn(
    'private.adopt_account()',
    'and (p.id = new.id or p.created_by is null)',
    '',
  ),
  'accounts: an id without its e-mail': replaceIn(
    'private.adopt_account()',
    'p.email = lower(new.email) and (p.id = new.id or p.created_by is null)',
    'p.id = new.id or (p.email = lower(new.email) and p.created_by is null)',
  ),
  'accounts: what was prepared serves again': replaceIn(
    'private.adopt_account()',
    'delete from private.prepared_accounts p where p.id = prepared.id;',
    '',
  ),
  'accounts: a temporary password lasts 70 days': replaceIn(
    'private.adopt_account()',
    `interval '7 days'`,
    `interval '70 days'`,
  ),
  'accounts: nothing is temporary': replaceIn(
    'private.adopt_account()',
    'new.id, prepared.must_change,',
    'new.id, false,',
  ),
  'accounts: a doctor is linked like a patient': replaceIn(
    'private.adopt_account()',
    `if prepared.role in ('patient', 'paciente') then`,
    'if true then',
  ),
  'accounts: nobody is linked': replaceIn(
    'private.adopt_account()',
    `if prepared.role in ('patient', 'paciente') then`,
    'if false then',
  ),
  'accounts: a new password changes nothing': disableTrigger(accounts, 'indice_password_changed'),
  'accounts: an issued password counts as chosen': replaceIn(
    'private.password_changed()',
    `state.issuing > now() - interval '1 minute'`,
    'false',
  ),
  'accounts: an announcement lasts an hour': replaceIn(
    'private.password_changed()',
    `interval '1 minute'`,
    `interval '1 hour'`,
  ),
  'accounts: an announcement serves twice': replaceIn(
    'private.password_changed()',
    'update private.account_state s set issuing = null where s.user_id = new.id;',
    '',
  ),
  'accounts: an old temporary password still serves': replaceIn(
    'private.password_changed()',
    'if state.temp_expires_at <= now() then',
    'if false then',
  ),
  'accounts: e-mails change': disableTrigger(accounts, 'indice_keep_email'),
  'accounts: the main administrator is erased': `${disableTrigger(accounts, 'indice_keep_main_admin')};
    ${disableTrigger(profiles, 'profiles_a_guard')}`,
}

/** The database's side of create-patient-manual, admin-delete-user and the new temporary password. */
export const ofAccountFunctions: Mutants = {
  'prepare_account: everybody': replaceIn(
    'public.prepare_account(jsonb)',
    'if not private.is_doctor() then',
    'if false then',
  ),
  'prepare_account: every doctor gives roles': replaceIn(
    'public.prepare_account(jsonb)',
    'by_admin boolean := private.is_admin()',
    'by_admin boolean := true',
  ),
  'prepare_account: a closed account is linked': replaceIn(
    'public.prepare_account(jsonb)',
    'if state.closed_at is not null then',
    'if false then',
  ),
  'prepare_account: a request of another doctor': replaceIn(
    'public.prepare_account(jsonb)',
    'and state.created_by = caller',
    '',
  ),
  'prepare_account: another request': replaceIn(
    'public.prepare_account(jsonb)',
    'and state.request_id = request',
    '',
  ),
  'prepare_account: issues for another name': replaceIn(
    'public.prepare_account(jsonb)',
    'new_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role =',
    'known.full_name, new_phone, new_age, new_specialty, new_license, new_is_admin, new_role =',
  ),
  'prepare_account: issues after the change': replaceIn(
    'public.prepare_account(jsonb)',
    'and state.must_change then',
    'then',
  ),
  'prepare_account: links without the name': replaceIn(
    'public.prepare_account(jsonb)',
    'private.name_key(known.full_name) = private.name_key(new_name)',
    'true',
  ),
  'prepare_account: links a doctor as a patient': replaceIn(
    'public.prepare_account(jsonb)',
    `known.role in ('patient', 'paciente') and`,
    '',
  ),
  'prepare_account: links a patient as a doctor': replaceIn(
    'public.prepare_account(jsonb)',
    `and new_role = 'patient'`,
    '',
  ),
  'prepare_account: links nobody': replaceIn(
    'public.prepare_account(jsonb)',
    'perform private.link(caller, known.id);',
    '',
  ),
  'prepare_account: keeps what nobody made': replaceIn(
    'public.prepare_account(jsonb)',
    `p.created_at < now() - interval '1 day'`,
    'false',
  ),
  'prepare_account: forgets what the owner prepared': replaceIn(
    'public.prepare_account(jsonb)',
    'p.created_by is not null and',
    '',
  ),
  'prepare_account: the main administrator’s e-mail is free': `delete from auth.users where false; ${replaceIn(
    'public.prepare_account(jsonb)',
    'private.is_main_admin(new_email) or',
    '',
  )}`,
  'prepare_account: any role': replaceIn(
    'public.prepare_account(jsonb)',
    `if new_role not in ('doctor', 'patient') then`,
    'if false then',
  ),
  'prepare_account: a patient as administrator': replaceIn(
    'public.prepare_account(jsonb)',
    `if new_is_admin and new_role <> 'doctor' then`,
    'if false then',
  ),
  'begin_password_issue: everybody': replaceIn(
    'private.account_to_issue(uuid)',
    'if not private.is_doctor() then',
    'if false then',
  ),
  'begin_password_issue: for oneself': replaceIn(
    'private.account_to_issue(uuid)',
    'if target = private.active_uid() then',
    'if false then',
  ),
  'begin_password_issue: for the patients of others': replaceIn(
    'private.account_to_issue(uuid)',
    'and private.is_linked(known.id)',
    '',
  ),
  'begin_password_issue: everybody counts as linked': alwaysAnswers('private.is_linked(uuid)', 'true'),
  'begin_password_issue: for closed accounts': replaceIn(
    'private.account_to_issue(uuid)',
    'or state.closed_at is not null',
    '',
  ),
  'begin_password_issue: for the main administrator': replaceIn(
    'private.account_to_issue(uuid)',
    'if private.is_main_admin(known.email) then',
    'if false then',
  ),
  'begin_password_issue: after the change': replaceIn(
    'public.begin_password_issue(uuid)',
    'and not coalesce(state.must_change, false) then',
    'and false then',
  ),
  'begin_password_issue: sessions go on': replaceIn(
    'public.begin_password_issue(uuid)',
    'delete from auth.sessions s where s.user_id = known.id;',
    '',
  ),
  'begin_password_issue: no trail': replaceIn(
    'public.begin_password_issue(uuid)',
    `perform private.record('issue_password', 'profiles', known.id::text);`,
    '',
  ),
  'begin_factor_removal: every doctor': replaceIn(
    'public.begin_factor_removal(uuid)',
    'if not private.is_admin() then',
    'if not private.is_doctor() then',
  ),
  'begin_factor_removal: for oneself': replaceIn(
    'public.begin_factor_removal(uuid)',
    'if target = private.active_uid() then',
    'if false then',
  ),
  'begin_factor_removal: for closed accounts': replaceIn(
    'public.begin_factor_removal(uuid)',
    's.closed_at is not null',
    'false',
  ),
  'begin_factor_removal: for the main administrator': replaceIn(
    'public.begin_factor_removal(uuid)',
    'if private.is_main_admin(known.email) then',
    'if false then',
  ),
  'begin_factor_removal: of who has none': replaceIn(
    'public.begin_factor_removal(uuid)',
    'if not private.has_second_factor(target) then',
    'if false then',
  ),
  'begin_factor_removal: sessions go on': replaceIn(
    'public.begin_factor_removal(uuid)',
    'delete from auth.sessions s where s.user_id = target;',
    '',
  ),
  'begin_factor_removal: everybody’s sessions end': replaceIn(
    'public.begin_factor_removal(uuid)',
    'delete from auth.sessions s where s.user_id = target;',
    'delete from auth.sessions;',
  ),
  'begin_factor_removal: no trail': replaceIn(
    'public.begin_factor_removal(uuid)',
    `perform private.record('free_factor', 'profiles', target::text);`,
    '',
  ),
  'second_factor: told to everybody': replaceIn(
    'private.has_second_factor(uuid)',
    'if not private.is_admin() then',
    'if false then',
  ),
  'second_factor: one that was only begun': replaceIn(
    'private.has_second_factor(uuid)',
    `and f.status::text = 'verified'`,
    '',
  ),
  'second_factor: anybody’s': replaceIn('private.has_second_factor(uuid)', 'f.user_id = person and', ''),
  'begin_account_removal: every doctor': replaceIn(
    'public.begin_account_removal(uuid)',
    'if not private.is_admin() then',
    'if not private.is_doctor() then',
  ),
  'begin_account_removal: of oneself': replaceIn(
    'public.begin_account_removal(uuid)',
    'if target = private.active_uid() then',
    'if false then',
  ),
  'begin_account_removal: of the main administrator': replaceIn(
    'public.begin_account_removal(uuid)',
    'if private.is_main_admin(known.email) then',
    'if false then',
  ),
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
  'begin_account_removal: erases who annulled an invoice': replaceIn(
    'public.begin_account_removal(uuid)',
    'i.doctor_id, i.annulled_by',
    'i.doctor_id',
  ),
  'begin_account_removal: sessions go on': replaceIn(
    'public.begin_account_removal(uuid)',
    'delete from auth.sessions s where s.user_id = target;',
    '',
  ),
  'begin_account_removal: signing in goes on': replaceIn(
    'public.begin_account_removal(uuid)',
    `update auth.users u set banned_until = now() + interval '100 years' where u.id = target;`,
    '',
  ),
  'begin_account_removal: no trail': replaceIn(
    'public.begin_account_removal(uuid)',
    `perform private.record('close', 'profiles', target::text);`,
    '',
  ),
  'begin_account_removal: anonymous may call':
    'grant execute on function public.begin_account_removal(uuid) to anon',
  'begin_account_removal: an account keeps its state': dropConstraint(state, 'account_state_user_id_fkey'),
}
