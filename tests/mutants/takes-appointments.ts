import { inFunction, type Mutants, replaceIn } from './break.ts'

const takes = 'private.takes_appointments(uuid)'
const lock = `perform from public.profiles p where p.id = doctor for share;`

/** With whom nobody books, moves or is offered an hour. */
export const ofTakesAppointments: Mutants = {
  ...inFunction(takes, {
    'takes appointments: a closed account': 'and p.id not in (select private.closed_accounts())',
    'takes appointments: a patient': `and p.role = 'doctor'`,
  }),
  'takes appointments: the staff’s hours': replaceIn(
    'public.open_slots(uuid,date,integer)',
    'not private.takes_appointments(d_id)',
    'false',
  ),
  'takes appointments: the link’s hours': replaceIn(
    'public.cita_link_slots(text,date)',
    'not private.takes_appointments(doctor)',
    'false',
  ),
  'takes appointments: a choice goes on': replaceIn(
    'private.link_of_token(text)',
    'private.takes_appointments(link.doctor_id)',
    'true',
  ),
  'takes appointments: a link moves': replaceIn(
    'private.refused_start(uuid,date,time without time zone)',
    'not private.takes_appointments(doctor)',
    'false',
  ),
  'takes appointments: mails to choose': replaceIn(
    'private.message_problem(public.messages,timestamp with time zone)',
    'not private.takes_appointments(link.doctor_id)',
    'false',
  ),
  'takes appointments: whose account is being closed': replaceIn(
    'private.lock_doctor(uuid)',
    lock,
    'perform 1;',
  ),
  'takes appointments: by links while it is being closed': replaceIn(
    'private.begin_act(text)',
    'perform private.lock_doctor(coalesce(doctor, link.doctor_id));',
    '',
  ),
}
