import {
  addPolicy,
  alwaysAnswers,
  disableTrigger,
  dropConstraint,
  inFunction,
  type Mutants,
  replaceIn,
} from './break.ts'

const marks = 'public.study_marks'
const reports = 'public.reports'
const sign = 'public.sign_report(uuid,integer,integer,text)'
const start = 'public.start_report(uuid,uuid,uuid)'
const save = 'public.save_report(uuid,integer,jsonb)'
const mine = 'public.my_report(uuid)'

/** Marks, desks and presets: who sees and changes them. */
export const ofSavedWork: Mutants = {
  ...inFunction('private.check_mark()', {
    'marks: as many as one likes': ['if 200 <=', 'if 2000 <='],
    'marks: of another study': [
      '(new.id, new.study_id, new.author_id) is distinct from (old.id, old.study_id, old.author_id)',
      'false',
    ],
    'marks: given to somebody else': [
      '(new.id, new.study_id, new.author_id) is distinct from (old.id, old.study_id, old.author_id)',
      '(new.id, new.study_id) is distinct from (old.id, old.study_id)',
    ],
  }),
  'marks: turned by anything': dropConstraint(marks, 'study_marks_orientation_fits'),
  'desks: of any size': dropConstraint('public.study_desks', 'study_desks_state_fits'),
  'desks: everybody’s': addPolicy('public.study_desks', 'select'),
  'presets: everybody’s': addPolicy('public.viewer_presets', 'select'),
}

/** Key images and their files. */
export const ofKeyImages: Mutants = {
  'key images: of any report, for its patient': replaceIn(
    'private.my_key_images()',
    "r.state = 'firmado' and r.visible_from <= now()",
    'true',
  ),
  ...inFunction('private.check_key_image()', {
    'key images: of a signed report, changed': [
      "tg_op <> 'INSERT' and private.is_signed_image(old.id)",
      'false',
    ],
    'key images: without a file': ['if private.beside(', 'if false and private.beside('],
    'key images: as many as one likes': ['24 <=', '2400 <='],
  }),
}

/** Templates and phrases. */
export const ofTemplates: Mutants = {}

/** Who reads and writes drafts. */
export const ofReports: Mutants = {
  'reports: patients': addPolicy(reports, 'select'),
  'start_report: whoever reads the study': alwaysAnswers('private.may_report(uuid)', 'true'),
  ...inFunction(start, {
    'start_report: the draft of another template': [
      'report.template_id is distinct from start_report.template_id',
      'false',
    ],
    'start_report: beside another’s': ['report.author_id <> caller', 'false'],
  }),
  ...inFunction(save, {
    'save_report: over a newer one': ['report.version is distinct from save_report.version', 'false'],
    'save_report: any column': [`] <> '{}'`, `] is null`],
    'save_report: of any length': ['> 61440', '> 6144000'],
  }),
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
  'discard_report: for good': replaceIn(
    'private.keep_report()',
    'on conflict do nothing',
    'on conflict do nothing; delete from private.discarded_reports',
  ),
}

/** Which studies wait for a report. */
export const ofAwaiting: Mutants = {
  'waiting: for patients': addPolicy('public.awaiting_reports', 'select'),
  ...inFunction('private.note_awaiting(uuid)', {
    'waiting: without a file': ['s.file_url is not null', 'true'],
    'waiting: with a report': ["r.state in ('borrador', 'firmado')", "r.state = 'borrador'"],
    'waiting: apart from a change at the same time': 'for no key update',
  }),
}

/** Signing, delivering, annulling, adding. */
export const ofSigning: Mutants = {
  ...inFunction('private.report_text(public.reports)', {
    'a signed text: without the hash of the file': ["o.metadata ->> 'sha256'", 'null::text'],
  }),
  'sign_report: without a proof': alwaysAnswers('private.has_fresh_proof()', 'true'),
  ...inFunction('private.has_fresh_proof()', {
    'sign_report: an old proof': ["interval '10 minutes'", "interval '1 day'"],
    'sign_report: the password beside a second factor': ["then 'totp'", "then 'password'"],
  }),
  ...inFunction('private.require_signer()', {
    'sign_report: without a licence': ["btrim(coalesce(signer.professional_license, '')) = ''", 'false'],
    'sign_report: an ended certificate': ['signer.certificate_until < private.clinic_today()', 'false'],
  }),
  ...inFunction(sign, {
    'sign_report: whatever lacks': ["lacks <> '[]'", 'false'],
    'sign_report: an older version': ['report.version is distinct from sign_report.version', 'false'],
    'sign_report: held for a month': ['not between 1 and 7', 'not between 1 and 30'],
  }),
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
  ...inFunction('public.save_addendum(uuid,text,text,uuid)', {
    'save_addendum: to what one may not write': ['not private.may_report(report.patient_id)', 'false'],
    'save_addendum: to an annulled report': ["report.state = 'anulado'", 'false'],
    'save_addendum: a second unsigned one': ['addendum.id is distinct from addendum_id', 'false'],
    'save_addendum: as many as one likes': ['20 <=', '200 <='],
  }),
  ...inFunction('public.sign_addendum(uuid)', {
    'sign_addendum: of others': ' and a.author_id = caller',
    'sign_addendum: without a proof': [
      'signer := private.require_signer();',
      'select p.* into signer from public.profiles p where p.id = caller;',
    ],
    'sign_addendum: with a blank': ["addendum.text ~ '\\[[^\\[\\]]*\\]'", 'false'],
    'sign_addendum: to an annulled report': ["report.state <> 'firmado'", 'false'],
    'sign_addendum: after the link ended': ['not private.may_report(report.patient_id)', 'false'],
    'sign_addendum: apart from the report':
      "private.text_part('Texto anterior (SHA-256)', addendum.previous_hash),",
  }),
  'annul_report: without a reason': replaceIn(
    'public.annul_report(uuid,text)',
    "btrim(coalesce(reason, '')) = ''",
    'false',
  ),
  'signing: without the hash in the trail': replaceIn(
    'private.audit_report()',
    "columns := array['content_hash=' || new.content_hash];",
    'null;',
  ),
}

/** What stays for ever. */
export const ofSigned: Mutants = {
  ...inFunction('private.keep_signed_file()', {
    'a study with a signed report: its file': ["and r.state = 'firmado'", 'and false'],
  }),
  'signed: another hash': dropConstraint(reports, 'reports_hash_fits'),
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
  ...inFunction(mine, {
    'my_report: before the delivery': 'and r.visible_from <= now()',
    'my_report: of anybody': [
      'and (s.patient_id = caller or s.id in (select private.received_studies()))',
      '',
    ],
  }),
  'my_report: with the reason of a delivery': replaceIn(
    'private.delivered_report(public.reports)',
    "'hold_reason'::text",
    "'nothing'::text",
  ),
  ...inFunction('public.verify_report(text)', {
    'verify_report: with its patient': [
      "'folio', r.folio,",
      "'folio', r.folio, 'patient_name', r.patient_name,",
    ],
    'verify_report: as fast as one likes': "perform private.hit('verify_report', 60, interval '1 minute');",
  }),
  ...inFunction('private.study_progress(uuid)', {
    'progress: delivered to patients before': [
      "case when private.is_doctor() then 'por_entregar' else 'en_interpretacion' end",
      "'por_entregar'",
    ],
    'progress: seen before the addendum': 'and v.last_at >= delivered',
  }),
  'note_seen: a report that is to come': replaceIn(
    'public.note_seen(uuid,text)',
    "and r.state = 'firmado' and r.visible_from <= now()",
    '',
  ),
}

/** Reports by links, and news by mail. */
export const ofSharedReports: Mutants = {
  ...inFunction('private.shared_report(public.study_shares)', {
    'links: every report': ['(shared_report.share).with_report', 'true'],
    'links: of a clinic that writes none': [
      "(private.setting('reports'::text, 'on'::text) <> 'off'::text)",
      'true',
    ],
  }),
  ...inFunction('public.check_study_visit(text,text,jsonb)', {
    'links: an open page hears nothing of its report': 'report := private.shared_report(share);',
    'links: an open page hears nothing of addenda': ["report #>> '{addenda,-1,content_hash}'", 'null'],
  }),
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
  ...inFunction('private.note_notice(text,uuid,uuid,timestamp with time zone)', {
    'notices: of every change': ["m.due_at > due - interval '24 hours'", 'false'],
    'notices: without a mail server': 'not private.has_mail() or',
  }),
  'notices: of a held report': replaceIn(
    'private.note_report_ready()',
    'new.study_id, new.visible_from)',
    'new.study_id, now())',
  ),
  ...inFunction('private.notice_problem(public.messages,timestamp with time zone)', {
    'notices: of a study that became another’s': ['s.patient_id = notice.patient_id', 'true'],
    'notices: however late': ["at - interval '24 hours' then", "at - interval '24 years' then"],
  }),
  ...inFunction(nextNotice, {
    'notices: several a day': ['m.sent_at > at - private.notice_pause(notice)', 'false'],
    'notices: while one is on its way': ['(m.due_at, m.id) < (notice.due_at, notice.id)', 'false'],
  }),
  ...inFunction(settleMessage, {
    'notices: one for each study': ['m.patient_id = message.patient_id', 'false'],
    'notices: lost with a mail that failed': ["outcome = 'enviado' and message.kind", 'message.kind'],
  }),
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
