import { addPolicy, alterPolicy, dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const hours = 'public.clinic_hours'
const closures = 'public.clinic_closures'
const windows = 'private.day_windows(uuid,date)'
const words = 'private.not_open_words(uuid,date)'
const slots = 'public.open_slots(uuid,date,integer)'
const write = 'private.write_week(uuid,jsonb)'
const setHours = 'public.set_hours(uuid,jsonb)'
const outside = 'private.citas_outside(uuid,date,date)'
const keeper = 'private.require_closure_keeper(text,uuid)'
const add = 'public.add_closure(uuid,uuid,text,date,date,time without time zone,time without time zone,text)'
const remove = 'public.remove_closure(uuid)'
const week = 'public.clinic_week()'
const settings = 'public.set_agenda_settings(jsonb)'

/** Who reads hours and closures, and what their rows may be. */
export const ofHours: Mutants = {
  'hours: everybody reads': addPolicy(hours, 'select'),
  'hours: written by hand': `grant insert, update, delete on ${hours} to authenticated`,
  'closures: everybody reads': addPolicy(closures, 'select'),
  'closures: only those that hold': alterPolicy(
    closures,
    'doctors and admins read closures and absences',
    'using ((select private.is_doctor()) and removed_at is null)',
  ),
  'closures: written by hand': `grant insert, update, delete on ${closures} to authenticated`,
  'hours: off the grid': replaceIn(
    'private.hours_fit(time without time zone,time without time zone)',
    'extract(epoch from opens) % 1800 <> 0',
    'false',
  ),
  'hours: backwards': dropConstraint(hours, 'clinic_hours_window_fits'),
  'hours: twice': dropConstraint(hours, 'clinic_hours_window_once'),
  'closures: for years': replaceIn(
    'private.closure_fits(text,date,date,time without time zone,time without time zone)',
    '>= 366',
    '>= 3660',
  ),
  'closures: of anybody': dropConstraint(closures, 'clinic_closures_kind_known'),
  'closures: endless labels': dropConstraint(closures, 'clinic_closures_label_fits'),
}

/** When a doctor can be booked. */
export const ofOpenSlots: Mutants = {
  ...inFunction(windows, {
    'windows: own weeks do not count': ['if not exists', 'if true or not exists'],
    'windows: a day without own hours is open': [
      'if not exists (select from public.clinic_hours h where h.doctor_id = doctor)',
      'if own_week is null',
    ],
    'windows: own hours beside the clinic’s': [`'{}') * coalesce(own`, `'{}') + coalesce(own`],
    'windows: openings beat closures': [
      `+ coalesce(opened, '{}') - coalesce(closed, '{}')`,
      `- coalesce(closed, '{}') + coalesce(opened, '{}')`,
    ],
    'windows: closures that were taken back': 'and c.removed_at is null',
    'windows: absences of others': ['c.doctor_id is null or c.doctor_id = doctor', 'true'],
    'windows: each day of a closure alone': ['c.first_day + coalesce(c.opens', 'day + coalesce(c.opens'],
  }),
  'is_open: until it closes': replaceIn(
    'private.is_open(uuid,date,time without time zone)',
    'at < w.closes',
    'at <= w.closes',
  ),
  ...inFunction(words, {
    'words: no label': [`': ' || (`, `': ' || null || (`],
    'words: the clinic for the doctor': [
      'from private.day_windows(null, day)',
      'from private.day_windows(doctor, day)',
    ],
  }),
  ...inFunction(slots, {
    'open_slots: patients': ['if not private.is_doctor() then', 'if false then'],
    'open_slots: cancelled ones': `and c.status <> 'cancelada'`,
    'open_slots: of other doctors': 'c.doctor_id = d_id and',
    'open_slots: what has begun': ['s.start > clinic_now', `s.start > clinic_now - interval '1 day'`],
    'open_slots: a month and a day': ['between 1 and 31', 'between 1 and 32'],
  }),
}

/** Saving the week, and what everybody reads of it. */
export const ofSavingHours: Mutants = {
  ...inFunction(setHours, {
    'set_hours: any doctor': 'perform private.require_admin();',
    'set_hours: of patients': `and p.role = 'doctor'`,
    'set_hours: untold': `perform private.record('set', 'clinic_hours', d_id::text);`,
    'set_hours: names what was outside before': ['o.id <> all (outside_before)', 'true'],
  }),
  ...inFunction(write, {
    'set_hours: overlaps': ['w.next_opens < w.closes', 'false'],
    'set_hours: five a day': ['> 4', '> 5'],
    'set_hours: windows that touch': ['w.next_opens < w.closes', 'w.next_opens <= w.closes'],
    'set_hours: beside what was there':
      'delete from public.clinic_hours h where h.doctor_id is not distinct from doctor;',
    'set_hours: in the place of everybody’s': [
      'delete from public.clinic_hours h where h.doctor_id is not distinct from doctor;',
      'delete from public.clinic_hours;',
    ],
  }),
  'set_hours: names what is over': replaceIn(
    outside,
    `c.status in ('pendiente', 'confirmada', 'aceptada')`,
    `c.status <> 'cancelada'`,
  ),
  ...inFunction('private.offer_week(jsonb)', {
    'offer_week: again and again': ['return false', 'null'],
    'offer_week: until a doctor’s week is saved': 'and a.row_id is null',
  }),
  ...inFunction(week, {
    'clinic_week: as fast as one likes': `perform private.hit('clinic_week', 60, interval '1 minute');`,
    'clinic_week: without a reason': 'and c.label is not null',
    'clinic_week: absences': [`c.kind = 'cierre'`, `c.kind <> 'apertura'`],
    'clinic_week: what was taken back': 'and c.removed_at is null',
    'clinic_week: a day too far': ['+ 30', '+ 31'],
    'clinic_week: complete for ever': ['not exists', 'true or not exists'],
    'clinic_week: complete in spite of an opening': [`untold.kind = 'apertura'`, 'false'],
    'clinic_week: complete in spite of a closure': 'or untold.label is null',
    'clinic_week: incomplete for a doctor': 'untold.doctor_id is null and',
    'clinic_week: incomplete by what was taken back': 'and untold.removed_at is null',
    'clinic_week: incomplete by what is over': 'untold.last_day >= private.clinic_today() and',
    'clinic_week: incomplete a day too far': ['+ 7', '+ 8'],
  }),
}

/** Saving closures and absences. */
export const ofSavingClosures: Mutants = {
  ...inFunction(keeper, {
    'closures: anybody keeps them': ['if not private.is_admin()', 'if false'],
    'closures: doctors keep all': [`private.is_doctor() and kind = 'ausencia'`, 'private.is_doctor()'],
    'closures: absences of others': 'and doctor is not distinct from private.active_uid()',
  }),
  ...inFunction(add, {
    'closures: of patients': `and p.role = 'doctor'`,
    'closures: the same id with other days': [
      '(stored.first_day, stored.last_day,',
      '(stored.first_day, add_closure.last_day,',
    ],
    'closures: added untold': ['if found then', 'if false then'],
    'closures: added by nobody': ['private.active_uid()\n', 'null\n'],
  }),
  ...inFunction(remove, {
    'closures: removed untold': `perform private.record('remove', 'clinic_closures', closure.id::text);`,
    'closures: gone for good': [
      'update public.clinic_closures c set removed_at = now() where c.id = closure.id;',
      'delete from public.clinic_closures c where c.id = closure.id;',
    ],
  }),
  'closures: name citas of before': replaceIn(
    outside,
    'and private.slot_moment(c.appointment_date, c.appointment_time) > now()',
    '',
  ),
}

/** The settings of the agenda. */
export const ofAgendaSettings: Mutants = {
  'agenda: patients read': replaceIn(
    'public.agenda_settings()',
    'if not private.is_doctor() then',
    'if false then',
  ),
  ...inFunction(settings, {
    'agenda: doctors change': 'perform private.require_admin();',
    'agenda: in the place of all': ['(s.value::jsonb || excluded.value::jsonb)::text', 'excluded.value'],
    'agenda: four days of notice': ['between 0 and 72', 'between 0 and 96'],
    'agenda: tomorrow only': ['between 7 and 180', 'between 1 and 180'],
    'agenda: anything': ['if fits is not true then', 'if fits is false then'],
    'agenda: untold': `perform private.record('settings', 'agenda', null);`,
  }),
}

/** Two saves at once. */
export const ofSavingAtOnce: Mutants = {
  'set_hours: without a lock': replaceIn(
    write,
    'lock table public.clinic_hours in share row exclusive mode;',
    '',
  ),
}
