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
revoke all on private.audit_seals from public, anon, authenticated, service_role;

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
    raise exception using errcode = '23514', message = 'La verificación pide un sello a partir de 0 y de 1 a 1000 sellos.';
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
