-- What the administration reads of its clinic (docs/product/admin.md), and a patient's history.

-- What the administration's screens begin with: no administrator, no answer.
create function private.require_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return true;
end
$$;

create function public.admin_suffix() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
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
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
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
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- What the database knows of its own health: {postgres, size, migrations, station_full, seal}. `size` in bytes; `station_full`: the
-- station refuses what machines send for want of room; `migrations` is {applied, last}, or null where nobody wrote down which were
-- applied: whose table there is depends on the host.
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
    -- One that says nothing any more does not run.
    'station_full', exists (select from private.station s where s.is_full and s.seen_at > now() - interval '2 minutes'),
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

-- A trend tells how many there are of this month, too: a percentage alone is no fact.
create function private.trend(total bigint, now_count bigint, before_count bigint) returns jsonb
  language sql immutable parallel safe set search_path = ''
  return jsonb_build_object(
    'total', trend.total, 'this_month', now_count, 'change', private.month_change(now_count, before_count)
  );

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

-- The administration's first screen, of the rows that the caller may read. `income` is in pesos, without annulled invoices. Today's
-- appointments are compared with those of the same weekday of the week before: another day of the month may be a Sunday.
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
      count(*) filter (where p.role = 'doctor' and p.created_at >= m.before and p.created_at < m.this) as doctors_before,
      count(*) filter (where p.role in ('patient', 'paciente')) as patients,
      count(*) filter (where p.role in ('patient', 'paciente') and p.created_at >= m.this and p.created_at < m.next) as patients_now,
      count(*) filter (where p.role in ('patient', 'paciente') and p.created_at >= m.before and p.created_at < m.this) as patients_before
    from public.profiles p cross join m
  ), appointments as (
    select count(*) as total,
      count(*) filter (where c.appointment_date >= m.this_day and c.appointment_date < m.next_day) as this_month,
      count(*) filter (where c.appointment_date >= m.before_day and c.appointment_date < m.this_day) as month_before,
      -- As on a doctor's home and in the calendar, without cancelled ones.
      count(*) filter (where c.appointment_date = m.today and c.status is distinct from 'cancelada') as today,
      count(*) filter (where c.appointment_date = m.today - 7 and c.status is distinct from 'cancelada') as today_before
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
  ), income as (
    select coalesce(sum(i.total_amount) filter (where i.payment_date = m.today), 0) as today, coalesce(sum(i.total_amount), 0) as month
    from public.invoices i cross join m
    where i.annulled_at is null and i.payment_date >= m.this_day and i.payment_date < m.next_day
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
    'patients', private.trend(p.patients, p.patients_now, p.patients_before),
    'appointments', private.trend(a.total, a.this_month, a.month_before),
    'appointments_today', private.trend(a.today, a.today, a.today_before),
    'studies', private.trend(s.total, s.this_month, s.month_before),
    'pending_requests', private.trend(r.pending, r.this_month, r.month_before),
    'income', to_jsonb(i),
    'activity', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind, l.id), '[]')
      from (select * from latest order by at desc, kind, id limit 5) l
    )
  )
  from people p cross join appointments a cross join studies s cross join requests r cross join income i;
end;

-- The numbers of 'Analíticas', of the rows that the caller may read (docs/product/admin.md). Appointments count whatever
-- became of them, annulled invoices do not. `hours` is {weekday, 1 being Monday: {time: appointments}} of the same twelve
-- months as `months`. Kinds of study after the fifteen most frequent ones, and studies without a kind, are 'Otros'.
-- `requested` are the fifteen kinds that most appointments name, the most requested one first.
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
    limit 15
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
    'most_requested', (
      select to_jsonb(x) from asked x order by x.count desc, x.study_type collate "C" limit 1
    ),
    'requested', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.count desc, x.study_type collate "C"), '[]') from asked x
    ),
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

-- What a doctor took in on a day, in its week from Monday and in its month; annulled invoices do not count. It adds up
-- the invoices that the caller may read, so invoices of others count nothing.
create function public.doctor_income(d_id uuid, day date) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  with bounds as (
    select
      date_trunc('week', doctor_income.day::timestamp)::date as monday,
      date_trunc('month', doctor_income.day::timestamp)::date as first
  ), period as (
    select b.monday, b.monday + 6 as sunday, b.first, (b.first + interval '1 month - 1 day')::date as last
    from bounds b
  )
  select jsonb_build_object(
    'today', coalesce(sum(i.total_amount) filter (where i.payment_date = doctor_income.day), 0),
    'week', coalesce(sum(i.total_amount) filter (where i.payment_date between p.monday and p.sunday), 0),
    'month', coalesce(sum(i.total_amount) filter (where i.payment_date between p.first and p.last), 0)
  )
  from period p
  join public.invoices i on i.payment_date between least(p.monday, p.first) and greatest(p.sunday, p.last)
  where i.doctor_id = doctor_income.d_id and i.annulled_at is null
$$;

-- What a patient has paid: of the invoices that the caller may read, so that of a doctor's own; annulled ones do not count.
create function public.patient_paid(p_id uuid) returns numeric
  language sql stable security invoker set search_path = ''
as $$
  select coalesce(sum(i.total_amount), 0)
  from public.invoices i
  where i.patient_id = p_id and i.annulled_at is null
$$;

-- {total, missed, referrers: [{name, total, missed}]}: the appointments from one day to another, both included, that have begun and
-- were not cancelled, and how many of them were missed; by the doctor who referred, of those that come from a request that names
-- one, fifteen at most, the most missed first. For administrators. Of patients and the clinic's doctors it says nothing.
create function public.no_shows(from_day date, to_day date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin(), private.day_fits(from_day, 'Desde'), private.day_fits(to_day, 'Hasta');
  return (
    with begun as materialized (
      select c.request_id, c.status = 'no_asistio' as missed
      from public.citas c
      where c.appointment_date between from_day and to_day and c.status <> 'cancelada'
        and private.slot_moment(c.appointment_date, c.appointment_time) <= now()
    ), spelled as (
      -- Row by row: a join might read every request.
      select b.missed, private.referrer_of(b.request_id) as key from begun b
    ), referred as (
      select coalesce(o.root, s.key) as key, count(*) as total, count(*) filter (where s.missed) as missed
      from spelled s left join private.referrer_roots() o on o.key = s.key
      where s.key is not null
      group by 1
      order by 3 desc, 2 desc, 1
      limit 15
    )
    select jsonb_build_object(
      'total', count(*), 'missed', count(*) filter (where b.missed),
      'referrers', (
        select coalesce(jsonb_agg(
          jsonb_build_object('name', private.referrer_title(r.key), 'total', r.total, 'missed', r.missed)
          order by r.missed desc, r.total desc, r.key
        ), '[]')
        from referred r
      )
    )
    from begun b
  );
end
$$;

-- What the clinic took in, added up from the invoices that the caller may read; annulled ones do not count.

-- On a day, in its week from Monday and in its month: {today, week, month} in pesos.
create function public.system_income(day date) returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with period as materialized (
    select b.monday, b.monday + 6 as sunday, b.first, (b.first + interval '1 month - 1 day')::date as last
    from (
      select date_trunc('week', system_income.day::timestamp)::date as monday,
        date_trunc('month', system_income.day::timestamp)::date as first
    ) b
  )
  select jsonb_build_object(
    'today', coalesce(sum(i.total_amount) filter (where i.payment_date = system_income.day), 0),
    'week', coalesce(sum(i.total_amount) filter (where i.payment_date between p.monday and p.sunday), 0),
    'month', coalesce(sum(i.total_amount) filter (where i.payment_date between p.first and p.last), 0)
  )
  from period p
  join public.invoices i on i.payment_date between least(p.monday, p.first) and greatest(p.sunday, p.last)
  where (select private.require_admin()) and i.annulled_at is null;
end;

-- Every doctor's sum from one day to another, both included, in pesos; null is open. The highest first.
create function public.income_by_doctor(from_day date, to_day date)
  returns table (doctor_id uuid, name text, total numeric, count bigint)
  language sql stable security invoker set search_path = ''
begin atomic
  with sums as materialized (
    select i.doctor_id, sum(i.total_amount) as total, count(*) as count
    from public.invoices i
    where (select private.require_admin())
      and i.payment_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and i.annulled_at is null
    group by i.doctor_id
  )
  select s.doctor_id, private.full_name_of(s.doctor_id), s.total, s.count
  from sums s
  order by s.total desc, s.doctor_id;
end;

-- A day's payments by method, in pesos, the highest sum first; `doctor` null for the whole clinic. What was annulled is
-- said apart.
create function public.cash_cut(day date, doctor uuid default null) returns jsonb
  language sql stable security invoker set search_path = ''
begin atomic
  with allowed as materialized (
    select private.require_admin() as yes
  ), of_day as materialized (
    select i.payment_method, i.total_amount, i.annulled_at
    from allowed cross join public.invoices i
    where i.payment_date = cash_cut.day and (cash_cut.doctor is null or i.doctor_id = cash_cut.doctor)
  ), methods as (
    select d.payment_method, sum(d.total_amount) as total, count(*) as count
    from of_day d where d.annulled_at is null
    group by d.payment_method
  )
  select jsonb_build_object(
    'total', coalesce(sum(d.total_amount) filter (where d.annulled_at is null), 0),
    'count', count(d.payment_method) filter (where d.annulled_at is null),
    'methods', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.total desc, m.payment_method collate "C"), '[]') from methods m
    ),
    'annulled', jsonb_build_object(
      'total', coalesce(sum(d.total_amount) filter (where d.annulled_at is not null), 0),
      'count', count(d.payment_method) filter (where d.annulled_at is not null)
    )
  )
  from allowed left join of_day d on true;
end;

create function public.search_profiles(term text) returns setof public.profiles
  language sql stable set search_path = ''
begin atomic
  select p.* from public.profiles p
  where (select private.require_admin()) and private.search_pattern(term) is null
  union all
  select p.* from public.profiles p
  where private.search_pattern(term) is not null and p.id = any ((select private.profiles_found(term))::uuid[]);
end;

-- When something of a day happened: at the moment it was noted down, if that was on this day, else as the clinic's day
-- began.
create function private.moment_of(day date, noted timestamptz) returns timestamptz
  language sql stable security definer set search_path = ''
  return case
    when (noted at time zone private.setting('clinic_time_zone', 'America/Mexico_City'))::date = day then noted
    else day::timestamp at time zone private.setting('clinic_time_zone', 'America/Mexico_City')
  end;

create function private.slot_moment(day date, slot time) returns timestamptz
  language sql stable security definer set search_path = ''
  return (day + coalesce(slot, time '00:00')) at time zone private.setting('clinic_time_zone', 'America/Mexico_City');

-- Where a page of 20 begins.
create function private.page_start(page integer) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return (page - 1) * 20;
end
$$;

-- Signed reports stand in a patient's history, with their folio, when they were signed; annulled ones as well.
create function public.patient_history(p_id uuid, page integer default 1) returns jsonb
  language sql stable set search_path = ''
begin atomic
  with lines as materialized (
    select r.created_at as at, 'request' as kind, r.id::text as id, r.study_type as title, r.status as detail
    from public.study_requests r
    where r.patient_email = (select p.email from public.profiles p where p.id = p_id)
    union all
    select private.slot_moment(c.appointment_date, c.appointment_time), 'appointment', c.id::text,
      coalesce(c.study_type, c.especialidad), c.status
    from public.citas c where c.patient_id = p_id
    union all
    select private.moment_of(s.study_date, s.created_at), 'study', s.id::text, coalesce(s.study_type, 'Estudio'),
      coalesce(s.file_name, s.comments)
    from public.studies s where s.patient_id = p_id
    union all
    select h.signed_at, 'report', h.report_id::text, h.folio, h.state
    from public.report_heads h where h.patient_id = p_id
    union all
    select n.created_at, 'note', n.id::text, coalesce(private.full_name_of(n.doctor_id), 'Nota médica'),
      left(n.note, 300)
    from public.medical_notes n where n.patient_id = p_id
    union all
    select private.moment_of(i.payment_date, i.created_at), 'payment', i.invoice_number, i.invoice_number,
      case when i.annulled_at is null then i.total_amount::text else 'cancelada' end
    from public.invoices i where i.patient_id = p_id
  ),
  shown as (
    select * from lines order by at desc, kind, id limit 20 offset private.page_start(page)
  )
  select jsonb_build_object(
    'total', (select count(*) from lines),
    'rows', coalesce((select jsonb_agg(to_jsonb(s) order by s.at desc, s.kind, s.id) from shown s), '[]')
  );
end;

grant execute on function
  private.require_admin(), public.admin_suffix(), public.main_admin_id(), public.installation_health(),
  private.month_change(bigint,bigint), private.trend(bigint,bigint,bigint), private.months_around_today(),
  public.admin_overview(), public.admin_analytics(), public.doctor_income(uuid,date), public.patient_paid(uuid),
  public.system_income(date), public.income_by_doctor(date,date), public.cash_cut(date,uuid),
  public.search_profiles(text), private.moment_of(date,timestamptz), private.slot_moment(date,time),
  private.page_start(integer), public.patient_history(uuid,integer), public.no_shows(date,date)
  to authenticated;
grant execute on function
  public.is_admin_suffix(text)
  to anon, authenticated;
