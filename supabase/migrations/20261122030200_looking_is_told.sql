-- Looking at a study is told otherwise than downloading it. Pictures in lists are one line a person, patient and day, an opened
-- study one line in 15 minutes (server/storage/audit.ts).

-- As before, and for `study_images`: the portal says that a study's images are opened.
create or replace function private.patient_in_reach(kind text, id text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted uuid;
  patient uuid;
  doctor uuid;
begin
  if patient_in_reach.id !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  wanted := patient_in_reach.id::uuid;
  if kind in ('patient', 'profiles', 'other_patient') then
    select p.id into patient from public.profiles p where p.id = wanted and p.role in ('patient', 'paciente');
  elsif kind in ('study', 'study_images', 'study_link') then
    select s.patient_id, s.doctor_id into patient, doctor from public.studies s where s.id = wanted;
  elsif kind = 'invoice' then
    select i.patient_id, i.doctor_id into patient, doctor from public.invoices i where i.id = wanted;
  end if;
  if patient = private.active_uid() or doctor = private.active_uid()
    or private.is_linked(patient) or private.is_admin()
  then
    return patient;
  end if;
  return null;
end
$$;

-- What a line of the trail means to the patient whom it concerns; null for what is no access to their data. What the portal
-- announces and what the storage then sees are the same act.
create or replace function private.access_word(action text, subject text) returns text
  language sql immutable set search_path = ''
  return case access_word.subject || ':' || access_word.action
    when 'patient:access' then 'record_viewed'
    when 'study:access' then 'study_downloaded'
    when 'study_files:sign_url' then 'study_downloaded'
    when 'study_files:download' then 'study_downloaded'
    when 'study_files:preview' then 'previews_seen'
    when 'study_files:open' then 'images_opened'
    when 'study_images:access' then 'images_opened'
    when 'study_link:access' then 'study_opened'
    when 'invoice:access' then 'receipt_viewed'
    when 'studies:insert' then 'study_added'
    when 'studies:update' then 'study_changed'
    when 'studies:delete' then 'study_deleted'
    when 'study_files:upload' then 'file_uploaded'
    when 'study_files:replace' then 'file_changed'
    when 'study_files:move' then 'file_changed'
    when 'study_files:remove' then 'file_deleted'
    when 'medical_notes:insert' then 'note_added'
    when 'citas:insert' then 'appointment_added'
    when 'citas:update' then 'appointment_changed'
    when 'invoices:insert' then 'payment_added'
    when 'invoices:update' then 'receipt_annulled'
    when 'profiles:create' then 'account_created'
    when 'profiles:update' then 'profile_changed'
    when 'profiles:issue_password' then 'password_issued'
    when 'profiles:free_factor' then 'factor_removed'
    when 'doctor_patients:insert' then 'doctor_linked'
    when 'study_shares:insert' then 'study_shared'
    when 'study_shares:renew' then 'study_shared'
    when 'study_shares:revoke' then 'share_revoked'
    when 'study_shares:open' then 'share_opened'
  end;
