-- Marks of one request keep the order in which they were drawn: it gives them their numbers.
alter table public.study_marks alter column created_at set default clock_timestamp();
