-- News to patients by mail: that there is something new, never what (docs/product/reports.md). Made by triggers for what people do
-- in the portal; sent by the server (server/mail/notices.ts), or by a hosted project's own function.

create table private.notices_due (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  person_id uuid not null references public.profiles on delete cascade,
  study_id uuid not null references public.studies on delete cascade,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  sent_at timestamptz,
  tries integer not null default 0,
  error text,
  constraint notices_due_kind_known check (kind in ('study_ready', 'report_ready', 'report_addendum', 'report_annulled')),
  constraint notices_due_tries_fit check (tries between 0 and 5),
  constraint notices_due_error_fits check (private.fits(error, 'Error', 100))
);
alter table private.notices_due enable row level security;

create index notices_due_person_id_idx on private.notices_due (person_id, kind, due_at desc);
create index notices_due_study_id_idx on private.notices_due (study_id);
create index notices_due_waiting_idx on private.notices_due (due_at) where sent_at is null and tries < 5;

-- Whether an account gets such mails now: it is open, its password was chosen, and it wants them.
create function private.gets_notices(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.profiles p
    where p.id = person and p.wants_mail
      and not exists (select from private.account_state s where s.user_id = p.id and (s.closed_at is not null or s.must_change))
  );

-- Notes that a person is to be told: once a study and kind in 24 hours. What still waits is told earlier if it is due earlier.
create function private.note_notice(kind text, person uuid, study uuid, due timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if person is null or not private.from_api() or not private.gets_notices(person) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('notices:' || person));
  update private.notices_due n set due_at = due
  where n.kind = note_notice.kind and n.person_id = person and n.study_id = study and n.sent_at is null and n.due_at > due;
  if not exists (
    select from private.notices_due n
    where n.kind = note_notice.kind and n.person_id = person and n.study_id = study
      and n.due_at > due - interval '24 hours'
  ) then
    insert into private.notices_due (kind, person_id, study_id, due_at) values (note_notice.kind, person, study, due);
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

-- A notice remembers whom it was for, as messages do: nobody is told of a study that has become another's by then. That a
-- report was annulled is for whoever had it. Nobody to whom ten mails went today gets another.
create function private.take_notices(most integer default 50, at timestamptz default now()) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.notices_due n set tries = 5, error = 'sobra'
  where n.sent_at is null and n.tries < 5 and n.due_at <= at and (
    greatest(n.due_at, (
      select max(told.sent_at) + interval '24 hours' from private.notices_due told where told.person_id = n.person_id
    )) < at - interval '24 hours'
    or not private.gets_notices(n.person_id)
    or n.kind <> 'report_annulled' and not exists (
      select from public.studies s where s.id = n.study_id and s.patient_id = n.person_id
    )
    or n.kind in ('report_ready', 'report_addendum') and not exists (
      select from public.reports r where r.study_id = n.study_id and r.state = 'firmado' and r.visible_from <= at
    )
  );
  return query
    update private.notices_due n set taken_at = at, tries = n.tries + 1, error = 'sin respuesta'
    from (
      select w.id from private.notices_due w
      where w.sent_at is null and w.tries < 5 and w.due_at <= at and private.mails_of_day(w.person_id, at) < 10
        and coalesce(w.taken_at, '-infinity') <= at - interval '2 minutes'
        and not exists (
          select from private.notices_due o
          where o.person_id = w.person_id and o.id <> w.id and case
            when o.sent_at is not null then o.sent_at > at - interval '24 hours'
            else o.taken_at > at - interval '2 minutes'
              or o.tries < 5 and o.due_at <= at and (o.due_at, o.id) < (w.due_at, w.id)
          end
        )
      order by w.due_at, w.id
      limit most
      for update skip locked
    ) due, public.profiles p
    where n.id = due.id and p.id = n.person_id
    returning jsonb_build_object('id', n.id, 'to', p.email, 'kind', n.kind);
end
$$;

-- What became of one: sent, with all else that its person was to be told by then, or the code of what failed.
create function private.settle_notice(id uuid, problem text, at timestamptz default now()) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.notices_due n set
    sent_at = case when settle_notice.problem is null then settle_notice.at end, error = left(settle_notice.problem, 100),
    -- That the mail server could not be reached is no try.
    tries = n.tries - case when settle_notice.problem not in ('EENVELOPE', 'EMESSAGE') then 1 else 0 end
  from private.notices_due told
  where told.id = settle_notice.id and told.sent_at is null and n.sent_at is null and (
    n.id = told.id
    or settle_notice.problem is null and n.person_id = told.person_id and n.tries < 5 and n.due_at <= settle_notice.at
  )
$$;

-- How many mails went to a person on the clinic's day of that moment, with those that are on their way.
create function private.mails_of_day(person uuid, at timestamptz) returns bigint
  language sql stable security definer set search_path = ''
  return (
    select (
      select count(*) from public.messages m
      where m.patient_id = mails_of_day.person and m.channel = 'correo' and m.kind <> 'cuenta'
        and (m.state = 'enviando' or m.state = 'enviado' and m.sent_at >= midnight.at)
    ) + (
      select count(distinct n.sent_at) from private.notices_due n
      where n.person_id = mails_of_day.person and n.sent_at >= midnight.at
    )
    from (
      select date_trunc('day', mails_of_day.at at time zone zone.name) at time zone zone.name as at
      from (select private.setting('clinic_time_zone', 'America/Mexico_City') as name) zone
    ) midnight
  );
