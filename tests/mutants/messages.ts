import { inFunction, type Mutants, replaceIn } from './break.ts'

const lastMoment = 'private.is_last_moment(public.citas)'
const planning = 'private.reminders_for(timestamp with time zone)'
const plan = 'private.plan_reminders(timestamp with time zone)'
const problem = 'private.message_problem(public.messages,timestamp with time zone)'
const take = 'private.take_messages(integer,timestamp with time zone)'
const settle = 'private.settle_message(uuid,text,timestamp with time zone)'
const queue = 'private.queue_mail(text,public.citas)'

/** Which letters to accounts wait, and how long they are kept. */
export const ofLetters: Mutants = {
  'an older one as well': replaceIn(
    'private.queue_letter(text,text,bytea,timestamptz)',
    `m.state = 'pendiente'`,
    'false',
  ),
}

/** Which mails are noted, sent, left out and given up. */
export const ofMessages: Mutants = {
  ...inFunction(planning, {
    'reminders: of the day itself': ['today + 1', 'today'],
    'reminders: without a mail server': 'not private.has_mail() or',
    'reminders: although they are off': [`not (settings ->> 'mail_reminders')::boolean`, 'false'],
    'reminders: at any hour': [`(settings ->> 'reminder_time')::time`, `time '00:00'`],
  }),
  ...inFunction(lastMoment, {
    'reminders: of what was booked just now': [`interval '20 hours'`, `interval '0 hours'`],
    'reminders: of what was moved just now': [`e.kind = 'movida'`, 'false'],
  }),
  ...inFunction(plan, {
    'reminders: never again once left out': [`m.state = 'omitido'`, 'false'],
    'reminders: late ones come back': `and m.problem <> 'tarde'`,
  }),
  ...inFunction(problem, {
    'mails: late': [`interval '6 hours'`, `interval '6 years'`],
    'mails: to closed accounts': 'and p.id not in (select private.closed_accounts())',
    'mails: to who declined': ['not patient.wants_reminders', 'false'],
    'mails: of what was cancelled': [`cita.status not in ('pendiente', 'confirmada', 'aceptada')`, 'false'],
    'mails: of another start': [
      'message.key <> private.message_key(message.kind, message.channel, cita)',
      'false',
    ],
    'mails: of a choice that ended': ['link.id is null or link.revoked_at is not null', 'false'],
    'mails: of another’s appointment': ['cita.patient_id is distinct from message.patient_id', 'false'],
    'mails: of another’s choice': ['link.patient_id <> message.patient_id', 'false'],
  }),
  'mails: who had it before keeps the reminder': replaceIn(
    'private.end_link_of_cita()',
    'm.patient_id is distinct from new.patient_id',
    'false',
  ),
  'mails: a choice that became another’s just now': replaceIn(
    'private.message_words(public.messages,timestamp with time zone)',
    'when private.message_problem(message, at) is null then',
    'when true then',
  ),
  ...inFunction(take, {
    'sender: any number to one person': ['due.place > 10', 'false'],
    'sender: before they are due': 'and o.due_at <= take_messages.at',
    'sender: without a lease': [`set state = 'enviando', lease_until`, 'set lease_until'],
    'sender: leases never end': ['m.lease_until <= take_messages.at;', 'false;'],
    'sender: no end of a round': 'limit least(greatest(most, 0), 20)',
    'sender: no pause after a refusal': 'and (o.lease_until is null or o.lease_until <= take_messages.at)',
    'sender: keeps for ever': [`interval '400 days'`, `interval '4000 days'`],
  }),
  'sender: news of a study beside ten mails that are still to go': replaceIn(
    'private.is_next_notice(public.messages,timestamp with time zone)',
    `m.state = 'pendiente' and m.due_at <= at\n  )`,
    'false\n  )',
  ),
  'sender: each piece of news that one mail told is a mail': replaceIn(
    'private.mails_of_day(uuid,timestamp with time zone)',
    `CASE WHEN (m.kind <> 'resultado'::text) THEN m.id ELSE NULL::uuid END`,
    'm.id',
  ),
  ...inFunction(settle, {
    'sender: tries for ever': ['message.tries >= 4', 'false'],
    'sender: a dead server is a try': [
      `case when outcome = 'rechazado' then 1 else 0 end`,
      `case when outcome like 's%' then 1 when outcome = 'rechazado' then 1 else 0 end`,
    ],
    'sender: a sent mail is settled again': [`message.state = 'enviando' or`, 'true or'],
  }),
  ...inFunction('private.refused_key(text,text)', {
    'sender: any key': ['private.hit(refused_key.setting, 10,', 'private.hit(refused_key.setting, 1000,'],
    'sender: a wrong key looks right': [
      `set_config('response.status', '404', true)`,
      `set_config('response.status', '200', true)`,
    ],
  }),
  'queue: without a mail server': replaceIn(queue, 'not private.has_mail() or', ''),
  'queue: without end': replaceIn('private.has_mail_left(uuid,bigint)', '6 >', '600 >'),
  'queue: by anybody': replaceIn('public.retry_message(uuid)', 'c.doctor_id = private.active_uid()', 'true'),
  'queue: of what is over': replaceIn(
    'public.queue_message(text,uuid)',
    `(queue_message.kind = 'cita_cancelada') <> (cita.status = 'cancelada')`,
    'false',
  ),
  'booking: mail without the box': replaceIn(
    'public.book_cita(uuid,uuid,uuid,date,time without time zone,text,bigint,text,boolean)',
    'if mail then',
    'if true then',
  ),
  'moving: no mail with the box': replaceIn(
    'public.move_cita(uuid,date,time without time zone,uuid,text,boolean)',
    'if mail then',
    'if false then',
  ),
  'figures: for every doctor': replaceIn('public.message_figures()', 'perform private.require_admin();', ''),
  'state: stuck unseen': replaceIn(
    'private.mail_state(timestamp with time zone)',
    `interval '30 minutes'`,
    `interval '30 days'`,
  ),
}

/** What people send by WhatsApp, and who declines. */
export const ofReminders: Mutants = {
  ...inFunction('private.require_reminder_day(date,uuid)', {
    'reminders: of every doctor': [
      'doctor is distinct from private.active_uid() and not private.is_admin()',
      'false',
    ],
    'reminders: of any day': ['private.clinic_today() + 7', 'private.clinic_today() + 70'],
  }),
  'reminders: of what was cancelled': replaceIn(
    'private.citas_to_remind(date,uuid)',
    `and c.status in ('pendiente', 'confirmada', 'aceptada')`,
    '',
  ),
  'prepared: for who declined': replaceIn('public.prepare_reminders(date,uuid)', 'p.wants_reminders and', ''),
  ...inFunction('public.note_opened(uuid,boolean)', {
    'opened: by every doctor': ['private.is_admin() or c.doctor_id = private.active_uid()', 'true'],
    'opened: mails as well': `m.channel = 'whatsapp' and`,
  }),
  'declining: by every doctor': replaceIn(
    'public.set_reminders(uuid,boolean)',
    'private.is_admin() or private.is_linked(set_reminders.patient_id)',
    'true',
  ),
  'declining: for everybody by link': replaceIn(
    'public.stop_reminders(text,boolean)',
    'where p.id = link.patient_id',
    '',
  ),
}
