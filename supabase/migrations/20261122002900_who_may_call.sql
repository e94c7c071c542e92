-- Which role may run which function. All of ours close first, and open again by name.
revoke all on all functions in schema private from public, anon, authenticated, service_role;

-- The policy that anonymous visitors meet.
grant execute on function private.is_admin() to anon, authenticated;

-- The other policies, and the names beside a row.
grant execute on function
  private.present_uid(), private.active_uid(), private.is_doctor(), private.my_email(), private.my_patients(),
  private.my_doctors(), private.closed_accounts(), private.is_archived_file(text), private.is_study_file(text)
  to authenticated;
grant execute on function private.full_name_of(uuid), private.specialty_of(uuid), private.license_of(uuid)
  to authenticated, service_role;
grant execute on function private.has_second_factor(uuid) to authenticated;

-- What the searches and the history run as the caller.
grant execute on function
  private.search_pattern(text), private.few_people(text), private.many_people(text),
  private.citas_kinds(text), private.citas_doctors(text), private.citas_few(text),
  private.studies_kinds(text), private.studies_doctors(text), private.studies_few(text),
  private.invoices_doctors(text), private.invoices_few(text),
  private.study_requests_kinds(text), private.study_requests_few(text),
  private.patients_found(text), private.similar_found(text, text, text), private.profiles_found(text),
  private.moment_of(date, timestamptz), private.slot_moment(date, time), private.page_start(integer)
  to authenticated;

-- Counting for the administration.
grant execute on function
  private.require_admin(), private.month_change(bigint, bigint), private.trend(bigint, bigint, bigint),
  private.months_around_today(), private.referrer_spellings(), private.referrer_roots(),
  private.referrer_page(text, integer, integer), private.mistyped(text, text)
  to authenticated;

-- Check constraints and indexes, which run as whoever writes.
grant execute on function
  private.plain(text), private.sought(text), private.digits(text), private.referrer_key(text),
  private.fits(text, text, integer, boolean), private.age_fits(integer), private.day_fits(date, text),
  private.email_fits(text, text), private.price_fits(numeric), private.file_fits(text, text, uuid)
  to anon, authenticated, service_role;

revoke all on function
  public.account_status(), public.prepare_account(jsonb), public.begin_password_issue(uuid),
  public.begin_account_removal(uuid), public.begin_factor_removal(uuid), public.get_doctor_patients(uuid),
  public.taken_slots(uuid, date),
  public.admin_suffix(), public.main_admin_id(), public.is_admin_suffix(text), public.invoice_exists(text),
  public.suggest_referring_doctors(text), public.log_access(text, text), public.annul_invoice(uuid, text),
  public.accept_study_request(bigint), public.doctor_income(uuid, date), public.patient_paid(uuid),
  public.my_access_log(integer),
  public.my_sessions(), public.end_session(uuid), public.verify_receipt(text),
  public.search_citas(text), public.search_studies(text), public.search_invoices(text),
  public.search_study_requests(text), public.search_doctor_patients(uuid, text), public.search_patients(text),
  public.quick_search(text),
  public.similar_patients(text, text, text), public.patient_history(uuid, integer),
  public.admin_overview(), public.search_profiles(text), public.admin_analytics(), public.system_income(date),
  public.income_by_doctor(date, date), public.cash_cut(date, uuid),
  public.referring_doctors(text, text, boolean, integer, integer), public.referrer_suggestions(),
  public.referrer_merges(), public.merge_referrers(text, text), public.undo_referrer_merge(uuid),
  public.audit_lines(text, text, date, timestamptz, bigint),
  public.audit_state(), public.verify_audit(bigint, integer), public.service_history(uuid, integer),
  public.installation_health(), public.second_factor(public.profiles),
  public.create_study_share(uuid, text, integer, integer, text), public.renew_study_share(uuid),
  public.revoke_study_share(uuid), public.open_study_share(text, text, text, jsonb),
  public.patient_name(public.citas), public.patient_name(public.studies), public.patient_name(public.invoices),
  public.doctor_name(public.citas), public.doctor_name(public.studies), public.doctor_name(public.medical_notes),
  public.doctor_name(public.invoices), public.doctor_specialty(public.citas),
  public.doctor_specialty(public.invoices), public.doctor_license(public.invoices)
  from public, anon, authenticated, service_role;

grant execute on function public.is_admin_suffix(text), public.suggest_referring_doctors(text),
  public.verify_receipt(text)
  to anon, authenticated;

grant execute on function
  public.account_status(), public.prepare_account(jsonb), public.begin_password_issue(uuid),
  public.begin_account_removal(uuid), public.begin_factor_removal(uuid), public.get_doctor_patients(uuid),
  public.taken_slots(uuid, date),
  public.admin_suffix(), public.main_admin_id(), public.invoice_exists(text), public.log_access(text, text),
  public.annul_invoice(uuid, text), public.accept_study_request(bigint),
  public.doctor_income(uuid, date), public.patient_paid(uuid), public.my_access_log(integer),
  public.my_sessions(), public.end_session(uuid),
  public.search_citas(text), public.search_studies(text), public.search_invoices(text),
  public.search_study_requests(text), public.search_doctor_patients(uuid, text), public.search_patients(text),
  public.quick_search(text),
  public.similar_patients(text, text, text), public.patient_history(uuid, integer), public.admin_overview(),
  public.search_profiles(text), public.admin_analytics(), public.system_income(date),
  public.income_by_doctor(date, date), public.cash_cut(date, uuid),
  public.referring_doctors(text, text, boolean, integer, integer), public.referrer_suggestions(),
  public.referrer_merges(), public.merge_referrers(text, text), public.undo_referrer_merge(uuid),
  public.audit_lines(text, text, date, timestamptz, bigint),
  public.audit_state(), public.verify_audit(bigint, integer), public.service_history(uuid, integer),
  public.installation_health(), public.second_factor(public.profiles),
  public.create_study_share(uuid, text, integer, integer, text), public.renew_study_share(uuid),
  public.revoke_study_share(uuid)
  to authenticated;

-- Whoever opens a link has no account: the server function asks for them.
grant execute on function public.open_study_share(text, text, text, jsonb) to service_role;

grant execute on function
  public.patient_name(public.citas), public.patient_name(public.studies), public.patient_name(public.invoices),
  public.doctor_name(public.citas), public.doctor_name(public.studies), public.doctor_name(public.medical_notes),
  public.doctor_name(public.invoices), public.doctor_specialty(public.citas),
  public.doctor_specialty(public.invoices), public.doctor_license(public.invoices)
  to authenticated, service_role;
