import { alterPolicy, disableTrigger, type Mutants, replaceIn } from './break.ts'

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
  'links: every doctor ends them': replaceIn(
    'public.revoke_cita_link(uuid)',
    'private.is_admin() or caller',
    'true or caller',
  ),
  'links: every patient reads': alterPolicy(
    'public.cita_links',
    'patients read own links, doctors theirs, admins all',
    'using (true)',
  ),
  'links: any patient’s portal': replaceIn(
    'public.my_cita_link(uuid)',
    'and c.patient_id = private.active_uid()',
    '',
  ),
  'links: of what is over': replaceIn(
    ofCita,
    `cita.status not in ('pendiente', 'confirmada', 'aceptada')`,
    'false',
  ),
  'links: of what has begun': replaceIn(
    ofCita,
    'private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()',
    'false',
  ),
  'links: endless tokens': replaceIn(give, 'offset 10', 'offset 100'),
  'links: tokens outlive a revoked link': replaceIn(
    endTokens,
    'delete from private.cita_link_tokens t where t.link_id = new.id;',
    '',
  ),
  'links: revoked by nobody': replaceIn(
    'public.revoke_cita_link(uuid)',
    'update public.cita_links l set revoked_at = now() where l.id = link.id and l.revoked_at is null;',
    '',
  ),
  'links: a token made while one is revoked': replaceIn(ofToken, 'link.revoked_at is not null or', ''),
  'links: a token of another’s appointment': replaceIn(
    ofToken,
    'or cita.patient_id is distinct from link.patient_id',
    '',
  ),
  'links: stay with the appointment’s patient of before': disableTrigger('public.citas', 'citas_end_link'),
  'links: keep the name of the patient of before': replaceIn(
    ofCita,
    'patient_id = excluded.patient_id',
    'patient_id = l.patient_id',
  ),
  'choice: of a rejected request': replaceIn(choice, `request.status = 'rechazada'`, 'false'),
  'choice: of a booked request': replaceIn(choice, 'private.is_booked(request.id)', 'false'),
  'choice: for closed accounts': replaceIn(
    'private.account_of_request(public.study_requests)',
    'and p.id not in (select private.closed_accounts())',
    '',
  ),
  'choice: although it is off': replaceIn(
    choice,
    `not (private.agenda_settings() ->> 'self_booking')::boolean`,
    'false',
  ),
  'choice: outlives its person': disableTrigger('public.study_requests', 'study_requests_end_choice'),
  'choice: what was chosen goes with the request': replaceIn(
    'private.end_choice_of_request()',
    'l.cita_id is null and',
    '',
  ),
  'choice: by anybody': replaceIn(choice, 'perform private.require_booker(send_choice.doctor_id);', ''),
}

/** What a token does. */
export const ofActsByLink: Mutants = {
  'token: revoked while somebody presses': replaceIn(
    'private.begin_act(text)',
    'return private.link_of_token(token);',
    'return link;',
  ),
  'token: not held while somebody presses': replaceIn(
    'private.begin_act(text)',
    'perform from public.cita_links l where l.id = link.id for update;',
    '',
  ),
  'token: of a closed account': replaceIn(ofToken, 'or closed', ''),
  'token: for ever': replaceIn(ofToken, `interval '24 hours'`, `interval '24 years'`),
  'token: acts without end': replaceIn(count, `'act_of_link', 30`, `'act_of_link', 300`),
  'token: acts of an address': replaceIn(count, `'act_by_link', 20`, `'act_by_link', 200`),
  'token: questions of an address': replaceIn(
    'public.cita_link(text)',
    `'cita_link', 120`,
    `'cita_link', 1200`,
  ),
  'page: the whole name': replaceIn(
    'private.link_answer(public.cita_links)',
    'private.first_name(patient.full_name)',
    'patient.full_name',
  ),
  'opening: unseen by the trail': disableTrigger('public.cita_links', 'cita_links_z_audit'),
  'change: of what is over': replaceIn(
    change,
    `cita.status not in ('pendiente', 'confirmada', 'aceptada')`,
    'false',
  ),
  'change: after the start': replaceIn(
    change,
    'private.slot_moment(cita.appointment_date, cita.appointment_time) <= now()',
    'false',
  ),
  'change: within the notice': replaceIn(change, `then 'notice'`, 'then null'),
  'start: within the notice': replaceIn(start, `then 'too_soon'`, 'then null'),
  'start: whatever the hours': replaceIn(start, 'not private.is_open(doctor, day, at)', 'false'),
  'start: any day ahead': replaceIn(start, `then 'beyond'`, 'then null'),
  'move: as often as one likes': replaceIn(move, `then 'moves'`, 'then null'),
  'move: the clinic’s count too': replaceIn(
    'private.link_answer(public.cita_links)',
    `and e.by = 'paciente'`,
    '',
  ),
  'move: onto itself': replaceIn(move, `then 'same'`, 'then null'),
  'confirm: told as the clinic’s': replaceIn(
    'public.confirm_by_link(text)',
    'by_patient => true',
    'by_patient => false',
  ),
  'book: a rejected request': replaceIn(book, `request.status <> 'aceptada' or`, ''),
  'book: twice': replaceIn(book, 'if link.cita_id is not null then', 'if false then'),
  'book: although it is off': replaceIn(book, `then 'off'`, 'then null'),
  'slots: taken ones': replaceIn(slots, `and c.status <> 'cancelada'`, 'and false'),
  'slots: too soon': replaceIn(slots, 's.start >= earliest and', ''),
}
