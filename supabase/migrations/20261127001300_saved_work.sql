-- What doctors, and dentists of the studies that they receive, draw on a study's pictures, how they left the viewer, and their own
-- window presets (docs/product/viewer.md). What a dentist keeps is the dentist's alone (docs/decisions/0056).

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
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  orientation jsonb,
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
  constraint study_marks_audience_known check (audience in ('author', 'clinic')),
  constraint study_marks_orientation_fits check (
    (
      orientation @? 'strict $ ? (@.type() == "array" && @.size() == 3)'
      and not orientation @? 'strict $[*] ? (@.type() != "number" || @ < -45 || @ > 45)'
    ) is not false
  )
);
alter table public.study_marks enable row level security;

create index study_marks_study_id_idx on public.study_marks (study_id, author_id);
create index study_marks_author_id_idx on public.study_marks (author_id);

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
    and (author_id = (select private.viewer_uid()) or audience = 'clinic' and (select private.is_doctor()))
    and exists (select from public.studies s where s.id = study_id)
  );

create policy "doctors mark studies of their patients, dentists received ones" on public.study_marks
  for insert to authenticated
  with check (
    author_id = (select private.active_uid())
    and exists (
      select from public.studies s
      where s.id = study_id and (
        s.patient_id in (select private.my_patients()) or (select private.is_admin())
        or s.id in (select private.received_studies())
      )
    )
  );

create policy "doctors and dentists change their own marks" on public.study_marks
  for update to authenticated
  using (author_id = (select private.viewer_uid()) and removed_at is null)
  with check (author_id = (select private.viewer_uid()));

-- Whether an account is a dentist's.
create function private.is_dentist(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.profiles p where p.id = account and p.role = 'dentist');

-- Always true: what a dentist keeps of a study is for nobody else.
create function private.keep_to_dentist() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_dentist(new.author_id) then
    new.audience := 'author';
  end if;
  return new;
end
$$;

create trigger study_marks_b_dentist before insert or update on public.study_marks
  for each row execute function private.keep_to_dentist();

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

-- How a doctor or a dentist left the viewer.
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
alter table public.study_desks enable row level security;

create index study_desks_author_id_idx on public.study_desks (author_id);

grant select, delete, insert (study_id, author_id, state, version), update (study_id, author_id, state, version)
  on public.study_desks to authenticated;

create policy "doctors and dentists keep their own desk of studies they read" on public.study_desks
  for all to authenticated
  using (
    author_id = (select private.viewer_uid())
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
alter table public.viewer_presets enable row level security;

create index viewer_presets_owner_id_idx on public.viewer_presets (owner_id);

grant select, delete, insert (id, owner_id, name, center, width), update (name, center, width)
  on public.viewer_presets to authenticated;

create policy "doctors and dentists keep their own presets" on public.viewer_presets
  for all to authenticated
  using (owner_id = (select private.viewer_uid()));

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

-- What a doctor or a dentist keeps of a study as a picture ('Imágenes clave'), with marks, scale and sides drawn in. Once a signed report shows
-- it, neither row nor file changes.

create function private.is_key_image_file(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^[^/]+/(.+/)?clave-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.(webp|jpg|png))?$';

-- A file beside that of a deleted study. Key images are kept with the study's file, or in the folder of a study without one.
create function private.is_archived_preview(path text) returns boolean
  language sql stable security definer set search_path = ''
  return (private.is_preview_file(path) or private.is_key_image_file(path)) and (
    exists (
      select from private.deleted_studies d
      where private.beside(d.file_path, '') = private.beside(path, '')
        and not exists (select from public.studies s where s.file_url = d.file_path)
    )
    or exists (
      select from private.deleted_studies d
      where d.id::text = split_part(path, '/', 2) and d.patient_id::text = split_part(path, '/', 1)
    )
  );

create table public.key_images (
  id uuid primary key,
  study_id uuid not null references public.studies on delete cascade,
  author_id uuid not null references public.profiles on delete restrict,
  path text not null,
  width integer not null,
  height integer not null,
  -- Of the stored bytes.
  sha256 text not null,
  caption text,
  position integer not null default 0,
  -- Where it was taken: key, place, window, slab, arch.
  source jsonb not null default '{}',
  audience text not null default 'clinic',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint key_images_path_once unique (path),
  constraint key_images_path_fits check (private.is_key_image_file(path) and char_length(path) <= 500),
  constraint key_images_size_fits check (width between 1 and 2000 and height between 1 and 2000),
  constraint key_images_sha256_fits check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint key_images_caption_fits check (private.fits(caption, 'Pie de imagen', 200)),
  constraint key_images_position_fits check (position between 0 and 100000),
  constraint key_images_source_fits check (jsonb_typeof(source) = 'object' and octet_length(source::text) <= 8192),
  constraint key_images_audience_known check (audience in ('author', 'clinic'))
);
alter table public.key_images enable row level security;

create index key_images_study_id_idx on public.key_images (study_id, position);
create index key_images_author_id_idx on public.key_images (author_id);

grant select,
  insert (id, study_id, author_id, path, width, height, sha256, caption, position, source, audience),
  update (caption, position, audience, removed_at)
  on public.key_images to authenticated;

-- The key images that a released report shows of the caller's own studies, or of those that the caller receives as a dentist.
create function private.my_key_images() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  return query
    select i.key_image_id from public.report_images i join public.reports r on r.id = i.report_id
    where r.state = 'firmado' and r.visible_from <= now() and (
      r.patient_id = caller
      or r.study_id in (select private.received_studies())
        and exists (select from public.studies s where s.id = r.study_id and s.patient_id = r.patient_id)
    );
end
$$;

-- Whether a report that was signed shows it; an annulled one as well.
create function private.is_signed_image(image uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_images i join public.reports r on r.id = i.report_id
    where i.key_image_id = image and r.state <> 'borrador'
  );
end
$$;

-- A removed one is readable for ten seconds, so that open windows hear of it.
create policy "viewers read key images, others those of a delivered report" on public.key_images
  for select to authenticated
  using (
    (removed_at is null or removed_at > now() - interval '10 seconds')
    and (
      (
        (author_id = (select private.viewer_uid()) or audience = 'clinic' and (select private.is_doctor()))
        and exists (select from public.studies s where s.id = study_id)
      )
      or id in (select private.my_key_images())
    )
  );

create policy "doctors add key images of their patients, dentists of received" on public.key_images
  for insert to authenticated
  with check (
    author_id = (select private.active_uid())
    and exists (
      select from public.studies s
      where s.id = study_id and (
        s.patient_id in (select private.my_patients()) or (select private.is_admin())
        or s.id in (select private.received_studies())
      )
    )
  );

create policy "doctors and dentists change their own key images" on public.key_images
  for update to authenticated
  using (author_id = (select private.viewer_uid()) and removed_at is null)
  with check (author_id = (select private.viewer_uid()));

-- Always true: what a signed report shows stays. Through the API the file is there, uploaded by its author beside the study's file.
create function private.check_key_image() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  study public.studies;
  by_dentist boolean;
begin
  if tg_op <> 'INSERT' and private.is_signed_image(old.id) then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if new.removed_at is not null then
      new.removed_at := coalesce(old.removed_at, now());
      delete from public.report_images i where i.key_image_id = new.id;
    end if;
    return new;
  end if;
  if not private.from_api() then
    return new;
  end if;
  select s.* into study from public.studies s where s.id = new.study_id;
  -- Whoever may not is refused by the policy, which comes after this.
  if not (
    private.is_admin() or private.is_linked(study.patient_id) or study.id in (select private.received_studies())
  ) then
    return new;
  end if;
  if private.beside(new.path, '') not in (
      coalesce(private.beside(study.file_url, ''), ''), study.patient_id || '/' || study.id || '/'
    )
    or not exists (
      select from storage.objects o
      where o.bucket_id = 'study_files' and o.name = new.path and o.owner_id = new.author_id::text
        and (o.metadata ->> 'size')::bigint <= 5 * 1024 * 1024
    )
  then
    raise exception using errcode = 'PT400', message = 'La imagen clave no está completa o pesa demasiado.';
  end if;
  perform pg_advisory_xact_lock(hashtext('key_images:' || new.study_id));
  -- The clinic's together, a dentist's own.
  by_dentist := private.is_dentist(new.author_id);
  if 24 <= (
    select count(*) from public.key_images k
    where k.study_id = new.study_id and k.removed_at is null
      and case when by_dentist then k.author_id = new.author_id else not private.is_dentist(k.author_id) end
  ) then
    raise exception using errcode = 'PT400', message = 'Este estudio ya tiene 24 imágenes clave.';
  end if;
  return new;
end
$$;

create trigger key_images_b_dentist before insert or update on public.key_images
  for each row execute function private.keep_to_dentist();

create trigger key_images_a_check before insert or update or delete on public.key_images
  for each row execute function private.check_key_image();

create function private.audit_key_image() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.removed_at is not null then
    perform private.audit_line(
      case tg_op when 'INSERT' then 'insert' else 'remove' end, 'key_images', new.id::text,
      (select s.patient_id from public.studies s where s.id = new.study_id)
    );
  end if;
  return null;
end
$$;

create trigger key_images_z_audit after insert or update on public.key_images
  for each row execute function private.audit_key_image();

-- The files of those key images, for the caller's own folder.
create function private.my_key_image_files() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select k.path from public.key_images k where k.id in (select private.my_key_images());
end
$$;

-- Of the key images in their own folder patients read those of a delivered report.
create policy "key images: in the own folder those of a delivered report" on storage.objects
  as restrictive for select to authenticated
  using (
    bucket_id <> 'study_files' or not private.is_key_image_file(name)
    or (storage.foldername(name))[1] is distinct from (select private.active_uid())::text
    or name in (select private.my_key_image_files())
  );

-- The file stays as well, for the owner of the database too, and so does that of a study with a signed report. A host that does not
-- let us put triggers on this table keeps them by the policies alone; that is no reason not to install.
create function private.keep_signed_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.bucket_id <> 'study_files'
    or tg_op = 'UPDATE' and (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version)
  then
    return coalesce(new, old);
  end if;
  if private.is_key_image_file(old.name)
    and exists (select from public.key_images k where k.path = old.name and private.is_signed_image(k.id))
  then
    raise exception using errcode = 'PT409', message = 'Un informe firmado no se modifica ni se borra.';
  end if;
  if exists (
    select from public.studies s join public.reports r on r.study_id = s.id
    where s.file_url = old.name and r.state = 'firmado'
  ) then
    raise exception using errcode = 'PT409', message = 'Este estudio tiene un informe firmado. Anúlalo primero.';
  end if;
  return coalesce(new, old);
end
$$;

do $$
begin
  create trigger indice_keep_signed before update or delete on storage.objects
    for each row execute function private.keep_signed_file();
exception when insufficient_privilege then
  raise notice 'Not allowed here: a trigger on storage.objects';
end
$$;

grant insert (orientation), update (orientation) on public.study_marks to authenticated;

grant execute on function
  private.is_key_image_file(text)
  to authenticated, service_role;
grant execute on function
  private.my_key_images(), private.my_key_image_files()
  to authenticated;
