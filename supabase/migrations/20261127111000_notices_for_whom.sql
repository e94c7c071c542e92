-- A notice remembers whom it was for, as messages do: nobody is told of a study that has become another's by then. That a report
-- was annulled is for whoever had it.
create or replace function private.take_notices(most integer default 50, at timestamptz default now()) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.notices_due n set tries = 5, error = 'sobra'
  where n.sent_at is null and n.tries < 5 and n.due_at <= at and (
    greatest(n.due_at, (
      select max(told.sent_at) + interval '24 hours' from private.notices_due told where told.person_id = n.person_id
    )) < at - interval '24 hours'
    or not private.gets_notices(n.person_id)
    or n.kind <> 'report_annulled' and not exists (
      select from public.studies s where s.id = n.study_id and s.patient_id = n.person_id
    )
    or n.kind in ('report_ready', 'report_addendum') and not exists (
      select from public.reports r where r.study_id = n.study_id and r.state = 'firmado' and r.visible_from <= at
    )
  );
  return query
    update private.notices_due n set taken_at = at, tries = n.tries + 1, error = 'sin respuesta'
    from (
      select w.id from private.notices_due w
      where w.sent_at is null and w.tries < 5 and w.due_at <= at
        and coalesce(w.taken_at, '-infinity') <= at - interval '2 minutes'
        and not exists (
          select from private.notices_due o
          where o.person_id = w.person_id and o.id <> w.id and case
            when o.sent_at is not null then o.sent_at > at - interval '24 hours'
            else o.taken_at > at - interval '2 minutes'
              or o.tries < 5 and o.due_at <= at and (o.due_at, o.id) < (w.due_at, w.id)
          end
        )
      order by w.due_at, w.id
      limit most
      for update skip locked
    ) due, public.profiles p
    where n.id = due.id and p.id = n.person_id
    returning jsonb_build_object('id', n.id, 'to', p.email, 'kind', n.kind);
end
$$;
