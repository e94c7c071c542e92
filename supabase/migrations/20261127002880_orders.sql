-- What dentists order, and who receives a study (docs/product/referrers.md).

-- Permanent and deciduous teeth in FDI numbers (ISO 3950), each once, in order.
create function private.teeth_fit(teeth smallint[]) returns boolean
  language sql immutable set search_path = ''
  return (
    select teeth = coalesce(array_agg(distinct t.tooth order by t.tooth), '{}')
    from unnest(teeth) t(tooth)
    where t.tooth / 10 between 1 and 4 and t.tooth % 10 between 1 and 8
      or t.tooth / 10 between 5 and 8 and t.tooth % 10 between 1 and 5
  );

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  request_id bigint not null unique references public.study_requests on delete cascade,
  dentist_id uuid not null references public.dentists on delete cascade,
  -- Made by the browser; the rows that were sent together have it.
  sending_id uuid not null,
  -- Whose account the clinic booked it for.
  patient_id uuid references public.profiles on delete set null,
  teeth smallint[] not null default '{}',
  areas text[] not null default '{}',
  -- All kinds of study that were sent together.
  types text[] not null,
  question text,
  urgent boolean not null default false,
  deliver text[] not null,
  -- When the dentist, or by the card's code the patient, said that the dentist receives the images.
  consent_at timestamptz not null,
  seen_by_clinic_at timestamptz,
  -- By the dentist.
  cancelled_at timestamptz,
  -- When the patient decided that the dentist does not receive what will be taken.
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint orders_teeth_fit check (private.teeth_fit(teeth)),
  constraint orders_areas_known check (areas <@ array['arcada_superior', 'arcada_inferior', 'atm', 'craneo']),
  constraint orders_types_fit check (cardinality(types) between 1 and 8),
  constraint orders_question_fits check (private.fits(question, 'Motivo o pregunta clínica', 500)),
  constraint orders_deliver_known check (deliver <@ array['portal', 'dicom', 'stl', 'impreso'] and cardinality(deliver) >= 1)
);
alter table public.orders enable row level security;

create index orders_dentist_id_idx on public.orders (dentist_id, created_at desc);
create index orders_patient_id_idx on public.orders (patient_id);
create index orders_sending_id_idx on public.orders (sending_id);

grant select on public.orders to authenticated;

create policy "dentists read their orders, doctors all" on public.orders
  for select to authenticated
  using (dentist_id = (select private.active_uid()) or (select private.is_doctor()));

create table public.study_recipients (
  study_id uuid not null references public.studies on delete cascade,
  dentist_id uuid not null references public.dentists on delete cascade,
  -- Null where somebody delivered it by hand.
  order_id uuid references public.orders on delete cascade,
  since timestamptz not null default now(),
  -- 24 months after the study's day.
  until timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references public.profiles on delete set null,
  primary key (study_id, dentist_id)
);
alter table public.study_recipients enable row level security;

create index study_recipients_dentist_id_idx on public.study_recipients (dentist_id, since desc);
create index study_recipients_order_id_idx on public.study_recipients (order_id);
create index study_recipients_ended_by_idx on public.study_recipients (ended_by);

grant select on public.study_recipients to authenticated;

create policy "dentists read their rows, others those of studies they read" on public.study_recipients
  for select to authenticated
  using (
    dentist_id = (select private.active_uid())
    or (select private.dentist_uid()) is null and exists (select from public.studies s where s.id = study_id)
  );

-- Which studies a dentist receives, whoever asks: the one predicate behind the policy of `studies`, `may_read_study`, the storage and
-- the links (docs/decisions/0056).
create function private.studies_received_by(dentist uuid) returns setof uuid
  language sql stable
begin atomic
  select r.study_id
  from public.study_recipients r join public.studies s on s.id = r.study_id
  where r.dentist_id = dentist and r.ended_at is null and r.until > now()
    and not exists (select from private.account_state a where a.user_id = s.patient_id and a.closed_at is not null);
end;

-- A dentist hears by mail of what there is to open, whichever comes last: the study's files, or that the dentist receives it.
create function private.note_received() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_notice('received_ready', new.dentist_id, s.id, now())
  from public.studies s where s.id = new.study_id and s.file_url is not null;
  return null;
end
$$;

create trigger study_recipients_notice after insert on public.study_recipients
  for each row execute function private.note_received();

create function private.note_received_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_notice('received_ready', r.dentist_id, new.id, now())
  from public.study_recipients r where r.study_id = new.id;
  return null;
end
$$;

create trigger studies_e_notice_dentist after update on public.studies
  for each row when (old.file_url is null and new.file_url is not null) execute function private.note_received_file();

create function private.received_until(study_date date) returns timestamptz
  language sql stable security definer set search_path = ''
  return private.slot_moment((study_date + interval '24 months')::date, null);

create function private.fill_until() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.until := (select private.received_until(s.study_date) from public.studies s where s.id = new.study_id);
  return new;
end
$$;

create trigger study_recipients_a_until before insert on public.study_recipients
  for each row execute function private.fill_until();

-- Another day of a study is another end; another patient's study is nobody's order.
create function private.follow_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.patient_id is distinct from old.patient_id then
    delete from public.study_recipients r where r.study_id = new.id;
  else
    update public.study_recipients r set until = private.received_until(new.study_date) where r.study_id = new.id;
  end if;
  return null;
end
$$;

create trigger studies_recipients after update on public.studies
  for each row when ((new.patient_id, new.study_date) is distinct from (old.patient_id, old.study_date))
  execute function private.follow_study();

create function private.audit_order() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit_line(
    case
      when tg_op = 'INSERT' then 'send'
      when new.cancelled_at is distinct from old.cancelled_at then 'cancel'
      when new.stopped_at is null then 'resume'
      else 'stop'
    end, 'orders', new.id::text, new.patient_id
  );
  return null;
end
$$;

create trigger orders_z_audit after insert on public.orders
  for each row execute function private.audit_order();

create trigger orders_z_audit_change after update on public.orders
  for each row when ((new.cancelled_at, new.stopped_at) is distinct from (old.cancelled_at, old.stopped_at))
  execute function private.audit_order();

create function private.audit_recipient() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  recipient constant public.study_recipients := coalesce(new, old);
begin
  perform private.audit_line(
    case when tg_op = 'DELETE' or recipient.ended_at is not null then 'end' else 'add' end, 'study_recipients',
    recipient.study_id::text, (select s.patient_id from public.studies s where s.id = recipient.study_id),
    array['dentist_id=' || recipient.dentist_id]
  );
  return null;
end
$$;

create trigger study_recipients_z_audit after insert or delete on public.study_recipients
  for each row execute function private.audit_recipient();

create trigger study_recipients_z_audit_change after update on public.study_recipients
  for each row when (new.ended_at is distinct from old.ended_at) execute function private.audit_recipient();

-- The caller, who must be a dentist.
create function private.require_dentist() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.dentist_uid();
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Esto es solo para dentistas con acceso.';
  end if;
  return caller;
end
$$;

-- The texts of a list in JSON, each once, in their order; of anything else none.
create function private.texts_of(list jsonb) returns text[]
  language sql immutable set search_path = ''
  return array(
    select t.value
    from jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end) with ordinality t(value, place)
    group by t.value
    order by min(t.place)
  );

-- The doctor with whom a patient chooses an hour when nobody of the clinic says so: the only one of theirs, or the only one there is.
create function private.doctor_to_choose(patient uuid) returns uuid
  language sql stable security definer set search_path = ''
begin atomic
  with doctors as (
    select p.id, exists (
      select from private.doctor_patients l where l.doctor_id = p.id and l.patient_id = doctor_to_choose.patient
    ) as own
    from public.profiles p where p.role = 'doctor' and private.takes_appointments(p.id)
  )
  select case
    when (select count(*) from doctors d where d.own) = 1 then (select d.id from doctors d where d.own)
    when (select count(*) from doctors) = 1 then (select d.id from doctors d)
  end;
end;

-- Where the clinic accepts orders without looking at them: accepts what was sent. Of one kind the patient is mailed at once the link
-- that chooses an hour, if the order has the e-mail and the name of an account; of several kinds the clinic finds one visit for all.
-- The dentist, on whose word alone this is, gets no token of that link and learns nothing of the account, which becomes the order's
-- when the patient chooses.
create function private.accept_sending(sending uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settings constant jsonb := private.agenda_settings();
  request public.study_requests;
  patient public.profiles;
  link public.cita_links;
begin
  if not (settings ->> 'accept_orders')::boolean then
    return;
  end if;
  update public.study_requests r set status = 'aceptada' from public.orders o where o.sending_id = sending and r.id = o.request_id;
  select r.* into request from public.study_requests r join public.orders o on o.request_id = r.id
  where o.sending_id = sending and cardinality(o.types) = 1;
  patient := private.account_of_request(request);
  link.doctor_id := private.doctor_to_choose(patient.id);
  if (settings ->> 'self_booking')::boolean and private.has_mail() and link.doctor_id is not null
    and private.name_key(patient.full_name) = private.name_key(request.patient_name)
  then
    insert into public.cita_links as l (request_id, patient_id, doctor_id, expires_at)
    values (request.id, patient.id, link.doctor_id, now() + interval '14 days')
    returning l.* into link;
    perform private.mail_choice(link, null);
  end if;
end
$$;

-- Sends what a dentist orders: {sending_id, patient_name, patient_phone, patient_email, patient_age, types, teeth, areas, question,
-- urgent, deliver, consent, privacy_version}. Answers one {id, request_id, study_type} a type, in their order. Sent again after a lost
-- answer it answers the same rows.
create function public.send_order(sending jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_dentist();
  asked public.orders;
  request public.study_requests;
begin
  perform private.hit('send_order', 60, interval '1 hour', caller::text);
  if jsonb_typeof(sending) is distinct from 'object' then
    raise exception using errcode = 'PT400', message = 'Faltan los datos de la orden.';
  end if;
  asked.sending_id := (sending ->> 'sending_id')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('orders ' || asked.sending_id, 0));
  if exists (select from public.orders o where o.sending_id = asked.sending_id and o.dentist_id <> caller) then
    raise exception using errcode = 'PT409', message = 'Esta orden ya existe. Crea una nueva.';
  end if;
  if not exists (select from public.orders o where o.sending_id = asked.sending_id) then
    if (sending -> 'consent') is distinct from 'true' then
      raise exception using errcode = 'PT400', message = 'Confirma que el paciente sabe que recibirás sus imágenes.';
    end if;
    asked.types := private.texts_of(sending -> 'types');
    if cardinality(asked.types) not between 1 and 8 then
      raise exception using errcode = 'PT400', message = 'Estudios: elige de 1 a 8.';
    end if;
    asked.teeth := array(select t.tooth::smallint from unnest(private.texts_of(sending -> 'teeth')) t(tooth) order by 1);
    if not private.teeth_fit(asked.teeth) then
      raise exception using errcode = 'PT400', message = 'Piezas: elígelas en el odontograma.';
    end if;
    asked.areas := private.texts_of(sending -> 'areas');
    asked.deliver := private.texts_of(sending -> 'deliver');
    if not asked.areas <@ array['arcada_superior', 'arcada_inferior', 'atm', 'craneo'] then
      raise exception using errcode = 'PT400', message = 'Región: elige una de la lista.';
    end if;
    if asked.deliver = '{}' or not asked.deliver <@ array['portal', 'dicom', 'stl', 'impreso'] then
      raise exception using errcode = 'PT400', message = 'Entrega: elige cómo recibir las imágenes.';
    end if;
    request.patient_email := nullif(btrim(sending ->> 'patient_email'), '');
    -- Looked at as it was written: in lower case a foreign letter may have become an ordinary one.
    perform private.email_fits(request.patient_email, 'Correo electrónico');
    for request.study_type in select t.study_type from unnest(asked.types) t(study_type) loop
      insert into public.study_requests (
        patient_name, patient_email, patient_phone, patient_age, study_type, referring_doctor, privacy_version, is_order
      )
      values (
        btrim(coalesce(sending ->> 'patient_name', '')), request.patient_email, btrim(coalesce(sending ->> 'patient_phone', '')),
        private.read_age(sending -> 'patient_age'), request.study_type, private.full_name_of(caller),
        sending ->> 'privacy_version', true
      )
      returning id into request.id;
      insert into public.orders (
        request_id, dentist_id, sending_id, teeth, areas, types, question, urgent, deliver, consent_at
      )
      values (
        request.id, caller, asked.sending_id, asked.teeth, asked.areas, asked.types, nullif(btrim(sending ->> 'question'), ''),
        coalesce((sending -> 'urgent') = 'true', false), asked.deliver, now()
      );
    end loop;
    perform private.accept_sending(asked.sending_id);
  end if;
  return (
    select jsonb_agg(
      jsonb_build_object('id', o.id, 'request_id', r.id, 'study_type', r.study_type) order by array_position(o.types, r.study_type)
    )
    from public.orders o join public.study_requests r on r.id = o.request_id
    where o.sending_id = asked.sending_id
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The caller's own order; its request is locked, as by whoever books it.
create function private.own_order(order_id uuid) returns public.orders
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_dentist();
  found_order public.orders;
begin
  perform from public.study_requests r join public.orders o on o.request_id = r.id
  where o.id = own_order.order_id and o.dentist_id = caller for update of r;
  select o.* into found_order from public.orders o where o.id = own_order.order_id and o.dentist_id = caller for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la orden.';
  end if;
  return found_order;
end
$$;

-- Takes an order back for which nothing is booked. A second time changes nothing.
create function public.cancel_order(order_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.orders := private.own_order(cancel_order.order_id);
begin
  if known.cancelled_at is not null then
    return;
  end if;
  if private.is_booked(known.request_id) then
    raise exception using errcode = 'PT409', message = 'Esta orden ya tiene una cita. Llama a la clínica para cancelarla.';
  end if;
  if exists (select from public.study_recipients r where r.order_id = known.id) then
    raise exception using errcode = 'PT409', message = 'Esta orden ya tiene un estudio.';
  end if;
  update public.orders o set cancelled_at = now() where o.id = known.id;
  update public.study_requests r set status = 'rechazada' where r.id = known.request_id and r.status <> 'rechazada';
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Whether the patient of a request may choose an hour now by a link that somebody of the clinic made.
create function private.has_choice(request_id bigint) returns boolean
  language sql stable security definer set search_path = ''
  return exists (
    select from public.cita_links l
    where l.request_id = has_choice.request_id and l.made_by is not null and l.cita_id is null and l.revoked_at is null
      and l.expires_at > now()
  );

-- A token of the link 'Elige tu horario' for the patient, {token, expires_at}, once the clinic has made one. It cannot share again
-- what the patient stopped.
create function public.order_link(order_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  known constant public.orders := private.own_order(order_link.order_id);
  link public.cita_links;
begin
  perform private.hit('cita_token', 120, interval '1 hour', known.dentist_id::text);
  select l.* into link from public.cita_links l where l.request_id = known.request_id for update;
  if not private.has_choice(known.request_id) or private.is_booked(known.request_id) or known.cancelled_at is not null then
    raise exception using errcode = 'PT409', message = 'La clínica todavía no ha abierto los horarios de esta orden.';
  end if;
  return jsonb_build_object('token', private.give_link_token(link.id, 'dentista'), 'expires_at', link.expires_at);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Notes when the clinic saw an order first.
create function public.see_order(order_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_doctor() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para ver órdenes.';
  end if;
  update public.orders o set seen_by_clinic_at = coalesce(o.seen_by_clinic_at, now()) where o.id = see_order.order_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la orden.';
  end if;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Why a study is received no more: 'paciente' or 'clinica' ended it, or its 24 months are over ('plazo'). Null while it is received.
create function private.delivery_end(study_id uuid, dentist_id uuid) returns text
  language sql stable security definer set search_path = ''
  return (
    select case
      when n.study_id in (select private.studies_received_by(n.dentist_id)) then null
      when n.ended_at is null and n.until <= now() then 'plazo'
      when n.ended_by = s.patient_id then 'paciente'
      else 'clinica'
    end
    from public.study_recipients n join public.studies s on s.id = n.study_id
    where n.study_id = delivery_end.study_id and n.dentist_id = delivery_end.dentist_id
  );

-- The same beside a row, for whoever may read it.
create function public.delivery_end(row_of public.study_recipients) returns text
  language sql stable set search_path = ''
  return (
    select private.delivery_end(t.study_id, t.dentist_id)
    from public.study_recipients t where t.study_id = row_of.study_id and t.dentist_id = row_of.dentist_id
  );

-- How far the orders of a dentist are, and what the dentist receives: a row an order, and one a study that came besides.
create function private.orders_of(dentist uuid) returns setof jsonb
  language sql stable security definer set search_path = ''
begin atomic
  with received as materialized (
    select v.study_id, n.order_id, n.since, n.until, s.patient_id, s.study_type, s.file_url, s.created_at,
      row_number() over (partition by n.order_id order by s.created_at desc, s.id) as place
    from private.studies_received_by(dentist) v(study_id)
    join public.study_recipients n on n.study_id = v.study_id and n.dentist_id = dentist
    join public.studies s on s.id = v.study_id
  ), ordered as (
    select o.id as order_id, q.id as request_id, 
      case when q.submission_id is null then private.tracking_code(q.id, null) end as code, r.study_id, r.patient_id, q.patient_name, q.patient_age, q.study_type, o.teeth, o.areas, o.question,
      o.urgent, o.deliver, o.types, o.sending_id, o.created_at as sent_at, c.appointment_date as day, c.appointment_time as at,
      r.until, r.file_url,
      -- What the patient wrote by the card's code is the patient's.
      case when q.submission_id is null then q.patient_phone end as phone,
      exists (select from public.study_recipients n where n.order_id = o.id) as joined,
      case when r.study_id is not null then null when o.stopped_at is not null then 'paciente' else (
        select private.delivery_end(n.study_id, n.dentist_id)
        from public.study_recipients n where n.order_id = o.id order by n.since desc limit 1
      ) end as ended,
      case
        when o.cancelled_at is not null or q.status = 'rechazada' then 'cancelada'
        when c.status in ('pendiente', 'confirmada', 'aceptada') then 'agendada'
        when c.status = 'completada' then 'tomada'
        when q.status = 'aceptada' then 'aceptada'
        else 'pedida'
      end as state,
      q.status = 'aceptada' and o.cancelled_at is null and c.id is null and private.has_choice(q.id) as link
    from public.orders o
    join public.study_requests q on q.id = o.request_id
    left join lateral (
      select b.* from public.citas b
      where b.request_id = q.id and b.status not in ('cancelada', 'no_asistio')
      limit 1
    ) c on true
    left join received r on r.order_id = o.id and r.place = 1
    where o.dentist_id = dentist
  ), listed as (
    select o.* from ordered o
    union all
    select null, null, null, r.study_id, r.patient_id, p.full_name, p.age, r.study_type, '{}', '{}', null, false, '{}', array[r.study_type], null,
      r.since, null, null, r.until, r.file_url, null, true, null, 'tomada', false
    from received r left join public.profiles p on p.id = r.patient_id
    where r.order_id is null or r.place > 1
  )
  select jsonb_build_object(
    'order_id', l.order_id, 'request_id', l.request_id, 'code', l.code, 'study_id', l.study_id, 'patient_name', l.patient_name, 'patient_age', l.patient_age,
    'study_type', l.study_type, 'teeth', l.teeth, 'areas', l.areas, 'question', l.question, 'urgent', l.urgent,
    'deliver', l.deliver, 'types', l.types, 'sending_id', l.sending_id, 'sent_at', l.sent_at, 'day', l.day, 'time', l.at,
    'seen_at', seen.at, 'until', l.until, 'phone', l.phone, 'link', l.link,
    'ended', l.ended,
    'state', case
      when l.study_id is null then case when l.joined then 'tomada' else l.state end
      when l.file_url is null then 'tomada'
      when seen.at is not null then 'vista'
      else 'lista'
    end,
    'picture', (
      select jsonb_build_object('path', p.thumb_path, 'width', p.thumb_width, 'height', p.thumb_height, 'tint', p.tint, 'kind', p.kind)
      from public.study_previews p where p.study_id = l.study_id and p.thumb_path is not null
    ),
    'report', exists (
      select from public.reports r
      where r.study_id = l.study_id and r.patient_id = l.patient_id and r.state = 'firmado' and r.visible_from <= now()
    )
  )
  from listed l
  left join lateral (
    select max(v.last_at) as at from public.study_seen v where v.study_id = l.study_id and v.person_id = dentist
  ) seen on true;
end;

-- 'Mis pacientes', newest first: {rows, total}. A row is {order_id, study_id, patient_name, patient_age, study_type, teeth, areas,
-- question, urgent, deliver, types, sending_id, sent_at, state, ended, day, time, seen_at, picture, report, until, phone, link}.
-- `state`: pedida, aceptada, agendada, tomada, lista, vista, cancelada. `ended`: why nothing is received any more (delivery_end), or null. `link`: order_link
-- answers. `words` are looked for in name and kind of study, `month` is any day of one, of the clinic; 1 to 100 rows behind `skip`.
create function public.my_orders(
  words text default null, state text default null, month date default null, skip integer default 0, most integer default 24,
  sending uuid default null
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_dentist();
  patterns constant text[] := private.search_patterns(words);
  first_moment constant timestamptz := private.slot_moment(date_trunc('month', month)::date, null);
  last_moment constant timestamptz := private.slot_moment((date_trunc('month', month) + interval '1 month')::date, null);
begin
  return (
    with found as materialized (
      select o.line, (o.line ->> 'sent_at')::timestamptz as sent_at
      from private.orders_of(caller) o(line)
      where (sending is null or o.line ->> 'sending_id' = sending::text)
        and (my_orders.state is null or o.line ->> 'state' = my_orders.state)
        and (month is null or (o.line ->> 'sent_at')::timestamptz >= first_moment and (o.line ->> 'sent_at')::timestamptz < last_moment)
        and (patterns = '{}' or private.has_all(concat_ws(' ', o.line ->> 'patient_name', o.line ->> 'study_type'), patterns))
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(p.line order by p.sent_at desc, p.line ->> 'order_id', p.line ->> 'study_id')
        from (
          select f.* from found f
          order by f.sent_at desc, f.line ->> 'order_id', f.line ->> 'study_id'
          limit least(greatest(coalesce(most, 24), 1), 100) offset greatest(coalesce(skip, 0), 0)
        ) p
      ), '[]')
    )
  );
end
$$;

-- The patient of an order is the one for whom the clinic books it, or lets an hour be chosen; so is that of what was sent together with
-- it. What the dentist did not know of the e-mail is then known.
create function private.note_order_patient() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  sending constant uuid := (select o.sending_id from public.orders o where o.request_id = new.request_id);
begin
  update public.orders o set patient_id = new.patient_id
  where o.sending_id = sending and (o.request_id = new.request_id or o.patient_id is null)
    and o.patient_id is distinct from new.patient_id;
  update public.study_requests r set patient_email = p.email
  from public.orders o, public.profiles p
  where o.sending_id = sending and o.patient_id = new.patient_id and r.id = o.request_id and p.id = new.patient_id
    and r.patient_email is null;
  return null;
end
$$;

create trigger citas_order_patient after insert or update of patient_id, request_id on public.citas
  for each row when (new.request_id is not null and new.patient_id is not null) execute function private.note_order_patient();

create trigger cita_links_order_patient after insert or update of patient_id, request_id on public.cita_links
  for each row when (new.request_id is not null and new.made_by is not null) execute function private.note_order_patient();

-- The orders of a kind of study that wait for a patient's: neither taken back nor stopped nor rejected, without a study, and with
-- an appointment that was not cancelled or missed, or none yet.
create function private.waiting_orders(patient_id uuid, study_type text) returns setof public.orders
  language sql stable security definer set search_path = ''
begin atomic
  select o.*
  from public.orders o join public.study_requests r on r.id = o.request_id
  where o.patient_id = waiting_orders.patient_id and o.cancelled_at is null and o.stopped_at is null and r.status <> 'rechazada'
    and private.filed_type(r.study_type) = private.filed_type(waiting_orders.study_type)
    and not exists (select from public.study_recipients n where n.order_id = o.id)
    and (private.is_booked(r.id) or not exists (select from public.citas c where c.request_id = r.id));
end;

-- A study goes to the dentist of the order that it is of: by its appointment, whatever else waits; else by the one order that waits
-- for it and that the clinic has accepted. Not where the patient or the clinic ended it, nor to an account that was closed.
create function private.join_order(study_id uuid, cita_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  study public.studies;
  ordered uuid[];
begin
  select s.* into study from public.studies s where s.id = join_order.study_id;
  if study.patient_id is null then
    return;
  end if;
  if join_order.cita_id is not null then
    ordered := array(
      select o.id from public.citas c join public.orders o on o.request_id = c.request_id
      where c.id = join_order.cita_id and o.patient_id = study.patient_id and o.cancelled_at is null and o.stopped_at is null
        and not exists (select from public.study_recipients n where n.order_id = o.id and n.ended_at is not null)
    );
  else
    -- Two studies at once are not both the order's.
    perform pg_advisory_xact_lock(hashtextextended('orders of ' || study.patient_id, 0));
    ordered := array(
      select o.id from private.waiting_orders(study.patient_id, study.study_type) o
      join public.study_requests r on r.id = o.request_id and r.status = 'aceptada'
    );
  end if;
  insert into public.study_recipients (study_id, dentist_id, order_id)
  select study.id, o.dentist_id, o.id
  from public.orders o join public.dentists d on d.id = o.dentist_id and d.active
  where cardinality(ordered) = 1 and o.id = ordered[1]
  on conflict on constraint study_recipients_pkey do nothing;
end
$$;

-- What a machine sent is joined once it is known for which appointment (private.file_arrival).
create function private.join_new_study() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.arrivals a where a.path = new.file_url) then
    perform private.join_order(new.id);
  end if;
  return null;
end
$$;

create trigger studies_order after insert on public.studies
  for each row execute function private.join_new_study();

-- What an upload for a patient may be of, for their doctors: [{order_id, dentist_id, name, teeth, areas, question}], the oldest first.
create function public.open_orders(patient_id uuid, study_type text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_linked(open_orders.patient_id)) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar al paciente.';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'order_id', o.id, 'dentist_id', o.dentist_id, 'name', private.full_name_of(o.dentist_id), 'teeth', o.teeth, 'areas', o.areas,
      'question', o.question
    ) order by o.created_at, o.id)
    from private.waiting_orders(open_orders.patient_id, open_orders.study_type) o
  ), '[]');
end
$$;

-- A study, locked, with whose recipients the caller, as staff, may do something: a doctor of its patient, an administrator.
create function private.study_to_deliver(study_id uuid) returns public.studies
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  study public.studies;
begin
  select s.* into study from public.studies s where s.id = study_to_deliver.study_id for update;
  if not found or not private.is_doctor() or not private.may_read_study(study.id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  if not (private.is_admin() or private.is_linked(study.patient_id)) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para entregar este estudio.';
  end if;
  return study;
end
$$;

-- 'Entregar también a': adds a dentist who receives the study, by an order or by hand, or lets one receive it again. Not what the
-- patient stopped: that study, that order, and what is new and of no order where the patient stopped anything with the dentist.
create function public.deliver_study(study_id uuid, dentist_id uuid, order_id uuid default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  study constant public.studies := private.study_to_deliver(deliver_study.study_id);
  is_given constant boolean := deliver_study.order_id is not null or exists (
    select from public.study_recipients r where r.study_id = study.id and r.dentist_id = deliver_study.dentist_id
  );
begin
  if not exists (select from public.dentists d where d.id = deliver_study.dentist_id and d.active) then
    raise exception using errcode = 'PT400', message = 'Dentista: elige un dentista de la lista.';
  end if;
  if study.patient_id is null then
    raise exception using errcode = 'PT400', message = 'Este estudio no tiene paciente.';
  end if;
  if private.received_until(study.study_date) <= now() then
    raise exception using errcode = 'PT409', message = 'Este estudio tiene más de 24 meses: ya no se entrega a dentistas.';
  end if;
  if deliver_study.order_id is not null and not exists (
    select from public.orders o
    where o.id = deliver_study.order_id and o.dentist_id = deliver_study.dentist_id and o.patient_id = study.patient_id
      and o.cancelled_at is null
  ) then
    raise exception using errcode = 'PT400', message = 'Orden: elige una de ese dentista y de ese paciente.';
  end if;
  if exists (
    select from public.study_recipients r join public.studies s on s.id = r.study_id
    where r.dentist_id = deliver_study.dentist_id and s.patient_id = study.patient_id and r.ended_by = study.patient_id
      and (r.study_id = study.id or not is_given)
  ) or exists (
    select from public.orders o
    where o.dentist_id = deliver_study.dentist_id and o.patient_id = study.patient_id and o.stopped_at is not null
      and (o.id = deliver_study.order_id or not is_given)
  ) then
    raise exception using errcode = 'PT409', message = 'El paciente dejó de compartir con ese dentista. Solo el paciente puede volver a hacerlo.';
  end if;
  insert into public.study_recipients as r (study_id, dentist_id, order_id)
  values (study.id, deliver_study.dentist_id, deliver_study.order_id)
  on conflict on constraint study_recipients_pkey do update set
    order_id = coalesce(excluded.order_id, r.order_id), ended_at = null, ended_by = null;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Ends or renews what a dentist receives of a patient: one study, or all studies and what will be taken. Renewed is only what was given
-- before.
create function private.share_with(dentist uuid, patient uuid, study uuid, shared boolean, by_whom uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.study_recipients r set
    ended_at = case when not shared then now() end, ended_by = case when not shared then by_whom end
  from public.studies s
  where s.id = r.study_id and s.patient_id = patient and r.dentist_id = dentist and (study is null or s.id = study)
    and shared = (r.ended_at is not null);
  if study is null then
    update public.orders o set stopped_at = case when not shared then now() end
    where o.dentist_id = dentist and o.patient_id = patient and o.cancelled_at is null and shared = (o.stopped_at is not null);
  end if;
end
$$;

-- 'Dejar de compartir' and 'Volver a compartir'. Patients: an own study, or with study_id null all that the dentist receives of them and
-- what will be taken. Staff: a study of their patient, but not again what the patient stopped.
create function public.set_sharing(dentist_id uuid, study_id uuid, shared boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
  study public.studies;
begin
  if set_sharing.shared is null then
    raise exception using errcode = 'PT400', message = 'Elige compartir o dejar de compartir.';
  end if;
  if private.is_doctor() then
    study := private.study_to_deliver(set_sharing.study_id);
    if set_sharing.shared and exists (
      select from public.study_recipients r
      where r.study_id = study.id and r.dentist_id = set_sharing.dentist_id and r.ended_by = study.patient_id
    ) then
      raise exception using errcode = 'PT409', message = 'El paciente dejó de compartir con ese dentista. Solo el paciente puede volver a hacerlo.';
    end if;
  else
    perform private.hit('set_sharing', 120, interval '1 hour', caller::text);
    study.id := set_sharing.study_id;
    study.patient_id := caller;
  end if;
  if not exists (
    select from public.study_recipients r join public.studies s on s.id = r.study_id
    where r.dentist_id = set_sharing.dentist_id and s.patient_id = study.patient_id and (study.id is null or s.id = study.id)
  ) and not exists (
    select from public.orders o
    where study.id is null and o.dentist_id = set_sharing.dentist_id and o.patient_id = study.patient_id
  ) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar con quién se comparte.';
  end if;
  perform private.share_with(set_sharing.dentist_id, study.patient_id, study.id, set_sharing.shared, caller);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- 'Quién recibe tus imágenes', for patients: [{dentist_id, name, practice, since, shared, orders, studies: [{id, study_type, study_date,
-- shared}]}] of dentists with an open account, by name. `orders`: how many wait for a study. `shared`: anything is, or will be.
create function public.who_receives() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.require_caller();
begin
  return coalesce((
    with given as (
      select r.dentist_id, r.since, s.id, s.study_type, s.study_date, r.ended_at is null and r.until > now() as shared
      from public.study_recipients r join public.studies s on s.id = r.study_id
      where s.patient_id = caller
    ), ordered as (
      select o.dentist_id, o.created_at, o.stopped_at is null as shared
      from public.orders o join public.study_requests r on r.id = o.request_id
      where o.patient_id = caller and o.cancelled_at is null and r.status <> 'rechazada'
        and not exists (select from public.study_recipients n where n.order_id = o.id)
        and (private.is_booked(r.id) or not exists (select from public.citas c where c.request_id = r.id))
    )
    select jsonb_agg(jsonb_build_object(
      'dentist_id', d.id, 'name', p.full_name, 'practice', d.practice,
      'since', least(
        (select min(g.since) from given g where g.dentist_id = d.id),
        (select min(o.created_at) from ordered o where o.dentist_id = d.id)
      ),
      'shared', exists (select from given g where g.dentist_id = d.id and g.shared)
        or exists (select from ordered o where o.dentist_id = d.id and o.shared),
      'orders', (select count(*) from ordered o where o.dentist_id = d.id),
      'studies', coalesce((
        select jsonb_agg(
          jsonb_build_object('id', g.id, 'study_type', g.study_type, 'study_date', g.study_date, 'shared', g.shared)
          order by g.study_date desc, g.id
        )
        from given g where g.dentist_id = d.id
      ), '[]')
    ) order by p.full_name, d.id)
    from public.dentists d join public.profiles p on p.id = d.id
    where d.active and d.id in (select g.dentist_id from given g union select o.dentist_id from ordered o)
  ), '[]');
end
$$;

-- Who receives what comes of a request, for the page of its link: {name, shared}; null for nobody.
create function private.receiver_of(request_id bigint) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'name', private.full_name_of(o.dentist_id),
      'shared', o.stopped_at is null and not exists (
        select from public.study_recipients r where r.order_id = o.id and r.ended_at is not null
      )
    )
    from public.orders o join public.dentists d on d.id = o.dentist_id and d.active
    where o.request_id = receiver_of.request_id and o.cancelled_at is null
  );

-- The same two buttons on the page of an appointment's link, for its order alone: {outcome, link}, `stopped` or `shared`. With the token
-- that the dentist sent nothing is shared again: `portal`. No dentist receives it: `final`.
create function public.set_sharing_by_link(token text, shared boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  link public.cita_links;
  known public.orders;
begin
  link := private.begin_act(token);
  select o.* into known from public.orders o
  where o.cancelled_at is null and o.request_id = coalesce(
    (select c.request_id from public.citas c where c.id = link.cita_id), link.request_id
  )
  for update;
  if known.id is null or set_sharing_by_link.shared is null then
    return private.act_answer('final', link);
  end if;
  if set_sharing_by_link.shared and exists (
    select from private.cita_link_tokens t
    where t.token_hash = private.share_hash(left(coalesce(token, ''), 100)) and t.channel = 'dentista'
  ) then
    return private.act_answer('portal', link);
  end if;
  update public.orders o set stopped_at = case when not set_sharing_by_link.shared then now() end
  where o.id = known.id and set_sharing_by_link.shared = (o.stopped_at is not null);
  perform private.share_with(known.dentist_id, link.patient_id, r.study_id, set_sharing_by_link.shared, link.patient_id)
  from public.study_recipients r where r.order_id = known.id;
  return private.act_answer(case when set_sharing_by_link.shared then 'shared' else 'unshared' end, link);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The dentist whose code a card carries, if the account is open.
create function private.dentist_of_code(code text) returns public.dentists
  language plpgsql stable security definer set search_path = ''
as $$
declare
  dentist public.dentists;
begin
  select d.* into dentist from public.dentists d where d.code = upper(btrim(dentist_of_code.code)) and d.active;
  return dentist;
end
$$;

-- 'Te envía {dentist}, {practice}': {name, practice}; null for every other code.
create function public.practice_of_code(code text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  dentist public.dentists;
begin
  perform private.hit('practice_of_code', 60, interval '1 minute');
  dentist := private.dentist_of_code(practice_of_code.code);
  return case when dentist.id is not null then
    jsonb_build_object('name', private.full_name_of(dentist.id), 'practice', dentist.practice) end;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The public form by a dentist's card: {patient_name, patient_email, patient_phone, patient_age, study_type, notes, tentative_date,
-- privacy_version, submission_id}. With `consent`, 'Quiero que {dentist} reciba mis imágenes', it is an order; without it the dentist is
-- who referred, and sees nothing. Answers what `request_receipt` does; the same submission again is the same request.
create function public.request_by_code(code text, request jsonb, consent boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  dentist public.dentists;
  submission constant uuid := request ->> 'submission_id';
  email constant text := btrim(coalesce(request ->> 'patient_email', ''));
  made bigint;
begin
  perform private.hit('request_by_code', 60, interval '10 minutes');
  dentist := private.dentist_of_code(request_by_code.code);
  if dentist.id is null then
    raise exception using errcode = 'PT404', message = 'Este código ya no es de ningún dentista.';
  end if;
  if jsonb_typeof(request) is distinct from 'object' or submission is null then
    raise exception using errcode = 'PT400', message = 'Faltan los datos de la solicitud.';
  end if;
  perform private.email_fits(email, 'Correo electrónico');
  insert into public.study_requests (
    patient_name, patient_email, patient_phone, patient_age, study_type, referring_doctor, notes, tentative_date,
    privacy_version, submission_id, is_order
  )
  values (
    btrim(coalesce(request ->> 'patient_name', '')), email, btrim(coalesce(request ->> 'patient_phone', '')),
    private.read_age(request -> 'patient_age'), request ->> 'study_type', private.full_name_of(dentist.id), request ->> 'notes',
    (request ->> 'tentative_date')::date, request ->> 'privacy_version', submission, coalesce(consent, false)
  )
  on conflict on constraint study_requests_submission_once do nothing
  returning id into made;
  if made is not null and consent then
    insert into public.orders (request_id, dentist_id, sending_id, types, deliver, consent_at)
    values (made, dentist.id, submission, array[request ->> 'study_type'], '{portal}', now());
  end if;
  return public.request_receipt(submission);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Which region is to be taken, in ASCII, for machines: 'piezas 36 37, arcada superior'; null for none said.
create function private.region_of(o public.orders) returns text
  language sql immutable set search_path = ''
  return nullif(concat_ws(
    ', ', 'piezas ' || nullif(array_to_string(o.teeth, ' '), ''),
    case when 'arcada_superior' = any (o.areas) then 'arcada superior' end,
    case when 'arcada_inferior' = any (o.areas) then 'arcada inferior' end,
    case when 'atm' = any (o.areas) then 'ATM' end, case when 'craneo' = any (o.areas) then 'craneo completo' end
  ), '');

grant execute on function
  public.send_order(jsonb), public.cancel_order(uuid), public.order_link(uuid), public.see_order(uuid),
  public.my_orders(text,text,date,integer,integer,uuid), public.open_orders(uuid,text), public.deliver_study(uuid,uuid,uuid),
  public.set_sharing(uuid,uuid,boolean), public.who_receives(), private.delivery_end(uuid,uuid),
  public.delivery_end(public.study_recipients)
  to authenticated;
grant execute on function
  public.set_sharing_by_link(text,boolean), public.practice_of_code(text), public.request_by_code(text,jsonb,boolean)
  to anon, authenticated;
