/**
 * Which test tries what. `catalogue.test.ts` holds this list against the database: a new table, policy, trigger, function
 * or grant turns it red until it is named here, next to the test that tries it as every caller.
 */
export type Covered = {
  /** What the API's roles may name in the table; the service role's wide grants are the host's. */
  grants: { anon?: string; authenticated?: string }
  policies: readonly string[]
  triggers: readonly string[]
  test: string
}

const closed = { grants: {}, policies: [], triggers: [] }

export const tables: Record<string, Covered> = {
  'public.profiles': {
    test: 'profiles.test.ts',
    grants: {
      authenticated:
        'select, update (age, full_name, is_admin, phone, photo_path, professional_license, role, specialty)',
    },
    policies: [
      'admins edit every open account',
      'admins read every open account',
      'doctors read their patients and all doctors',
      'everyone edits their own profile',
      'everyone reads their own profile unless the account is closed',
      'patients read their doctors',
    ],
    triggers: ['profiles_a_guard', 'profiles_b_change', 'profiles_z_audit'],
  },
  'public.services': {
    test: 'services.test.ts',
    grants: {
      anon: 'select',
      authenticated:
        'select, insert (active, name, price, requestable), update (active, name, price, requestable)',
    },
    policies: [
      'admins add services',
      'admins edit services',
      'everyone reads the active services, admins all',
    ],
    triggers: ['services_history', 'services_z_audit'],
  },
  'public.study_requests': {
    test: 'study-requests.test.ts',
    grants: {
      anon: 'insert (notes, patient_age, patient_email, patient_name, patient_phone, privacy_accepted_at, privacy_version, referring_doctor, status, study_type, submission_id, tentative_date)',
      authenticated:
        'select, delete, insert (notes, patient_age, patient_email, patient_name, patient_phone, privacy_accepted_at, privacy_version, referring_doctor, status, study_type, submission_id, tentative_date), update (notes, patient_email, patient_name, patient_phone, referring_doctor, status, study_type)',
    },
    policies: [
      'admins delete requests',
      'anyone asks for a study, as pendiente',
      'doctors answer pending requests, admins edit all',
      'doctors read every request, people those made with their e-mail',
    ],
    triggers: [
      'study_requests_a_normalise',
      'study_requests_b_change',
      'study_requests_b_rules',
      'study_requests_z_audit',
      'zz_realtime_capture',
    ],
  },
  'public.citas': {
    test: 'citas.test.ts',
    grants: {
      authenticated:
        'select, insert (appointment_date, appointment_time, doctor_id, especialidad, nombre, patient_id, status, study_type, telefono), update (status)',
    },
    policies: [
      'doctors book for themselves and their patients, admins for any',
      'doctors change the status of their appointments, admins of all',
      'patients and doctors read their appointments, admins all',
    ],
    triggers: [
      'citas_a_status',
      'citas_b_rules',
      'citas_c_people',
      'citas_link',
      'citas_z_audit',
      'zz_realtime_capture',
    ],
  },
  'public.studies': {
    test: 'studies.test.ts',
    grants: {
      authenticated:
        'select, delete, insert (comments, doctor_id, file_name, file_url, patient_id, study_date, study_type), update (comments, doctor_id, file_name, file_url, patient_id, study_date, study_type)',
    },
    policies: [
      'doctors add studies of their patients, admins any',
      'doctors delete their own studies, admins any',
      'doctors edit their own studies, admins any',
      'patients and their doctors read studies, authors theirs',
    ],
    triggers: [
      'studies_a_normalise',
      'studies_archive',
      'studies_b_change',
      'studies_c_people',
      'studies_link',
      'studies_z_audit',
      'zz_realtime_capture',
    ],
  },
  'public.medical_notes': {
    test: 'medical-notes.test.ts',
    grants: { authenticated: 'select, insert (doctor_id, note, patient_id)' },
    policies: ["authors and the patient's doctors read notes", 'doctors write notes about their patients'],
    triggers: [
      'medical_notes_append_only',
      'medical_notes_c_people',
      'medical_notes_no_truncate',
      'medical_notes_z_audit',
      'zz_realtime_capture',
    ],
  },
  'public.invoices': {
    test: 'invoices.test.ts',
    grants: {
      authenticated:
        'select, insert (doctor_id, id, invoice_number, patient_id, payment_date, payment_method, services, total_amount)',
    },
    policies: [
      'doctors charge their patients, admins any',
      'patients and doctors read their invoices, admins all',
    ],
    triggers: [
      'invoices_b_fill',
      'invoices_c_people',
      'invoices_keep',
      'invoices_link',
      'invoices_no_truncate',
      'invoices_z_audit',
      'zz_realtime_capture',
    ],
  },
  'storage.objects': {
    test: 'storage.test.ts',
    grants: { anon: 'select, insert, update, delete', authenticated: 'select, insert, update, delete' },
    policies: [
      'profile photos: everyone adds their own',
      'profile photos: everyone deletes their own',
      'profile photos: everyone replaces their own',
      'profile photos: of oneself and of every profile one may read',
      'study files: doctors upload for their patients, admins any',
      "study files: own folder, own patients' folders, admins all",
      'study files: own uploads that no study needs may be deleted',
      'study files: own uploads that no study needs may be replaced',
    ],
    triggers: ['indice_z_audit'],
  },
  'storage.buckets': {
    test: 'storage.test.ts',
    grants: { anon: 'select, insert, update, delete', authenticated: 'select, insert, update, delete' },
    policies: [],
    triggers: [],
  },
  'private.account_state': { ...closed, test: 'accounts.test.ts', triggers: ['account_state_z_audit'] },
  'private.app_settings': {
    ...closed,
    test: 'private.test.ts',
    triggers: ['app_settings_check', 'app_settings_z_audit'],
  },
  'private.audit_log': {
    ...closed,
    test: 'audit.test.ts',
    triggers: ['audit_log_append_only', 'audit_log_no_truncate'],
  },
  'private.audit_seals': {
    ...closed,
    test: 'audit-seals.test.ts',
    triggers: ['audit_seals_append_only', 'audit_seals_no_truncate'],
  },
  'private.deleted_studies': { ...closed, test: 'studies.test.ts' },
  'private.doctor_patients': { ...closed, test: 'audit.test.ts', triggers: ['doctor_patients_z_audit'] },
  'private.prepared_accounts': { ...closed, test: 'account-rpcs.test.ts' },
  'private.rate_limits': { ...closed, test: 'rate-limits.test.ts' },
  'private.referrer_merges': { ...closed, test: 'referrers.test.ts', triggers: ['referrer_merges_z_audit'] },
  'private.service_history': { ...closed, test: 'services.test.ts' },
}

/** Our triggers on the tables of the auth service. */
export const accountTriggers: Record<string, readonly string[]> = {
  'auth.users': [
    'indice_adopt_account',
    'indice_keep_email',
    'indice_keep_main_admin',
    'indice_password_changed',
    'indice_z_audit_password',
  ],
  'auth.sessions': ['indice_z_audit_session'],
  'auth.mfa_factors': ['indice_z_audit_factor', 'indice_z_audit_factor_gone'],
}

const everybody = ['anon', 'authenticated', 'service_role']

/** Functions of schema public: who may call them, and the test that does so as every caller. */
export const functions: Record<string, { roles: readonly string[]; test: string }> = {
  'accept_study_request(bigint)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'account_status()': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'admin_suffix()': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'annul_invoice(uuid,text)': { roles: ['authenticated'], test: 'invoices.test.ts' },
  'begin_account_removal(uuid)': { roles: ['authenticated'], test: 'account-rpcs.test.ts' },
  'begin_factor_removal(uuid)': { roles: ['authenticated'], test: 'account-rpcs.test.ts' },
  'begin_password_issue(uuid)': { roles: ['authenticated'], test: 'account-rpcs.test.ts' },
  'doctor_income(uuid,date)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'admin_analytics()': { roles: ['authenticated'], test: 'admin-analytics.test.ts' },
  'admin_overview()': { roles: ['authenticated'], test: 'admin-overview.test.ts' },
  'cash_cut(date,uuid)': { roles: ['authenticated'], test: 'admin-income.test.ts' },
  'audit_lines(text,text,date,timestamp with time zone,bigint)': {
    roles: ['authenticated'],
    test: 'audit-reading.test.ts',
  },
  'audit_state()': { roles: ['authenticated'], test: 'audit-reading.test.ts' },
  'doctor_license(public.invoices)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_name(public.citas)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_name(public.invoices)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_name(public.medical_notes)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_name(public.studies)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_specialty(public.citas)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'doctor_specialty(public.invoices)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'end_session(uuid)': { roles: ['authenticated'], test: 'my-sessions.test.ts' },
  'get_doctor_patients(uuid)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'income_by_doctor(date,date)': { roles: ['authenticated'], test: 'admin-income.test.ts' },
  'installation_health()': { roles: ['authenticated'], test: 'installation.test.ts' },
  'invoice_exists(text)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'is_admin_suffix(text)': { roles: ['anon', 'authenticated'], test: 'rpcs.test.ts' },
  'log_access(text,text)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'main_admin_id()': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'merge_referrers(text,text)': { roles: ['authenticated'], test: 'referrers.test.ts' },
  'my_access_log(integer)': { roles: ['authenticated'], test: 'my-access-log.test.ts' },
  'my_sessions()': { roles: ['authenticated'], test: 'my-sessions.test.ts' },
  'patient_name(public.citas)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'patient_name(public.invoices)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'patient_name(public.studies)': { roles: ['authenticated', 'service_role'], test: 'names.test.ts' },
  'patient_paid(uuid)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'prepare_account(jsonb)': { roles: ['authenticated'], test: 'account-rpcs.test.ts' },
  'patient_history(uuid,integer)': { roles: ['authenticated'], test: 'patient-history.test.ts' },
  'quick_search(text)': { roles: ['authenticated'], test: 'people-search.test.ts' },
  'referrer_merges()': { roles: ['authenticated'], test: 'referrers.test.ts' },
  'referrer_suggestions()': { roles: ['authenticated'], test: 'referrers.test.ts' },
  'referring_doctors(text,text,boolean,integer,integer)': {
    roles: ['authenticated'],
    test: 'referrers.test.ts',
  },
  'search_citas(text)': { roles: ['authenticated'], test: 'search.test.ts' },
  'search_doctor_patients(uuid,text)': { roles: ['authenticated'], test: 'people-search.test.ts' },
  'search_invoices(text)': { roles: ['authenticated'], test: 'search.test.ts' },
  'search_patients(text)': { roles: ['authenticated'], test: 'people-search.test.ts' },
  'search_profiles(text)': { roles: ['authenticated'], test: 'people-search.test.ts' },
  'search_studies(text)': { roles: ['authenticated'], test: 'search.test.ts' },
  'search_study_requests(text)': { roles: ['authenticated'], test: 'search.test.ts' },
  'second_factor(public.profiles)': { roles: ['authenticated'], test: 'account-rpcs.test.ts' },
  'service_history(uuid,integer)': { roles: ['authenticated'], test: 'installation.test.ts' },
  'similar_patients(text,text,text)': { roles: ['authenticated'], test: 'people-search.test.ts' },
  'suggest_referring_doctors(text)': { roles: ['anon', 'authenticated'], test: 'rpcs.test.ts' },
  'system_income(date)': { roles: ['authenticated'], test: 'admin-income.test.ts' },
  'taken_slots(uuid,date)': { roles: ['authenticated'], test: 'rpcs.test.ts' },
  'undo_referrer_merge(uuid)': { roles: ['authenticated'], test: 'referrers.test.ts' },
  'verify_audit(bigint,integer)': { roles: ['authenticated'], test: 'audit-reading.test.ts' },
  'verify_receipt(text)': { roles: ['anon', 'authenticated'], test: 'rpcs.test.ts' },
}

/** Functions of schema private that policies, constraints and names beside a row run as the caller. */
export const privateFunctions: Record<string, readonly string[]> = {
  'active_uid()': ['authenticated'],
  'age_fits(integer)': everybody,
  'citas_found(text)': ['authenticated'],
  'closed_accounts()': ['authenticated'],
  'day_fits(date,text)': everybody,
  'digits(text)': everybody,
  'email_fits(text,text)': everybody,
  'file_fits(text,text,uuid)': everybody,
  'fits(text,text,integer,boolean)': everybody,
  'full_name_of(uuid)': ['authenticated', 'service_role'],
  'has_second_factor(uuid)': ['authenticated'],
  'invoices_found(text)': ['authenticated'],
  'is_admin()': ['anon', 'authenticated'],
  'is_archived_file(text)': ['authenticated'],
  'is_doctor()': ['authenticated'],
  'is_study_file(text)': ['authenticated'],
  'license_of(uuid)': ['authenticated', 'service_role'],
  'mistyped(text,text)': ['authenticated'],
  'moment_of(date,timestamp with time zone)': ['authenticated'],
  'month_change(bigint,bigint)': ['authenticated'],
  'months_around_today()': ['authenticated'],
  'my_doctors()': ['authenticated'],
  'my_email()': ['authenticated'],
  'my_patients()': ['authenticated'],
  'page_start(integer)': ['authenticated'],
  'patients_found(text)': ['authenticated'],
  'plain(text)': everybody,
  'present_uid()': ['authenticated'],
  'price_fits(numeric)': everybody,
  'profiles_found(text)': ['authenticated'],
  'referrer_key(text)': everybody,
  'referrer_page(text,integer,integer)': ['authenticated'],
  'referrer_roots()': ['authenticated'],
  'referrer_spellings()': ['authenticated'],
  'search_pattern(text)': ['authenticated'],
  'similar_found(text,text,text)': ['authenticated'],
  'slot_moment(date,time without time zone)': ['authenticated'],
  'sought(text)': everybody,
  'specialty_of(uuid)': ['authenticated', 'service_role'],
  'studies_found(text)': ['authenticated'],
  'study_requests_found(text)': ['authenticated'],
  'require_admin()': ['authenticated'],
  'trend(bigint,bigint,bigint)': ['authenticated'],
}

/** The other functions of schema private, open to nobody: triggers and what functions call; where each is felt. */
export const innerFunctions: Record<string, string> = {
  'access_word(text,text)': 'my-access-log.test.ts',
  'accounts_meant(text)': 'audit-reading.test.ts',
  'adopt_account()': 'accounts.test.ts',
  'archive_study()': 'studies.test.ts',
  'audit_account()': 'audit.test.ts',
  'audit_change()': 'audit.test.ts',
  'audit_file()': 'audit.test.ts',
  'audit_link()': 'audit.test.ts',
  'check_cita_rules()': 'citas.test.ts',
  'check_cita_status()': 'citas.test.ts',
  'check_new_study_request()': 'study-requests.test.ts',
  'check_people()': 'studies.test.ts',
  'check_profile_change()': 'profiles.test.ts',
  'check_setting()': 'private.test.ts',
  'check_study_change()': 'studies.test.ts',
  'check_study_request_change()': 'study-requests.test.ts',
  'cita_types_like(text)': 'search.test.ts',
  'client_address()': 'rate-limits.test.ts',
  'clinic_today()': 'citas.test.ts',
  'fill_invoice()': 'invoices.test.ts',
  'from_api()': 'study-requests.test.ts',
  'guard_profile()': 'profiles.test.ts',
  'guard_user()': 'accounts.test.ts',
  'hit(text,integer,interval,text)': 'rate-limits.test.ts',
  'invoice_services(jsonb)': 'invoices.test.ts',
  'is_email(text)': 'study-requests.test.ts',
  'is_linked(uuid)': 'account-rpcs.test.ts',
  'is_main_admin(text)': 'profiles.test.ts',
  'is_referrer(text)': 'referrers.test.ts',
  'is_slot(date,time without time zone)': 'citas.test.ts',
  'keep_invoice()': 'invoices.test.ts',
  'keep_service_history()': 'services.test.ts',
  'like_pattern(text)': 'names.test.ts',
  'link(uuid,uuid)': 'rpcs.test.ts',
  'link_people()': 'studies.test.ts',
  'name_key(text)': 'names.test.ts',
  'next_invoice_number()': 'invoices.test.ts',
  'normalise_study()': 'studies.test.ts',
  'normalise_study_request()': 'study-requests.test.ts',
  'password_changed()': 'accounts.test.ts',
  'patient_in_reach(text,text)': 'my-access-log.test.ts',
  'people_named(text)': 'search.test.ts',
  'phone_pattern(text)': 'people-search.test.ts',
  'read_age(jsonb)': 'account-rpcs.test.ts',
  'record(text,text,text,boolean)': 'audit.test.ts',
  'referrer_name(text)': 'referrers.test.ts',
  'refuse_change()': 'audit.test.ts',
  'request_types_like(text)': 'search.test.ts',
  'seal_findings(private.audit_seals,private.audit_seals,boolean)': 'audit-reading.test.ts',
  'seal_audit(integer,interval)': 'audit-seals.test.ts',
  'second_factor_due()': 'accounts.test.ts',
  'setting(text,text)': 'private.test.ts',
  'settled_audit_id(interval)': 'audit-seals.test.ts',
  'speaking_role()': 'audit.test.ts',
  'study_types_like(text)': 'search.test.ts',
}

/** The tables that are sent live; `realtime.test.ts` tries who receives what. */
export const liveTables = ['citas', 'invoices', 'medical_notes', 'studies', 'study_requests']
