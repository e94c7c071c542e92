-- What the administration's screens begin with: no administrator, no answer.
create function private.require_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return true;
end
$$;

create function public.admin_suffix() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return private.setting('admin_suffix', null);
end
$$;

-- Whose account the administration's screens protect. Triggers refuse what they would still try.
create function public.main_admin_id() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para el panel de administración.';
  end if;
  return (select p.id from public.profiles p where p.email = private.setting('admin_email', null));
end
$$;

-- Compares digests, so that the time it takes says nothing about the first letters.
create function public.is_admin_suffix(suffix text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('is_admin_suffix', 60, interval '1 minute');
  return coalesce(
    sha256(convert_to(suffix, 'UTF8')) = sha256(convert_to(private.setting('admin_suffix', null), 'UTF8')), false
  );
end
$$;

-- What the database knows of its own health: {postgres, size, migrations, seal}. `size` in bytes; `migrations` is {applied,
-- last}, or null where nobody wrote down which were applied: whose table there is depends on the host.
create function public.installation_health() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  migrations jsonb;
begin
  perform private.require_admin();
  if to_regclass('private_migrations.steps') is not null then
    select jsonb_build_object('applied', count(*), 'last', max(s.name)) into migrations
    from private_migrations.steps s where s.name like 'migrations/%';
  elsif to_regclass('supabase_migrations.schema_migrations') is not null then
    select jsonb_build_object('applied', count(*), 'last', max(m.version)) into migrations
    from supabase_migrations.schema_migrations m;
  end if;
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'size', pg_database_size(current_database()),
    'migrations', migrations,
    'seal', (
      select jsonb_build_object('number', s.number, 'at', s.sealed_at)
      from private.audit_seals s order by s.number desc limit 1
    )
  );
end
$$;

-- Month over month, as domain/change.ts: 100 when there was nothing before and something now, else rounded half up.
create function private.month_change(now_count bigint, before_count bigint) returns integer
  language sql immutable parallel safe set search_path = ''
  return case
    when before_count = 0 then case when now_count > 0 then 100 else 0 end
    else floor((now_count - before_count) * 100.0 / before_count + 0.5)::integer
  end;

create function private.trend(total bigint, now_count bigint, before_count bigint) returns jsonb
  language sql immutable parallel safe set search_path = ''
  return jsonb_build_object('total', trend.total, 'change', private.month_change(now_count, before_count));

-- The clinic's month, the one before and the one after, as days and as the instants at which they begin.
create type private.months as (
  today date, before_day date, this_day date, next_day date, before timestamptz, this timestamptz, next timestamptz
);

create function private.months_around_today() returns private.months
  language sql stable security definer set search_path = ''
  return (
    select row(
      t.today, t.first - interval '1 month', t.first, t.first + interval '1 month',
      (t.first - interval '1 month') at time zone t.zone, t.first at time zone t.zone,
      (t.first + interval '1 month') at time zone t.zone
    )::private.months
    from (
      select private.clinic_today() as today, date_trunc('month', private.clinic_today()::timestamp) as first,
        private.setting('clinic_time_zone', 'America/Mexico_City') as zone
    ) t
  );

-- The administration's first screen. It counts the rows that the caller may read.
create function public.admin_overview() returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with m as materialized (
    select (private.months_around_today()).* where private.require_admin()
  ), people as (
    select
      count(*) as users,
      count(*) filter (where p.created_at >= m.this and p.created_at < m.next) as users_now,
      count(*) filter (where p.created_at >= m.before and p.created_at < m.this) as users_before,
      count(*) filter (where p.role = 'doctor') as doctors,
      count(*) filter (where p.role = 'doctor' and p.created_at >= m.this and p.created_at < m.next) as doctors_now,
      count(*) filter (where p.role = 'doctor' and p.created_at >= m.before and p.created_at < m.this) as doctors_before
    from public.profiles p cross join m
  ), appointments as (
    select count(*) as total,
      count(*) filter (where c.appointment_date >= m.this_day and c.appointment_date < m.next_day) as this_month,
      count(*) filter (where c.appointment_date >= m.before_day and c.appointment_date < m.this_day) as month_before,
      count(*) filter (where c.appointment_date = m.today) as today,
      count(*) filter (where c.appointment_date = (m.today - interval '1 month')::date) as today_before
    from public.citas c cross join m
  ), studies as (
    select count(*) as total,
      count(*) filter (where s.created_at >= m.this and s.created_at < m.next) as this_month,
      count(*) filter (where s.created_at >= m.before and s.created_at < m.this) as month_before
    from public.studies s cross join m
  ), requests as (
    select
      (select count(*) from public.study_requests r where r.status = 'pendiente') as pending,
      (select count(*) from public.study_requests r where r.created_at >= m.this and r.created_at < m.next) as this_month,
      (select count(*) from public.study_requests r where r.created_at >= m.before and r.created_at < m.this) as month_before
    from m
  ), latest as (
    (
      select 'profile' as kind, p.id::text as id, p.full_name as title, p.email as detail, p.created_at as at
      from public.profiles p cross join m order by p.created_at desc, p.id limit 3
    )
    union all
    (
      select 'request', r.id::text, r.patient_name, r.study_type, r.created_at
      from public.study_requests r cross join m order by r.created_at desc, r.id desc limit 3
    )
  )
  select jsonb_build_object(
    'users', private.trend(p.users, p.users_now, p.users_before),
    'doctors', private.trend(p.doctors, p.doctors_now, p.doctors_before),
    'patients', private.trend(
      p.users - p.doctors, p.users_now - p.doctors_now, p.users_before - p.doctors_before
    ),
    'appointments', private.trend(a.total, a.this_month, a.month_before),
    'appointments_today', private.trend(a.today, a.today, a.today_before),
    'studies', private.trend(s.total, s.this_month, s.month_before),
    'pending_requests', private.trend(r.pending, r.this_month, r.month_before),
    'activity', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind, l.id), '[]')
      from (select * from latest order by at desc, kind, id limit 5) l
    )
  )
  from people p cross join appointments a cross join studies s cross join requests r;
end;

-- The numbers of 'Analíticas', of the rows that the caller may read (docs/product/admin.md). Appointments count whatever
-- became of them, annulled invoices do not. `hours` is {weekday, 1 being Monday: {time: appointments}} of the same twelve
-- months as `months`. Kinds of study after the fifteen most frequent ones, and studies without a kind, are 'Otros'.
create function public.admin_analytics() returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with m as materialized (
    select (private.months_around_today()).* where private.require_admin()
  ), people as (
    select count(*) as total,
      count(*) filter (where p.created_at >= m.this and p.created_at < m.next) as this_month,
      count(*) filter (where p.created_at >= m.before and p.created_at < m.this) as month_before
    from public.profiles p cross join m
  ), kinds_done as materialized (
    select s.study_type, count(*) as count
    from public.studies s
    where exists (select from m)
    group by s.study_type
  ), done as (
    select (select coalesce(sum(k.count), 0)::bigint from kinds_done k) as total,
      (select count(*) from public.studies s where s.created_at >= m.this and s.created_at < m.next) as this_month,
      (select count(*) from public.studies s where s.created_at >= m.before and s.created_at < m.this) as month_before
    from m
  ), slots as materialized (
    select c.appointment_date as day, c.appointment_time as slot, count(*) as booked
    from public.citas c
    where c.appointment_date >= (select (m.this_day - interval '11 months')::date from m)
      and c.appointment_date < (select m.next_day from m)
    group by c.appointment_date, c.appointment_time
  ), booked as (
    select date_trunc('month', s.day::timestamp)::date as first, sum(s.booked)::bigint as count
    from slots s
    group by 1
  ), paid as (
    select i.payment_date as day, sum(i.total_amount) as total
    from public.invoices i
    where i.payment_date >= (select (m.this_day - interval '11 months')::date from m)
      and i.payment_date < (select m.next_day from m) and i.annulled_at is null
    group by i.payment_date
  ), taken_in as (
    select date_trunc('month', p.day::timestamp)::date as first, sum(p.total) as total
    from paid p
    group by 1
  ), by_month as materialized (
    select n.first::date as first, to_char(n.first, 'YYYY-MM') as month, coalesce(t.total, 0) as income,
      coalesce(b.count, 0) as appointments
    from m
    cross join generate_series(m.this_day - interval '11 months', m.this_day, interval '1 month') as n (first)
    left join taken_in t on t.first = n.first
    left join booked b on b.first = n.first
  ), by_hour as (
    select extract(isodow from s.day)::int as weekday, to_char(s.slot, 'HH24:MI') as time, sum(s.booked) as count
    from slots s
    where s.slot is not null
    group by 1, 2
  ), kinds_booked as materialized (
    select c.study_type, c.doctor_id, count(*) as count
    from public.citas c
    where exists (select from m)
    group by c.study_type, c.doctor_id
  ), appointments as (
    select coalesce(sum(k.count), 0)::bigint as total,
      (select x.appointments from by_month x join m on x.first = m.this_day) as this_month,
      (select x.appointments from by_month x join m on x.first = m.before_day) as month_before
    from kinds_booked k
  ), asked as (
    select k.study_type, sum(k.count) as count
    from kinds_booked k where k.study_type is not null
    group by k.study_type
    order by sum(k.count) desc, k.study_type collate "C"
    limit 1
  ), busiest as (
    select k.doctor_id, private.full_name_of(k.doctor_id) as name, sum(k.count) as count
    from kinds_booked k
    group by k.doctor_id
    order by sum(k.count) desc, k.doctor_id
    limit 5
  ), kinds as (
    select
      case
        when k.study_type is not null and row_number() over (
          order by k.study_type is null, k.count desc, k.study_type collate "C"
        ) <= 15 then k.study_type
        else 'Otros'
      end as study_type,
      k.count
    from kinds_done k
  ), by_kind as (
    select k.study_type, sum(k.count) as count from kinds k group by k.study_type
  )
  select jsonb_build_object(
    'users', private.trend(p.total, p.this_month, p.month_before),
    'appointments', private.trend(a.total, a.this_month, a.month_before),
    'studies', private.trend(d.total, d.this_month, d.month_before),
    'daily_average', jsonb_build_object(
      'value', round(a.this_month::numeric / (m.next_day - m.this_day)),
      'change', private.month_change(
        a.this_month * (m.this_day - m.before_day), a.month_before * (m.next_day - m.this_day)
      )
    ),
    'most_requested', (select to_jsonb(x) from asked x),
    'busiest', (select coalesce(jsonb_agg(to_jsonb(x) order by x.count desc, x.doctor_id), '[]') from busiest x),
    'months', (
      select jsonb_agg(
        jsonb_build_object('month', x.month, 'income', x.income, 'appointments', x.appointments) order by x.first
      )
      from by_month x
    ),
    'study_types', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.count desc, x.study_type collate "C"), '[]') from by_kind x
    ),
    'hours', (
      select coalesce(jsonb_object_agg(x.weekday, x.times), '{}')
      from (select h.weekday, jsonb_object_agg(h.time, h.count) as times from by_hour h group by h.weekday) x
    )
  )
  from m cross join people p cross join done d cross join appointments a;
end;
