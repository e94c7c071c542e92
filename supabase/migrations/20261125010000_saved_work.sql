-- What doctors draw on a study's pictures, how they left the viewer, and their own window presets (docs/product/viewer.md).

-- One line of the trail, about whoever is asking.
create function private.audit_line(
  action text, subject text, row_id text, patient_id uuid, columns text[] default null
) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
  values (
    auth.uid(), private.speaking_role(), audit_line.action, audit_line.subject, audit_line.row_id, audit_line.columns,
    audit_line.patient_id
  )
$$;

-- A measurement or a note. `picture` is the key of a picture or a series, never an index: files may be renamed, and a volume is
-- reduced where memory is short. A removed row stays for the trail.
create table public.study_marks (
  id uuid primary key,
  study_id uuid not null references public.studies on delete cascade,
  author_id uuid not null references public.profiles on delete restrict,
  picture text not null,
  frame integer,
  plane text,
  kind text not null,
  points jsonb not null,
  value double precision,
  unit text,
  label text,
  -- The curve that a panoramic mark was drawn on.
  arch jsonb,
  audience text not null default 'clinic',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint study_marks_picture_fits check (picture ~ '^[a-z]:[0-9a-f]{32,64}$'),
  constraint study_marks_frame_fits check (frame between 0 and 1000000),
  constraint study_marks_plane_known check (plane in ('axial', 'coronal', 'sagittal', 'panoramic', 'section')),
  constraint study_marks_kind_known check (kind in ('length', 'angle', 'arrow', 'text', 'point')),
  -- 1 to 12 points of 2 or 3 numbers.
  constraint study_marks_points_fit check (
    (
      points @? 'strict $ ? (@.type() == "array" && @.size() >= 1 && @.size() <= 12)'
      and not points @? 'strict $[*] ? (@.type() != "array" || @.size() < 2 || @.size() > 3)'
      and not points @? 'strict $[*][*] ? (@.type() != "number")'
    ) is true
  ),
  constraint study_marks_value_fits check (value between -1000000 and 1000000),
  constraint study_marks_unit_known check (unit in ('mm', 'px', '°')),
  constraint study_marks_label_fits check (private.fits(label, 'Texto de la marca', 200)),
  constraint study_marks_arch_fits check (octet_length(arch::text) <= 8192),
  constraint study_marks_audience_known check (audience in ('author', 'clinic'))
);
create index study_marks_study_id_idx on public.study_marks (study_id, author_id);
create index study_marks_author_id_idx on public.study_marks (author_id);

alter table public.study_marks enable row level security;
revoke all on public.study_marks from public, anon, authenticated;
-- A screen sends a mark as often as it likes, by its id: the columns that never change are in the grant because that names them.
grant select,
  insert (id, study_id, author_id, picture, frame, plane, kind, points, value, unit, label, arch, audience, removed_at),
  update (id, study_id, author_id, picture, frame, plane, kind, points, value, unit, label, arch, audience, removed_at)
  on public.study_marks to authenticated;

-- A removed one is readable for ten seconds, so that open windows hear of it.
create policy "doctors read their marks and the clinic’s of studies" on public.study_marks
  for select to authenticated
  using (
    (removed_at is null or removed_at > now() - interval '10 seconds')
    and (select private.is_doctor())
    and (author_id = (select private.active_uid()) or audience = 'clinic')
    and exists (select from public.studies s where s.id = study_id)
  );

create policy "doctors mark studies of their patients, admins any" on public.study_marks
  for insert to authenticated
  with check (
    author_id = (select private.active_uid())
    and exists (
      select from public.studies s
      where s.id = study_id and (s.patient_id in (select private.my_patients()) or (select private.is_admin()))
    )
  );

create policy "doctors change their own marks" on public.study_marks
  for update to authenticated
  using (author_id = (select private.active_uid()) and (select private.is_doctor()) and removed_at is null)
  with check (author_id = (select private.active_uid()) and (select private.is_doctor()));

-- Always true: a mark keeps its study and its author. How many there are is counted one after the other.
create function private.check_mark() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.study_id, new.author_id) is distinct from (old.id, old.study_id, old.author_id) then
      raise exception using errcode = 'PT403', message = 'Una marca conserva su estudio y su autor.';
    end if;
    new.updated_at := now();
    new.removed_at := coalesce(old.removed_at, case when new.removed_at is not null then now() end);
  else
    new.removed_at := case when new.removed_at is not null then now() end;
    perform pg_advisory_xact_lock(hashtext('marks:' || new.study_id || new.author_id));
    if 200 <= (
      select count(*) from public.study_marks m
      where m.study_id = new.study_id and m.author_id = new.author_id and m.removed_at is null and m.id <> new.id
    ) and not exists (select from public.study_marks m where m.id = new.id) then
      raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 200 marcas tuyas.';
    end if;
  end if;
  return new;
end
$$;
create trigger study_marks_a_check before insert or update on public.study_marks
  for each row execute function private.check_mark();

-- One line a minute: drawing saves often.
create function private.audit_mark() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  what constant text := case when new.removed_at is not null then 'remove' else 'insert' end;
begin
  if not exists (
    select from private.audit_log l
    where l.subject = 'study_marks' and l.row_id = new.study_id::text and l.action = what
      and l.actor is not distinct from auth.uid() and l.at > now() - interval '1 minute'
  ) then
    perform private.audit_line(
      what, 'study_marks', new.study_id::text, (select s.patient_id from public.studies s where s.id = new.study_id)
    );
  end if;
  return null;
end
$$;
create trigger study_marks_z_audit after insert or update on public.study_marks
  for each row execute function private.audit_mark();

-- How a doctor left the viewer.
create table public.study_desks (
  study_id uuid not null references public.studies on delete cascade,
  author_id uuid not null references public.profiles on delete cascade,
  state jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (study_id, author_id),
  constraint study_desks_state_fits check (jsonb_typeof(state) = 'object' and octet_length(state::text) <= 32768),
  constraint study_desks_version_fits check (version >= 1)
);
create index study_desks_author_id_idx on public.study_desks (author_id);

alter table public.study_desks enable row level security;
revoke all on public.study_desks from public, anon, authenticated;
grant select, delete, insert (study_id, author_id, state, version), update (study_id, author_id, state, version)
  on public.study_desks to authenticated;

create policy "doctors keep their own desk of studies they read" on public.study_desks
  for all to authenticated
  using (
    author_id = (select private.active_uid()) and (select private.is_doctor())
    and exists (select from public.studies s where s.id = study_id)
  )
  with check (
    author_id = (select private.active_uid()) and (select private.is_doctor())
    and exists (select from public.studies s where s.id = study_id)
  );

create function private.touch_row() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger study_desks_touch before insert or update on public.study_desks
  for each row execute function private.touch_row();

-- Windows of one's own.
create table public.viewer_presets (
  id uuid primary key,
  owner_id uuid not null references public.profiles on delete cascade,
  name text not null,
  center double precision not null,
  width double precision not null,
  created_at timestamptz not null default now(),
  constraint viewer_presets_name_fits check (private.fits(name, 'Nombre', 40, true)),
  constraint viewer_presets_center_fits check (center between -100000 and 100000),
  constraint viewer_presets_width_fits check (width > 0 and width <= 200000)
);
create index viewer_presets_owner_id_idx on public.viewer_presets (owner_id);

alter table public.viewer_presets enable row level security;
revoke all on public.viewer_presets from public, anon, authenticated;
grant select, delete, insert (id, owner_id, name, center, width), update (name, center, width)
  on public.viewer_presets to authenticated;

create policy "doctors keep their own presets" on public.viewer_presets
  for all to authenticated
  using (owner_id = (select private.active_uid()) and (select private.is_doctor()))
  with check (owner_id = (select private.active_uid()) and (select private.is_doctor()));

create function private.count_presets() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('presets:' || new.owner_id));
  if 12 <= (select count(*) from public.viewer_presets p where p.owner_id = new.owner_id) then
    raise exception using errcode = 'PT400', message = 'Ya tienes 12 ajustes guardados.';
  end if;
  return new;
end
$$;
create trigger viewer_presets_count before insert on public.viewer_presets
  for each row execute function private.count_presets();

revoke all on function
  private.audit_line(text, text, text, uuid, text[]), private.check_mark(), private.audit_mark(), private.touch_row(),
  private.count_presets()
  from public, anon, authenticated, service_role;

alter publication supabase_realtime add table public.study_marks;
notify pgrst, 'reload schema';
