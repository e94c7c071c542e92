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
