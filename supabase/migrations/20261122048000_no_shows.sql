-- Appointments to which nobody came (docs/product/admin.md).

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
      select b.missed, (
        select private.referrer_key(r.referring_doctor) from public.study_requests r where r.id = b.request_id
      ) as key
      from begun b
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
          jsonb_build_object('name', coalesce(private.referrer_name(r.key), r.key), 'total', r.total, 'missed', r.missed)
          order by r.missed desc, r.total desc, r.key
        ), '[]')
        from referred r
      )
    )
    from begun b
  );
end
$$;

revoke all on function public.no_shows(date, date) from public, anon, authenticated, service_role;
grant execute on function public.no_shows(date, date) to authenticated;
notify pgrst, 'reload schema';
