-- The public page says whether the clinic is open now, and nothing where that would be untrue.

-- What everybody may know of the clinic's hours: {week, closures, complete}. Closures are those of the next 30 days that say why;
-- nothing of a doctor. `complete` is false while a closure without a reason, or an opening, changes today or one of the 7 days
-- after it: which day it is stays untold.
create or replace function public.clinic_week() returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('clinic_week', 60, interval '1 minute');
  return jsonb_build_object(
    'week', private.week_of(null),
    'closures', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'doctor_id', null, 'kind', c.kind, 'first_day', c.first_day, 'last_day', c.last_day, 'opens', c.opens,
        'closes', c.closes, 'label', c.label
      ) order by c.first_day, c.id), '[]')
      from public.clinic_closures c
      where c.kind = 'cierre' and c.label is not null and c.removed_at is null
        and c.last_day >= private.clinic_today() and c.first_day <= private.clinic_today() + 30
    ),
    'complete', not exists (
      select from public.clinic_closures untold
      where untold.doctor_id is null and untold.removed_at is null
        and (untold.kind = 'apertura' or untold.label is null)
        and untold.last_day >= private.clinic_today() and untold.first_day <= private.clinic_today() + 7
    )
  );
end
$$;
