-- The browser says that a record, a file or an export was looked at.
create function public.log_access(kind text, id text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = '42501', message = 'Inicia sesión para continuar.';
  end if;
  if kind is null or kind !~ '^[a-z_]{3,40}$' or char_length(log_access.id) > 100 then
    raise exception using errcode = '23514', message = 'El acceso no se pudo registrar: dato no válido.';
  end if;
  perform private.hit('log_access', 600, interval '10 minutes', private.active_uid()::text);
  perform private.record('access', kind, log_access.id, true);
end
$$;

-- What a line of the trail means to the patient whom it concerns; null for what is no access to their data. The link that
-- the portal announces, the one that is signed and the download itself are the same act.
create function private.access_word(action text, subject text) returns text
  language sql immutable set search_path = ''
  return case access_word.subject || ':' || access_word.action
    when 'patient:access' then 'record_viewed'
    when 'study:access' then 'study_downloaded'
    when 'study_files:sign_url' then 'study_downloaded'
    when 'study_files:download' then 'study_downloaded'
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
    when 'citas:update' then 'appointment_changed'
    when 'invoices:insert' then 'payment_added'
    when 'invoices:update' then 'receipt_annulled'
    when 'profiles:create' then 'account_created'
    when 'profiles:update' then 'profile_changed'
    when 'profiles:issue_password' then 'password_issued'
    when 'profiles:free_factor' then 'factor_removed'
    when 'doctor_patients:insert' then 'doctor_linked'
    when 'study_shares:insert' then 'study_shared'
    when 'study_shares:renew' then 'study_shared'
    when 'study_shares:revoke' then 'share_revoked'
    when 'study_shares:open' then 'share_opened'
  end;

-- Who else has opened or changed the caller's data: {total, rows: [{at, who, role, what}]}, 20 a page, newest first.
-- Lines that would read the same (same person, act and minute) are one. `who` is null once the account was erased, and of who
-- opened a link.
create function public.my_access_log(page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := private.active_uid();
begin
  if not exists (select from public.profiles p where p.id = caller and p.role in ('patient', 'paciente')) then
    raise exception using errcode = '42501', message = 'Solo un paciente puede consultar quién ha visto sus datos.';
  end if;
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (
    with lines as materialized (
      select l.at, l.actor, private.access_word(l.action, l.subject) as what
      from private.audit_log l
      where l.patient_id = caller
        and (l.actor <> caller or (l.actor is null and l.subject = 'study_shares' and l.action = 'open'))
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
