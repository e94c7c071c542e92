-- The numbers of 'Analíticas', of the rows that the caller may read (docs/product/admin.md). Appointments count whatever
-- became of them, annulled invoices do not. `hours` is {weekday, 1 being Monday: {time: appointments}} of the same twelve
-- months as `months`. Kinds of study after the fifteen most frequent ones, and studies without a kind, are 'Otros'. `requested` are the
-- fifteen kinds that most appointments name, the most requested one first.
create or replace function public.admin_analytics() returns jsonb
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
