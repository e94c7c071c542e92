import { disableTrigger, inFunction, type Mutants, noRowSecurity, replaceIn } from './break.ts'

export const ofTrail: Mutants = {
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
  ...inFunction('private.seal_audit(integer,interval)', {
    'seals: without the one before': [`coalesce(before_seal.hash, '-')`, `'-'`],
    'seals: without the lines': [`e'\\n' || content`, `e'\\n'`],
  }),
  'seals: without waiting': replaceIn(
    'private.settled_audit_id(interval)',
    'if writers is null then',
    'if true then',
  ),
}

export const ofAccessLog: Mutants = {
  ...inFunction('public.my_access_log(integer)', {
    'access log: of everybody': ['l.patient_id = caller', 'true'],
    'access log: also of oneself': ['l.actor <> caller', 'true'],
    'access log: for doctors': `and p.role in ('patient', 'paciente')`,
    'access log: paciente is no patient': [`p.role in ('patient', 'paciente')`, `p.role = 'patient'`],
    'access log: no page is too far': ['page not between 1 and 1000000', 'false'],
  }),
  'access log: written by naming somebody': replaceIn(
    'private.patient_in_reach(text,text)',
    'if doctor',
    'if true or doctor',
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
  ...inFunction(readingOfLines, {
    'audit_lines: any kind': ['(kind is null or a.subject = kind)', 'true'],
    'audit_lines: any day': 'a.at >= since and',
    'audit_lines: lines of one instant are passed over': [
      '(l.at, l.id) < (last_at, last_id)',
      'l.at < last_at',
    ],
    'audit_lines: only what a person did': ['where a.patient_id = one.id', 'where a.actor = one.id'],
    'audit_lines: many are none': ['cardinality(people) > 50', 'false'],
  }),
  'accounts_meant: patients only': replaceIn('private.accounts_meant(text)', `p.role = 'doctor'`, 'false'),
  ...inFunction('public.verify_audit(bigint,integer)', {
    'verify_audit: missing seals are no matter': ['seal.number <> expected', 'false'],
    'verify_audit: begins each step anew': ['where s.number <= after', 'where false and s.number <= after'],
    'verify_audit: any step': ['after < 0', 'false'],
  }),
  ...inFunction(findingsOfSeal, {
    'verify_audit: no hash': ['real_hash = seal.hash', 'true'],
    'verify_audit: no digest': ['when h.digest = m.digest then null', 'when true then null'],
    'verify_audit: lines that moved were changed': ['o.digest = h.digest', 'false'],
  }),
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
