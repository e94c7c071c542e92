import { addPolicy, alterPolicy, dropConstraint, type Mutants, noRowSecurity, replaceIn } from './break.ts'

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
  'hours: patients read': alterPolicy(
    hours,
    'doctors and admins read the hours',
    'using ((select private.active_uid()) is not null)',
  ),
  'hours: no row security': noRowSecurity(hours),
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
  'windows: own weeks do not count': replaceIn(windows, 'if not exists', 'if true or not exists'),
  'windows: a day without own hours is open': replaceIn(
    windows,
    'if not exists (select from public.clinic_hours h where h.doctor_id = doctor)',
    'if own_week is null',
  ),
  'windows: own hours beside the clinic’s': replaceIn(
    windows,
    `'{}') * coalesce(own`,
    `'{}') + coalesce(own`,
  ),
  'windows: openings beat closures': replaceIn(
    windows,
    `+ coalesce(opened, '{}') - coalesce(closed, '{}')`,
    `- coalesce(closed, '{}') + coalesce(opened, '{}')`,
  ),
  'windows: closures that were taken back': replaceIn(windows, 'and c.removed_at is null', ''),
  'windows: absences of others': replaceIn(windows, 'c.doctor_id is null or c.doctor_id = doctor', 'true'),
  'windows: each day of a closure alone': replaceIn(
    windows,
    'c.first_day + coalesce(c.opens',
    'day + coalesce(c.opens',
  ),
  'is_open: until it closes': replaceIn(
    'private.is_open(uuid,date,time without time zone)',
    'at < w.closes',
    'at <= w.closes',
  ),
  'words: no label': replaceIn(words, `': ' || (`, `': ' || null || (`),
  'words: the clinic for the doctor': replaceIn(
    words,
    'from private.day_windows(null, day)',
    'from private.day_windows(doctor, day)',
  ),
  'open_slots: patients': replaceIn(slots, 'if not private.is_doctor() then', 'if false then'),
  'open_slots: cancelled ones': replaceIn(slots, `and c.status <> 'cancelada'`, ''),
  'open_slots: of other doctors': replaceIn(slots, 'c.doctor_id = d_id and', ''),
  'open_slots: what has begun': replaceIn(
    slots,
    's.start > clinic_now',
    `s.start > clinic_now - interval '1 day'`,
  ),
  'open_slots: a month and a day': replaceIn(slots, 'between 1 and 31', 'between 1 and 32'),
}

/** Saving the week, and what everybody reads of it. */
export const ofSavingHours: Mutants = {
  'set_hours: any doctor': replaceIn(setHours, 'perform private.require_admin();', ''),
  'set_hours: of patients': replaceIn(setHours, `and p.role = 'doctor'`, ''),
  'set_hours: overlaps': replaceIn(write, 'w.next_opens < w.closes', 'false'),
  'set_hours: five a day': replaceIn(write, '> 4', '> 5'),
  'set_hours: windows that touch': replaceIn(write, 'w.next_opens < w.closes', 'w.next_opens <= w.closes'),
  'set_hours: beside what was there': replaceIn(
    write,
    'delete from public.clinic_hours h where h.doctor_id is not distinct from doctor;',
    '',
  ),
  'set_hours: in the place of everybody’s': replaceIn(
    write,
    'delete from public.clinic_hours h where h.doctor_id is not distinct from doctor;',
    'delete from public.clinic_hours;',
  ),
  'set_hours: untold': replaceIn(setHours, `perform private.record('set', 'clinic_hours', d_id::text);`, ''),
  'set_hours: names what was outside before': replaceIn(setHours, 'o.id <> all (outside_before)', 'true'),
  'set_hours: names what is over': replaceIn(
    outside,
    `c.status in ('pendiente', 'confirmada', 'aceptada')`,
    `c.status <> 'cancelada'`,
  ),
  'offer_week: again and again': replaceIn('private.offer_week(jsonb)', 'return false', 'null'),
  'offer_week: until a doctor’s week is saved': replaceIn(
    'private.offer_week(jsonb)',
    'and a.row_id is null',
    '',
  ),
  'clinic_week: as fast as one likes': replaceIn(
    week,
    `perform private.hit('clinic_week', 60, interval '1 minute');`,
    '',
  ),
  'clinic_week: without a reason': replaceIn(week, 'and c.label is not null', ''),
  'clinic_week: absences': replaceIn(week, `c.kind = 'cierre'`, `c.kind <> 'apertura'`),
  'clinic_week: what was taken back': replaceIn(week, 'and c.removed_at is null', ''),
  'clinic_week: a day too far': replaceIn(week, '+ 30', '+ 31'),
  'clinic_week: complete for ever': replaceIn(week, 'not exists', 'true or not exists'),
  'clinic_week: complete in spite of an opening': replaceIn(week, `untold.kind = 'apertura'`, 'false'),
  'clinic_week: complete in spite of a closure': replaceIn(week, 'or untold.label is null', ''),
  'clinic_week: incomplete for a doctor': replaceIn(week, 'untold.doctor_id is null and', ''),
  'clinic_week: incomplete by what was taken back': replaceIn(week, 'and untold.removed_at is null', ''),
  'clinic_week: incomplete by what is over': replaceIn(
    week,
    'untold.last_day >= private.clinic_today() and',
    '',
  ),
  'clinic_week: incomplete a day too far': replaceIn(week, '+ 7', '+ 8'),
}

/** Saving closures and absences. */
export const ofSavingClosures: Mutants = {
  'closures: anybody keeps them': replaceIn(keeper, 'if not private.is_admin()', 'if false'),
  'closures: doctors keep all': replaceIn(
    keeper,
    `private.is_doctor() and kind = 'ausencia'`,
    'private.is_doctor()',
  ),
  'closures: absences of others': replaceIn(
    keeper,
    'and doctor is not distinct from private.active_uid()',
    '',
  ),
  'closures: of patients': replaceIn(add, `and p.role = 'doctor'`, ''),
  'closures: the same id with other days': replaceIn(
    add,
    '(stored.first_day, stored.last_day,',
    '(stored.first_day, add_closure.last_day,',
  ),
  'closures: added untold': replaceIn(add, 'if found then', 'if false then'),
  'closures: added by nobody': replaceIn(add, 'private.active_uid()\n', 'null\n'),
  'closures: removed untold': replaceIn(
    remove,
    `perform private.record('remove', 'clinic_closures', closure.id::text);`,
    '',
  ),
  'closures: gone for good': replaceIn(
    remove,
    'update public.clinic_closures c set removed_at = now() where c.id = closure.id;',
    'delete from public.clinic_closures c where c.id = closure.id;',
  ),
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
  'agenda: doctors change': replaceIn(settings, 'perform private.require_admin();', ''),
  'agenda: in the place of all': replaceIn(
    settings,
    '(s.value::jsonb || excluded.value::jsonb)::text',
    'excluded.value',
  ),
  'agenda: four days of notice': replaceIn(settings, 'between 0 and 72', 'between 0 and 96'),
  'agenda: tomorrow only': replaceIn(settings, 'between 7 and 180', 'between 1 and 180'),
  'agenda: anything': replaceIn(settings, 'if fits is not true then', 'if fits is false then'),
  'agenda: untold': replaceIn(settings, `perform private.record('settings', 'agenda', null);`, ''),
}

/** Two saves at once. */
export const ofSavingAtOnce: Mutants = {
  'set_hours: without a lock': replaceIn(
    write,
    'lock table public.clinic_hours in share row exclusive mode;',
    '',
  ),
}
