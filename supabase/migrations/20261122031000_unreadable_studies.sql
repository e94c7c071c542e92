-- Administrators see of which studies nothing could be shown, the last tried first.
create index study_previews_failed_idx on public.study_previews (made_at desc, study_id) where state = 'failed';
