-- What a patient has opened of a study, so that the portal says 'Nuevo' beside the rest (docs/product/studies.md).
create table public.study_seen (
  id uuid primary key default gen_random_uuid(),
  study_id uuid not null references public.studies on delete cascade,
  person_id uuid not null references public.profiles on delete cascade,
  what text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  constraint study_seen_once unique (study_id, person_id, what),
  constraint study_seen_what_known check (what = 'images')
);
create index study_seen_person_id_idx on public.study_seen (person_id);

alter table public.study_seen enable row level security;
revoke all on public.study_seen from public, anon, authenticated;
grant select on public.study_seen to authenticated;

create policy "people read what they opened, doctors that of studies they read" on public.study_seen
  for select to authenticated
  using (
    person_id = (select private.active_uid())
    or (select private.is_doctor()) and exists (select from public.studies s where s.id = study_id)
  );

-- What was opened before: the trail tells.
insert into public.study_seen (study_id, person_id, what, first_at, last_at, times)
select s.id, a.actor, 'images', min(a.at), max(a.at), count(*)
from private.audit_log a join public.studies s on s.patient_id = a.actor and s.id::text = a.row_id
where a.action = 'access' and a.subject in ('study', 'study_images', 'study_link')
group by s.id, a.actor;

-- The first time of each; how often, the row says.
create function private.audit_seen() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  select auth.uid(), private.speaking_role(), 'seen', 'study_seen', new.study_id::text, s.patient_id
  from public.studies s where s.id = new.study_id;
  return null;
end
$$;
create trigger study_seen_z_audit after insert on public.study_seen
  for each row execute function private.audit_seen();

-- Notes that the caller opened a study: its images, its file or its link. What doctors open is in the trail alone.
create function public.note_seen(study_id uuid, what text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  perform private.hit('note_seen', 240, interval '1 minute', caller::text);
  if not private.reads_study(note_seen.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  if private.is_doctor() then
    return;
  end if;
  insert into public.study_seen as seen (study_id, person_id, what)
  values (note_seen.study_id, caller, note_seen.what)
  on conflict on constraint study_seen_once do update set last_at = now(), times = seen.times + 1;
end
$$;

revoke all on function private.audit_seen(), public.note_seen(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.note_seen(uuid, text) to authenticated;

alter publication supabase_realtime add table public.study_seen;
notify pgrst, 'reload schema';
