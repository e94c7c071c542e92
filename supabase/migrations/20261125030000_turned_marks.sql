-- A mark in a volume that was turned says how: degrees of pitch, roll and yaw about the middle of the volume
-- (docs/product/viewer.md, 'Oblique planes'). Without it the volume was as it was acquired.
alter table public.study_marks
  add column orientation jsonb,
  add constraint study_marks_orientation_fits check (
    (
      orientation @? 'strict $ ? (@.type() == "array" && @.size() == 3)'
      and not orientation @? 'strict $[*] ? (@.type() != "number" || @ < -45 || @ > 45)'
    ) is not false
  );
grant insert (orientation), update (orientation) on public.study_marks to authenticated;
notify pgrst, 'reload schema';
