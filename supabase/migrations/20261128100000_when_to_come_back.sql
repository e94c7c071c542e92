-- Every refusal for rate says when to come back (docs/product/limits.md).

-- Refuses as too often: 429 PT429 with this sentence for people, and Retry-After. PGRST is how PostgREST is told a status with headers.
create function private.too_often(words text, free_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'PT429', 'message', words),
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After',
      greatest(1, ceil(extract(epoch from free_at - now())))::integer::text));
end
$$;
revoke all on function private.too_often(text, timestamptz) from public, anon, authenticated, service_role;

-- As before; a refused call does not lengthen the wait.
create or replace function private.hit(bucket text, max_hits integer, window_length interval, client text default null)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  current_hits integer;
  started timestamptz;
begin
  insert into private.rate_limits as r (bucket, client, window_start, hits)
  values (hit.bucket, coalesce(hit.client, private.client_address()), now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    hits = case when r.window_start <= now() - hit.window_length then 1 else r.hits + 1 end,
    window_start = case when r.window_start <= now() - hit.window_length then now() else r.window_start end
  returning r.hits, r.window_start into current_hits, started;

  if current_hits > hit.max_hits then
    perform private.too_often(
      'Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.', started + hit.window_length
    );
  end if;
  if current_hits = 1 then
    -- Addresses are personal data: they are forgotten after a day. Rows in use by others are left for next time.
    delete from private.rate_limits r using (
      select o.ctid from private.rate_limits o where o.window_start < now() - interval '1 day'
      limit 100 for update skip locked
    ) old where r.ctid = old.ctid;
  end if;
end
$$;

-- As before: the tenth photo back, of those that the trail tells and of those that are there, says when there is room again.
create or replace function private.photos_left() returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  since constant timestamptz := now() - interval '1 day';
  tenth timestamptz;
begin
  if caller is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('profile photos of ' || caller, 0));
  tenth := greatest(
    (
      select l.at from private.audit_log l
      where l.actor = caller and l.at > since and l.subject = 'profile_photos' and l.action in ('upload', 'replace')
      order by l.at desc offset 9 limit 1
    ),
    (
      select o.created_at from storage.objects o
      where o.bucket_id = 'profile_photos' and o.name like caller || '/%' and o.created_at > since
      order by o.created_at desc offset 9 limit 1
    )
  );
  if tenth is not null then
    perform private.too_often(
      'Ya cambiaste tu foto 10 veces en un día. Inténtalo de nuevo mañana.', tenth + interval '1 day'
    );
  end if;
  return true;
end
$$;

-- As before.
create or replace function public.track_request(folio text, code text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Longer than a folio can be: it is counted, and finds nothing.
  wanted constant text := left(ltrim(regexp_replace(coalesce(track_request.folio, ''), '[^0-9]', '', 'g'), '0'), 16);
  typed constant text := upper(regexp_replace(coalesce(track_request.code, ''), '[^0-9A-Za-z]', '', 'g'));
  address constant text := private.client_address();
  lock_start constant timestamptz := now() - interval '15 minutes';
  zone constant text := private.setting('clinic_time_zone', 'America/Mexico_City');
  midnight constant timestamptz := private.clinic_today()::timestamp at time zone zone;
  free_at timestamptz;
  request public.study_requests;
begin
  perform private.hit('track_request', 40, interval '10 minutes');
  -- One at a time for each folio: tries at the same moment must not see the same count.
  perform pg_advisory_xact_lock(hashtextextended('track_request ' || wanted, 0));
  select max(
    case t.client when '*' then (private.clinic_today() + 1)::timestamp at time zone zone
      else t.last_at + interval '15 minutes' end
  ) into free_at
  from private.track_tries t
  where t.folio = wanted
    and (t.client = address and t.wrong >= 5 and t.last_at > lock_start
      or t.client = '*' and t.wrong >= 50 and t.last_at >= midnight);
  if free_at is not null then
    perform private.too_often(
      'Demasiados intentos con este folio. Espera unos minutos o llama a la clínica.', free_at
    );
  end if;

  select r.* into request from public.study_requests r where r.id = nullif(wanted, '')::bigint;
  if private.tracking_code(coalesce(request.id, 0), request.submission_id) is distinct from typed or request.id is null then
    perform private.count_wrong_code(wanted, address, lock_start, 5);
    perform private.count_wrong_code(wanted, '*', midnight - interval '1 microsecond', 50);
    -- Addresses are personal data: they are forgotten after a day. Rows in use by others are left for next time.
    delete from private.track_tries t using (
      select o.ctid from private.track_tries o where o.last_at < now() - interval '1 day'
      limit 100 for update skip locked
    ) old where t.ctid = old.ctid;
    return null;
  end if;
  return jsonb_build_object(
    'state', case
      when request.status = 'pendiente' then 'recibida'
      when request.status = 'rechazada' then 'rechazada'
      when exists (
        select from public.citas c where c.request_id = request.id and c.status not in ('cancelada', 'no_asistio')
      ) then 'con_cita'
      when exists (
        select from public.cita_links l
        where l.request_id = request.id and l.cita_id is null and l.revoked_at is null and l.expires_at > now()
      ) then 'con_enlace'
      else 'aceptada'
    end,
    'day', (request.created_at at time zone zone)::date
  );
end
$$;
notify pgrst, 'reload schema';
