-- Screens hear of changes to the rows of these tables that they may read (docs/architecture.md).
alter publication supabase_realtime add table
  public.study_requests, public.citas, public.studies, public.medical_notes, public.invoices, public.study_shares,
  public.study_previews, public.study_seen, public.clinic_hours, public.clinic_closures, public.cita_events,
  public.cita_links, public.messages, public.study_marks, public.key_images, public.reports, public.report_heads,
  public.report_addenda, public.arrivals, public.orders, public.study_recipients, public.dentist_applications;
