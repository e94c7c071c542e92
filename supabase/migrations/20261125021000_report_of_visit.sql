-- An open page of a link hears that its report is gone or has an addendum. A clinic that writes no reports shows none.
create or replace function private.shared_report(share public.study_shares) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select private.delivered_report(r)
    from public.reports r
    where r.study_id = share.study_id and share.with_report and share.copy_path is null
      and r.state = 'firmado' and r.visible_from <= now() and private.setting('reports', 'on') <> 'off'
  );

-- Whether the link of a visit still lives, for the page that has it open and asks every few seconds. For the function
-- `open-shared-study` alone. Answers {outcome}: open, revoked, expired, visit_over. With `open` comes `report`: the SHA-256 of
-- what was signed last of the report that the link shows, of the report or of its last addendum; null where it shows none.
-- A visit goes on while its page is open.
create or replace function public.check_study_visit(token text, visit text, sender jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash constant bytea := private.share_hash(left(coalesce(token, ''), 100));
  visit_hash constant bytea := private.share_hash(left(coalesce(visit, ''), 100));
  share public.study_shares;
  ending timestamptz;
  ended text;
  report jsonb;
begin
  perform set_config('request.headers', coalesce(sender, '{}')::text, true);
  perform private.hit('check_study_visit', 2400, interval '10 minutes');
  select h.* into share from public.study_shares h where h.id = private.visited_share(
    (select s.share_id from private.share_secrets s where s.token_hash = hash), visit_hash
  );
  if not found then
    return jsonb_build_object('outcome', 'visit_over');
  end if;
  ended := private.share_end(share, hash);
  if ended is null then
    -- Two hours from when the page was last open, written every ten minutes at most.
    select v.ends_at into ending from private.share_visits v
    where v.secret_hash = visit_hash and v.ends_at > now() and v.began_at > coalesce(share.renewed_at, '-infinity');
    if not found then
      ended := 'visit_over';
    elsif ending < least(now() + interval '110 minutes', share.expires_at) then
      update private.share_visits v set ends_at = least(now() + interval '2 hours', share.expires_at)
      where v.secret_hash = visit_hash;
    end if;
  end if;
  if ended is not null then
    return jsonb_build_object('outcome', ended);
  end if;
  report := private.shared_report(share);
  return jsonb_build_object(
    'outcome', 'open', 'report', coalesce(report #>> '{addenda,-1,content_hash}', report ->> 'content_hash')
  );
end
$$;
