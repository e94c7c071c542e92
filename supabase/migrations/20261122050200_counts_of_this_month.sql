-- A trend tells how many there are of this month, too: a percentage alone is no fact.
create or replace function private.trend(total bigint, now_count bigint, before_count bigint) returns jsonb
  language sql immutable parallel safe set search_path = ''
  return jsonb_build_object(
    'total', trend.total, 'this_month', now_count, 'change', private.month_change(now_count, before_count)
  );

-- The administration's first screen, of the rows that the caller may read. `income` is in pesos, without annulled invoices. Today's
-- appointments are compared with those of the same weekday of the week before: another day of the month may be a Sunday.
create or replace function public.admin_overview() returns jsonb
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
      count(*) filter (where c.appointment_date = m.today - 7) as today_before
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
    'patients', private.trend(
      p.users - p.doctors, p.users_now - p.doctors_now, p.users_before - p.doctors_before
    ),
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
