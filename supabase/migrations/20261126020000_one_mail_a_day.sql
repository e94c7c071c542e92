-- One mail a person in 24 hours, whatever it is about (docs/product/reports.md): the mail says only that there is something new,
-- so one tells of all that is there, and what comes after it waits until a day has passed.

-- Lends what is due to the sender, `most` at a time and one a person: {id, to, kind}. What nobody is to hear any more is settled
-- instead, and what could have gone out for more than a day. A loan ends after two minutes.
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

-- What became of one: sent, with all else that its person was to be told by then, or the code of what failed.
create or replace function private.settle_notice(id uuid, problem text, at timestamptz default now()) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.notices_due n set
    sent_at = case when settle_notice.problem is null then settle_notice.at end, error = left(settle_notice.problem, 100)
  from private.notices_due told
  where told.id = settle_notice.id and told.sent_at is null and n.sent_at is null and (
    n.id = told.id
    or settle_notice.problem is null and n.person_id = told.person_id and n.tries < 5 and n.due_at <= settle_notice.at
  )
$$;
