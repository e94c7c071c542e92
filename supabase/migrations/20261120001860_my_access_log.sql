-- What a line of the trail means to the patient whom it concerns; null for what is no access to their data. The link that
-- the portal announces, the one that is signed and the download itself are the same act.
create function private.access_word(action text, subject text) returns text
  language sql immutable set search_path = ''
  return case access_word.subject || ':' || access_word.action
    when 'patient:access' then 'record_viewed'
    when 'study:access' then 'study_downloaded'
    when 'study_files:sign_url' then 'study_downloaded'
    when 'study_files:download' then 'study_downloaded'
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

-- Who else has opened or changed the caller's data: {total, rows: [{at, who, role, what}]}, 20 a page, newest first.
-- Lines that would read the same (same person, act and minute) are one. `who` is null once the account was erased, and of who
-- opened a link.
create function public.my_access_log(page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  if not exists (select from public.profiles p where p.id = caller and p.role in ('patient', 'paciente')) then
    raise exception using errcode = '42501', message = 'Solo un paciente puede consultar quién ha visto sus datos.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (
    with lines as materialized (
      select l.at, l.actor, private.access_word(l.action, l.subject) as what
      from private.audit_log l
      where l.patient_id = caller
        and (l.actor <> caller or (l.actor is null and l.subject = 'study_shares' and l.action = 'open'))
    ),
    acts as (
      select max(l.at) as at, l.actor, l.what
      from lines l
      where l.what is not null
      group by date_trunc('minute', l.at), l.actor, l.what
    ),
    shown as (
      select a.at, a.what, p.full_name as who, case when p.is_admin then 'admin' else p.role end as role
      from (select * from acts order by acts.at desc, acts.what, acts.actor limit 20 offset (page - 1) * 20) a
      left join public.profiles p on p.id = a.actor
    )
    select jsonb_build_object(
      'total', (select count(*) from acts),
      'rows', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc, s.what, s.who) from shown s), '[]')
    )
  );
end
$$;
