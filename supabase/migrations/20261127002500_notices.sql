-- News by mail: to patients that there is something new, never what (docs/product/reports.md), to dentists whose images they may open
-- (docs/product/referrers.md). Made by triggers for what people do in the portal; messages of kind 'resultado', whose key names the
-- sort: study_ready, report_ready, report_addendum, report_annulled, or a dentist's received_ready.

-- Whether an account gets such mails now: it is open, its password was chosen, and it wants them.
create function private.gets_notices(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.profiles p
    where p.id = person and p.wants_mail
      and not exists (select from private.account_state s where s.user_id = p.id and (s.closed_at is not null or s.must_change))
  );

-- Notes that a person is to be told, where there is mail: once a study and sort in 24 hours. What still waits is told earlier if it
-- is due earlier.
create function private.note_notice(sort text, person uuid, study uuid, due timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  about constant text := concat_ws(' ', 'resultado', sort, study, person);
begin
  if person is null or not private.has_mail() or not private.from_api() or not private.gets_notices(person) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('notices:' || person));
  update public.messages m set due_at = due
  where m.study_id = study and m.state = 'pendiente' and m.due_at > due and starts_with(m.key, about);
  if not exists (
    select from public.messages m
    where m.study_id = study and m.due_at > due - interval '24 hours' and starts_with(m.key, about)
  ) then
    insert into public.messages (kind, channel, study_id, patient_id, due_at, key)
    values ('resultado', 'correo', study, person, due, concat_ws(' ', about, gen_random_uuid()));
  end if;
end
$$;

create function private.note_study_ready() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_notice('study_ready', new.patient_id, new.id, now());
  return null;
end
$$;

create trigger studies_e_notice after insert on public.studies
  for each row when (new.file_url is not null) execute function private.note_study_ready();

create trigger studies_e_notice_later after update on public.studies
  for each row when (old.file_url is null and new.file_url is not null) execute function private.note_study_ready();

create function private.note_report_ready() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'firmado' then
    perform private.note_notice('report_ready', new.patient_id, new.study_id, new.visible_from);
  elsif new.visible_from <= now() then
    perform private.note_notice('report_annulled', new.patient_id, new.study_id, now());
  end if;
  return null;
end
$$;

create trigger reports_notice after update on public.reports
  for each row when (new.state <> 'borrador') execute function private.note_report_ready();

create function private.note_addendum() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_notice('report_addendum', r.patient_id, r.study_id, greatest(now(), r.visible_from))
  from public.reports r where r.id = new.report_id;
  return null;
end
$$;

create trigger report_addenda_notice after update on public.report_addenda
  for each row when (old.signed_at is null and new.signed_at is not null) execute function private.note_addendum();

-- How long after one mail of news the next one may go to the same person.
create function private.notice_pause(notice public.messages) returns interval
  language sql immutable set search_path = ''
  return case when split_part(notice.key, ' ', 2) = 'received_ready' then interval '15 minutes' else interval '24 hours' end;

-- Why news that are due are not sent any more, or null. They remember whom they were for, as other messages do: nobody is told of a
-- study that has become another's by then. That a report was annulled is for whoever had it.
create function private.notice_problem(notice public.messages, at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  sort constant text := split_part(notice.key, ' ', 2);
begin
  return case
    when notice.due_at > at then null
    when greatest(notice.due_at, (
      select max(told.sent_at) + private.notice_pause(notice) from public.messages told
      where told.patient_id = notice.patient_id and told.kind = 'resultado'
    )) < at - interval '24 hours' then 'tarde'
    when not private.gets_notices(notice.patient_id) then 'sin_cuenta'
    when sort = 'received_ready' then case
      when notice.study_id not in (select private.studies_received_by(notice.patient_id)) then 'otra_persona'
    end
    when sort <> 'report_annulled' and not exists (
      select from public.studies s where s.id = notice.study_id and s.patient_id = notice.patient_id
    ) then 'otra_persona'
    when sort in ('report_ready', 'report_addendum') and not exists (
      select from public.reports r where r.study_id = notice.study_id and r.state = 'firmado' and r.visible_from <= at
    ) then 'cancelada'
  end;
end
$$;

-- Whether news that are due may go to their person now: one mail in a pause, the earliest first, and none where ten mails went or
-- are to go to them that day.
create function private.is_next_notice(notice public.messages, at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return 10 > private.mails_of_day(notice.patient_id, at) + (
    select count(*) from public.messages m
    where m.patient_id = notice.patient_id and m.channel = 'correo' and m.kind not in ('cuenta', 'resultado')
      and m.state = 'pendiente' and m.due_at <= at
  ) and not exists (
    select from public.messages m
    where m.patient_id = notice.patient_id and m.kind = 'resultado' and m.id <> notice.id and (
      m.state = 'enviando' or m.sent_at > at - private.notice_pause(notice)
      or m.state = 'pendiente' and m.due_at <= at and (m.due_at, m.id) < (notice.due_at, notice.id)
    )
  );
end
$$;

-- Of whom a dentist's mail says that images are ready, by initials: [text], each once; null for other news.
create function private.notice_initials(notice public.messages, at timestamptz) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_agg(distinct private.initials(p.full_name))
    from public.messages m
    join public.studies s on s.id = m.study_id
    join public.profiles p on p.id = s.patient_id
    where split_part(notice.key, ' ', 2) = 'received_ready' and m.kind = 'resultado' and m.patient_id = notice.patient_id
      and (m.id = notice.id or m.state = 'pendiente' and m.due_at <= at)
  );

-- How many mails went to a person on the clinic's day of that moment, with those that are on their way. News that one mail told
-- were sent at one moment.
create function private.mails_of_day(person uuid, at timestamptz) returns bigint
  language sql stable security definer set search_path = ''
  return (
    select count(distinct (m.sent_at, case when m.kind <> 'resultado' then m.id end))
    from public.messages m, (
      select date_trunc('day', mails_of_day.at at time zone zone.name) at time zone zone.name as at
      from (select private.setting('clinic_time_zone', 'America/Mexico_City') as name) zone
    ) midnight
    where m.patient_id = mails_of_day.person and m.channel = 'correo' and m.kind <> 'cuenta'
      and (m.state = 'enviando' or m.state = 'enviado' and m.sent_at >= midnight.at)
  );
