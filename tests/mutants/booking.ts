import { alterPolicy, dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const citas = 'public.citas'
const events = 'public.cita_events'
const book = 'public.book_cita(uuid,uuid,uuid,date,time without time zone,text,bigint,text,boolean)'
const move = 'public.move_cita(uuid,date,time without time zone,uuid,text,boolean)'
const asks = 'public.request_patient(bigint)'
const seat = 'private.seat_for(uuid,date,time without time zone,text)'
const status = 'private.check_cita_status()'
const change = 'private.cita_to_change(uuid,uuid)'
const turn = 'perform private.take_cita_turn();'

/** From a request to an appointment. */
export const ofBooking: Mutants = {
  ...inFunction('private.require_booker(uuid)', {
    'book_cita: by anybody': ['if not private.is_admin()', 'if false'],
    'book_cita: doctors for each other': 'and doctor = private.active_uid()',
  }),
  'has_appointment: to everybody': replaceIn(
    'public.has_appointment(study_requests)',
    'case when private.is_doctor() then private.is_booked(request.id) end',
    'private.is_booked(request.id)',
  ),
  ...inFunction(book, {
    'book_cita: any patient': ['or of_request)', 'or true)'],
    'book_cita: an e-mail is enough':
      'and private.name_key(p.full_name) = private.name_key(request.patient_name)',
    'book_cita: closed patients': [
      `p.role in ('patient', 'paciente')
        and p.id not in (select private.closed_accounts())`,
      `p.role in ('patient', 'paciente')`,
    ],
    'book_cita: without a study': ['200, true', '200, false'],
    'book_cita: a second row for the same id': ['return booked;\n    end if;', 'null;\n    end if;'],
    'book_cita: the same id for another hour': [
      'booked.appointment_time, booked.study_type',
      'book_cita.at::time(0), booked.study_type',
    ],
    'book_cita: a rejected request': [`request.status = 'rechazada'`, 'false'],
    'book_cita: the request stays pending': [`set status = 'aceptada'`, 'set status = status'],
  }),
  'book_cita: one request twice': `drop index public.citas_request_key; ${replaceIn(
    book,
    `c.status not in ('cancelada', 'no_asistio')`,
    'false',
  )}`,
  'book_cita: without asking for hours': replaceIn(
    seat,
    'perform private.require_open_start(doctor, day, at);',
    '',
  ),
  ...inFunction(asks, {
    'request_patient: anybody asks': ['if not private.is_doctor() then', 'if false then'],
    'request_patient: names of others': ['private.is_admin() or private.is_linked(known.id)', 'true'],
    'request_patient: closed accounts': 'or known.id in (select private.closed_accounts())',
    'request_patient: a choice that is off': [`settings -> 'self_booking'`, 'to_jsonb(true)'],
    'request_patient: as fast as one likes': [`'request_patient', 240`, `'request_patient', 2400`],
  }),
}

/** The seats of a slot. */
export const ofSeats: Mutants = {
  'seats: a move forgets its reason': replaceIn(move, 'reason => move_cita.over_reason', 'reason => null'),
  ...inFunction(seat, {
    'seats: without a reason': ['char_length(btrim(over_reason)) < 3', 'false'],
    'seats: at night': [`time '21:30'`, `time '23:30'`],
    'seats: off the half hour': ['extract(epoch from at) % 1800 = 0', 'true'],
    'seats: a fourth': ['held > 2', 'held > 3'],
    'seats: all on the first': ['return held;', 'return 0;'],
  }),
  'seats: endless reasons': `${replaceIn(seat, `perform private.fits(over_reason, 'Motivo', 200, true);`, '')};
    ${dropConstraint(events, 'cita_events_reason_fits')}`,
  'seats: one moves up of two': replaceIn(
    'private.fill_seats()',
    'seated.seat > seated.place',
    'seated.seat = 1',
  ),
  'seats: without a time': dropConstraint(citas, 'citas_seat_fits'),
  'seats: written by hand': `grant insert (seat), update (seat) on ${citas} to authenticated`,
  'seats: a slot is offered once for each': replaceIn(
    'public.open_slots(uuid,date,integer)',
    'and c.seat = 0',
    '',
  ),
  'seats: a slot is taken once for each': replaceIn('public.taken_slots(uuid,date)', 'and c.seat = 0', ''),
}

/** Moving, confirming, who did not come. */
export const ofCitaChanges: Mutants = {
  ...inFunction(change, {
    'changes: by every doctor': 'and c.doctor_id = caller',
    'changes: by everybody': ['private.is_admin() or', 'true or'],
  }),
  'move_cita: what is over': `${replaceIn(move, `cita.status not in ('pendiente', 'confirmada', 'aceptada')`, 'false')};
    ${replaceIn(status, `('completada', 'cancelada', 'no_asistio')\n    and (new.doctor_id`, `('x')\n    and (new.doctor_id`)}`,
  ...inFunction(move, {
    'move_cita: what has begun': [
      'private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()',
      'false',
    ],
    'move_cita: stays confirmed': `cita.status := 'pendiente';`,
    'move_cita: uncounted': ['cita.moves + 1', 'cita.moves'],
    'move_cita: doctors hand over': 'perform private.require_booker(doctor);',
    'move_cita: unlinked': 'perform private.link(cita.doctor_id, cita.patient_id);',
    'move_cita: onto itself': ['return cita;\n  end if;', 'null;\n  end if;'],
  }),
  ...inFunction(status, {
    'moves become fewer': ['new.moves < old.moves', 'false'],
    'no_asistio: taken back for ever': ['private.clinic_today() > old.appointment_date + 1', 'false'],
    'no_asistio: becomes anything': `new.status <> 'pendiente' or`,
  }),
  'confirm_cita: what is over': replaceIn(
    'public.confirm_cita(uuid)',
    `cita.status <> 'confirmada'`,
    'false',
  ),
  'no_asistio: before the start': replaceIn(
    'private.check_cita_begun()',
    'private.slot_moment(new.appointment_date, new.appointment_time) > now()',
    'false',
  ),
  ...inFunction('private.check_cita_rules()', {
    'no_asistio: by a direct write': [`new.status = 'no_asistio'`, 'false'],
    'no_asistio: taken back by a direct write': [`and old.status = 'no_asistio'`, 'and false'],
  }),
  'no_asistio: beside another of the request': replaceIn(
    'public.undo_no_show(uuid)',
    `cita.status = 'no_asistio' and exists`,
    'false and exists',
  ),
}

/** Who reads the history, and what stays of it. */
export const ofCitaEvents: Mutants = {
  'events: patients read': alterPolicy(
    events,
    'doctors read what happened to their appointments, admins to all',
    'using (exists (select from public.citas c where c.id = cita_id))',
  ),
  'events: by hand': `grant insert, delete on ${events} to authenticated`,
  'events: seen again by others': replaceIn(
    'private.keep_cita_event()',
    'old.seen_at is not null and new.seen_by is not null',
    'false',
  ),
}

/** Only seen when it happens at once. */
export const ofBookingAtOnce: Mutants = {
  'at once: a booking and its retry': replaceIn(book, turn, ''),
  'at once: a doctor is removed out of turn': replaceIn(
    'public.begin_doctor_removal(uuid,text,uuid)',
    turn,
    '',
  ),
  'at once: nobody waits': `create or replace function private.take_cita_turn() returns void
    language sql set search_path = '' return null`,
  'at once: bookings of one request': `drop index public.citas_request_key; ${replaceIn(
    book,
    'where r.id = book_cita.request_id for update',
    'where r.id = book_cita.request_id',
  )}; ${replaceIn(book, turn, '')}`,
}
