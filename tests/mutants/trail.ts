import { disableTrigger, type Mutants, noRowSecurity, replaceIn } from './break.ts'

const audited = [
  'public.profiles',
  'public.services',
  'public.study_requests',
  'public.citas',
  'public.studies',
  'public.medical_notes',
  'public.invoices',
  'private.doctor_patients',
  'private.account_state',
  'private.app_settings',
]
const ofHost: [table: string, trigger: string][] = [
  ['auth.users', 'indice_z_audit_password'],
  ['auth.sessions', 'indice_z_audit_session'],
  ['auth.sessions', 'indice_z_audit_session_begin'],
  ['auth.mfa_factors', 'indice_z_audit_factor'],
  ['auth.mfa_factors', 'indice_z_audit_factor_gone'],
  ['storage.objects', 'indice_z_audit'],
]

export const ofTrail: Mutants = {
  ...Object.fromEntries(
    audited.map((table) => [
      `trail: nothing of ${table}`,
      disableTrigger(table, `${table.replace(/^\w+\./, '')}_z_audit`),
    ]),
  ),
  ...Object.fromEntries(
    ofHost.map(([table, trigger]) => [
      `trail: nothing of ${table} (${trigger})`,
      disableTrigger(table, trigger),
    ]),
  ),
  'trail: it changes': disableTrigger('private.audit_log', 'audit_log_append_only'),
  'trail: it is emptied': disableTrigger('private.audit_log', 'audit_log_no_truncate'),
  'trail: nobody did it': replaceIn('private.audit_change()', 'auth.uid()', 'null'),
  'trail: nobody linked': replaceIn('private.audit_link()', 'coalesce(auth.uid(), new.created_by)', 'null'),
  'trail: nobody did it to an account': replaceIn('private.audit_account()', 'auth.uid()', 'null'),
  'trail: nobody did it to a file': replaceIn('private.audit_file()', 'auth.uid()', 'null'),
  'trail: what the browser says counts as seen': replaceIn(
    'public.log_access(text,text)',
    'log_access.id, true',
    'log_access.id, false',
  ),
}

export const ofSeals: Mutants = {
  'seals: they change': disableTrigger('private.audit_seals', 'audit_seals_append_only'),
  'seals: they are emptied': disableTrigger('private.audit_seals', 'audit_seals_no_truncate'),
  'seals: without the one before': replaceIn(
    'private.seal_audit(integer,interval)',
    `coalesce(before_seal.hash, '-')`,
    `'-'`,
  ),
  'seals: without the lines': replaceIn(
    'private.seal_audit(integer,interval)',
    `e'\\n' || content`,
    `e'\\n'`,
  ),
  'seals: without waiting': replaceIn(
    'private.settled_audit_id(interval)',
    'if writers is null then',
    'if true then',
  ),
}

export const ofAccessLog: Mutants = {
  'access log: of everybody': replaceIn('public.my_access_log(integer)', 'l.patient_id = caller', 'true'),
  'access log: also of oneself': replaceIn('public.my_access_log(integer)', 'l.actor <> caller', 'true'),
  'access log: for doctors': replaceIn(
    'public.my_access_log(integer)',
    `and p.role in ('patient', 'paciente')`,
    '',
  ),
  'access log: paciente is no patient': replaceIn(
    'public.my_access_log(integer)',
    `p.role in ('patient', 'paciente')`,
    `p.role = 'patient'`,
  ),
  'access log: written by naming somebody': replaceIn(
    'private.patient_in_reach(text,text)',
    'if doctor',
    'if true or doctor',
  ),
  'access log: no page is too far': replaceIn(
    'public.my_access_log(integer)',
    'page not between 1 and 1000000',
    'false',
  ),
}

const readingOfLines = 'public.audit_lines(text,text,date,timestamptz,bigint)'
const findingsOfSeal = 'private.seal_findings(private.audit_seals,private.audit_seals,boolean)'
const unguarded = (signature: string) => replaceIn(signature, 'perform private.require_admin();', '')

/** The trail as administrators read and verify it. */
export const ofAuditReading: Mutants = {
  'audit_lines: for everybody': unguarded(readingOfLines),
  'audit_state: for everybody': unguarded('public.audit_state()'),
  'verify_audit: for everybody': unguarded('public.verify_audit(bigint,integer)'),
  'audit_lines: any kind': replaceIn(readingOfLines, '(kind is null or a.subject = kind)', 'true'),
  'audit_lines: any day': replaceIn(readingOfLines, 'a.at >= since and', ''),
  'audit_lines: lines of one instant are passed over': replaceIn(
    readingOfLines,
    '(l.at, l.id) < (last_at, last_id)',
    'l.at < last_at',
  ),
  'audit_lines: only what a person did': replaceIn(
    readingOfLines,
    'where a.patient_id = one.id',
    'where a.actor = one.id',
  ),
  'audit_lines: many are none': replaceIn(readingOfLines, 'cardinality(people) > 50', 'false'),
  'accounts_meant: patients only': replaceIn('private.accounts_meant(text)', `p.role = 'doctor'`, 'false'),
  'verify_audit: missing seals are no matter': replaceIn(
    'public.verify_audit(bigint,integer)',
    'seal.number <> expected',
    'false',
  ),
  'verify_audit: begins each step anew': replaceIn(
    'public.verify_audit(bigint,integer)',
    'where s.number <= after',
    'where false and s.number <= after',
  ),
  'verify_audit: any step': replaceIn('public.verify_audit(bigint,integer)', 'after < 0', 'false'),
  'verify_audit: no hash': replaceIn(findingsOfSeal, 'real_hash = seal.hash', 'true'),
  'verify_audit: no digest': replaceIn(
    findingsOfSeal,
    'when h.digest = m.digest then null',
    'when true then null',
  ),
  'verify_audit: lines that moved were changed': replaceIn(findingsOfSeal, 'o.digest = h.digest', 'false'),
}

/** What is sent live; the tables' own rules say who may read it. */
export const ofLive: Mutants = {
  ...Object.fromEntries(
    [
      'citas',
      'studies',
      'medical_notes',
      'invoices',
      'study_previews',
      'study_marks',
      'key_images',
      'reports',
      'report_heads',
      'report_addenda',
      'study_seen',
    ].map((table) => [`live: nothing of ${table}`, disableTrigger(`public.${table}`, 'zz_realtime_capture')]),
  ),
  'live: a table without row security': noRowSecurity('public.citas'),
  'live: without the row': replaceIn(
    'realtime.capture()',
    `case when tg_op <> 'DELETE' then to_jsonb(new) end`,
    'null',
  ),
  'live: the columns are not readable': 'revoke select on public.studies from authenticated',
}
