import {
  addPolicy,
  alterPolicy,
  disableTrigger,
  dropConstraint,
  type Mutants,
  noRowSecurity,
  replaceIn,
} from './break.ts'

const table = 'public.study_seen'
const note = 'public.note_seen(uuid,text)'
const policy = 'people read what they opened, doctors that of studies they read'
const mine = 'person_id = (select private.active_uid())'
const read = 'exists (select from public.studies s where s.id = study_id)'

/** What patients opened: who reads it, and who notes it. */
export const ofSeen: Mutants = {
  'seen: everybody reads': addPolicy(table, 'select'),
  'seen: no row security': noRowSecurity(table),
  'seen: only one’s own': alterPolicy(table, policy, `using (${mine})`),
  'seen: of whoever reads the study': alterPolicy(table, policy, `using (${mine} or ${read})`),
  'seen: of every study, for doctors': alterPolicy(
    table,
    policy,
    `using (${mine} or (select private.is_doctor()))`,
  ),
  'seen: of closed accounts': alterPolicy(
    table,
    policy,
    `using (person_id = (select auth.uid()) or (select private.is_doctor()) and ${read})`,
  ),
  'seen: noted by hand': `grant insert on ${table} to authenticated`,
  'seen: changed by hand': `grant update on ${table} to authenticated`,
  'seen: deleted by hand': `grant delete on ${table} to authenticated`,
  'seen: untold': disableTrigger(table, 'study_seen_z_audit'),
  'seen: anything': dropConstraint(table, 'study_seen_what_known'),
  'note_seen: without a session': replaceIn(note, 'private.active_uid()', 'auth.uid()'),
  'note_seen: of any study': replaceIn(
    note,
    'if not private.may_read_study(',
    'if false and not private.may_read_study(',
  ),
  'note_seen: by doctors too': replaceIn(note, 'if private.is_doctor() then', 'if false then'),
  'note_seen: as fast as one likes': replaceIn(
    note,
    `perform private.hit('note_seen', 240, interval '1 minute', caller::text);`,
    '',
  ),
  'note_seen: the first time only': replaceIn(
    note,
    'do update set last_at = now(), times = seen.times + 1',
    'do nothing',
  ),
}
