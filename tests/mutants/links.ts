import { inFunction, type Mutants, replaceIn } from './break.ts'

const choice = 'public.send_choice(bigint,uuid,text)'
const give = 'private.give_link_token(uuid,text)'
const ofCita = 'private.link_of_cita(public.citas)'
const endTokens = 'private.end_link_tokens()'
const ofToken = 'private.link_of_token(text)'
const move = 'public.move_by_link(text,date,time without time zone)'
const book = 'public.book_by_link(text,date,time without time zone)'
const start = 'private.refused_start(uuid,date,time without time zone)'
const change = 'private.refused_change(public.citas)'
const count = 'private.begin_act(text)'
const slots = 'public.cita_link_slots(text,date)'

/** Who makes, reads and ends links of appointments. */
export const ofCitaLinks: Mutants = {
  ...inFunction('public.revoke_cita_link(uuid)', {
    'links: every doctor ends them': ['private.is_admin() or caller', 'true or caller'],
    'links: revoked by nobody':
      'update public.cita_links l set revoked_at = now() where l.id = link.id and l.revoked_at is null;',
  }),
  'links: any patient’s portal': replaceIn(
    'public.my_cita_link(uuid)',
    'and c.patient_id = private.active_uid()',
    '',
  ),
  ...inFunction(ofCita, {
    'links: of what is over': [`cita.status not in ('pendiente', 'confirmada', 'aceptada')`, 'false'],
    'links: of what has begun': [
      'private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()',
      'false',
    ],
    'links: keep the name of the patient of before': [
      'patient_id = excluded.patient_id',
      'patient_id = l.patient_id',
    ],
  }),
  'links: endless tokens': replaceIn(give, 'offset 10', 'offset 100'),
  'links: tokens outlive a revoked link': replaceIn(
    endTokens,
    'delete from private.cita_link_tokens t where t.link_id = new.id;',
    '',
  ),
  ...inFunction(ofToken, {
    'links: a token made while one is revoked': 'link.revoked_at is not null or',
    'links: a token of another’s appointment': 'or cita.patient_id is distinct from link.patient_id',
  }),
  ...inFunction(choice, {
    'choice: of a rejected request': [`request.status = 'rechazada'`, 'false'],
    'choice: of a booked request': ['private.is_booked(request.id)', 'false'],
    'choice: although it is off': [`not (private.agenda_settings() ->> 'self_booking')::boolean`, 'false'],
    'choice: by anybody': 'perform private.require_booker(send_choice.doctor_id);',
  }),
  'choice: for closed accounts': replaceIn(
    'private.account_of_request(public.study_requests)',
    'and p.id not in (select private.closed_accounts())',
    '',
  ),
  'choice: what was chosen goes with the request': replaceIn(
    'private.end_choice_of_request()',
    'l.cita_id is null and',
    '',
  ),
}

/** What a token does. */
export const ofActsByLink: Mutants = {
  ...inFunction('private.begin_act(text)', {
    'token: revoked while somebody presses': ['return private.link_of_token(token);', 'return link;'],
    'token: not held while somebody presses':
      'perform from public.cita_links l where l.id = link.id for update;',
  }),
  ...inFunction(ofToken, {
    'token: of a closed account': 'or closed',
    'token: for ever': [`interval '24 hours'`, `interval '24 years'`],
  }),
  ...inFunction(count, {
    'token: acts without end': [`'act_of_link', 30`, `'act_of_link', 300`],
    'token: acts of an address': [`'act_by_link', 20`, `'act_by_link', 200`],
  }),
  'token: questions of an address': replaceIn(
    'public.cita_link(text)',
    `'cita_link', 120`,
    `'cita_link', 1200`,
  ),
  ...inFunction('private.link_answer(public.cita_links)', {
    'page: the whole name': ['private.first_name(patient.full_name)', 'patient.full_name'],
    'move: the clinic’s count too': `and e.by = 'paciente'`,
  }),
  ...inFunction(change, {
    'change: of what is over': [`cita.status not in ('pendiente', 'confirmada', 'aceptada')`, 'false'],
    'change: after the start': [
      'private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()',
      'false',
    ],
    'change: within the notice': [`then 'notice'`, 'then null'],
  }),
  ...inFunction(start, {
    'start: within the notice': [`then 'too_soon'`, 'then null'],
    'start: whatever the hours': ['not private.is_open(doctor, day, at)', 'false'],
    'start: any day ahead': [`then 'beyond'`, 'then null'],
  }),
  ...inFunction(move, {
    'move: as often as one likes': [`then 'moves'`, 'then null'],
    'move: onto itself': [`then 'same'`, 'then null'],
  }),
  'confirm: told as the clinic’s': replaceIn(
    'public.confirm_by_link(text)',
    'by_patient => true',
    'by_patient => false',
  ),
  ...inFunction(book, {
    'book: a rejected request': `request.status <> 'aceptada' or`,
    'book: twice': ['if link.cita_id is not null then', 'if false then'],
    'book: although it is off': [`then 'off'`, 'then null'],
  }),
  ...inFunction(slots, {
    'slots: taken ones': [`and c.status <> 'cancelada'`, 'and false'],
    'slots: too soon': 's.start >= earliest and',
  }),
}
