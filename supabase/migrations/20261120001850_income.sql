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
