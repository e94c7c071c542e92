-- The trail (docs/security.md): its lines, their seals, what people read of it, and how sessions end.

-- Who did what, when, to which row and which columns; never the content. Append-only for everybody.
create table private.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor uuid,
  actor_role text not null,
  action text not null,
  subject text not null,
  row_id text,
  columns text[],
  -- Whose record it concerns, so that this patient can be shown the line.
  patient_id uuid,
  -- True when the browser says so (a record was looked at); false when the database saw it itself.
  declared boolean not null default false
);
alter table private.audit_log enable row level security;

create index audit_log_at_idx on private.audit_log (at);
create index audit_log_actor_idx on private.audit_log (actor, at);
create index audit_log_subject_idx on private.audit_log (subject, at);
create index audit_log_row_idx on private.audit_log (subject, row_id, at);
create index audit_log_patient_idx on private.audit_log (patient_id, at) where patient_id is not null;

create trigger audit_log_append_only before update or delete on private.audit_log
  for each row execute function private.refuse_change('La bitácora no se modifica ni se borra.');

create trigger audit_log_no_truncate before truncate on private.audit_log
  for each statement execute function private.refuse_change('La bitácora no se modifica ni se borra.');

-- The role that speaks, as the API set it; the owner's own name otherwise.
create function private.speaking_role() returns text
  language sql stable security definer set search_path = ''
  return coalesce(nullif(current_setting('role', true), 'none'), session_user);

-- The patient whom a profile, a study or a receipt concerns, if the caller may see it: nobody writes into the history of
-- somebody else's record by naming it. `study_images` and `report`: the portal says that they were opened.
create function private.patient_in_reach(kind text, id text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted uuid;
  patient uuid;
  doctor uuid;
  study uuid;
begin
  if patient_in_reach.id !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  wanted := patient_in_reach.id::uuid;
  if kind in ('patient', 'profiles', 'other_patient') then
    select p.id into patient from public.profiles p where p.id = wanted and p.role in ('patient', 'paciente');
  elsif kind in ('study', 'study_images', 'study_link') then
    select s.patient_id, s.doctor_id, s.id into patient, doctor, study from public.studies s where s.id = wanted;
  elsif kind = 'report' then
    select r.patient_id, r.author_id, r.study_id into patient, doctor, study from public.reports r where r.id = wanted;
  elsif kind = 'invoice' then
    select i.patient_id, i.doctor_id into patient, doctor from public.invoices i where i.id = wanted;
  end if;
  if doctor = private.doctor_uid() or private.may_read_patient(patient) or study in (select private.received_studies()) then
    return patient;
  end if;
  return null;
end
$$;

-- One line of the trail, about whoever is asking.
create function private.record(action text, subject text, row_id text, declared boolean default false) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id, declared)
  values (
    auth.uid(), private.speaking_role(), record.action, record.subject, record.row_id,
    private.patient_in_reach(record.subject, record.row_id), record.declared
  )
$$;

-- One line of the trail, about whoever is asking.
create function private.audit_line(
  action text, subject text, row_id text, patient_id uuid, columns text[] default null
) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(), private.speaking_role(), audit_line.action, audit_line.subject, audit_line.row_id, audit_line.columns,
    audit_line.patient_id
  )
$$;

-- The column that tells the rows apart is 'id', or the trigger's argument. Of a role the new value is said as well.
create function private.audit_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  known jsonb := coalesce(after_row, before_row);
  changed text[];
begin
  if tg_op = 'UPDATE' then
    changed := array(
      select case when field.key in ('role', 'is_admin') then field.key || '=' || (field.value #>> '{}') else field.key end
      from jsonb_each(after_row) as field
      where field.value is distinct from before_row -> field.key
      order by field.key
    );
    if changed = '{}' then
      return null;
    end if;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(),
    private.speaking_role(),
    lower(tg_op),
    tg_table_name,
    known ->> coalesce(tg_argv[0], 'id'),
    changed,
    case when tg_table_name <> 'profiles' then known ->> 'patient_id'
      when known ->> 'role' in ('patient', 'paciente') then known ->> 'id' end::uuid
  );
  return null;
end
$$;

create trigger app_settings_z_audit after insert or update or delete on private.app_settings
  for each row execute function private.audit_change('key');

-- A link has no id of its own: the patient is the row, the doctor stands where columns would. The link of a new account
-- is made by the auth service for whoever prepared the account.
create function private.audit_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    coalesce(auth.uid(), new.created_by),
    private.speaking_role(),
    lower(tg_op),
    'doctor_patients',
    coalesce(new.patient_id, old.patient_id)::text,
    array['doctor_id=' || coalesce(new.doctor_id, old.doctor_id)],
    coalesce(new.patient_id, old.patient_id)
  );
  return null;
end
$$;

-- One line of the trail about an account. Sessions have a subject of their own. Why one is deleted, the server says in
-- 'indice.session_end'; when it says nothing, somebody or something else ended it.
create function private.audit_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  known jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  person uuid := (known ->> case tg_table_name when 'users' then 'id' else 'user_id' end)::uuid;
  act text := tg_argv[0];
begin
  if act = 'end_session' and current_setting('indice.session_end', true) in ('sign_out', 'expire_session') then
    act := current_setting('indice.session_end', true);
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id)
  values (
    case when act in ('sign_in', 'sign_out', 'expire_session') then person else auth.uid() end,
    private.speaking_role(), act,
    case tg_table_name when 'sessions' then 'sessions' else 'profiles' end,
    person::text
  );
  return null;
end
$$;

-- The file by its id, never by its name; its folder says whose it is.
create function private.audit_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  file storage.objects := coalesce(new, old);
  action text := case tg_op when 'INSERT' then 'upload' when 'DELETE' then 'remove' end;
  folder text := split_part(file.name, '/', 1);
begin
  if tg_op = 'UPDATE' then
    action := case
      when (new.bucket_id, new.name) is distinct from (old.bucket_id, old.name) then 'move'
      when new.version is distinct from old.version then 'replace'
    end;
  end if;
  if action is null then
    return null;
  end if;
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(), action, file.bucket_id, file.id::text,
    case when file.bucket_id = 'study_files' and folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then folder::uuid end
  );
  return null;
end
$$;

create trigger indice_z_audit_password after update on auth.users
  for each row when (new.encrypted_password <> '' and old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_account('change_password');

-- A host that does not let us put triggers on these tables keeps its own logs of them; that is no reason not to install.
do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'create trigger indice_z_audit_session after delete on auth.sessions
       for each row execute function private.audit_account(''end_session'')',
    'create trigger indice_z_audit_factor after update on auth.mfa_factors
       for each row when (new.status::text = ''verified'' and old.status is distinct from new.status)
       execute function private.audit_account(''add_factor'')',
    'create trigger indice_z_audit_factor_gone after delete on auth.mfa_factors
       for each row when (old.status::text = ''verified'')
       execute function private.audit_account(''remove_factor'')',
    'create trigger indice_z_audit after insert or update or delete on storage.objects
       for each row execute function private.audit_file()'
  ] loop
    begin
      execute wanted;
    exception when insufficient_privilege then
      raise notice 'Not allowed here: %', wanted;
    end;
  end loop;
end
$$;

-- The trail as a chain of seals (docs/decisions/0015). Lines are written without waiting for each other; what is settled
-- is sealed in batches afterwards. Each seal carries the hash of the one before it and of all its lines.
create table private.audit_seals (
  number bigint primary key check (number > 0),
  -- Every id from `from_id` to `to_id` is settled: one that is missing was never committed.
  from_id bigint not null,
  to_id bigint not null check (to_id >= from_id),
  rows integer not null check (rows > 0),
  -- Per line 8 bytes of id and 8 of its SHA-256: they tell which line was changed. The proof is the hash.
  marks bytea not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null
);
alter table private.audit_seals enable row level security;

create trigger audit_seals_append_only before update or delete on private.audit_seals
  for each row execute function private.refuse_change('Los sellos de la bitácora no se modifican ni se borran.');

create trigger audit_seals_no_truncate before truncate on private.audit_seals
  for each statement execute function private.refuse_change('Los sellos de la bitácora no se modifican ni se borran.');

-- The last id of which it is sure that nobody can still commit a smaller one; null when writers took longer than
-- `patience`. Whoever has drawn an id from the sequence has locked the table for writing before, and keeps that lock until
-- the end.
create function private.settled_audit_id(patience interval) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  settled bigint;
  writers text[];
  deadline timestamptz := clock_timestamp() + patience;
begin
  select case when s.is_called then s.last_value else 0 end into settled from private.audit_log_id_seq s;
  loop
    select array_agg(l.virtualtransaction) into writers
    from pg_catalog.pg_locks l
    where l.locktype = 'relation' and l.relation = 'private.audit_log'::regclass
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
      and l.mode = 'RowExclusiveLock' and l.granted and l.pid is distinct from pg_backend_pid()
      and (writers is null or l.virtualtransaction = any (writers));
    if writers is null then
      return settled;
    end if;
    if clock_timestamp() > deadline then
      return null;
    end if;
    perform pg_sleep(0.01);
  end loop;
end
$$;

-- Seals the next settled lines, `most` at most: {number, rows, hash, more}, or null when there is nothing to seal yet.
create function private.seal_audit(most integer default 5000, patience interval default '5 seconds') returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  before_seal private.audit_seals;
  seal private.audit_seals;
  content text;
  settled bigint;
begin
  -- Another snapshot would hide lines whose ids are settled.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = '25001', message = 'La bitácora solo se sella en una transacción «read committed».';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.audit_seals', 0));
  settled := private.settled_audit_id(patience);
  select s.* into before_seal from private.audit_seals s order by s.number desc limit 1;
  seal.number := coalesce(before_seal.number, 0) + 1;
  seal.from_id := coalesce(before_seal.to_id, 0) + 1;
  seal.sealed_at := clock_timestamp();

  select count(*), max(n.id),
    string_agg(n.id || ' ' || n.line || e'\n', '' order by n.id),
    string_agg(int8send(n.id) || substr(sha256(convert_to(n.line, 'UTF8')), 1, 8), ''::bytea order by n.id)
  into seal.rows, seal.to_id, content, seal.marks
  from (
    select l.id, format(
      '%L,%L,%L,%L,%L,%L,%L,%L,%L', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.actor,
      l.actor_role, l.action, l.subject, l.row_id, l.columns, l.patient_id, l.declared::text
    ) as line
    from private.audit_log l
    where l.id between seal.from_id and settled
    order by l.id
    limit most
  ) n;
  if seal.rows = 0 then
    return null;
  end if;
  if seal.rows < most then
    seal.to_id := settled;
  end if;

  seal.hash := encode(sha256(convert_to(
    concat_ws(
      ' ', coalesce(before_seal.hash, '-'), seal.number, seal.from_id, seal.to_id, seal.rows,
      to_char(seal.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    ) || e'\n' || content, 'UTF8'
  ) || seal.marks), 'hex');
  insert into private.audit_seals select seal.*;
  return jsonb_build_object(
    'number', seal.number, 'rows', seal.rows, 'hash', seal.hash, 'more', seal.rows = most
  );
end
$$;

-- How far the trail is sealed: {seals, number, hash, sealed_at, waiting}; `waiting` lines have no seal yet.
create function public.audit_state() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  newest private.audit_seals;
begin
  perform private.require_admin();
  select s.* into newest from private.audit_seals s order by s.number desc limit 1;
  return jsonb_build_object(
    'number', coalesce(newest.number, 0), 'hash', newest.hash, 'sealed_at', newest.sealed_at,
    'waiting', (select count(*) from private.audit_log l where l.id > coalesce(newest.to_id, 0))
  );
end
$$;

-- What is wrong with one seal, as server/audit/verify.ts says it. `before` is the seal with the number before, without a
-- number when it is missing; of the first seal it is null and `follows` true.
create function private.seal_findings(seal private.audit_seals, before private.audit_seals, follows boolean)
  returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  findings text[];
  content text;
  real_hash text;
begin
  with marks as materialized (
    select n.at, ('x' || encode(substr(seal.marks, n.at * 16 + 1, 8), 'hex'))::bit(64)::bigint as id,
      encode(substr(seal.marks, n.at * 16 + 9, 8), 'hex') as digest
    from generate_series(0, length(seal.marks) / 16 - 1) as n(at)
  ),
  rows as materialized (
    select l.id, format(
      '%L,%L,%L,%L,%L,%L,%L,%L,%L', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.actor,
      l.actor_role, l.action, l.subject, l.row_id, l.columns, l.patient_id, l.declared::text
    ) as line
    from private.audit_log l
    where l.id <= seal.to_id and l.id > case when follows then coalesce(before.to_id, 0) else seal.from_id - 1 end
  ),
  hashed as materialized (
    select r.id, r.line, encode(substr(sha256(convert_to(r.line, 'UTF8')), 1, 8), 'hex') as digest from rows r
  ),
  compared as (
    select coalesce(h.id, m.id) as id,
      case
        when h.id is null then format('Falta la fila %s (sello %s).', m.id, seal.number)
        when m.id is null then format('La fila %s se agregó después de sellar (sello %s).', h.id, seal.number)
        when h.digest = m.digest then null
        else coalesce(
          (
            select format(
              'La fila %s cambió de lugar: tiene el contenido de la fila %s (sello %s).', h.id, o.id, seal.number
            )
            from marks o where o.digest = h.digest order by o.at limit 1
          ),
          format('La fila %s fue modificada (sello %s).', h.id, seal.number)
        )
      end as finding
    from hashed h full join marks m on m.id = h.id
  )
  select
    (select array_agg(c.finding order by c.id) from compared c where c.finding is not null),
    (select string_agg(h.id || ' ' || h.line || e'\n', '' order by h.id) from hashed h)
  into findings, content;
  if findings is not null or not follows then
    return coalesce(findings, '{}');
  end if;
  real_hash := encode(sha256(convert_to(
    concat_ws(
      ' ', coalesce(before.hash, '-'), seal.number, seal.from_id, seal.to_id, seal.rows,
      to_char(seal.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    ) || e'\n' || coalesce(content, ''), 'UTF8'
  ) || seal.marks), 'hex');
  if real_hash = seal.hash then
    return '{}';
  end if;
  return array[case
    when seal.number = 1 then
      format('El sello 1 (filas %s a %s) fue modificado.', seal.from_id, seal.to_id)
    else format(
      'El sello %s (filas %s a %s) no corresponde a su contenido o al sello %s: uno de los dos fue modificado.',
      seal.number, seal.from_id, seal.to_id, seal.number - 1
    )
  end];
end
$$;

-- Verifies the seals behind number `after`, `most` at most and no more than some 5,000 lines, so that a screen shows how far
-- it is: {last, seals, lines, findings, found, done}. Of many findings the first 50 are told.
create function public.verify_audit(after bigint default 0, most integer default 100) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
  before private.audit_seals;
  expected bigint;
  findings text[] := '{}';
  seals integer := 0;
  lines bigint := 0;
begin
  perform private.require_admin();
  if after is null or after < 0 or most is null or most not between 1 and 1000 then
    raise exception using errcode = 'PT400', message = 'La verificación pide un sello a partir de 0 y de 1 a 1000 sellos.';
  end if;
  select s.* into before from private.audit_seals s where s.number <= after order by s.number desc limit 1;
  for seal in select s.* from private.audit_seals s where s.number > after order by s.number limit most loop
    expected := coalesce(before.number, 0) + 1;
    if seal.number <> expected then
      findings := findings || case
        when expected = seal.number - 1 then format('Falta el sello %s.', expected)
        else format('Faltan los sellos %s a %s.', expected, seal.number - 1)
      end;
    end if;
    findings := findings || private.seal_findings(seal, before, seal.number = expected);
    before := seal;
    seals := seals + 1;
    lines := lines + seal.rows;
    exit when lines >= 5000;
  end loop;
  return jsonb_build_object(
    'last', coalesce(seal.number, before.number, after), 'seals', seals, 'lines', lines,
    'findings', to_jsonb(findings[:50]), 'found', cardinality(findings),
    'done', not exists (select from private.audit_seals s where s.number > coalesce(before.number, after))
  );
end
$$;

-- The browser says that a record, a file or an export was looked at.
create function public.log_access(kind text, id text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if kind is null or kind !~ '^[a-z_]{3,40}$' or char_length(log_access.id) > 100 then
    raise exception using errcode = 'PT400', message = 'El acceso no se pudo registrar: dato no válido.';
  end if;
  perform private.hit('log_access', 600, interval '10 minutes', private.active_uid()::text);
  perform private.record('access', kind, log_access.id, true);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What a line of the trail means to the patient whom it concerns; null for what is no access to their data. What the portal
-- announces and what the storage then sees are the same act.
create function private.access_word(action text, subject text) returns text
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
    when 'study_recipients:add' then 'study_delivered'
    when 'study_recipients:end' then 'delivery_ended'
    when 'report:access' then 'report_opened'
    when 'reports:sign' then 'report_signed'
    when 'report_addenda:sign' then 'addendum_added'
    when 'reports:annul' then 'report_annulled'
    when 'messages:sent' then 'message_sent'
    when 'messages:opened' then 'message_sent'
  end;

-- Who else has opened or changed the caller's data: {total, rows: [{at, who, role, what}]}, 20 a page, newest first. Lines
-- that would read the same (same person, act and minute) are one. `who` is null once the account was erased, and of who
-- opened a link. What was sent by itself has no actor either; reports that are not delivered yet are left out.
create function public.my_access_log(page integer default 1) returns jsonb
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

-- Whom an administrator means by a name, an e-mail or a telephone: 50 accounts at most, closed ones too.
create function private.accounts_meant(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(term);
begin
  return array(
    select found.id
    from (
      select unnest(private.patients_found(term)) as id
      union all
      select p.id from public.profiles p
      where p.role = 'doctor' and (private.has_all(p.full_name, patterns) or private.has_all(p.email, patterns))
    ) found
    order by found.id
    limit 51
  );
end
$$;

-- The trail for administrators, newest first, 20 lines a page: {rows, more, many}. `person` is part of a name, an e-mail or
-- a telephone: lines of what they did and of what was done with their data; `many` when it is more than 50 accounts, of whom
-- only 50 are looked at. `kind` is a subject; `day` the clinic's. The next page begins behind the last line of this one.
create function public.audit_lines(
  person text default '', kind text default null, day date default null,
  before_at timestamptz default null, before_id bigint default null
) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  since constant timestamptz := coalesce(day::timestamp at time zone zone, '-infinity');
  until constant timestamptz := coalesce((day + 1)::timestamp at time zone zone, 'infinity');
  last_at constant timestamptz := coalesce(before_at, 'infinity');
  last_id constant bigint := coalesce(before_id, 9223372036854775807);
  people uuid[];
  lines private.audit_log[];
begin
  perform private.require_admin();
  if private.search_pattern(person) is null then
    lines := array(
      select l from private.audit_log l
      where (l.at, l.id) < (last_at, last_id) and l.at >= since and l.at < until
        and (kind is null or l.subject = kind)
      order by l.at desc, l.id desc
      limit 21
    );
  else
    people := private.accounts_meant(person);
    lines := array(
      select found.l
      from (
        select distinct on (each.at, each.id) each as l, each.at, each.id
        from unnest(people[:50]) as one(id)
        cross join lateral (
          (
            select a.* from private.audit_log a
            where a.actor = one.id and (a.at, a.id) < (last_at, last_id) and a.at >= since and a.at < until
              and (kind is null or a.subject = kind)
            order by a.at desc, a.id desc
            limit 21
          )
          union all
          (
            select a.* from private.audit_log a
            where a.patient_id = one.id and (a.at, a.id) < (last_at, last_id) and a.at >= since and a.at < until
              and (kind is null or a.subject = kind)
            order by a.at desc, a.id desc
            limit 21
          )
        ) each
        order by each.at desc, each.id desc
        limit 21
      ) found
      order by found.at desc, found.id desc
    );
  end if;
  return jsonb_build_object(
    'more', cardinality(lines) > 20,
    'many', coalesce(cardinality(people) > 50, false),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'at', l.at, 'actor_role', l.actor_role, 'action', l.action, 'subject', l.subject,
        'row_id', l.row_id, 'columns', l.columns, 'declared', l.declared,
        'who', private.full_name_of(l.actor), 'patient', private.full_name_of(l.patient_id), 'has_actor', l.actor is not null
      ) order by l.at desc, l.id desc), '[]')
      from unnest(lines[:20]) l
    )
  );
end
$$;

-- Sessions end by themselves, and the trail tells of sign-ins and of how sessions ended.

-- When a session is over: doctors and administrators after 12 hours without use and 30 days in all, patients and dentists after
-- 30 and 90 days. A session is used when its tokens are renewed, which an open portal does every hour.
create function private.session_ends(
  role text, created_at timestamptz, updated_at timestamptz, refreshed_at timestamp, not_after timestamptz
) returns timestamptz
  language sql stable
  return least(
    not_after,
    created_at + case when role in ('patient', 'paciente', 'dentist') then interval '90 days' else interval '30 days' end,
    greatest(created_at, updated_at, refreshed_at at time zone 'UTC')
      + case when role in ('patient', 'paciente', 'dentist') then interval '30 days' else interval '12 hours' end
  );

-- As above: a host that does not let us put one there keeps its own logs.
do $$
begin
  create trigger indice_z_audit_session_begin after insert on auth.sessions
    for each row execute function private.audit_account('sign_in');
exception when insufficient_privilege then
  raise notice 'Not allowed here: sign-ins in the trail';
end
$$;

-- Refused sign-ins of one account, counted by the server: one line a minute. An e-mail that is nobody's leaves no line.
create function private.record_refused_sign_ins(email text, times integer, at timestamptz) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (at, actor, actor_role, action, subject, row_id, columns)
  select
    record_refused_sign_ins.at, u.id, private.speaking_role(), 'refuse_sign_in', 'sessions', u.id::text,
    array['times=' || record_refused_sign_ins.times]
  from auth.users u
  where lower(u.email) = lower(record_refused_sign_ins.email)
$$;

-- Deletes the sessions that are over by `at`, and says so in the trail.
create function private.end_old_sessions(at timestamptz default now()) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
  before constant text := coalesce(current_setting('indice.session_end', true), '');
begin
  perform set_config('indice.session_end', 'expire_session', true);
  delete from auth.sessions s
  using public.profiles p
  where p.id = s.user_id
    and private.session_ends(p.role, s.created_at, s.updated_at, s.refreshed_at, s.not_after) <= end_old_sessions.at;
  get diagnostics ended = row_count;
  perform set_config('indice.session_end', before, true);
  return ended;
end
$$;

grant execute on function
  public.audit_state(), public.verify_audit(bigint,integer), public.log_access(text,text),
  public.my_access_log(integer), public.audit_lines(text,text,date,timestamptz,bigint)
  to authenticated;
