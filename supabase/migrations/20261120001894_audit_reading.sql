-- Whom an administrator means by a name, an e-mail or a telephone: 50 accounts at most, closed ones too.
create function private.accounts_meant(term text) returns uuid[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern constant text := private.search_pattern(term);
begin
  return array(
    select found.id
    from (
      select unnest(private.patients_found(term)) as id
      union all
      select p.id from public.profiles p
      where p.role = 'doctor' and (private.sought(p.full_name) like pattern or private.sought(p.email) like pattern)
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
