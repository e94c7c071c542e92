-- Names beside a row, readable for as long as the row is: also when the account behind them was closed. Each one reads
-- the stored row as the caller, so a made-up row says nothing. SQL bodies are bound when created: the caller needs no
-- access to schema private.
create function private.full_name_of(person uuid) returns text
  language sql stable security definer set search_path = ''
  return (select p.full_name from public.profiles p where p.id = person);

create function private.specialty_of(person uuid) returns text
  language sql stable security definer set search_path = ''
  return (select p.specialty from public.profiles p where p.id = person);

create function private.license_of(person uuid) returns text
  language sql stable security definer set search_path = ''
  return (select p.professional_license from public.profiles p where p.id = person);

create function public.patient_name(row_of public.citas) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.patient_id) from public.citas t where t.id = row_of.id);

create function public.doctor_name(row_of public.citas) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.doctor_id) from public.citas t where t.id = row_of.id);

create function public.doctor_specialty(row_of public.citas) returns text
  language sql stable set search_path = ''
  return (select private.specialty_of(t.doctor_id) from public.citas t where t.id = row_of.id);

create function public.patient_name(row_of public.studies) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.patient_id) from public.studies t where t.id = row_of.id);

create function public.doctor_name(row_of public.studies) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.doctor_id) from public.studies t where t.id = row_of.id);

create function public.doctor_name(row_of public.medical_notes) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.doctor_id) from public.medical_notes t where t.id = row_of.id);

create function public.patient_name(row_of public.invoices) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.patient_id) from public.invoices t where t.id = row_of.id);

create function public.doctor_name(row_of public.invoices) returns text
  language sql stable set search_path = ''
  return (select private.full_name_of(t.doctor_id) from public.invoices t where t.id = row_of.id);

create function public.doctor_specialty(row_of public.invoices) returns text
  language sql stable set search_path = ''
  return (select private.specialty_of(t.doctor_id) from public.invoices t where t.id = row_of.id);

create function public.doctor_license(row_of public.invoices) returns text
  language sql stable set search_path = ''
  return (select private.license_of(t.doctor_id) from public.invoices t where t.id = row_of.id);

grant execute on function
  private.full_name_of(uuid), private.specialty_of(uuid), private.license_of(uuid), public.patient_name(public.citas),
  public.doctor_name(public.citas), public.doctor_specialty(public.citas), public.patient_name(public.studies),
  public.doctor_name(public.studies), public.doctor_name(public.medical_notes), public.patient_name(public.invoices),
  public.doctor_name(public.invoices), public.doctor_specialty(public.invoices),
  public.doctor_license(public.invoices)
  to authenticated, service_role;
