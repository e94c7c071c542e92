import { disableTrigger, dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const send = 'public.send_order(jsonb)'
const deliver = 'public.deliver_study(uuid,uuid,uuid)'
const set = 'public.set_sharing(uuid,uuid,boolean)'
const byLink = 'public.set_sharing_by_link(text,boolean)'
const card = 'public.request_by_code(text,jsonb,boolean)'
const join = 'private.join_order(uuid,uuid)'
const waiting = 'private.waiting_orders(uuid,text)'
const lines = 'private.orders_of(uuid)'
const share = 'public.create_study_share(uuid,text,integer,integer,text,uuid,boolean,text)'

/** What dentists order, and how it becomes what they receive. */
export const ofOrders: Mutants = {
  'requests: without an e-mail by any door': dropConstraint(
    'public.study_requests',
    'study_requests_email_given',
  ),
  'orders: by anybody': replaceIn('private.require_dentist()', 'if caller is null then', 'if false then'),
  ...inFunction('private.teeth_fit(smallint[])', {
    'orders: a ninth tooth': ['<= 8)))', '<= 9)))'],
    'orders: a sixth deciduous tooth': ['<= 5)))', '<= 6)))'],
  }),
  ...inFunction(send, {
    'send_order: without a limit': `perform private.hit('send_order', 60, interval '1 hour', caller::text);`,
    'send_order: without consent': [`(sending -> 'consent') is distinct from 'true'`, 'false'],
    'send_order: twice': [
      'if not exists (select from public.orders o where o.sending_id = asked.sending_id) then',
      'if true then',
    ],
    'send_order: the sending of another': ['and o.dentist_id <> caller', 'and false'],
    'send_order: any number of kinds': ['not between 1 and 8', 'not between 0 and 9'],
    'send_order: any teeth': ['if not private.teeth_fit(asked.teeth) then', 'if false then'],
    'send_order: any region': ['if not asked.areas <@', 'if false and not asked.areas <@'],
    'send_order: any delivery': [`if asked.deliver = '{}' or not`, `if false and not`],
    'send_order: any e-mail': `perform private.email_fits(request.patient_email, 'Correo electrónico');`,
    'send_order: in no name': ['private.full_name_of(caller)', 'null'],
    'send_order: no order of a dentist': [
      `sending ->> 'privacy_version', true`,
      `sending ->> 'privacy_version', false`,
    ],
  }),
  ...inFunction('public.cancel_order(uuid)', {
    'cancel_order: booked ones': ['if private.is_booked(known.request_id) then', 'if false then'],
    'cancel_order: with a study': [
      'if exists (select from public.study_recipients r where r.order_id = known.id) then',
      'if false then',
    ],
    'cancel_order: the request waits': `update public.study_requests r set status = 'rechazada' where r.id = known.request_id and r.status <> 'rechazada';`,
    'cancel_order: twice': ['if known.cancelled_at is not null then', 'if false then'],
  }),
  ...inFunction('public.order_link(uuid)', {
    'order_link: before the clinic': ['not private.has_choice(known.request_id) or', ''],
    'order_link: of what was taken back': ['or known.cancelled_at is not null', ''],
    'order_link: as the patient’s own': [`'dentista'`, `'whatsapp'`],
  }),
  ...inFunction('public.see_order(uuid)', {
    'see_order: by anybody': ['if not private.is_doctor() then', 'if false then'],
    'see_order: again': ['coalesce(o.seen_by_clinic_at, now())', 'now()'],
  }),
  ...inFunction(lines, {
    'my_orders: the telephone of a card': ['(q.submission_id IS NULL)', 'true'],
    'my_orders: the oldest study': ['s.created_at DESC, s.id', 's.created_at, s.id'],
    'my_orders: reports before the delivery': [`(r.visible_from <= now())`, 'true'],
  }),
  ...inFunction('private.note_order_patient()', {
    'orders: the patient alone of one kind': [
      '(o.request_id = new.request_id or o.patient_id is null)',
      'o.request_id = new.request_id',
    ],
    'orders: the e-mail stays unknown': ['and r.patient_email is null', 'and false'],
  }),
  'orders: only an administrator completes an e-mail': `drop trigger study_requests_b_change on public.study_requests;
    create trigger study_requests_b_change before update on public.study_requests
    for each row execute function private.check_study_request_change()`,
  ...inFunction(waiting, {
    'joining: another patient’s': ['(o.patient_id = waiting_orders.patient_id)', 'true'],
    'joining: taken back': ['(o.cancelled_at IS NULL)', 'true'],
    'joining: stopped': ['(o.stopped_at IS NULL)', 'true'],
    'joining: any kind': [
      '(private.filed_type(r.study_type) = private.filed_type(waiting_orders.study_type))',
      'true',
    ],
  }),
  ...inFunction(join, {
    'joining: not accepted': [`and r.status = 'aceptada'`, ''],
    'joining: one of several': ['cardinality(ordered) = 1', 'cardinality(ordered) >= 1'],
    'joining: a closed account': ['and d.active', ''],
    'joining: of a machine, whatever was stopped': [
      'and not exists (select from public.study_recipients n where n.order_id = o.id and n.ended_at is not null)',
      '',
    ],
  }),
  'joining: a machine’s without its appointment': replaceIn(
    'private.join_new_study()',
    'if not exists (select from public.arrivals a where a.path = new.file_url) then',
    'if true then',
  ),
  'joining: a machine’s never': replaceIn(
    'private.file_arrival(public.arrivals,uuid,uuid,text,uuid,text)',
    'perform private.join_order(study, file_arrival.cita_id);',
    '',
  ),
  ...inFunction(card, {
    'request_by_code: without a limit': `perform private.hit('request_by_code', 60, interval '10 minutes');`,
    'request_by_code: without the box': ['if made is not null and consent then', 'if made is not null then'],
    'request_by_code: ticked later': ['if made is not null and consent then', 'if consent then'],
    'request_by_code: any code': ['if dentist.id is null then', 'if false then'],
  }),
  'practice_of_code: closed accounts': replaceIn('private.dentist_of_code(text)', 'and d.active', ''),
  'practice_of_code: without a limit': replaceIn(
    'public.practice_of_code(text)',
    `perform private.hit('practice_of_code', 60, interval '1 minute');`,
    '',
  ),
  ...inFunction(deliver, {
    'deliver_study: to anybody': ['and d.active)', ')'],
    'deliver_study: too old': ['if private.received_until(study.study_date) <= now() then', 'if false then'],
    'deliver_study: the order of another patient': [
      'and o.patient_id = study.patient_id\n      and o.cancelled_at',
      'and o.cancelled_at',
    ],
    'deliver_study: the order of another dentist': [
      'o.id = deliver_study.order_id and o.dentist_id = deliver_study.dentist_id',
      'o.id = deliver_study.order_id',
    ],
    'deliver_study: what the patient stopped': ['and r.ended_by = study.patient_id', 'and false'],
    'deliver_study: an order that the patient stopped': ['and o.stopped_at is not null', 'and false'],
    'deliver_study: once': ['ended_at = null, ended_by = null', 'ended_by = r.ended_by'],
  }),
  ...inFunction('private.study_to_deliver(uuid)', {
    'study_to_deliver: by whoever reads it': ['not private.is_doctor() or', ''],
    'study_to_deliver: of any patient': [
      'if not (private.is_admin() or private.is_linked(study.patient_id)) then',
      'if false then',
    ],
  }),
  ...inFunction('public.open_orders(uuid,text)', {
    'open_orders: of any patient': [
      '(private.is_admin() or private.is_linked(open_orders.patient_id))',
      'true',
    ],
  }),
  ...inFunction(set, {
    'set_sharing: staff begin again what the patient ended': [
      'and r.ended_by = study.patient_id',
      'and false',
    ],
    'set_sharing: of another patient': [
      'study.patient_id := caller;',
      'select s.patient_id into study.patient_id from public.studies s where s.id = study.id;',
    ],
    'set_sharing: what was never given': [
      `raise exception using errcode = 'PT404', message = 'No se pudo encontrar con quién se comparte.';`,
      'null;',
    ],
  }),
  ...inFunction('private.share_with(uuid,uuid,uuid,boolean,uuid)', {
    'set_sharing: of every patient': ['and s.patient_id = patient', ''],
    'set_sharing: of every study': ['and (study is null or s.id = study)', ''],
    'set_sharing: what will be taken goes on': ['if study is null then', 'if false then'],
  }),
  ...inFunction(byLink, {
    'set_sharing_by_link: the dentist begins again': [`and t.channel = 'dentista'`, 'and false'],
    'set_sharing_by_link: says nothing': [`known.id is null or`, ''],
  }),
  'who_receives: of everybody': replaceIn(
    'public.who_receives()',
    'where s.patient_id = caller',
    'where true',
  ),
  'who_receives: closed accounts': replaceIn('public.who_receives()', 'where d.active and', 'where'),
  'received: of the next patient too': replaceIn(
    'private.follow_study()',
    'if new.patient_id is distinct from old.patient_id then',
    'if false then',
  ),
  'removal: a dentist with orders is erased': replaceIn(
    'public.begin_account_removal(uuid)',
    'or exists (select from public.orders o where o.dentist_id = target)',
    '',
  ),
  'removal: a dentist who receives is erased': replaceIn(
    'public.begin_account_removal(uuid)',
    'or exists (select from public.study_recipients r where r.dentist_id = target)',
    '',
  ),
  'orders: a region without its teeth': replaceIn(
    'private.region_of(public.orders)',
    `array_to_string((o).teeth, ' '::text)`,
    `''`,
  ),
  ...inFunction('private.delivery_end(uuid,uuid)', {
    'delivery_end: the patient, whoever it was': ['(n.ended_by = s.patient_id)', 'true'],
    'delivery_end: the clinic, after 24 months': ['(n.until <= now())', 'false'],
  }),
  'received mails: before there is a file': replaceIn(
    'private.note_received()',
    'and s.file_url is not null',
    '',
  ),
  'received mails: none when the file comes': disableTrigger('public.studies', 'studies_e_notice_dentist'),
  'received mails: without a pause': replaceIn(
    'private.notice_pause(public.messages)',
    `'00:15:00'`,
    `'00:00:00'`,
  ),
  'received mails: once a day': replaceIn(
    'private.notice_pause(public.messages)',
    `'00:15:00'`,
    `'23:00:00'`,
  ),
  'received mails: of what is not received any more': replaceIn(
    'private.notice_problem(public.messages,timestamp with time zone)',
    `notice.study_id not in (select private.studies_received_by(notice.patient_id))`,
    'false',
  ),
  ...inFunction('private.notice_initials(public.messages,timestamp with time zone)', {
    'received mails: with names': ['private.initials(p.full_name)', 'p.full_name'],
    'received mails: of one alone': [`(m.due_at <= notice_initials.at)`, 'false'],
    'received mails: of another dentist’s patients': [
      '(m.patient_id = (notice_initials.notice).patient_id)',
      'true',
    ],
  }),
  'received mails: what came meanwhile is told': replaceIn(
    'private.settle_message(uuid,text,timestamp with time zone)',
    `coalesce(message.lease_until - interval '2 minutes', message.due_at)`,
    'settle_message.at',
  ),
  ...inFunction('private.accept_sending(uuid)', {
    'accepted unseen: although it is off': [`not (settings ->> 'accept_orders')::boolean`, 'false'],
    'accepted unseen: of several kinds': ['and cardinality(o.types) = 1', 'limit 1'],
    'accepted unseen: where patients do not choose': [`(settings ->> 'self_booking')::boolean`, 'true'],
    'accepted unseen: in another name': [
      'private.name_key(patient.full_name) = private.name_key(request.patient_name)',
      'true',
    ],
    'accepted unseen: without the mail': 'perform private.mail_choice(link, null);',
  }),
  'accepted unseen: with a token for the dentist': replaceIn(
    'private.has_choice(bigint)',
    'AND (l.made_by IS NOT NULL)',
    '',
  ),
  'accepted unseen: the account is the order’s at once': `drop trigger cita_links_order_patient on public.cita_links;
    create trigger cita_links_order_patient after insert or update of patient_id, request_id on public.cita_links
    for each row when (new.request_id is not null) execute function private.note_order_patient()`,
  'accepted unseen: with any doctor': replaceIn(
    'private.doctor_to_choose(uuid)',
    'count(*)',
    'least(count(*), 1)',
  ),
}

/** What a dentist receives, and when it ends. */
export const ofReceiving: Mutants = {
  'orders: the order of another': replaceIn(
    'private.own_order(uuid)',
    'select o.* into found_order from public.orders o where o.id = own_order.order_id and o.dentist_id = caller for update',
    'select o.* into found_order from public.orders o where o.id = own_order.order_id for update',
  ),
  ...inFunction('private.studies_received_by(uuid)', {
    'received: by any dentist': ['(r.dentist_id = studies_received_by.dentist)', 'true'],
    'received: after the end': ['(r.ended_at IS NULL)', 'true'],
    'received: for ever': ['(r.until > now())', 'true'],
    'received: of closed patients': ['(a.closed_at IS NOT NULL)', 'false'],
  }),
  'received: may_read_study knows nothing of it': replaceIn(
    'private.may_read_study(uuid)',
    'or s.id in (select private.received_studies())',
    '',
  ),
  'received: by who may not act': replaceIn(
    'private.received_studies()',
    'where c.active and c.is_dentist',
    'where c.is_dentist and false',
  ),
  ...inFunction('private.received_files()', {
    'received files: no previews': [
      'cross join unnest(private.preview_files(p)) f(path)',
      'cross join unnest(array[]::text[]) f(path)',
    ],
    'received files: every key image': ['k.id in (select private.my_key_images())', 'true'],
    'received files: no own image': ['k.author_id = caller and k.removed_at is null or', ''],
  }),
  'received folders: of every study': replaceIn(
    'private.received_folders()',
    'where s.id in (select private.received_studies()) and f.folder',
    'where f.folder',
  ),
  'received folders: as many files as one likes': replaceIn('private.received_folders()', '48 >', '4800 >'),
  'received: the day stays': replaceIn(
    'private.follow_study()',
    'set until = private.received_until(new.study_date)',
    'set until = r.until',
  ),
  'received: marks for the clinic': disableTrigger('public.study_marks', 'study_marks_b_dentist'),
  'received: key images for the clinic': disableTrigger('public.key_images', 'key_images_b_dentist'),
  'key images: the clinic’s count for a dentist': replaceIn(
    'private.check_key_image()',
    'case when by_dentist then k.author_id = new.author_id else not private.is_dentist(k.author_id) end',
    'true',
  ),
  'key images: any file for a dentist': replaceIn(
    'private.check_key_image()',
    'or study.id in (select private.received_studies())',
    '',
  ),
  'trail: nothing of what a dentist opened': replaceIn(
    'private.patient_in_reach(text,text)',
    'or study in (select private.received_studies())',
    '',
  ),
  'progress: opened by a dentist': replaceIn(
    'private.study_progress(uuid)',
    'and (v.share_id is not null or v.person_id = study.patient_id)',
    '',
  ),
  ...inFunction(share, {
    'create_study_share: a dentist’s for 90 days': ['case when by_dentist then 14 else 90 end', '90'],
    'create_study_share: a sixth one of a dentist': ['if 5 <=', 'if 500 <='],
  }),
  'revoke_study_share: by any dentist': replaceIn(
    'public.revoke_study_share(uuid)',
    'or (private.dentist_uid() is not null and share.made_by is distinct from caller)',
    '',
  ),
  'may_share: a dentist who receives nothing': replaceIn(
    'private.may_share(uuid,public.studies)',
    'study.id in (select private.studies_received_by(p.id))',
    'true',
  ),
  ...inFunction('private.my_key_images()', {
    'reported images: of any received study': [
      'or r.study_id in (select private.received_studies())',
      'or true',
    ],
  }),
  'my_report: of any study, to dentists': replaceIn(
    'public.my_report(uuid)',
    's.id in (select private.received_studies())',
    'private.dentist_uid() is not null',
  ),
}
