import { alterPolicy, disableTrigger, type Mutants, replaceIn } from './break.ts'

const lastMoment = 'private.is_last_moment(public.citas)'
const planning = 'private.reminders_for(timestamp with time zone)'
const plan = 'private.plan_reminders(timestamp with time zone)'
const problem = 'private.message_problem(public.messages,timestamp with time zone)'
const take = 'private.take_messages(integer,timestamp with time zone)'
const settle = 'private.settle_message(uuid,text,timestamp with time zone)'
const queue = 'private.queue_mail(text,public.citas)'

/** Which letters to accounts wait, and how long they are kept. */
export const ofLetters: Mutants = {
  'kept after they went out': disableTrigger('public.messages', 'messages_end_letter'),
  'an older one as well': replaceIn(
    'private.queue_letter(text,text,bytea,timestamptz)',
    `m.state = 'pendiente'`,
    'false',
  ),
}

/** Which mails are noted, sent, left out and given up. */
export const ofMessages: Mutants = {
  'messages: every doctor reads': alterPolicy(
    'public.messages',
    'doctors read messages of their appointments, admins all',
    'using ((select private.is_doctor()))',
  ),
  'messages: patients read': alterPolicy(
    'public.messages',
    'doctors read messages of their appointments, admins all',
    'using (true)',
  ),
  'messages: nothing in the trail': disableTrigger('public.messages', 'messages_z_audit'),
  'reminders: of the day itself': replaceIn(planning, 'today + 1', 'today'),
  'reminders: without a mail server': replaceIn(planning, 'not private.has_mail() or', ''),
  'reminders: although they are off': replaceIn(
    planning,
    `not (settings ->> 'mail_reminders')::boolean`,
    'false',
  ),
  'reminders: at any hour': replaceIn(planning, `(settings ->> 'reminder_time')::time`, `time '00:00'`),
  'reminders: of what was booked just now': replaceIn(
    lastMoment,
    `interval '20 hours'`,
    `interval '0 hours'`,
  ),
  'reminders: of what was moved just now': replaceIn(lastMoment, `e.kind = 'movida'`, 'false'),
  'reminders: never again once left out': replaceIn(plan, `m.state = 'omitido'`, 'false'),
  'reminders: late ones come back': replaceIn(plan, `and m.problem <> 'tarde'`, ''),
  'mails: late': replaceIn(problem, `interval '6 hours'`, `interval '6 years'`),
  'mails: to closed accounts': replaceIn(problem, 'and p.id not in (select private.closed_accounts())', ''),
  'mails: to who declined': replaceIn(problem, 'not patient.wants_reminders', 'false'),
  'mails: of what was cancelled': replaceIn(
    problem,
    `cita.status not in ('pendiente', 'confirmada', 'aceptada')`,
    'false',
  ),
  'mails: of another start': replaceIn(
    problem,
    'message.key <> private.message_key(message.kind, message.channel, cita)',
    'false',
  ),
  'mails: of a choice that ended': replaceIn(
    problem,
    'link.id is null or link.revoked_at is not null',
    'false',
  ),
  'mails: of another’s appointment': replaceIn(
    problem,
    'cita.patient_id is distinct from message.patient_id',
    'false',
  ),
  'mails: of another’s choice': replaceIn(problem, 'link.patient_id <> message.patient_id', 'false'),
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
  'sender: any number to one person': replaceIn(take, 'due.place > 10', 'false'),
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
  'sender: before they are due': replaceIn(take, 'and o.due_at <= take_messages.at', ''),
  'sender: without a lease': replaceIn(take, `set state = 'enviando', lease_until`, 'set lease_until'),
  'sender: leases never end': replaceIn(take, 'm.lease_until <= take_messages.at;', 'false;'),
  'sender: no end of a round': replaceIn(take, 'limit least(greatest(most, 0), 20)', ''),
  'sender: no pause after a refusal': replaceIn(
    take,
    'and (o.lease_until is null or o.lease_until <= take_messages.at)',
    '',
  ),
  'sender: keeps for ever': replaceIn(take, `interval '400 days'`, `interval '4000 days'`),
  'sender: tries for ever': replaceIn(settle, 'message.tries >= 4', 'false'),
  'sender: a dead server is a try': replaceIn(
    settle,
    `case when outcome = 'rechazado' then 1 else 0 end`,
    `case when outcome like 's%' then 1 when outcome = 'rechazado' then 1 else 0 end`,
  ),
  'sender: a sent mail is settled again': replaceIn(settle, `message.state = 'enviando' or`, 'true or'),
  'sender: any key': replaceIn(
    'private.refused_sender(text)',
    `private.hit('sender_key', 10,`,
    `private.hit('sender_key', 1000,`,
  ),
  'sender: a wrong key looks right': replaceIn(
    'private.refused_sender(text)',
    `set_config('response.status', '404', true)`,
    `set_config('response.status', '200', true)`,
  ),
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
  'reminders: of every doctor': replaceIn(
    'private.require_reminder_day(date,uuid)',
    'doctor is distinct from private.active_uid() and not private.is_admin()',
    'false',
  ),
  'reminders: of any day': replaceIn(
    'private.require_reminder_day(date,uuid)',
    'private.clinic_today() + 7',
    'private.clinic_today() + 70',
  ),
  'reminders: of what was cancelled': replaceIn(
    'private.citas_to_remind(date,uuid)',
    `and c.status in ('pendiente', 'confirmada', 'aceptada')`,
    '',
  ),
  'prepared: for who declined': replaceIn('public.prepare_reminders(date,uuid)', 'p.wants_reminders and', ''),
  'opened: by every doctor': replaceIn(
    'public.note_opened(uuid,boolean)',
    'private.is_admin() or c.doctor_id = private.active_uid()',
    'true',
  ),
  'opened: mails as well': replaceIn('public.note_opened(uuid,boolean)', `m.channel = 'whatsapp' and`, ''),
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
  'declining: another’s switch': disableTrigger('public.profiles', 'profiles_d_reminders'),
}
