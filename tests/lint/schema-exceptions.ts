const oneFile =
  'asks about this very file: an index answers it, and only for files that passed the folder check'
const onePhoto =
  'takes a lock, so that of many uploads at once not all are the tenth; asked once, of a row that is written'
const changesCitas =
  'nobody has a grant to write starts, and no selector this status; finds the caller’s own appointments, any for administrators'
const byToken = 'a hash of 128 random bits decides whose appointment it is; counted by address and by link'
const writesReports =
  'nobody has a grant to write reports; refuses all but the author who may report on the patient'
const endsReports = 'nobody has a grant to write reports; finds none but for its signer and administrators'
const byCode = '128 random bits on the printed report decide; names no patient, counted by address'
const bySenderKey =
  'a key of 128 bits in schema private decides; ten wrong ones of an address a minute, which answer 404'
const perBucket =
  'one policy per bucket: each begins with its bucket and never lets a file of the other through'

/**
 * Findings of schema rules that we accept, by rule and subject, with the reason. The test fails when one is no longer
 * found.
 */
export const exceptions: Record<string, Record<string, string>> = {
  'exposed table without a policy that is granted all the same': {
    'storage.buckets':
      'the grants are the host’s; without a policy every row is refused (tests/policies/storage.test.ts)',
  },
  'who is asking, evaluated per row': {
    'storage.objects "copies without identity: doctors read what they uploaded" private.is_archived_file':
      oneFile,
    'storage.objects "copies without identity: doctors read what they uploaded" private.is_neutral_copy':
      'compares this very name with a pattern',
    'storage.objects "copies without identity: doctors upload" private.is_archived_file': oneFile,
    'storage.objects "copies without identity: doctors upload" private.is_neutral_copy':
      'compares this very name with a pattern',
    'storage.objects "study files: doctors upload for their patients, admins any" private.is_archived_file':
      oneFile,
    'storage.objects "study files: own folder, own patients\' folders, admins all" private.is_archived_file':
      oneFile,
    'storage.objects "key images: in the own folder those of a delivered report" private.is_key_image_file':
      'compares this very name with a pattern',
    'storage.objects "study files: own uploads that no study needs may be deleted" private.is_study_file':
      oneFile,
    'storage.objects "study files: own uploads that no study needs may be replaced" private.is_study_file':
      oneFile,
  },
  'volatile function in a policy': {
    'storage.objects "profile photos: ten a day" photos_left': onePhoto,
    'storage.objects "profile photos: ten a day, replaced ones as well" photos_left': onePhoto,
  },
  'two permissive policies for one role and command': {
    'public.profiles select authenticated':
      'one sentence of the permission page each: own, my doctors, my patients and colleagues, administrators',
    'public.profiles update authenticated':
      'own row even where one may not read others, and administrators any; which columns is decided by a trigger',
    'storage.objects delete authenticated': perBucket,
    'storage.objects insert authenticated': perBucket,
    'storage.objects select authenticated': perBucket,
    'storage.objects update authenticated': perBucket,
  },
  'definer function that asks nobody': {
    'public.book_by_link(text, date, time without time zone)': 'counts in private.count_act',
    'public.cancel_by_link(text)': 'counts in private.count_act',
    'public.confirm_by_link(text)': 'counts in private.count_act',
    'public.move_by_link(text, date, time without time zone)': 'counts in private.count_act',
    'public.release_activation(text)':
      'for the service key alone, which asks with the token that it has claimed',
    'public.discard_report(uuid)': 'asks who is calling in private.own_draft',
    'public.my_report(uuid)': 'asks who is calling in private.require_caller',
    'public.release_report(uuid)': 'asks who is calling in private.report_to_end',
    'public.reminders(date, uuid)': 'asks who is calling in private.require_reminder_day',
    'public.settle_messages(text, jsonb)': 'asks for the key and counts in private.refused_sender',
    'public.stop_reminders(text, boolean)': 'counts in private.count_act',
    'public.take_messages(text)': 'asks for the key and counts in private.refused_sender',
    'public.tell_absence(text)': 'counts in private.count_act',
  },
  'definer function that the API can call': {
    'public.accept_study_request(bigint) authenticated':
      'links a patient in schema private; refuses who is no doctor',
    'public.account_status() authenticated':
      'reads the state of the own account in schema private, nobody else’s',
    'public.add_closure(uuid, uuid, text, date, date, time without time zone, time without time zone, text) authenticated':
      'nobody has a grant to write closures; refuses all but administrators and a doctor’s own absence',
    'public.book_by_link(text, date, time without time zone) anon': byToken,
    'public.book_by_link(text, date, time without time zone) authenticated': byToken,
    'public.cancel_by_link(text) anon': byToken,
    'public.cancel_by_link(text) authenticated': byToken,
    'public.confirm_by_link(text) anon': byToken,
    'public.confirm_by_link(text) authenticated': byToken,
    'public.move_by_link(text, date, time without time zone) anon': byToken,
    'public.move_by_link(text, date, time without time zone) authenticated': byToken,
    'public.tell_absence(text) anon': byToken,
    'public.tell_absence(text) authenticated': byToken,
    'public.stop_reminders(text, boolean) anon': byToken,
    'public.stop_reminders(text, boolean) authenticated': byToken,
    'public.settle_messages(text, jsonb) anon': bySenderKey,
    'public.settle_messages(text, jsonb) authenticated': bySenderKey,
    'public.take_messages(text) anon': bySenderKey,
    'public.take_messages(text) authenticated': bySenderKey,
    'public.message_figures() authenticated': 'counts messages; refuses who is no administrator',
    'public.note_opened(uuid, boolean) authenticated':
      'nobody has a grant to write messages; refuses all but the appointment’s doctor and administrators',
    'public.prepare_reminders(date, uuid) authenticated':
      'nobody reads tokens; a doctor’s own appointments, any for administrators',
    'public.queue_message(text, uuid) authenticated':
      'nobody has a grant to write messages; refuses all but the appointment’s doctor and administrators',
    'public.reminders(date, uuid) authenticated':
      'one question instead of three; a doctor’s own appointments, any for administrators',
    'public.retry_message(uuid) authenticated':
      'nobody has a grant to write messages; refuses who may not read this one',
    'public.set_reminders(uuid, boolean) authenticated':
      'one preference of a patient; refuses all but linked doctors and administrators',
    'public.cita_link(text) anon': byToken,
    'public.cita_link(text) authenticated': byToken,
    'public.cita_link_slots(text, date) anon': byToken,
    'public.cita_link_slots(text, date) authenticated': byToken,
    'public.cita_token(uuid, text) authenticated':
      'nobody reads tokens; refuses all but the appointment’s doctor and administrators',
    'public.my_cita_link(uuid) authenticated': 'nobody reads tokens; only of the caller’s own appointment',
    'public.revoke_cita_link(uuid) authenticated':
      'nobody has a grant to write links; refuses all but staff of this link',
    'public.send_choice(bigint, uuid, text) authenticated':
      'accepts the request and links as booking does; refuses who may not book that doctor',
    'public.remove_closure(uuid) authenticated':
      'nobody has a grant to write closures; refuses all but administrators and a doctor’s own absence',
    'public.set_hours(uuid, jsonb) authenticated':
      'nobody has a grant to write hours; refuses who is no administrator',
    'public.request_patient(bigint) authenticated':
      'says whether an e-mail is a patient’s, and the name only to who reads that patient; 240 a minute',
    'public.book_cita(uuid, uuid, uuid, date, time without time zone, text, bigint, text, boolean) authenticated':
      'nobody has a grant to write seat and request; refuses who may not book this doctor and patient',
    'public.move_cita(uuid, date, time without time zone, uuid, text, boolean) authenticated': changesCitas,
    'public.confirm_cita(uuid) authenticated': changesCitas,
    'public.mark_no_show(uuid) authenticated': changesCitas,
    'public.undo_no_show(uuid) authenticated': changesCitas,
    'public.no_shows(date, date) authenticated':
      'counts appointments by who referred, with functions of schema private; refuses who is no administrator',
    'public.open_slots(uuid, date, integer) authenticated':
      'times of other doctors’ appointments without saying whose; refuses who is no doctor',
    'public.clinic_week() anon':
      'the clinic’s own week and closures that say why, nothing of a doctor; 60 a minute',
    'public.clinic_week() authenticated':
      'the clinic’s own week and closures that say why, nothing of a doctor; 60 a minute',
    'public.agenda_settings() authenticated': 'reads settings in schema private; refuses who is no doctor',
    'public.set_agenda_settings(jsonb) authenticated':
      'writes settings in schema private; refuses who is no administrator',
    'public.admin_suffix() authenticated':
      'reads a setting in schema private; refuses who is no administrator',
    'public.annul_invoice(uuid, text) authenticated':
      'the only change that an invoice allows, and nobody has a grant to update; refuses who is no administrator',
    'public.audit_lines(text, text, date, timestamp with time zone, bigint) authenticated':
      'reads the trail in schema private; refuses who is no administrator',
    'public.audit_state() authenticated':
      'reads the seals in schema private; refuses who is no administrator',
    'public.begin_account_removal(uuid) authenticated':
      'closes an account in schema private; refuses who is no administrator',
    'public.begin_doctor_removal(uuid, text, uuid) authenticated':
      'closes an account in schema private and settles its appointments; refuses who is no administrator',
    'public.begin_factor_removal(uuid) authenticated':
      'ends sessions in schema auth; refuses who is no administrator',
    'public.create_activation(uuid) authenticated':
      'writes a link’s hash in schema private; refuses who may not issue a temporary password',
    'public.mail_activation(uuid) authenticated':
      'nobody has a grant to write messages; refuses who may not issue a temporary password',
    'public.begin_password_issue(uuid) authenticated':
      'marks an account in schema private; refuses all but its linked doctor and administrators',
    'public.put_study_preview(uuid, jsonb) authenticated':
      'nobody has a grant to write previews; refuses who is not linked to the patient, and files of others',
    'public.drop_study_preview(uuid) authenticated':
      'nobody has a grant to write previews; refuses all but the study’s author and administrators',
    'public.studies_without_preview(uuid, integer, boolean) authenticated':
      'counts over all studies without asking the policy of each; refuses who is no administrator',
    'public.note_seen(uuid, text) authenticated':
      'nobody has a grant to write what was opened; refuses who may not read the study',
    'public.create_study_share(uuid, text, integer, integer, text, uuid, boolean, text) authenticated':
      'makes a link with secrets in schema private; refuses who may not read the study and its file',
    'public.start_report(uuid, uuid, uuid) authenticated': writesReports,
    'public.save_report(uuid, integer, jsonb) authenticated': writesReports,
    'public.discard_report(uuid) authenticated': writesReports,
    'public.sign_report(uuid, integer, integer, text) authenticated': writesReports,
    'public.save_addendum(uuid, text, text, uuid) authenticated': writesReports,
    'public.sign_addendum(uuid) authenticated': writesReports,
    'public.free_report_draft(uuid) authenticated':
      'nobody reads or deletes the draft of somebody else; refuses all but administrators',
    'public.release_report(uuid) authenticated': endsReports,
    'public.annul_report(uuid, text) authenticated': endsReports,
    'public.my_report(uuid) authenticated':
      'row policies cannot leave the reason of a delivery out; finds the caller’s own delivered report',
    'public.verify_report(text) anon': byCode,
    'public.verify_report(text) authenticated': byCode,
    'public.renew_study_share(uuid) authenticated':
      'new secrets in schema private for a link of the caller’s own',
    'public.revoke_study_share(uuid) authenticated':
      'the only change that a link allows, and nobody has a grant to update; refuses who may not read the study',
    'public.end_session(uuid) authenticated': 'deletes from auth.sessions; only the caller’s own',
    'public.get_doctor_patients(uuid) authenticated':
      'reads the links in schema private; own patients only, any for administrators',
    'public.installation_health() authenticated':
      'reads the seals in schema private and what was applied; refuses who is no administrator',
    'public.invoice_exists(text) authenticated':
      'a yes or no about a number that one may not read; signed in, 30 a minute',
    'public.is_admin_suffix(text) anon': 'a yes or no about a secret of 128 bits; 60 a minute',
    'public.is_admin_suffix(text) authenticated': 'a yes or no about a secret of 128 bits; 60 a minute',
    'public.verify_audit(bigint, integer) authenticated':
      'reads the trail and its seals in schema private; refuses who is no administrator',
    'public.verify_receipt(text) anon':
      'four facts of the receipt whose token of 128 bits one holds; nobody named, 60 a minute',
    'public.verify_receipt(text) authenticated':
      'four facts of the receipt whose token of 128 bits one holds; nobody named, 60 a minute',
    'public.request_receipt(uuid) anon':
      'folio and code of the request whose submission one made, for 24 hours; 30 in 10 minutes',
    'public.request_receipt(uuid) authenticated':
      'folio and code of the request whose submission one made, for 24 hours; 30 in 10 minutes',
    'public.track_request(text, text) anon':
      'a state and a day to whoever holds the code; wrong ones are counted and lock the folio',
    'public.track_request(text, text) authenticated':
      'a state and a day to whoever holds the code; wrong ones are counted and lock the folio',
    'public.tracking_code(study_requests) authenticated':
      'reads the key in schema private; null to who is neither doctor nor administrator',
    'public.has_appointment(study_requests) authenticated':
      'a fact of an appointment of another doctor; null to who is neither doctor nor administrator',
    'public.main_admin_id() authenticated':
      'reads a setting in schema private; refuses who is no administrator',
    'public.log_access(text, text) authenticated':
      'writes one line of the trail in schema private; signed in',
    'public.my_access_log(integer) authenticated':
      'reads the trail in schema private; refuses who is no patient, and only lines about the caller',
    'public.my_link_requests() authenticated':
      'reads the questions in schema private; only those to the caller',
    'public.answer_link_request(uuid, boolean) authenticated':
      'answers a question in schema private; only one to the caller',
    'public.my_sessions() authenticated':
      'reads auth.sessions; only the caller’s own, without address and tokens',
    'public.prepare_account(jsonb) authenticated':
      'prepares an account in schema private; refuses who is neither doctor nor administrator',
    'public.merge_referrers(text, text) authenticated':
      'writes a merge into schema private; refuses who is no administrator',
    'public.referrer_merges() authenticated':
      'reads the merges in schema private; refuses who is no administrator',
    'public.undo_referrer_merge(uuid) authenticated':
      'ends a merge in schema private; refuses who is no administrator',
    'public.search_doctor_patients(uuid, text) authenticated':
      'reads the links in schema private; own patients only, any for administrators',
    'public.service_history(uuid, integer) authenticated':
      'reads old prices in schema private; refuses who is no administrator',
    'public.suggest_referring_doctors(text) anon':
      'five names or fewer of a closed table, after two letters; 240 a minute',
    'public.suggest_referring_doctors(text) authenticated':
      'five names or fewer of a closed table, after two letters; 240 a minute',
    'public.taken_slots(uuid, date) authenticated':
      'times of other doctors’ appointments without saying whose; answers doctors only',
  },
  'message without a code of ours': {
    'private.too_often(text, timestamp with time zone)':
      'PGRST is the only code that brings headers (Retry-After); the body that it carries says PT429',
    'private.seal_audit(integer, interval)': 'a mistake of the code that seals, read by nobody else',
  },
}
