import { addPolicy, dropConstraint, inFunction, type Mutants } from './break.ts'

const table = 'public.study_seen'
const note = 'public.note_seen(uuid,text)'

/** What patients opened: who reads it, and who notes it. */
export const ofSeen: Mutants = {
  'seen: everybody reads': addPolicy(table, 'select'),
  'seen: noted by hand': `grant insert on ${table} to authenticated`,
  'seen: changed by hand': `grant update on ${table} to authenticated`,
  'seen: deleted by hand': `grant delete on ${table} to authenticated`,
  'seen: anything': dropConstraint(table, 'study_seen_what_known'),
  ...inFunction(note, {
    'note_seen: without a session': ['private.active_uid()', 'auth.uid()'],
    'note_seen: of any study': ['if not private.may_read_study(', 'if false and not private.may_read_study('],
    'note_seen: by doctors too': ['if private.is_doctor() then', 'if false then'],
    'note_seen: as fast as one likes': `perform private.hit('note_seen', 240, interval '1 minute', caller::text);`,
    'note_seen: the first time only': ['do update set last_at = now(), times = seen.times + 1', 'do nothing'],
  }),
}
