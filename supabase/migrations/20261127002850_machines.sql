-- Imaging machines, the list of patients that they ask for, and the studies that they send by themselves
-- (docs/product/machines.md). A program of the clinic, the station, speaks with them; it holds a key and nothing else.

insert into private.app_settings (key, value)
values ('station_key', left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32))
on conflict (key) do nothing;

-- An AE title as DICOM has it (PS3.5, VR AE): 1 to 16 signs of ASCII, no backslash, and blanks at neither end.
create function private.aet_fits(aet text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  if aet !~ '^[!-\[\]-~]([ -\[\]-~]{0,14}[!-\[\]-~])?$' then
    raise exception using errcode = 'PT400',
      message = 'AE title: escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.';
  end if;
  return true;
end
$$;

-- The address of a machine in the clinic's network, without a port.
create function private.machine_address_fits(address text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  perform 1 where address is null or (address::inet is not null and address !~ '/');
  if found then
    return true;
  end if;
  raise exception using errcode = 'PT400', message = 'Dirección: escribe una dirección IP, por ejemplo 192.168.1.20.';
exception when invalid_text_representation then
  raise exception using errcode = 'PT400', message = 'Dirección: escribe una dirección IP, por ejemplo 192.168.1.20.';
end
$$;

create table public.machines (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- What it calls itself.
  aet text not null unique,
  -- Where it calls from, and where it answers; null where that changes.
  address text,
  port integer,
  -- What is taken with it, as forms spell the kinds of study.
  study_types text[] not null default '{}',
  active boolean not null default true,
  last_seen_at timestamptz,
  -- 'Probar': when somebody asked whether it answers, when the station tried, and what came of it.
  test_asked_at timestamptz,
  tested_at timestamptz,
  answered boolean,
  created_at timestamptz not null default now(),
  constraint machines_name_fits check (private.fits(name, 'Nombre del equipo', 100, true)),
  constraint machines_aet_fits check (private.aet_fits(aet)),
  constraint machines_address_fits check (private.machine_address_fits(address)),
  constraint machines_port_fits check (port between 1 and 65535),
  constraint machines_study_types_fit check (cardinality(study_types) <= 20 and octet_length(array_to_string(study_types, '')) <= 4000)
);
alter table public.machines enable row level security;

grant select on public.machines to authenticated;

create policy "administrators read machines" on public.machines
  for select to authenticated
  using ((select private.is_admin()));

-- That a machine called is no change of it.
create trigger machines_z_audit after insert or update of name, aet, address, port, study_types, active on public.machines
  for each row execute function private.audit_change();

-- Where the station listens, as it says itself, and when it last did; no address and port where it only watches a folder.
create table private.station (
  is_only boolean primary key default true check (is_only),
  aet text not null,
  address text,
  port integer,
  -- Whether it refuses what machines send, for want of room.
  is_full boolean not null,
  seen_at timestamptz not null
);
alter table private.station enable row level security;

-- Who called and is no machine of ours, once a day.
create table private.unknown_callers (
  aet text not null check (char_length(aet) <= 16),
  address text not null check (char_length(address) <= 45),
  day date not null,
  at timestamptz not null default now(),
  primary key (day, aet, address)
);
alter table private.unknown_callers enable row level security;

-- A study that a machine sent, from its first image on.
create table public.arrivals (
  id uuid primary key default gen_random_uuid(),
  -- StudyInstanceUID; of a folder's files without one, made from their content.
  study_uid text not null unique check (char_length(study_uid) between 1 and 64),
  -- Null for what came by the watched folder and names no machine of ours.
  machine_id uuid references public.machines on delete restrict,
  received_at timestamptz not null default now(),
  completed_at timestamptz,
  -- What it says of itself: name, number, birth_date, sex, accession, modality, description. Texts; name as people write it.
  said jsonb not null default '{}',
  instances integer not null default 0,
  bytes bigint not null default 0,
  state text not null default 'receiving',
  -- Where its file lies: in 'recibidos' until it is somebody's, then in that patient's folder.
  path text,
  study_id uuid references public.studies on delete set null,
  cita_id uuid references public.citas on delete set null,
  -- Why it was discarded.
  reason text,
  constraint arrivals_state_known check (state in ('receiving', 'complete', 'assigned', 'discarded')),
  constraint arrivals_counts_fit check (instances >= 0 and bytes >= 0),
  constraint arrivals_said_fits check (jsonb_typeof(said) = 'object' and octet_length(said::text) <= 4096),
  constraint arrivals_reason_fits check (private.fits(reason, 'Motivo', 500))
);
alter table public.arrivals enable row level security;

create index arrivals_machine_id_idx on public.arrivals (machine_id, received_at desc);
create index arrivals_study_id_idx on public.arrivals (study_id);
create index arrivals_cita_id_idx on public.arrivals (cita_id);
create index arrivals_waiting_idx on public.arrivals (completed_at desc) where state = 'complete';
create index arrivals_discarded_idx on public.arrivals (completed_at desc) where state = 'discarded';

grant select on public.arrivals to authenticated;

-- Where an arrival's file will lie once it was uploaded, or moved: whoever knows the path may upload there. `cita_id`: to which
-- appointment it certainly belonged when the path was given.
create table private.arrival_places (
  arrival_id uuid primary key references public.arrivals on delete cascade,
  path text not null unique,
  cita_id uuid references public.citas on delete cascade
);
alter table private.arrival_places enable row level security;

create index arrival_places_cita_id_idx on private.arrival_places (cita_id);

create function private.give_place(arrival_id uuid, folder text, cita_id uuid default null) returns text
  language sql volatile security definer set search_path = ''
begin atomic
  insert into private.arrival_places as p (arrival_id, path, cita_id)
  values (give_place.arrival_id, concat_ws('/', folder, gen_random_uuid(), 'DICOM.zip'), give_place.cita_id)
  on conflict on constraint arrival_places_pkey do update set path = excluded.path, cita_id = excluded.cita_id
  returning p.path;
end;

-- The place of which that was true, once the file is there, and none any more.
create function private.take_place(arrival_id uuid) returns private.arrival_places
  language sql volatile security definer set search_path = ''
begin atomic
  delete from private.arrival_places p
  where p.arrival_id = take_place.arrival_id
    and exists (select from storage.objects o where o.bucket_id = 'study_files' and o.name = p.path)
  returning p.*;
end;

-- Received, assigned and discarded, in the trail.
create function private.audit_arrival() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(),
    case new.state when 'complete' then 'received' when 'assigned' then 'assign' else 'discard' end,
    'arrivals', new.id::text, (select s.patient_id from public.studies s where s.id = new.study_id)
  );
  return null;
end
$$;

create trigger arrivals_z_audit after update of state on public.arrivals
  for each row when (new.state <> old.state and new.state <> 'receiving') execute function private.audit_arrival();

-- StudyInstanceUID of an appointment: its id as a number below 2.25 (PS3.5 B.2), always the same.
create function private.study_uid(cita_id uuid) returns text
  language sql immutable set search_path = ''
  return (
    select '2.25.' || sum((('x' || substr(h.hex, n.place, 4))::bit(16)::integer)::numeric * (65536::numeric ^ (7 - (n.place - 1) / 4)))::numeric(39, 0)
    from (select replace(cita_id::text, '-', '') as hex) h, generate_series(1, 29, 4) as n(place)
  );

-- The id of which that is the number; null for every other UID.
create function private.uuid_of_uid(study_uid text) returns uuid
  language plpgsql immutable set search_path = ''
as $$
declare
  rest numeric;
  hex text := '';
begin
  if study_uid !~ '^2\.25\.(0|[1-9][0-9]{0,38})$' then
    return null;
  end if;
  rest := substr(study_uid, 6)::numeric;
  if rest >= 65536::numeric ^ 8 then
    return null;
  end if;
  for place in 1..8 loop
    hex := lpad(to_hex(mod(rest, 65536)::integer), 4, '0') || hex;
    rest := div(rest, 65536);
  end loop;
  return hex::uuid;
end
$$;

-- A number of ours as a machine sends it back, with or without its zeros; null for what is none.
create function private.number_of(written text) returns bigint
  language sql immutable set search_path = ''
  return case when btrim(written) ~ '^0*[0-9]{1,15}$' then btrim(written)::numeric::bigint end;

-- How a study is filed that the agenda calls by one of the catalogue's tomographies.
create function private.filed_type(study_type text) returns text
  language sql immutable set search_path = ''
  return case when private.plain(study_type) like 'tomograf%' then 'Tomografías' else study_type end;

-- Whose an arrival is by the numbers that it brings: by its StudyInstanceUID and accession number, an appointment's; by its
-- PatientID, a patient's. What is none of ours does not count.
create function private.numbered(arrival public.arrivals) returns table (patient_id uuid, cita_id uuid)
  language sql stable set search_path = ''
begin atomic
  select c.patient_id, c.id from public.citas c where c.id = private.uuid_of_uid(arrival.study_uid) and c.patient_id is not null
  union all
  select c.patient_id, c.id from public.citas c
  where c.accession_number = private.number_of(arrival.said ->> 'accession') and c.patient_id is not null
  union all
  select p.id, null from public.profiles p
  where p.patient_number = private.number_of(arrival.said ->> 'number') and p.role in ('patient', 'paciente');
end;

create function private.name_fits(arrival public.arrivals, full_name text) returns boolean
  language sql stable set search_path = ''
  return coalesce(btrim(arrival.said ->> 'name') <> '' and private.name_key(arrival.said ->> 'name') = private.name_key(full_name), false);

-- The one appointment to which an arrival belongs for certain, or none: all numbers say the same patient, the name fits, and an
-- appointment is named, or is that patient's only one of the day without a study. Everything else a person decides.
create function private.certain_cita(arrival public.arrivals) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  patients constant uuid[] := array(select distinct n.patient_id from private.numbered(arrival) n);
  cita public.citas;
begin
  if cardinality(patients) <> 1 or not exists (
    select from public.profiles p
    where p.id = patients[1] and p.id not in (select private.closed_accounts()) and private.name_fits(arrival, p.full_name)
  ) then
    return null;
  end if;
  select c.* into cita
  from private.numbered(arrival) n join public.citas c on c.id = n.cita_id
  order by c.id = private.uuid_of_uid(arrival.study_uid) desc
  limit 1;
  if not found then
    begin
      select c.* into strict cita
      from public.citas c
      where c.patient_id = patients[1] and c.appointment_date = private.clinic_day(arrival.received_at)
        and c.status not in ('cancelada', 'no_asistio') and not private.has_study(c);
    exception when no_data_found or too_many_rows then
      return null;
    end;
  end if;
  return case when cita.study_type is not null and exists (
    select from public.profiles d
    where d.id = cita.doctor_id and d.role = 'doctor' and d.id not in (select private.closed_accounts())
  ) then cita.id end;
end
$$;

-- Whether a machine's study of an appointment is here.
create function private.cita_arrived(cita_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.arrivals a where a.cita_id = cita_arrived.cita_id and a.state = 'assigned');

-- The same beside an appointment, for whoever reads it. It reads the stored row as the caller: a made-up one says nothing.
create function public.study_arrived(row_of public.citas) returns boolean
  language sql stable set search_path = ''
  return (select private.cita_arrived(t.id) from public.citas t where t.id = row_of.id);

-- What was filed by hand for an appointment: its patient's, of its day and kind.
create function private.filed_for(cita public.citas) returns setof uuid
  language sql stable
begin atomic
  select s.id
  from public.studies s
  where s.patient_id = cita.patient_id and s.study_date = cita.appointment_date
    and private.filed_type(s.study_type) = private.filed_type(cita.study_type);
end;

-- Whether what was taken at an appointment is here: by a machine, or by hand.
create function private.has_study(cita public.citas) returns boolean
  language sql stable security definer set search_path = ''
  return private.cita_arrived(cita.id) or exists (select from private.filed_for(cita));

-- Whether what certainly belongs to somebody goes there by itself; else everything waits for a person.
create function private.delivers() returns boolean
  language sql stable security definer set search_path = ''
  return private.setting('arrivals', 'automatic') = 'automatic';

-- Makes the study of an arrival whose file lies in its patient's folder.
create function private.file_arrival(
  arrival public.arrivals, patient_id uuid, doctor_id uuid, study_type text, cita_id uuid, comments text default null
) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  day constant date := private.clinic_day(arrival.received_at);
  study uuid;
begin
  insert into public.studies (patient_id, doctor_id, study_type, study_date, comments, file_url, file_name)
  values (
    file_arrival.patient_id, file_arrival.doctor_id, file_arrival.study_type, day, file_arrival.comments, arrival.path,
    concat(file_arrival.study_type, ' ', day, '.zip')
  )
  returning id into study;
  update public.arrivals a
  set state = 'assigned', study_id = study, cita_id = file_arrival.cita_id, reason = null
  where a.id = arrival.id;
  perform private.join_order(study, file_arrival.cita_id);
  return study;
end
$$;

-- What the station asks and tells. Each of these functions takes the installation's key; a wrong one answers 404.

-- Who may call, and whom to call back because somebody asked in the last minute: [{aet, address, port, active, test}]. `listening`:
-- {aet, address, port, full}, where the station does, and whether it has no room for what machines send.
create function public.station_machines(key text, listening jsonb default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_machines.key);
begin
  if refused is not null then
    return refused;
  end if;
  insert into private.station as s (aet, address, port, is_full, seen_at)
  select listening ->> 'aet', listening ->> 'address', (listening ->> 'port')::integer, coalesce((listening -> 'full') = 'true', false), now()
  where listening is not null
  on conflict on constraint station_pkey do update
    set aet = excluded.aet, address = excluded.address, port = excluded.port, is_full = excluded.is_full, seen_at = excluded.seen_at;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'aet', m.aet, 'address', m.address, 'port', m.port, 'active', m.active,
      'test', coalesce(m.test_asked_at > greatest(m.tested_at, now() - interval '1 minute'), false)
    ) order by m.aet)
    from public.machines m
  ), '[]');
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Whether a machine that was called back answered.
create function public.station_tested(key text, aet text, answered boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_tested.key);
begin
  if refused is not null then
    return refused;
  end if;
  update public.machines m set tested_at = now(), answered = station_tested.answered where m.aet = station_tested.aet;
  return null;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- That somebody called: a machine, or one that is none and was refused. Of those at most fifty a day are kept.
create function public.station_heard(key text, aet text, address text, known boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_heard.key);
begin
  if refused is not null then
    return refused;
  end if;
  if known then
    update public.machines m set last_seen_at = now() where m.aet = station_heard.aet;
  else
    insert into private.unknown_callers as u (aet, address, day)
    select left(coalesce(station_heard.aet, ''), 16), left(coalesce(station_heard.address, ''), 45), private.clinic_today()
    where (select count(*) from private.unknown_callers o where o.day = private.clinic_today()) < 50
    on conflict on constraint unknown_callers_pkey do nothing;
  end if;
  return null;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The open appointments of today and tomorrow, nearest first, as the station makes a worklist of them. `filter`: {aet}, who asks. No
-- telephone, e-mail, address, note or price is in it.
create function public.station_worklist(key text, filter jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_worklist.key);
  today constant date := private.clinic_today();
  asker constant text := (select m.id::text from public.machines m where m.aet = filter ->> 'aet');
begin
  if refused is not null then
    return refused;
  end if;
  insert into private.audit_log (actor_role, action, subject, row_id)
  select private.speaking_role(), 'worklist', 'machines', asker
  where asker is not null and not exists (
    select from private.audit_log l
    where l.subject = 'machines' and l.row_id = asker and l.action = 'worklist' and private.clinic_day(l.at) = today
      and l.at > now() - interval '2 days'
  );
  return coalesce((
    select jsonb_agg(w.item order by w.place)
    from (
      select row_number() over (order by c.appointment_date, c.appointment_time nulls last, c.id) as place,
        jsonb_build_object(
          'study_uid', private.study_uid(c.id), 'accession_number', c.accession_number,
          'patient_number', p.patient_number, 'patient_name', coalesce(p.full_name, c.nombre), 'study_type', c.study_type,
          'day', c.appointment_date, 'time', c.appointment_time, 'doctor_name', d.full_name,
          'referring_doctor', r.referring_doctor,
          'region', (select private.region_of(o) from public.orders o where o.request_id = c.request_id),
          'aet', coalesce((
            select m.aet from public.machines m
            where m.active and private.filed_type(c.study_type) = any (m.study_types)
            order by m.aet = filter ->> 'aet' desc, m.name, m.id limit 1
          ), filter ->> 'aet')
        ) as item
      from public.citas c
      join public.profiles d on d.id = c.doctor_id
      left join public.profiles p on p.id = c.patient_id
      left join public.study_requests r on r.id = c.request_id
      where c.appointment_date between today and today + 1 and c.status in ('pendiente', 'confirmada', 'aceptada')
        and not private.has_study(c)
      order by place
      limit 200
    ) w
  ), '[]');
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- A place to upload an arrival's file to, {path}: the folder of its patient if it certainly is somebody's, or was assigned already.
create function public.station_upload(key text, arrival jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_upload.key);
  known public.arrivals;
  cita public.citas;
  folder text;
begin
  if refused is not null then
    return refused;
  end if;
  select a.* into known from public.arrivals a where a.study_uid = arrival ->> 'study_uid' for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se encontró.';
  end if;
  select s.patient_id::text into folder from public.studies s where s.id = known.study_id;
  if folder is null and private.delivers() then
    select c.* into cita from public.citas c where c.id = private.certain_cita(known);
    folder := cita.patient_id::text;
  end if;
  return jsonb_build_object('path', private.give_place(known.id, coalesce(folder, 'recibidos/' || known.id), cita.id));
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What came of a study so far: {study_uid, aet, said, instances, bytes, complete}; `complete` when its file was uploaded to the place
-- that `station_upload` gave. Told again it changes nothing. The study's file is replaced by one that holds more, never by one that holds
-- less: the station keeps images for a week only. Answers {id, state}.
create function public.station_arrived(key text, arrival jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.refused_key('station_key', station_arrived.key);
  is_complete constant boolean := coalesce((arrival -> 'complete') = 'true', false);
  had constant integer := (select a.instances from public.arrivals a where a.study_uid = arrival ->> 'study_uid' and a.state = 'assigned');
  known public.arrivals;
  place private.arrival_places;
  study public.studies;
  cita public.citas;
begin
  if refused is not null then
    return refused;
  end if;
  insert into public.arrivals as a (study_uid, machine_id, said, instances, bytes)
  values (
    arrival ->> 'study_uid', (select m.id from public.machines m where m.aet = arrival ->> 'aet'),
    coalesce(arrival -> 'said', '{}'), (arrival ->> 'instances')::integer, (arrival ->> 'bytes')::bigint
  )
  on conflict on constraint arrivals_study_uid_key do update
    set said = excluded.said, instances = excluded.instances, bytes = excluded.bytes
    where is_complete or a.state = 'receiving';
  select a.* into known from public.arrivals a where a.study_uid = arrival ->> 'study_uid' for update;
  if is_complete and exists (select from private.arrival_places p where p.arrival_id = known.id) then
    place := private.take_place(known.id);
    if place.path is null then
      raise exception using errcode = 'PT409', message = 'El archivo del estudio todavía no está guardado.';
    end if;
    update public.arrivals a
    set path = place.path, completed_at = now(), reason = null,
      state = case when a.study_id is null then 'complete' else a.state end
    where a.id = known.id
    returning a.* into known;
    select s.* into study from public.studies s where s.id = known.study_id for update;
    select c.* into cita from public.citas c where c.id = place.cita_id;
    if study.id is null and cita.id is not null and starts_with(known.path, cita.patient_id || '/') then
      perform private.file_arrival(known, cita.patient_id, cita.doctor_id, private.filed_type(cita.study_type), cita.id);
    elsif exists (select from public.reports r where r.study_id = study.id and r.state <> 'borrador') then
      perform private.file_arrival(
        known, study.patient_id, study.doctor_id, study.study_type, known.cita_id, 'Llegó después del informe'
      );
    elsif study.id is not null and known.instances < had then
      perform private.file_arrival(
        known, study.patient_id, study.doctor_id, study.study_type, known.cita_id, 'Llegó después, sin las imágenes anteriores'
      );
    else
      update public.studies s set file_url = known.path where s.id = study.id;
    end if;
  end if;
  return (select jsonb_build_object('id', a.id, 'state', a.state) from public.arrivals a where a.id = known.id);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What people do with what came.

-- To whom an arrival may belong, and why: 'numero', 'nombre', 'hora'; the surest first. Appointments of the week before and of the
-- day after that have no study yet, and patients without one whom a number or the whole name says.
create function private.proposals(arrival public.arrivals)
  returns table (patient_id uuid, cita_id uuid, doctor_id uuid, study_type text, day date, at time, why text[])
  language sql stable security definer set search_path = ''
begin atomic
  with person as (
    select distinct n.patient_id from private.numbered(arrival) n
  ), near as (
    select c.patient_id, c.id as cita_id, c.doctor_id, private.filed_type(c.study_type) as study_type, c.appointment_date as day,
      c.appointment_time as at, c.patient_id in (select f.patient_id from person f) as by_number,
      extensions.similarity(private.name_key(p.full_name), private.name_key(arrival.said ->> 'name')) >= 0.5 as by_name,
      c.appointment_time is not null and private.slot_moment(c.appointment_date, c.appointment_time)
        between arrival.received_at - interval '1 hour' and arrival.received_at + interval '1 hour' as by_hour
    from public.citas c
    join public.profiles p on p.id = c.patient_id and p.id not in (select private.closed_accounts())
    where c.appointment_date between private.clinic_day(arrival.received_at) - 7 and private.clinic_day(arrival.received_at) + 1
      and c.status not in ('cancelada', 'no_asistio') and not private.has_study(c)
  ), found as (
    select * from near n where n.by_number or n.by_name or n.by_hour
    union all
    select p.id, null, null, null, null, null, p.id in (select f.patient_id from person f), private.name_fits(arrival, p.full_name), false
    from public.profiles p
    where p.role in ('patient', 'paciente') and p.id not in (select private.closed_accounts())
      and (p.id in (select f.patient_id from person f) or private.name_fits(arrival, p.full_name))
      and p.id not in (select n.patient_id from near n where n.by_number or n.by_name or n.by_hour)
  )
  select f.patient_id, f.cita_id, f.doctor_id, f.study_type, f.day, f.at,
    array_remove(array[
      case when f.by_number then 'numero' end, case when f.by_name then 'nombre' end, case when f.by_hour then 'hora' end
    ], null)
  from found f
  order by f.by_number desc nulls last, coalesce(f.by_name, false) desc, coalesce(f.by_hour, false) desc, f.day desc nulls last, f.at, f.patient_id;
end;

-- Which waiting arrivals a doctor sees: those that may be of an own appointment or patient, and those of nobody. Administrators see
-- all, which a policy asks beside it.
create function private.waiting_arrivals() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select a.id
    from private.caller() c
    join public.arrivals a on a.state = 'complete'
    where c.active and c.is_doctor and (
      not exists (select from private.proposals(a))
      or exists (
        select from private.proposals(a) p
        where p.doctor_id = c.id or (p.doctor_id is null and p.patient_id in (select private.my_patients()))
      )
    );
end
$$;

create policy "doctors read what waits and may be theirs, admins all" on public.arrivals
  for select to authenticated
  using ((select private.is_admin()) or id in (select private.waiting_arrivals()));

-- A patient whom a number says, and whose name is another: {ours, sent}.
create function private.conflict_of(arrival public.arrivals) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object('ours', p.full_name, 'sent', arrival.said ->> 'name')
    from private.numbered(arrival) n join public.profiles p on p.id = n.patient_id
    where not private.name_fits(arrival, p.full_name)
    order by p.id limit 1
  );

-- 'Recibidos': what waits for the caller, newest first, and for administrators what was discarded in the last 30 days: [{id, state,
-- machine_name, received_at, completed_at, said, instances, bytes, path, reason, conflict, proposals}].
create function public.list_arrivals() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  by_admin constant boolean := private.is_admin();
begin
  return coalesce((
    select jsonb_agg(w.item order by w.place)
    from (
      select row_number() over (order by a.state, a.completed_at desc, a.id) as place, jsonb_build_object(
        'id', a.id, 'state', a.state, 'machine_name', m.name, 'received_at', a.received_at, 'completed_at', a.completed_at,
        'said', a.said, 'instances', a.instances, 'bytes', a.bytes, 'path', a.path, 'reason', a.reason,
        'conflict', private.conflict_of(a),
        'proposals', coalesce((
          select jsonb_agg(t.proposal order by t.place)
          from (
            select p.place, jsonb_build_object(
              'patient_id', p.patient_id, 'patient_name', private.full_name_of(p.patient_id), 'cita_id', p.cita_id,
              'doctor_id', p.doctor_id, 'doctor_name', private.full_name_of(p.doctor_id), 'study_type', p.study_type,
              'day', p.day, 'time', p.at, 'why', p.why
            ) as proposal
            from private.proposals(a) with ordinality
              as p (patient_id, cita_id, doctor_id, study_type, day, at, why, place)
            where by_admin or p.doctor_id = private.doctor_uid() or p.patient_id in (select private.my_patients())
            order by p.place
            limit 3
          ) t
        ), '[]')
      ) as item
      from public.arrivals a
      left join public.machines m on m.id = a.machine_id
      where a.state = 'complete' and (by_admin or a.id in (select private.waiting_arrivals()))
        or by_admin and a.state = 'discarded' and a.completed_at > now() - interval '30 days'
      order by place
      limit 100
    ) w
  ), '[]');
end
$$;

-- The arrival with which the caller may do something, locked.
create function private.arrival_at_hand(arrival_id uuid) returns public.arrivals
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  arrival public.arrivals;
begin
  select a.* into arrival from public.arrivals a
  where a.id = arrival_at_hand.arrival_id and (
    private.is_admin() and a.state <> 'receiving' or a.id in (select private.waiting_arrivals())
  )
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio recibido.';
  end if;
  if arrival.state = 'assigned' then
    raise exception using errcode = 'PT409', message = 'Este estudio ya fue asignado.';
  end if;
  return arrival;
end
$$;

-- Makes an arrival the study of a patient: by doctors for themselves and their patients, by administrators for any. Its file lies in
-- the patient's folder first: while it does not, this answers {from, to}, and is asked again once the caller has moved it there.
-- Then it answers {study_id}.
create function public.assign_arrival(
  arrival_id uuid, patient_id uuid, doctor_id uuid, study_type text, cita_id uuid default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  arrival public.arrivals := private.arrival_at_hand(assign_arrival.arrival_id);
  place private.arrival_places;
begin
  perform private.fits(assign_arrival.study_type, 'Tipo de estudio', 200, true);
  if not private.is_admin() and (
    assign_arrival.doctor_id is distinct from private.active_uid() or not private.is_linked(assign_arrival.patient_id)
  ) then
    raise exception using errcode = 'PT403', message = 'Solo puedes asignar estudios a tus pacientes.';
  end if;
  if not exists (
    select from public.profiles p
    where p.id = assign_arrival.patient_id and p.role in ('patient', 'paciente') and p.id not in (select private.closed_accounts())
  ) then
    raise exception using errcode = 'PT400', message = 'Paciente: elige un paciente de la lista.';
  end if;
  if assign_arrival.cita_id is not null and not exists (
    select from public.citas c where c.id = assign_arrival.cita_id and c.patient_id = assign_arrival.patient_id
  ) then
    raise exception using errcode = 'PT400', message = 'Cita: elige una cita de ese paciente.';
  end if;
  place := private.take_place(arrival.id);
  if place.path is not null then
    update public.arrivals a set path = place.path where a.id = arrival.id returning a.* into arrival;
  end if;
  if starts_with(arrival.path, assign_arrival.patient_id || '/') then
    return jsonb_build_object('study_id', private.file_arrival(
      arrival, assign_arrival.patient_id, assign_arrival.doctor_id, assign_arrival.study_type, assign_arrival.cita_id
    ));
  end if;
  return jsonb_build_object(
    'from', arrival.path, 'to', private.give_place(arrival.id, assign_arrival.patient_id::text)
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create function public.discard_arrival(arrival_id uuid, reason text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  arrival constant public.arrivals := private.arrival_at_hand(discard_arrival.arrival_id);
begin
  perform private.fits(discard_arrival.reason, 'Motivo', 500, true);
  update public.arrivals a set state = 'discarded', reason = btrim(discard_arrival.reason) where a.id = arrival.id;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Adds a machine, or changes the one with this id: {id, name, aet, address, port, study_types, active}.
create function public.set_machine(machine jsonb) returns public.machines
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed public.machines;
begin
  perform private.require_admin();
  insert into public.machines as m (id, name, aet, address, port, study_types, active)
  values (
    coalesce((machine ->> 'id')::uuid, gen_random_uuid()), btrim(machine ->> 'name'), btrim(machine ->> 'aet'),
    nullif(btrim(machine ->> 'address'), ''), (machine ->> 'port')::integer,
    array(select jsonb_array_elements_text(coalesce(machine -> 'study_types', '[]'))),
    coalesce((machine ->> 'active')::boolean, true)
  )
  on conflict on constraint machines_pkey do update set
    name = excluded.name, aet = excluded.aet, address = excluded.address, port = excluded.port,
    study_types = excluded.study_types, active = excluded.active
  returning m.* into changed;
  return changed;
exception
  when unique_violation then
    raise exception using errcode = 'PT409', message = 'AE title: otro equipo ya lo tiene.';
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- 'Probar': asks the station whether a machine answers; the machine's row tells what came of it.
create function public.test_machine(machine_id uuid) returns public.machines
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked public.machines;
begin
  perform private.require_admin();
  update public.machines m set test_asked_at = now()
  where m.id = test_machine.machine_id and m.address is not null and m.port is not null
  returning m.* into asked;
  if not found then
    raise exception using errcode = 'PT400', message = 'Para probar el equipo, escribe su dirección y su puerto.';
  end if;
  return asked;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What 'Equipos' shows beside the machines: {automatic, late, station, unknown, machines}. `station`: {aet, address, port, seen_at}, or
-- null before it ever ran; `late`: how many wait for more than two days;
-- `unknown`: who called in the last week and is no machine, [{aet, address, at}]; `machines`: [{id, today, last_arrival}].
create function public.machine_figures() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'automatic', private.delivers(),
    'late', (select count(*) from public.arrivals a where a.state = 'complete' and a.completed_at < now() - interval '2 days'),
    'station', (
      select jsonb_build_object('aet', s.aet, 'address', s.address, 'port', s.port, 'seen_at', s.seen_at) from private.station s
    ),
    'unknown', coalesce((
      select jsonb_agg(jsonb_build_object('aet', u.aet, 'address', u.address, 'at', u.at) order by u.at desc, u.aet)
      from (
        select c.aet, c.address, max(c.at) as at from private.unknown_callers c
        where c.day > private.clinic_today() - 7 and c.aet not in (select m.aet from public.machines m)
        group by c.aet, c.address
        order by 3 desc
        limit 20
      ) u
    ), '[]'),
    'machines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', m.id,
        'today', (
          select count(*) from public.arrivals a
          where a.machine_id = m.id and a.received_at >= private.slot_moment(private.clinic_today(), null)
        ),
        'last_arrival', (select max(a.received_at) from public.arrivals a where a.machine_id = m.id)
      ) order by m.name, m.id)
      from public.machines m
    ), '[]')
  );
end
$$;

-- 'Entregar solo lo que coincide'.
create function public.set_arrival_delivery(automatic boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.app_settings as s (key, value)
  values ('arrivals', case when automatic is not false then 'automatic' else 'by_hand' end)
  on conflict on constraint app_settings_pkey do update set value = excluded.value;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- The files of arrivals. Until they are somebody's they are read by who sees the arrival; they come by paths that the station and
-- `assign_arrival` were told.
create function private.is_arrival_path(path text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from private.arrival_places p where p.path = is_arrival_path.path);

create policy "study files: who sees an arrival reads its file" on storage.objects
  for select to authenticated
  using (bucket_id = 'study_files' and name in (select a.path from public.arrivals a));

create policy "study files: the station uploads where it was told" on storage.objects
  for insert to anon
  with check (bucket_id = 'study_files' and private.is_arrival_path(name));

create policy "study files: what waits is moved to a patient's folder" on storage.objects
  for update to authenticated
  using (bucket_id = 'study_files' and name in (select a.path from public.arrivals a where a.state = 'complete'))
  with check (
    bucket_id = 'study_files' and private.is_arrival_path(name)
    and (storage.foldername(name))[1] in (select p::text from private.my_patients() as p)
  );

grant execute on function private.is_arrival_path(text) to anon, authenticated;
grant execute on function
  public.station_machines(text,jsonb), public.station_tested(text,text,boolean), public.station_heard(text,text,text,boolean), public.station_worklist(text,jsonb),
  public.station_upload(text,jsonb), public.station_arrived(text,jsonb)
  to anon, authenticated;
grant execute on function
  private.cita_arrived(uuid), public.study_arrived(public.citas), private.waiting_arrivals(), public.list_arrivals(), public.assign_arrival(uuid,uuid,uuid,text,uuid),
  public.discard_arrival(uuid,text), public.set_machine(jsonb), public.test_machine(uuid), public.machine_figures(), public.set_arrival_delivery(boolean)
  to authenticated;
