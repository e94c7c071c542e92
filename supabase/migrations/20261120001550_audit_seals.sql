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
