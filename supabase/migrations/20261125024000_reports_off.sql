-- A clinic that writes no reports, by its configuration, has no studies that wait for one. Callers may not read settings.
create or replace function private.fill_report_needed() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.setting('reports', 'on') = 'off' then
    new.report_needed := false;
  else
    new.report_needed := coalesce(new.report_needed, starts_with(lower(btrim(new.study_type)), 'tomograf'), false);
  end if;
  return new;
end
$$;
