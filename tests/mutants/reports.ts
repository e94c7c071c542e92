import {
  addPolicy,
  alterPolicy,
  alwaysAnswers,
  disableTrigger,
  dropConstraint,
  dropPolicy,
  type Mutants,
  noRowSecurity,
  replaceIn,
} from './break.ts'

const marks = 'public.study_marks'
const images = 'public.key_images'
const reports = 'public.reports'
const sign = 'public.sign_report(uuid,integer,integer,text)'
const start = 'public.start_report(uuid,uuid,uuid)'
const save = 'public.save_report(uuid,integer,jsonb)'
const mine = 'public.my_report(uuid)'
const me = '(select private.active_uid())'
const doctors = '(select private.is_doctor())'
const read = 'exists (select from public.studies s where s.id = study_id)'

/** Marks, desks and presets: who sees and changes them. */
export const ofSavedWork: Mutants = {
  'marks: of their author alone, for everybody': alterPolicy(
    marks,
    'doctors read their marks and the clinic’s of studies',
    `using (removed_at is null and (select private.is_doctor()) and ${read})`,
  ),
  'marks: for patients': alterPolicy(
    marks,
    'doctors read their marks and the clinic’s of studies',
    `using (removed_at is null and ${read})`,
  ),
  'marks: removed ones': alterPolicy(
    marks,
    'doctors read their marks and the clinic’s of studies',
    `using ((select private.is_doctor()) and (author_id = (select private.active_uid()) or audience = 'clinic') and ${read})`,
  ),
  'marks: in anybody’s name': alterPolicy(
    marks,
    'doctors mark studies of their patients, admins any',
    `with check ((select private.is_doctor()) and ${read})`,
  ),
  'marks: as many as one likes': replaceIn('private.check_mark()', 'if 200 <=', 'if 2000 <='),
  'marks: of another study': replaceIn(
    'private.check_mark()',
    '(new.id, new.study_id, new.author_id) is distinct from (old.id, old.study_id, old.author_id)',
    'false',
  ),
  'marks: turned by anything': dropConstraint(marks, 'study_marks_orientation_fits'),
  'marks: untold': disableTrigger(marks, 'study_marks_z_audit'),
  'marks: changed by anybody who reads them': alterPolicy(
    marks,
    'doctors change their own marks',
    'using ((select private.is_doctor()) and removed_at is null) with check ((select private.is_doctor()))',
  ),
  'marks: given to somebody else': replaceIn(
    'private.check_mark()',
    '(new.id, new.study_id, new.author_id) is distinct from (old.id, old.study_id, old.author_id)',
    '(new.id, new.study_id) is distinct from (old.id, old.study_id)',
  ),
  'desks: of any study': alterPolicy(
    'public.study_desks',
    'doctors keep their own desk of studies they read',
    `using (author_id = ${me} and ${doctors}) with check (author_id = ${me} and ${doctors})`,
  ),
  'desks: of any size': dropConstraint('public.study_desks', 'study_desks_state_fits'),
  'presets: in anybody’s name': alterPolicy(
    'public.viewer_presets',
    'doctors keep their own presets',
    `using (owner_id = ${me} and ${doctors}) with check (${doctors})`,
  ),
  'desks: everybody’s': addPolicy('public.study_desks', 'select'),
  'presets: everybody’s': addPolicy('public.viewer_presets', 'select'),
  'presets: as many as one likes': disableTrigger('public.viewer_presets', 'viewer_presets_count'),
}

/** Key images and their files. */
export const ofKeyImages: Mutants = {
  'key images: no row security': noRowSecurity(images),
  'key images: of any report, for its patient': replaceIn(
    'private.my_key_images()',
    "r.state = 'firmado' and r.visible_from <= now()",
    'true',
  ),
  'key images: of a signed report, changed': replaceIn(
    'private.check_key_image()',
    "tg_op <> 'INSERT' and private.is_signed_image(old.id)",
    'false',
  ),
  'key images: without a file': replaceIn(
    'private.check_key_image()',
    'if private.beside(',
    'if false and private.beside(',
  ),
  'key images: files in one’s folder': dropPolicy(
    'storage.objects',
    'key images: in the own folder those of a delivered report',
  ),
  'key images: of other authors, for colleagues': alterPolicy(
    images,
    'doctors read key images, patients those of their report',
    `using (removed_at is null and ${doctors} and ${read})`,
  ),
  'key images: changed by colleagues': alterPolicy(
    images,
    'doctors change their own key images',
    `using (${doctors} and removed_at is null) with check (${doctors})`,
  ),
  'key images: as many as one likes': replaceIn('private.check_key_image()', '24 <=', '2400 <='),
  'key images: by who only reads the study': alterPolicy(
    images,
    'doctors add key images of their patients’ studies, admins any',
    `with check (author_id = (select private.active_uid()) and (select private.is_doctor()) and ${read})`,
  ),
  'key images: untold': disableTrigger(images, 'key_images_z_audit'),
}

/** Templates and phrases. */
export const ofTemplates: Mutants = {
  'templates: by doctors': alterPolicy(
    'public.report_templates',
    'admins change templates',
    'using ((select private.is_doctor())) with check ((select private.is_doctor()))',
  ),
  'templates: retired ones, for doctors': alterPolicy(
    'public.report_templates',
    'doctors read the active templates, admins all',
    `using (${doctors})`,
  ),
  'templates: added by doctors': alterPolicy(
    'public.report_templates',
    'admins add templates',
    `with check (${doctors})`,
  ),
  'templates: changed untold': disableTrigger('public.report_templates', 'report_templates_z_audit'),
  'phrases: changed by anybody who reads them': alterPolicy(
    'public.report_phrases',
    'doctors change their own phrases, admins the clinic’s',
    `using (${doctors}) with check (${doctors})`,
  ),
  'phrases: deleted by anybody who reads them': alterPolicy(
    'public.report_phrases',
    'doctors delete their own phrases, admins the clinic’s',
    `using (${doctors})`,
  ),
  'phrases: as many as one likes': disableTrigger('public.report_phrases', 'report_phrases_count'),
  'templates: approved by nobody': disableTrigger('public.report_templates', 'report_templates_keep'),
  'phrases: everybody’s': alterPolicy(
    'public.report_phrases',
    'doctors read the clinic’s phrases and their own',
    'using ((select private.is_doctor()))',
  ),
  'phrases: the clinic’s by doctors': alterPolicy(
    'public.report_phrases',
    'doctors add their own phrases, admins the clinic’s',
    'with check ((select private.is_doctor()))',
  ),
}

/** Who reads and writes drafts. */
export const ofReports: Mutants = {
  'reports: drafts of others': alterPolicy(
    reports,
    'authors read drafts, doctors what was signed of studies',
    `using ((select private.is_doctor()) and ((select private.is_admin()) or ${read}))`,
  ),
  'reports: patients': addPolicy(reports, 'select'),
  'reports: of the wrong patient': alterPolicy(
    reports,
    'authors read drafts, doctors what was signed of studies',
    `using ((select private.is_doctor()) and (author_id = (select private.active_uid()) and state = 'borrador'
      or state <> 'borrador' and ((select private.is_admin()) or ${read})))`,
  ),
  'reports: heads before the delivery': alterPolicy(
    'public.report_heads',
    'patients read delivered heads, doctors those of studies',
    `using (patient_id = (select private.active_uid()) or (select private.is_doctor()) and ((select private.is_admin()) or ${read}))`,
  ),
  'reports: unsigned addenda': dropPolicy(
    'public.report_addenda',
    'who reads a report reads its signed addenda, authors their own',
  ),
  'start_report: whoever reads the study': alwaysAnswers('private.may_report(uuid)', 'true'),
  'start_report: the draft of another template': replaceIn(
    start,
    'report.template_id is distinct from start_report.template_id',
    'false',
  ),
  'start_report: beside another’s': replaceIn(start, 'report.author_id <> caller', 'false'),
  'save_report: over a newer one': replaceIn(
    save,
    'report.version is distinct from save_report.version',
    'false',
  ),
  'save_report: any column': replaceIn(save, `] <> '{}'`, `] is null`),
  'save_report: of any length': replaceIn(save, '> 61440', '> 6144000'),
  'save_report: any image': replaceIn(
    'private.put_report_images(public.reports,jsonb)',
    'k.study_id = report.study_id and',
    '',
  ),
  'save_report: by anybody': replaceIn(
    'private.own_draft(uuid)',
    'report.author_id is distinct from caller',
    'report.id is null',
  ),
  'reports: their images, for everybody': alterPolicy(
    'public.report_images',
    'who reads a report reads its images',
    'using (true)',
  ),
  'discard_report: of others': replaceIn(
    'public.discard_report(uuid)',
    'private.own_draft(discard_report.report_id)',
    '(select r from public.reports r where r.id = discard_report.report_id)',
  ),
  'free_report_draft: by anybody': replaceIn(
    'public.free_report_draft(uuid)',
    'perform private.require_admin();',
    '',
  ),
  'reports: written untold': disableTrigger(reports, 'reports_z_audit'),
  'discard_report: for good': replaceIn(
    'private.keep_report()',
    'on conflict do nothing',
    'on conflict do nothing; delete from private.discarded_reports',
  ),
}

const waiting = 'doctors read what waits of studies they read'
const mayWait = (who: string) =>
  alterPolicy('public.awaiting_reports', waiting, `using ((select private.is_doctor()) and (${who}))`)

/** Which studies wait for a report. */
export const ofAwaiting: Mutants = {
  'waiting: for patients': addPolicy('public.awaiting_reports', 'select'),
  'waiting: of everybody, for doctors': mayWait('true'),
  'waiting: for patients, their own': alterPolicy(
    'public.awaiting_reports',
    waiting,
    'using (patient_id = (select private.active_uid()) or patient_id in (select private.my_patients()) or (select private.is_admin()))',
  ),
  'waiting: not what one asked for': mayWait(
    'patient_id in (select private.my_patients()) or (select private.is_admin())',
  ),
  'waiting: with a draft': disableTrigger(reports, 'reports_f_awaiting'),
  'waiting: after the annulling': disableTrigger(reports, 'reports_f_awaiting_later'),
  'waiting: new studies': disableTrigger('public.studies', 'studies_f_awaiting'),
  'waiting: changed studies': disableTrigger('public.studies', 'studies_f_awaiting_later'),
  'waiting: without a file': replaceIn('private.note_awaiting(uuid)', 's.file_url is not null', 'true'),
  'waiting: with a report': replaceIn(
    'private.note_awaiting(uuid)',
    "r.state in ('borrador', 'firmado')",
    "r.state = 'borrador'",
  ),
  'waiting: apart from a change at the same time': replaceIn(
    'private.note_awaiting(uuid)',
    'for no key update',
    '',
  ),
}

/** Signing, delivering, annulling, adding. */
export const ofSigning: Mutants = {
  'sign_report: without a proof': alwaysAnswers('private.has_fresh_proof()', 'true'),
  'sign_report: an old proof': replaceIn(
    'private.has_fresh_proof()',
    "interval '10 minutes'",
    "interval '1 day'",
  ),
  'sign_report: the password beside a second factor': replaceIn(
    'private.has_fresh_proof()',
    "then 'totp'",
    "then 'password'",
  ),
  'sign_report: without a licence': replaceIn(
    'private.require_signer()',
    "btrim(coalesce(signer.professional_license, '')) = ''",
    'false',
  ),
  'sign_report: an ended certificate': replaceIn(
    'private.require_signer()',
    'signer.certificate_until < private.clinic_today()',
    'false',
  ),
  'sign_report: whatever lacks': replaceIn(sign, "lacks <> '[]'", 'false'),
  'sign_report: an older version': replaceIn(
    sign,
    'report.version is distinct from sign_report.version',
    'false',
  ),
  'sign_report: held for a month': replaceIn(sign, 'not between 1 and 7', 'not between 1 and 30'),
  'release_report: by anybody who reads': replaceIn(
    'private.report_to_end(uuid)',
    'private.is_doctor() and report.author_id = caller',
    'private.is_doctor()',
  ),
  'release_report: twice': replaceIn(
    'public.release_report(uuid)',
    "report.state <> 'firmado' or report.visible_from <= now()",
    'false',
  ),
  'save_addendum: to what one may not write': replaceIn(
    'public.save_addendum(uuid,text,text,uuid)',
    'not private.may_report(report.patient_id)',
    'false',
  ),
  'save_addendum: to an annulled report': replaceIn(
    'public.save_addendum(uuid,text,text,uuid)',
    "report.state = 'anulado'",
    'false',
  ),
  'save_addendum: a second unsigned one': replaceIn(
    'public.save_addendum(uuid,text,text,uuid)',
    'addendum.id is distinct from addendum_id',
    'false',
  ),
  'save_addendum: as many as one likes': replaceIn(
    'public.save_addendum(uuid,text,text,uuid)',
    '20 <=',
    '200 <=',
  ),
  'sign_addendum: of others': replaceIn('public.sign_addendum(uuid)', ' and a.author_id = caller', ''),
  'sign_addendum: without a proof': replaceIn(
    'public.sign_addendum(uuid)',
    'signer := private.require_signer();',
    'select p.* into signer from public.profiles p where p.id = caller;',
  ),
  'sign_addendum: with a blank': replaceIn(
    'public.sign_addendum(uuid)',
    "addendum.text ~ '\\[[^\\[\\]]*\\]'",
    'false',
  ),
  'sign_addendum: to an annulled report': replaceIn(
    'public.sign_addendum(uuid)',
    "report.state <> 'firmado'",
    'false',
  ),
  'sign_addendum: after the link ended': replaceIn(
    'public.sign_addendum(uuid)',
    'not private.may_report(report.patient_id)',
    'false',
  ),
  'addenda: not counted beside the study': disableTrigger('public.report_addenda', 'report_addenda_head'),
  'reports: apart from their heads': disableTrigger(reports, 'reports_head'),
  'annul_report: without a reason': replaceIn(
    'public.annul_report(uuid,text)',
    "btrim(coalesce(reason, '')) = ''",
    'false',
  ),
  'sign_addendum: apart from the report': replaceIn(
    'public.sign_addendum(uuid)',
    "private.text_part('Texto anterior (SHA-256)', addendum.previous_hash),",
    '',
  ),
  'signing: without the hash in the trail': replaceIn(
    'private.audit_report()',
    "columns := array['content_hash=' || new.content_hash];",
    'null;',
  ),
}

/** What stays for ever. */
export const ofSigned: Mutants = {
  'signed: reports change': disableTrigger(reports, 'reports_a_keep'),
  'signed: addenda change': disableTrigger('public.report_addenda', 'report_addenda_a_keep'),
  'signed: images change': disableTrigger('public.report_images', 'report_images_a_keep'),
  'signed: heads change': disableTrigger('public.report_heads', 'report_heads_keep'),
  'signed: another hash': dropConstraint(reports, 'reports_hash_fits'),
  'signed: files change': disableTrigger('storage.objects', 'indice_keep_signed'),
  'signed: images truncated': disableTrigger('public.report_images', 'report_images_no_truncate'),
  'signed: addenda truncated': disableTrigger('public.report_addenda', 'report_addenda_no_truncate'),
  'signed: studies change': disableTrigger('public.studies', 'studies_c_reports'),
  'signed: one folio twice': replaceIn(
    'private.next_folio()',
    "perform pg_advisory_xact_lock(hashtext('reports.folio'));",
    '',
  ),
}

/** What patients and strangers read. */
export const ofReading: Mutants = {
  'reports: a clinic without them waits for one': replaceIn(
    'private.fill_report_needed()',
    "= 'off'",
    "= 'never'",
  ),
  'my_report: before the delivery': replaceIn(mine, 'and r.visible_from <= now()', ''),
  'my_report: of anybody': replaceIn(mine, 'and s.patient_id = caller', ''),
  'my_report: with the reason of a delivery': replaceIn(
    'private.delivered_report(public.reports)',
    "'hold_reason'::text",
    "'nothing'::text",
  ),
  'verify_report: with its patient': replaceIn(
    'public.verify_report(text)',
    "'folio', r.folio,",
    "'folio', r.folio, 'patient_name', r.patient_name,",
  ),
  'verify_report: as fast as one likes': replaceIn(
    'public.verify_report(text)',
    "perform private.hit('verify_report', 60, interval '1 minute');",
    '',
  ),
  'progress: delivered to patients before': replaceIn(
    'private.study_progress(uuid)',
    "case when private.is_doctor() then 'por_entregar' else 'en_interpretacion' end",
    "'por_entregar'",
  ),
  'progress: seen before the addendum': replaceIn(
    'private.study_progress(uuid)',
    'and v.last_at >= delivered',
    '',
  ),
  'note_seen: a report that is to come': replaceIn(
    'public.note_seen(uuid,text)',
    "and r.state = 'firmado' and r.visible_from <= now()",
    '',
  ),
}

/** Reports by links, and news by mail. */
export const ofSharedReports: Mutants = {
  'links: every report': replaceIn(
    'private.shared_report(public.study_shares)',
    '(shared_report.share).with_report',
    'true',
  ),
  'links: of a clinic that writes none': replaceIn(
    'private.shared_report(public.study_shares)',
    "(private.setting('reports'::text, 'on'::text) <> 'off'::text)",
    'true',
  ),
  'links: an open page hears nothing of its report': replaceIn(
    'public.check_study_visit(text,text,jsonb)',
    'report := private.shared_report(share);',
    '',
  ),
  'links: an open page hears nothing of addenda': replaceIn(
    'public.check_study_visit(text,text,jsonb)',
    "report #>> '{addenda,-1,content_hash}'",
    'null',
  ),
  'links: nobody asked': replaceIn(
    'public.create_study_share(uuid,text,integer,integer,text,uuid,boolean,text)',
    'coalesce(create_study_share.with_report, false)',
    'false',
  ),
}

const nextNotice = 'private.is_next_notice(public.messages,timestamp with time zone)'
const settleMessage = 'private.settle_message(uuid,text,timestamp with time zone)'

export const ofNotices: Mutants = {
  'notices: to whoever wants none': replaceIn('private.gets_notices(uuid)', 'p.wants_mail', 'true'),
  'notices: of every change': replaceIn(
    'private.note_notice(text,uuid,uuid,timestamp with time zone)',
    "m.due_at > due - interval '24 hours'",
    'false',
  ),
  'notices: without a mail server': replaceIn(
    'private.note_notice(text,uuid,uuid,timestamp with time zone)',
    'not private.has_mail() or',
    '',
  ),
  'notices: of a held report': replaceIn(
    'private.note_report_ready()',
    'new.study_id, new.visible_from)',
    'new.study_id, now())',
  ),
  'notices: of a study that became another’s': replaceIn(
    'private.notice_problem(public.messages,timestamp with time zone)',
    's.patient_id = notice.patient_id',
    'true',
  ),
  'notices: however late': replaceIn(
    'private.notice_problem(public.messages,timestamp with time zone)',
    "at - interval '24 hours' then",
    "at - interval '24 years' then",
  ),
  'notices: several a day': replaceIn(nextNotice, "m.sent_at > at - interval '24 hours'", 'false'),
  'notices: while one is on its way': replaceIn(
    nextNotice,
    '(m.due_at, m.id) < (notice.due_at, notice.id)',
    'false',
  ),
  'notices: one for each study': replaceIn(settleMessage, 'm.patient_id = message.patient_id', 'false'),
  'notices: lost with a mail that failed': replaceIn(
    settleMessage,
    "outcome = 'enviado' and message.kind",
    'message.kind',
  ),
  'notices: not of reports': disableTrigger(reports, 'reports_notice'),
  'notices: not of addenda': disableTrigger('public.report_addenda', 'report_addenda_notice'),
  'notices: shown to administrators': alterPolicy(
    'public.messages',
    'doctors read messages of their appointments, admins all',
    'using ((select private.is_doctor()) and (select private.is_admin()))',
  ),
  'notices: tried again by administrators': replaceIn(
    'public.retry_message(uuid)',
    "and m.kind <> 'resultado'",
    '',
  ),
  'notices: among the figures': replaceIn(
    'private.messages_since(timestamp with time zone)',
    "m.kind <> 'resultado' and",
    '',
  ),
  'notices: those that wait are stuck': replaceIn(
    'private.mail_state(timestamp with time zone)',
    "and m.kind <> 'resultado'",
    '',
  ),
}
