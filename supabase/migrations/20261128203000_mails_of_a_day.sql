-- Ten mails a day of the clinic to one person, whatever they are about (docs/product/messages.md). Of a message that comes after
-- them staff read so; news of studies wait for the next day. Letters about passwords have limits of their own.
alter table public.messages drop constraint messages_problem_known;
alter table public.messages add constraint messages_problem_known check (
  problem in (
    'sin_servidor', 'rechazado', 'tarde', 'cancelada', 'movida', 'pasada', 'sin_recordatorios', 'sin_cuenta',
    'elegida', 'sin_temporal', 'reemplazada', 'otra_persona', 'demasiados'
  )
);

-- How many mails went to a person on the clinic's day of that moment, with those that are on their way.
create function private.mails_of_day(person uuid, at timestamptz) returns bigint
  language sql stable security definer set search_path = ''
  return (
    select (
      select count(*) from public.messages m
      where m.patient_id = mails_of_day.person and m.channel = 'correo'
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
revoke all on function private.mails_of_day(uuid, timestamptz) from public, anon, authenticated, service_role;

-- As before, and ten mails a day to one person.
create or replace function private.take_messages(most integer default 20, at timestamptz default now()) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.messages;
  words jsonb;
begin
  -- One round at a time: two would wait for rows of each other.
  perform pg_advisory_xact_lock(hashtext('private.take_messages'));
  perform private.plan_reminders(take_messages.at);
  update public.messages m set state = 'pendiente', lease_until = null
  where m.state = 'enviando' and m.lease_until <= take_messages.at;
  update public.messages m set state = 'omitido', problem = found.problem, lease_until = null
  from (
    select o.id, private.message_problem(o, take_messages.at) as problem
    from public.messages o where o.state = 'pendiente' and o.channel = 'correo'
  ) found
  where m.id = found.id and found.problem is not null;
  -- The eleventh mail of a day to one person, and what comes after it.
  update public.messages m set state = 'omitido', problem = 'demasiados', lease_until = null
  from (
    select o.id, private.mails_of_day(o.patient_id, take_messages.at)
      + row_number() over (partition by o.patient_id order by o.due_at, o.id) as place
    from public.messages o where o.state = 'pendiente' and o.channel = 'correo' and o.due_at <= take_messages.at
  ) due
  where m.id = due.id and due.place > 10;
  delete from public.messages m using (
    select o.id from public.messages o where o.created_at < take_messages.at - interval '400 days'
    limit 100 for update skip locked
  ) old where m.id = old.id;
  for message in
    update public.messages m set state = 'enviando', lease_until = take_messages.at + interval '2 minutes'
    from (
      select o.id from public.messages o
      where o.state = 'pendiente' and o.channel = 'correo' and o.due_at <= take_messages.at
        and (o.lease_until is null or o.lease_until <= take_messages.at)
      order by coalesce(o.lease_until, o.due_at), o.id
      limit least(greatest(most, 0), 20)
      for update skip locked
    ) due
    where m.id = due.id
    returning m.*
  loop
    words := private.message_words(message, take_messages.at);
    if message.kind in ('activacion', 'elige_horario') and words ->> 'token' is null then
      update public.messages m
      set state = 'omitido', lease_until = null,
        problem = coalesce(private.message_problem(message, take_messages.at), 'sin_temporal')
      where m.id = message.id;
    else
      return next words;
    end if;
  end loop;
end
$$;

-- As before, and none to whom ten mails went today.
create or replace function private.take_notices(most integer default 50, at timestamptz default now()) returns setof jsonb
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
