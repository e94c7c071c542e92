import {
  addPolicy,
  alterPolicy,
  disableTrigger,
  dropConstraint,
  inFunction,
  type Mutants,
  replaceIn,
} from './break.ts'

const appointments = 'public.citas'
const studies = 'public.studies'
const notes = 'public.medical_notes'
const invoices = 'public.invoices'
const own = 'doctor_id = (select private.active_uid())'

const openStart = 'private.require_open_start(uuid,date,time without time zone)'
const appointmentsRead = 'patients and doctors read their appointments, admins all'
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
  'citas: doctors read those of their patients': alterPolicy(
    appointments,
    appointmentsRead,
    `using (patient_id = (select private.active_uid()) or ${own} or (select private.is_admin())
       or patient_id in (select private.my_patients()))`,
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
  ...inFunction('private.check_cita_status()', {
    'citas: completada is not final': [
      `old.status in ('completada', 'cancelada')`,
      `old.status = 'cancelada'`,
    ],
    'citas: cancelada is not final': [
      `old.status in ('completada', 'cancelada')`,
      `old.status = 'completada'`,
    ],
  }),
  ...inFunction('private.check_cita_rules()', {
    'citas: doctors confirm': [`new.status not in ('pendiente', 'completada', 'cancelada')`, 'false'],
    'citas: without a study': ['200, true', '200, false'],
  }),
  ...inFunction(openStart, {
    'citas: yesterday': ['day < private.clinic_today()', 'day < private.clinic_today() - 1'],
    'citas: from tomorrow on': ['day < private.clinic_today()', 'day <= private.clinic_today()'],
    'citas: off the grid': ['not private.is_open(doctor, day, at)', 'false'],
  }),
  'citas: the day of UTC': `create or replace function private.clinic_today() returns date
    language sql stable security definer set search_path = '' return (now() at time zone 'UTC')::date`,
  'citas: Sundays until six': replaceIn(
    'private.day_windows(uuid,date)',
    'h.weekday = extract(isodow from day)',
    'h.weekday = least(6, extract(isodow from day))',
  ),
  'citas: about closed accounts': replaceIn(
    'private.check_people()',
    'and not (private.from_api() and p.id in (select private.closed_accounts()))',
    '',
  ),
  'citas: the owner writes no history': `drop trigger citas_b_rules on ${appointments};
    create trigger citas_b_rules before insert or update on ${appointments}
    for each row execute function private.check_cita_rules()`,
  'citas: two at one time': 'drop index public.citas_slot_key',
  'citas: a cancelled one keeps its slot': `drop index public.citas_slot_key;
    create unique index citas_slot_key on ${appointments} (doctor_id, appointment_date, appointment_time)`,
  'citas: an endless name': dropConstraint(appointments, 'citas_nombre_fits'),
  'citas: an endless phone': dropConstraint(appointments, 'citas_telefono_fits'),
  'citas: no id of one’s own': `revoke insert (id) on ${appointments} from authenticated`,
  'citas: an endless specialty': dropConstraint(appointments, 'citas_especialidad_fits'),
}

const studiesEdit = 'doctors edit their own studies, admins any'
const studiesDelete = 'doctors delete their own studies, admins any'

export const ofPhones: Mutants = {
  ...inFunction('private.check_phone()', {
    'phones: six digits': ['between 7 and 15', 'between 6 and 15'],
    'phones: sixteen digits': ['between 7 and 15', 'between 7 and 16'],
    'phones: old ones block their rows': [`tg_op = 'UPDATE'`, 'false'],
    'phones: a patient’s own cannot be booked': [`tg_table_name = 'citas'`, 'false'],
    'phones: any in an appointment': 'and p.phone = given',
  }),
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
  'studies: linked doctors edit': alterPolicy(
    studies,
    studiesEdit,
    'using (patient_id in (select private.my_patients()) or (select private.is_admin())) with check (true)',
  ),
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
  ...inFunction('private.check_study_date()', {
    'studies: of tomorrow': [
      'new.study_date > private.clinic_today()',
      'new.study_date > private.clinic_today() + 1',
    ],
    'studies: of an old day, which blocks its row': [
      'new.study_date is distinct from old.study_date',
      'true',
    ],
    'studies: of any day later on': ['new.study_date is distinct from old.study_date', 'false'],
    'studies: of 1989': ['1990-01-01', '1989-01-01'],
  }),
  'studies: anonymous reads': `grant select on ${studies} to anon`,
  ...inFunction('private.check_study_change()', {
    'studies: doctors move them': ['and not private.is_admin()', 'and false'],
    'studies: a deleted file comes back': ['if private.is_archived_file(new.file_url) then', 'if false then'],
  }),
  ...inFunction('private.check_people()', {
    'studies: of a doctor as the patient': `and p.role in ('patient', 'paciente')`,
    'studies: by a patient as the doctor': `and p.role = 'doctor'`,
    'studies: paciente is no patient': [`p.role in ('patient', 'paciente')`, `p.role = 'patient'`],
  }),
  ...inFunction('private.archive_study()', {
    'studies: the archive knows no file': [
      `case when old.file_url !~* '^https://' then old.file_url end`,
      'null',
    ],
    'studies: the archive knows not who': ['auth.uid()', 'null'],
  }),
  'studies: any file': dropConstraint(studies, 'studies_file_fits'),
  ...inFunction('private.file_fits(text,text,uuid)', {
    'studies: any scheme': ['^https://', '^[a-z]+://'],
    'studies: a file of another patient': `or not starts_with(file_url, patient_id::text || '/')`,
    'studies: a way out of the folder': `or file_url ~ '(^|/)(\\.\\.?)?(/|$)'`,
    'studies: a file without a name': 'or file_name is null',
  }),
  'studies: endless comments': dropConstraint(studies, 'studies_comments_fits'),
}

const notesRead = "authors and the patient's doctors read notes"

export const ofNotes: Mutants = {
  'notes: no id of one’s own': `revoke insert (id) on ${notes} from authenticated`,
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
  'notes: the update is granted': `grant update (note) on ${notes} to authenticated`,
  'notes: the delete is granted': `grant delete on ${notes} to authenticated`,
  'notes: created_at is granted': `grant insert (created_at) on ${notes} to authenticated`,
  'notes: blank': dropConstraint(notes, 'medical_notes_note_fits'),
}

const invoicesRead = 'patients and doctors read their invoices, admins all'

export const ofInvoices: Mutants = {
  'invoices: linked doctors read': alterPolicy(
    invoices,
    invoicesRead,
    `using (patient_id = (select private.active_uid()) or ${own} or patient_id in (select private.my_patients())
       or (select private.is_admin()))`,
  ),
  'invoices: the total is granted': `grant update (total_amount) on ${invoices} to authenticated`,
  'invoices: annulling is granted': `grant insert (annulled_by) on ${invoices} to authenticated`,
  'invoices: the delete is granted': `grant delete on ${invoices} to authenticated`,
  ...inFunction('private.fill_invoice()', {
    'invoices: the total as sent': ['select sum((item', 'select new.total_amount + 0 * sum((item'],
    'invoices: the number as sent': [
      'private.from_api() or new.invoice_number is null',
      'new.invoice_number is null',
    ],
  }),
  'invoices: a number that is taken': replaceIn(
    'private.next_invoice_number()',
    'exit when not exists (select from public.invoices i where i.invoice_number = candidate);',
    'exit;',
  ),
  ...inFunction('private.invoice_services(jsonb)', {
    'invoices: more than 50 services': ['not between 1 and 50', '< 1'],
    'invoices: no service': ['not between 1 and 50', '> 50'],
    'invoices: thousandths': 'or price <> round(price, 2)',
    'invoices: negative prices': ['price not between 0 and', 'price not between -9 and'],
    'invoices: whatever else a row says': [
      `jsonb_build_object('name', btrim(item ->> 'name'), 'price', round(price, 2))`,
      'item',
    ],
  }),
  'invoices: the token as sent': `grant insert (receipt_token) on ${invoices} to authenticated`,
  'invoices: the token is anybody’s': `grant select (receipt_token) on ${invoices} to anon; ${addPolicy(invoices, 'select')}`,
  'invoices: a token that can be counted': `create sequence public.mutant;
    grant usage on sequence public.mutant to public;
    alter table ${invoices} alter column receipt_token set default lpad(to_hex(nextval('public.mutant')), 32, '0')`,
  ...inFunction('private.keep_invoice()', {
    'invoices: annulling changes the total': `and to_jsonb(new) - array['annulled_at', 'annulled_reason', 'annulled_by']
      = to_jsonb(old) - array['annulled_at', 'annulled_reason', 'annulled_by']`,
    'invoices: annulled twice': 'old.annulled_at is null and',
  }),
  'invoices: annulled without a reason': dropConstraint(invoices, 'invoices_annulled_with_reason'),
  ...inFunction('public.annul_invoice(uuid,text)', {
    'annul_invoice: every doctor': ['if not private.is_admin() then', 'if not private.is_doctor() then'],
    'annul_invoice: everybody': ['if not private.is_admin() then', 'if false then'],
    'annul_invoice: without a reason': `perform private.fits(reason, 'Motivo de la anulación', 500, true);`,
    'annul_invoice: by nobody': ['annulled_by = private.active_uid()', 'annulled_by = null'],
  }),
}

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
}
