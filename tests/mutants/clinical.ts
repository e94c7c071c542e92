import {
  addPolicy,
  alterPolicy,
  disableTrigger,
  dropConstraint,
  dropPolicy,
  type Mutants,
  noRowSecurity,
  replaceIn,
} from './break.ts'

const appointments = 'public.citas'
const studies = 'public.studies'
const notes = 'public.medical_notes'
const invoices = 'public.invoices'
const own = 'doctor_id = (select private.active_uid())'

const openStart = 'private.require_open_start(uuid,date,time without time zone)'
const appointmentsRead = 'patients and doctors read their appointments, admins all'
const appointmentsBook = 'doctors book for themselves and their patients, admins for any'
const appointmentsChange = 'doctors change the status of their appointments, admins of all'

export const ofAppointments: Mutants = {
  'citas: a doctor has everybody as a patient': replaceIn(
    'private.my_patients()',
    'on l.doctor_id = c.id',
    'on true',
  ),
  'appointments: whoever may not book is told who does': replaceIn(
    'private.check_cita_doctor()',
    'may_know and',
    '',
  ),
  'citas without row security': noRowSecurity(appointments),
  'citas: nobody reads': dropPolicy(appointments, appointmentsRead),
  'citas: any session reads': alterPolicy(
    appointments,
    appointmentsRead,
    'using (doctor_id = auth.uid() or patient_id = auth.uid() or (select private.is_admin()))',
  ),
  'citas: doctors read those of their patients': alterPolicy(
    appointments,
    appointmentsRead,
    `using (patient_id = (select private.active_uid()) or ${own} or (select private.is_admin())
       or patient_id in (select private.my_patients()))`,
  ),
  'citas: nobody books': dropPolicy(appointments, appointmentsBook),
  'citas: doctors book for any patient': alterPolicy(
    appointments,
    appointmentsBook,
    `with check (${own} and (select private.is_doctor()) and status = 'pendiente' and patient_id is not null)`,
  ),
  'citas: doctors book for other doctors': alterPolicy(
    appointments,
    appointmentsBook,
    `with check ((select private.is_doctor()) and status = 'pendiente'
       and (patient_id in (select private.my_patients()) or (select private.is_admin())))`,
  ),
  'citas: booked in any state': alterPolicy(
    appointments,
    appointmentsBook,
    `with check (${own} and (select private.is_doctor()) and patient_id is not null
       and (patient_id in (select private.my_patients()) or (select private.is_admin())))`,
  ),
  'citas: administrators book for nobody': alterPolicy(
    appointments,
    appointmentsBook,
    `with check (${own} and (select private.is_doctor()) and status = 'pendiente'
       and (patient_id in (select private.my_patients()) or (select private.is_admin())))`,
  ),
  'citas: nobody changes': dropPolicy(appointments, appointmentsChange),
  'citas: every doctor changes': alterPolicy(
    appointments,
    appointmentsChange,
    'using ((select private.is_doctor())) with check ((select private.is_doctor()))',
  ),
  'citas: patients cancel': alterPolicy(
    appointments,
    appointmentsChange,
    `using (patient_id = (select private.active_uid()) or ${own} or (select private.is_admin())) with check (true)`,
  ),
  'citas: the date is granted': `grant update (appointment_date) on ${appointments} to authenticated`,
  'citas: the patient is granted': `grant update (patient_id) on ${appointments} to authenticated`,
  'citas: created_at is granted': `grant insert (created_at) on ${appointments} to authenticated`,
  'citas: the delete is granted': `grant delete on ${appointments} to authenticated`,
  'citas: everybody deletes': `grant delete on ${appointments} to authenticated; ${addPolicy(appointments, 'delete')}`,
  'citas: anonymous reads': `grant select on ${appointments} to anon`,
  'citas: any word is a state': `${disableTrigger(appointments, 'citas_a_status')}; ${dropConstraint(appointments, 'citas_status_known')}`,
  'citas: words as they come': disableTrigger(appointments, 'citas_a_status'),
  'citas: completada is not final': replaceIn(
    'private.check_cita_status()',
    `old.status in ('completada', 'cancelada')`,
    `old.status = 'cancelada'`,
  ),
  'citas: cancelada is not final': replaceIn(
    'private.check_cita_status()',
    `old.status in ('completada', 'cancelada')`,
    `old.status = 'completada'`,
  ),
  'citas: no rule about new ones': disableTrigger(appointments, 'citas_b_rules'),
  'citas: doctors confirm': replaceIn(
    'private.check_cita_rules()',
    `new.status not in ('pendiente', 'completada', 'cancelada')`,
    'false',
  ),
  'citas: yesterday': replaceIn(
    openStart,
    'day < private.clinic_today()',
    'day < private.clinic_today() - 1',
  ),
  'citas: from tomorrow on': replaceIn(
    openStart,
    'day < private.clinic_today()',
    'day <= private.clinic_today()',
  ),
  'citas: the day of UTC': `create or replace function private.clinic_today() returns date
    language sql stable security definer set search_path = '' return (now() at time zone 'UTC')::date`,
  'citas: off the grid': replaceIn(openStart, 'not private.is_open(doctor, day, at)', 'false'),
  'citas: Sundays until six': replaceIn(
    'private.day_windows(uuid,date)',
    'h.weekday = extract(isodow from day)',
    'h.weekday = least(6, extract(isodow from day))',
  ),
  'citas: without a study': replaceIn('private.check_cita_rules()', '200, true', '200, false'),
  'citas: about anybody': disableTrigger(appointments, 'citas_c_people'),
  'citas: about closed accounts': replaceIn(
    'private.check_people()',
    'and not (private.from_api() and p.id in (select private.closed_accounts()))',
    '',
  ),
  'citas: the owner writes no history': `drop trigger citas_b_rules on ${appointments};
    create trigger citas_b_rules before insert or update on ${appointments}
    for each row execute function private.check_cita_rules()`,
  'citas: nobody is linked': disableTrigger(appointments, 'citas_link'),
  'citas: two at one time': 'drop index public.citas_slot_key',
  'citas: a cancelled one keeps its slot': `drop index public.citas_slot_key;
    create unique index citas_slot_key on ${appointments} (doctor_id, appointment_date, appointment_time)`,
  'citas: an endless name': dropConstraint(appointments, 'citas_nombre_fits'),
  'citas: an endless phone': dropConstraint(appointments, 'citas_telefono_fits'),
  'citas: no id of one’s own': `revoke insert (id) on ${appointments} from authenticated`,
  'citas: an endless specialty': dropConstraint(appointments, 'citas_especialidad_fits'),
}

const studiesRead = 'patients and their doctors read studies, authors theirs'
const studiesAdd = 'doctors add studies of their patients, admins any'
const studiesEdit = 'doctors edit their own studies, admins any'
const studiesDelete = 'doctors delete their own studies, admins any'

export const ofPhones: Mutants = {
  'phones: any text of a profile': disableTrigger('public.profiles', 'profiles_c_phone'),
  'phones: any text of a request': disableTrigger('public.study_requests', 'study_requests_c_phone'),
  'phones: any text of an appointment': disableTrigger(appointments, 'citas_d_phone'),
  'phones: any text of a prepared account': disableTrigger(
    'private.prepared_accounts',
    'prepared_accounts_phone',
  ),
  'phones: six digits': replaceIn('private.check_phone()', 'between 7 and 15', 'between 6 and 15'),
  'phones: sixteen digits': replaceIn('private.check_phone()', 'between 7 and 15', 'between 7 and 16'),
  'phones: old ones block their rows': replaceIn('private.check_phone()', `tg_op = 'UPDATE'`, 'false'),
  'phones: a patient’s own cannot be booked': replaceIn(
    'private.check_phone()',
    `tg_table_name = 'citas'`,
    'false',
  ),
  'phones: any in an appointment': replaceIn('private.check_phone()', 'and p.phone = given', ''),
}

export const ofStudies: Mutants = {
  'studies: a doctor has everybody as a patient': replaceIn(
    'private.my_patients()',
    'on l.doctor_id = c.id',
    'on true',
  ),
  'studies: a doctor reads everybody': replaceIn(
    'private.patients_read_by(uuid,boolean)',
    'l.doctor_id = patients_read_by.person',
    'true',
  ),
  'studies: authors read none of theirs': alterPolicy(
    studies,
    studiesRead,
    'using ((select private.is_admin()) or patient_id in (select private.readable_patients()))',
  ),
  'studies without row security': noRowSecurity(studies),
  'studies: nobody reads': dropPolicy(studies, studiesRead),
  'studies: every doctor reads': alterPolicy(
    studies,
    studiesRead,
    'using (patient_id = (select private.active_uid()) or (select private.is_doctor()))',
  ),
  'studies: only linked doctors read': alterPolicy(
    studies,
    studiesRead,
    `using (patient_id = (select private.active_uid()) or patient_id in (select private.my_patients())
       or (select private.is_admin()))`,
  ),
  'studies: only authors read': alterPolicy(
    studies,
    studiesRead,
    `using (patient_id = (select private.active_uid()) or (${own} and (select private.is_doctor()))
       or (select private.is_admin()))`,
  ),
  'studies: nobody adds': dropPolicy(studies, studiesAdd),
  'studies: doctors add of any patient': alterPolicy(
    studies,
    studiesAdd,
    `with check (${own} or (select private.is_admin()))`,
  ),
  'studies: doctors add by any doctor': alterPolicy(
    studies,
    studiesAdd,
    'with check (patient_id in (select private.my_patients()) or (select private.is_admin()))',
  ),
  'studies: nobody edits': dropPolicy(studies, studiesEdit),
  'studies: every doctor edits': alterPolicy(
    studies,
    studiesEdit,
    'using ((select private.is_doctor())) with check ((select private.is_doctor()))',
  ),
  'studies: linked doctors edit': alterPolicy(
    studies,
    studiesEdit,
    'using (patient_id in (select private.my_patients()) or (select private.is_admin())) with check (true)',
  ),
  'studies: nobody deletes': dropPolicy(studies, studiesDelete),
  'studies: linked doctors delete': alterPolicy(
    studies,
    studiesDelete,
    'using (patient_id in (select private.my_patients()) or (select private.is_admin()))',
  ),
  'studies: patients delete': alterPolicy(
    studies,
    studiesDelete,
    `using (patient_id = (select private.active_uid()) or ${own} or (select private.is_admin()))`,
  ),
  'studies: created_at is granted': `grant update (created_at) on ${studies} to authenticated`,
  'studies: no id of one’s own': `revoke insert (id) on ${studies} from authenticated`,
  'studies: a deleted one comes back under its id': disableTrigger(studies, 'studies_b_deleted'),
  'studies: of any day': disableTrigger(studies, 'studies_b_date'),
  'studies: of tomorrow': replaceIn(
    'private.check_study_date()',
    'new.study_date > private.clinic_today()',
    'new.study_date > private.clinic_today() + 1',
  ),
  'studies: of an old day, which blocks its row': replaceIn(
    'private.check_study_date()',
    'new.study_date is distinct from old.study_date',
    'true',
  ),
  'studies: of any day later on': replaceIn(
    'private.check_study_date()',
    'new.study_date is distinct from old.study_date',
    'false',
  ),
  'studies: of 1989': replaceIn('private.check_study_date()', '1990-01-01', '1989-01-01'),
  'studies: anonymous reads': `grant select on ${studies} to anon`,
  'studies: an empty field is kept': disableTrigger(studies, 'studies_a_normalise'),
  'studies: no rule about changes': disableTrigger(studies, 'studies_b_change'),
  'studies: doctors move them': replaceIn(
    'private.check_study_change()',
    'and not private.is_admin()',
    'and false',
  ),
  'studies: a deleted file comes back': replaceIn(
    'private.check_study_change()',
    'if private.is_archived_file(new.file_url) then',
    'if false then',
  ),
  'studies: of anybody': disableTrigger(studies, 'studies_c_people'),
  'studies: of a doctor as the patient': replaceIn(
    'private.check_people()',
    `and p.role in ('patient', 'paciente')`,
    '',
  ),
  'studies: by a patient as the doctor': replaceIn('private.check_people()', `and p.role = 'doctor'`, ''),
  'studies: paciente is no patient': replaceIn(
    'private.check_people()',
    `p.role in ('patient', 'paciente')`,
    `p.role = 'patient'`,
  ),
  'studies: nobody is linked': disableTrigger(studies, 'studies_link'),
  'studies: nothing is archived': disableTrigger(studies, 'studies_archive'),
  'studies: the archive knows no file': replaceIn(
    'private.archive_study()',
    `case when old.file_url !~* '^https://' then old.file_url end`,
    'null',
  ),
  'studies: the archive knows not who': replaceIn('private.archive_study()', 'auth.uid()', 'null'),
  'studies: any file': dropConstraint(studies, 'studies_file_fits'),
  'studies: any scheme': replaceIn('private.file_fits(text,text,uuid)', '^https://', '^[a-z]+://'),
  'studies: a file of another patient': replaceIn(
    'private.file_fits(text,text,uuid)',
    `or not starts_with(file_url, patient_id::text || '/')`,
    '',
  ),
  'studies: a way out of the folder': replaceIn(
    'private.file_fits(text,text,uuid)',
    `or file_url ~ '(^|/)(\\.\\.?)?(/|$)'`,
    '',
  ),
  'studies: a file without a name': replaceIn(
    'private.file_fits(text,text,uuid)',
    'or file_name is null',
    '',
  ),
  'studies: endless comments': dropConstraint(studies, 'studies_comments_fits'),
}

const notesRead = "authors and the patient's doctors read notes"
const notesWrite = 'doctors write notes about their patients'

export const ofNotes: Mutants = {
  'notes without row security': noRowSecurity(notes),
  'notes: no id of one’s own': `revoke insert (id) on ${notes} from authenticated`,
  'notes: nobody reads': dropPolicy(notes, notesRead),
  'notes: administrators read': alterPolicy(
    notes,
    notesRead,
    `using (${own} or patient_id in (select private.my_patients()) or (select private.is_admin()))`,
  ),
  'notes: patients read': alterPolicy(
    notes,
    notesRead,
    `using (${own} or patient_id in (select private.my_patients()) or patient_id = (select private.active_uid()))`,
  ),
  'notes: only authors read': alterPolicy(
    notes,
    notesRead,
    `using (${own} and (select private.is_doctor()))`,
  ),
  'notes: nobody writes': dropPolicy(notes, notesWrite),
  'notes: about any patient': alterPolicy(
    notes,
    notesWrite,
    `with check (${own} and (select private.is_doctor()))`,
  ),
  'notes: in any name': alterPolicy(
    notes,
    notesWrite,
    'with check (patient_id in (select private.my_patients()))',
  ),
  'notes: the update is granted': `grant update (note) on ${notes} to authenticated`,
  'notes: the delete is granted': `grant delete on ${notes} to authenticated`,
  'notes: created_at is granted': `grant insert (created_at) on ${notes} to authenticated`,
  'notes: they change': disableTrigger(notes, 'medical_notes_append_only'),
  'notes: they are emptied': disableTrigger(notes, 'medical_notes_no_truncate'),
  'notes: about anybody': disableTrigger(notes, 'medical_notes_c_people'),
  'notes: blank': dropConstraint(notes, 'medical_notes_note_fits'),
}

const invoicesRead = 'patients and doctors read their invoices, admins all'
const invoicesAdd = 'doctors charge their patients, admins any'

export const ofInvoices: Mutants = {
  'invoices without row security': noRowSecurity(invoices),
  'invoices: nobody reads': dropPolicy(invoices, invoicesRead),
  'invoices: every doctor reads': alterPolicy(
    invoices,
    invoicesRead,
    'using (patient_id = (select private.active_uid()) or (select private.is_doctor()))',
  ),
  'invoices: linked doctors read': alterPolicy(
    invoices,
    invoicesRead,
    `using (patient_id = (select private.active_uid()) or ${own} or patient_id in (select private.my_patients())
       or (select private.is_admin()))`,
  ),
  'invoices: nobody charges': dropPolicy(invoices, invoicesAdd),
  'invoices: of any patient': alterPolicy(
    invoices,
    invoicesAdd,
    `with check (${own} and (select private.is_doctor()) and annulled_at is null)`,
  ),
  'invoices: in any name': alterPolicy(
    invoices,
    invoicesAdd,
    `with check ((select private.is_doctor()) and annulled_at is null
       and (patient_id in (select private.my_patients()) or (select private.is_admin())))`,
  ),
  'invoices: the total is granted': `grant update (total_amount) on ${invoices} to authenticated`,
  'invoices: annulling is granted': `grant insert (annulled_by) on ${invoices} to authenticated`,
  'invoices: the delete is granted': `grant delete on ${invoices} to authenticated`,
  'invoices: number and total as sent': disableTrigger(invoices, 'invoices_b_fill'),
  'invoices: the total as sent': replaceIn(
    'private.fill_invoice()',
    'select sum((item',
    'select new.total_amount + 0 * sum((item',
  ),
  'invoices: the number as sent': replaceIn(
    'private.fill_invoice()',
    'private.from_api() or new.invoice_number is null',
    'new.invoice_number is null',
  ),
  'invoices: a number that is taken': replaceIn(
    'private.next_invoice_number()',
    'exit when not exists (select from public.invoices i where i.invoice_number = candidate);',
    'exit;',
  ),
  'invoices: more than 50 services': replaceIn(
    'private.invoice_services(jsonb)',
    'not between 1 and 50',
    '< 1',
  ),
  'invoices: no service': replaceIn('private.invoice_services(jsonb)', 'not between 1 and 50', '> 50'),
  'invoices: thousandths': replaceIn('private.invoice_services(jsonb)', 'or price <> round(price, 2)', ''),
  'invoices: negative prices': replaceIn(
    'private.invoice_services(jsonb)',
    'price not between 0 and',
    'price not between -9 and',
  ),
  'invoices: whatever else a row says': replaceIn(
    'private.invoice_services(jsonb)',
    `jsonb_build_object('name', btrim(item ->> 'name'), 'price', round(price, 2))`,
    'item',
  ),
  'invoices: of anybody': disableTrigger(invoices, 'invoices_c_people'),
  'invoices: nobody is linked': disableTrigger(invoices, 'invoices_link'),
  'invoices: the token as sent': `grant insert (receipt_token) on ${invoices} to authenticated`,
  'invoices: the token is anybody’s': `grant select (receipt_token) on ${invoices} to anon; ${addPolicy(invoices, 'select')}`,
  'invoices: a token that can be counted': `create sequence public.mutant;
    grant usage on sequence public.mutant to public;
    alter table ${invoices} alter column receipt_token set default lpad(to_hex(nextval('public.mutant')), 32, '0')`,
  'invoices: they change': disableTrigger(invoices, 'invoices_keep'),
  'invoices: annulling changes the total': replaceIn(
    'private.keep_invoice()',
    `and to_jsonb(new) - array['annulled_at', 'annulled_reason', 'annulled_by']
      = to_jsonb(old) - array['annulled_at', 'annulled_reason', 'annulled_by']`,
    '',
  ),
  'invoices: annulled twice': replaceIn('private.keep_invoice()', 'old.annulled_at is null and', ''),
  'invoices: they are emptied': disableTrigger(invoices, 'invoices_no_truncate'),
  'invoices: annulled without a reason': dropConstraint(invoices, 'invoices_annulled_with_reason'),
  'annul_invoice: every doctor': replaceIn(
    'public.annul_invoice(uuid,text)',
    'if not private.is_admin() then',
    'if not private.is_doctor() then',
  ),
  'annul_invoice: everybody': replaceIn(
    'public.annul_invoice(uuid,text)',
    'if not private.is_admin() then',
    'if false then',
  ),
  'annul_invoice: without a reason': replaceIn(
    'public.annul_invoice(uuid,text)',
    `perform private.fits(reason, 'Motivo de la anulación', 500, true);`,
    '',
  ),
  'annul_invoice: by nobody': replaceIn(
    'public.annul_invoice(uuid,text)',
    'annulled_by = private.active_uid()',
    'annulled_by = null',
  ),
}

const asPatient = 'patient_id = (select private.active_uid())'
const admins = '(select private.is_admin())'

/** Only a doctor who became a patient shows these. */
export const ofDemoted: Mutants = {
  'demoted: a patient is a doctor': replaceIn('private.is_doctor()', 'and c.is_doctor', ''),
  'demoted: patients stay one’s own': replaceIn('private.my_patients()', 'and c.is_doctor', ''),
  'demoted: rows stay one’s own': replaceIn('private.doctor_uid()', 'and c.is_doctor', ''),
  'demoted: records stay readable': replaceIn(
    'private.patients_read_by(uuid,boolean)',
    'AND patients_read_by.is_doctor',
    '',
  ),
  'demoted: histories are written': replaceIn(
    'private.patient_in_reach(text,text)',
    'private.doctor_uid()',
    'private.active_uid()',
  ),
  'demoted: appointments are read': alterPolicy(
    appointments,
    appointmentsRead,
    `using (${asPatient} or ${own} or ${admins})`,
  ),
  'demoted: appointments are changed': alterPolicy(
    appointments,
    appointmentsChange,
    `using (${own} or ${admins}) with check (true)`,
  ),
  'demoted: studies are read': alterPolicy(
    studies,
    studiesRead,
    `using (${asPatient} or ${own} or patient_id in (select private.my_patients()) or ${admins})`,
  ),
  'demoted: studies are edited': alterPolicy(
    studies,
    studiesEdit,
    `using (${own} or ${admins}) with check (true)`,
  ),
  'demoted: studies are deleted': alterPolicy(studies, studiesDelete, `using (${own} or ${admins})`),
  'demoted: notes are read': alterPolicy(
    notes,
    notesRead,
    `using (${own} or patient_id in (select private.my_patients()))`,
  ),
  'demoted: invoices are read': alterPolicy(
    invoices,
    invoicesRead,
    `using (${asPatient} or ${own} or ${admins})`,
  ),
  'demoted: files are deleted': alterPolicy(
    'storage.objects',
    'study files: own uploads that no study needs may be deleted',
    `using (bucket_id = 'study_files' and (owner_id = (select private.active_uid())::text or ${admins})
       and not private.is_study_file(name))`,
  ),
}
