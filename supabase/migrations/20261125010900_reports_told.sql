-- As before, with reports.
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
    when 'citas:book' then 'appointment_added'
    when 'citas:overbook' then 'appointment_added'
    when 'citas:update' then 'appointment_changed'
    when 'citas:confirm' then 'appointment_changed'
    when 'citas:undo_no_show' then 'appointment_changed'
    when 'citas:move' then 'appointment_moved'
    when 'citas:cancel' then 'appointment_cancelled'
    when 'citas:no_show' then 'appointment_missed'
    when 'invoices:insert' then 'payment_added'
    when 'invoices:update' then 'receipt_annulled'
    when 'profiles:create' then 'account_created'
    when 'profiles:update' then 'profile_changed'
    when 'profiles:issue_password' then 'password_issued'
    when 'profiles:free_factor' then 'factor_removed'
    when 'activations:create' then 'activation_made'
    when 'doctor_patients:insert' then 'doctor_linked'
    when 'study_shares:insert' then 'study_shared'
    when 'study_shares:renew' then 'study_shared'
    when 'study_shares:revoke' then 'share_revoked'
    when 'study_shares:open' then 'share_opened'
    when 'study_shares:open_report' then 'report_opened'
    when 'report:access' then 'report_opened'
    when 'reports:sign' then 'report_signed'
    when 'report_addenda:sign' then 'addendum_added'
    when 'reports:annul' then 'report_annulled'
    when 'messages:sent' then 'message_sent'
    when 'messages:opened' then 'message_sent'
  end;

-- As before, without reports that are not delivered yet.
create or replace function public.my_access_log(page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  if not exists (select from public.profiles p where p.id = caller and p.role in ('patient', 'paciente')) then
    raise exception using errcode = 'PT403', message = 'Solo un paciente puede consultar quién ha visto sus datos.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (
    with lines as materialized (
      select l.at, l.actor, private.access_word(l.action, l.subject) as what
      from private.audit_log l
      where l.patient_id = caller
        and (
          l.actor <> caller
          or (l.actor is null and (l.subject, l.action) in (
            ('study_shares', 'open'), ('study_shares', 'open_report'), ('messages', 'sent')
          ))
        )
        -- A report that is to be delivered later is not told before.
        and not (l.subject in ('reports', 'report_addenda') and exists (
          select from public.report_heads h
          where h.visible_from > now() and h.report_id::text = coalesce((
            select a.report_id::text from public.report_addenda a
            where l.subject = 'report_addenda' and a.id::text = l.row_id
          ), l.row_id)
        ))
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

-- As before, and for `report`: the portal says that a report was opened.
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
  elsif kind = 'report' then
    select r.patient_id, r.author_id into patient, doctor from public.reports r where r.id = wanted;
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

-- As before, and an account that reports, key images or marks name is closed as well.
create or replace function public.begin_account_removal(user_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  target uuid := begin_account_removal.user_id;
  known public.profiles;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para eliminar usuarios.';
  end if;
  if target = private.active_uid() then
    raise exception using errcode = 'PT403', message = 'No puedes eliminar tu propia cuenta.';
  end if;
  select p.* into known from public.profiles p where p.id = target for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró el usuario.';
  end if;
  if private.is_main_admin(known.email) then
    raise exception using errcode = 'PT403',
      message = 'No puedes eliminar la cuenta de administrador principal.';
  end if;

  if exists (select from public.citas c where target in (c.patient_id, c.doctor_id))
    or exists (select from public.studies s where target in (s.patient_id, s.doctor_id))
    or exists (select from public.medical_notes n where target in (n.patient_id, n.doctor_id))
    or exists (select from public.invoices i where target in (i.patient_id, i.doctor_id, i.annulled_by))
    or exists (select from public.reports r where target in (r.patient_id, r.author_id, r.annulled_by))
    or exists (select from public.report_addenda a where a.author_id = target)
    or exists (select from public.key_images k where k.author_id = target)
    or exists (select from public.study_marks m where m.author_id = target)
    or exists (select from private.deleted_studies d where target in (d.patient_id, d.doctor_id))
  then
    insert into private.account_state as s (user_id, closed_at) values (target, now())
    on conflict on constraint account_state_pkey do update set closed_at = coalesce(s.closed_at, now());
    delete from auth.sessions s where s.user_id = target;
    update auth.users u set banned_until = now() + interval '100 years' where u.id = target;
    perform private.record('close', 'profiles', target::text);
    return jsonb_build_object('outcome', 'closed', 'id', target);
  end if;
  perform private.record('erase', 'profiles', target::text);
  return jsonb_build_object('outcome', 'erase', 'id', target);
end
$$;
