-- What was made from a study's file so that it is seen at once: two pictures, a reduced volume and an index of its slices
-- (docs/product/studies.md). The files lie beside the study's file; the row names them.

-- A file in the folder of another one; with an empty name the folder itself.
create function private.beside(path text, name text) returns text
  language sql immutable set search_path = ''
  return regexp_replace(path, '[^/]*$', '') || name;

create table public.study_previews (
  study_id uuid primary key references public.studies on delete cascade,
  -- The study's file that it was made from. Another file ends the row.
  source text not null,
  state text not null,
  -- Why nothing could be made.
  reason text,
  kind text,
  thumb_path text,
  thumb_width integer,
  thumb_height integer,
  cover_path text,
  cover_width integer,
  cover_height integer,
  -- The mean colour, which stands there until the picture does.
  tint text,
  sheets jsonb,
  index_path text,
  file_bytes bigint,
  parts jsonb not null default '{}',
  facts jsonb not null default '{}',
  -- Which way of making them; rows of another one are made anew.
  maker smallint not null,
  made_by uuid references public.profiles on delete set null,
  made_at timestamptz not null default now(),
  constraint study_previews_state_known check (state in ('ready', 'partial', 'none', 'failed')),
  constraint study_previews_kind_known check (kind in ('volume', 'image', 'photo', 'mesh', 'document')),
  constraint study_previews_reason_fits check (
    (reason is not null) = (state = 'failed') and (reason is null or reason ~ '^[a-z_]{3,40}$')
  ),
  constraint study_previews_ready_is_whole check (
    state = 'failed' or kind is not null and (
      state <> 'ready'
      or thumb_path is not null and cover_path is not null and (kind <> 'volume' or sheets is not null)
    )
  ),
  constraint study_previews_nothing_names_nothing check (
    state in ('ready', 'partial') or num_nonnulls(thumb_path, cover_path, sheets, index_path) = 0
  ),
  constraint study_previews_thumb_fits check (
    num_nulls(thumb_path, thumb_width, thumb_height) = 3
    or num_nulls(thumb_path, thumb_width, thumb_height) = 0
      and thumb_path in (private.beside(source, 'miniatura.webp'), private.beside(source, 'miniatura.jpg'))
      and thumb_width between 1 and 4096 and thumb_height between 1 and 4096
  ),
  constraint study_previews_cover_fits check (
    num_nulls(cover_path, cover_width, cover_height) = 3
    or num_nulls(cover_path, cover_width, cover_height) = 0
      and cover_path in (private.beside(source, 'portada.webp'), private.beside(source, 'portada.jpg'))
      and cover_width between 1 and 4096 and cover_height between 1 and 4096
  ),
  constraint study_previews_tint_fits check (tint ~ '^[0-9a-f]{6}$'),
  -- Four sheets of tiles; how many voxels, how large they are in mm, what the darkest and the brightest grey mean.
  constraint study_previews_sheets_fit check (
    sheets is null
    or (
      kind = 'volume'
      and sheets - array['paths', 'size', 'mm', 'low', 'high', 'unit', 'columns'] = '{}'
      and sheets @@ '$.paths.type() == "array" && $.paths.size() == 4'
      and sheets #>> '{paths,0}' in (private.beside(source, 'previa-1.webp'), private.beside(source, 'previa-1.jpg'))
      and sheets #>> '{paths,1}' in (private.beside(source, 'previa-2.webp'), private.beside(source, 'previa-2.jpg'))
      and sheets #>> '{paths,2}' in (private.beside(source, 'previa-3.webp'), private.beside(source, 'previa-3.jpg'))
      and sheets #>> '{paths,3}' in (private.beside(source, 'previa-4.webp'), private.beside(source, 'previa-4.jpg'))
      and jsonb_array_length(sheets -> 'size') = 3
      and jsonb_array_length(jsonb_path_query_array(sheets, '$.size[*] ? (@ >= 1 && @ <= 256)')) = 3
      and jsonb_array_length(sheets -> 'mm') = 3
      and jsonb_array_length(jsonb_path_query_array(sheets, '$.mm[*] ? (@ > 0 && @ <= 1000)')) = 3
      and sheets @@ '$.low < $.high && $.columns >= 1 && $.columns <= 64'
      and (sheets -> 'unit' = 'null' or sheets -> 'unit' = '"HU"')
    ) is true
  ),
  constraint study_previews_index_is_beside check (index_path = private.beside(source, 'indice.json')),
  constraint study_previews_bytes_fit check (file_bytes >= 0),
  constraint study_previews_parts_fit check (
    (
      parts - array['volumes', 'images', 'photos', 'scans', 'documents'] = '{}'
      and not parts @? '$.* ? (@.type() != "number" || @ < 0 || @ > 1000000)'
    ) is true
  ),
  constraint study_previews_facts_fit check (
    (
      facts - array[
        'modality', 'manufacturer', 'model', 'kvp', 'ma', 'ms', 'dap', 'voxel_mm', 'fov_mm', 'slices', 'performed_at'
      ] = '{}'
      and octet_length(facts::text) <= 2048
    ) is true
  ),
  constraint study_previews_maker_fits check (maker >= 1)
);
alter table public.study_previews enable row level security;

create index study_previews_made_by_idx on public.study_previews (made_by);

-- By folder, for the policies of storage.
create index study_previews_folder_idx on public.study_previews (private.beside(source, ''));
create index study_previews_missing_idx on public.study_previews (maker, study_id) include (state, kind);
create index studies_stored_file_idx on public.studies (id) where file_url !~* '^https://';

grant select on public.study_previews to authenticated;

create policy "who reads a study reads its preview" on public.study_previews
  for select to authenticated
  using (exists (select from public.studies s where s.id = study_id));

-- A picture of the old file is never shown for the new one.
create function private.end_preview() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.study_previews p where p.study_id = new.id;
  return null;
end
$$;

create trigger studies_preview after update on public.studies
  for each row when (old.file_url is distinct from new.file_url)
  execute function private.end_preview();

-- The folder says whose study it is, also when the study itself is being deleted.
create function private.audit_preview() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  preview constant public.study_previews := coalesce(new, old);
begin
  insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
  values (
    auth.uid(), private.speaking_role(), case tg_op when 'DELETE' then 'drop' else 'put' end, 'study_previews',
    preview.study_id::text, split_part(preview.source, '/', 1)::uuid
  );
  return null;
end
$$;

create trigger study_previews_z_audit after insert or update or delete on public.study_previews
  for each row execute function private.audit_preview();

-- Where `previewMaker` of domain/study-preview.ts stands now.
create function private.preview_maker() returns smallint
  language sql immutable set search_path = ''
  return 1;

create function private.preview_files(preview public.study_previews) returns text[]
  language sql immutable set search_path = ''
  return array_remove(array[
    preview.thumb_path, preview.cover_path, preview.index_path,
    preview.sheets #>> '{paths,0}', preview.sheets #>> '{paths,1}',
    preview.sheets #>> '{paths,2}', preview.sheets #>> '{paths,3}'
  ], null);

-- Stores what was made from a study's file, by whoever uploaded the pictures; answers the row. `preview` has the columns of the
-- table but study_id, made_by and made_at; file_bytes is what the storage says. A ready one of this file stays.
create function public.put_study_preview(study_id uuid, preview jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
  study public.studies;
  made public.study_previews := jsonb_populate_record(null::public.study_previews, preview);
  stored public.study_previews;
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if not private.may_read_study(put_study_preview.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  select s.* into study from public.studies s where s.id = put_study_preview.study_id for update;
  if not (private.is_linked(study.patient_id) or private.is_admin()) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para guardar la vista previa de este estudio.';
  end if;
  perform private.hit('put_study_preview', 600, interval '1 hour', caller::text);
  if study.file_url is null or study.file_url ~* '^https://' or made.source is distinct from study.file_url then
    raise exception using errcode = 'PT400', message = 'La vista previa no es del archivo de este estudio.';
  end if;
  select p.* into stored from public.study_previews p where p.study_id = study.id;
  if stored.state = 'ready' and stored.maker = made.maker then
    raise exception using errcode = 'PT409', message = 'Este estudio ya tiene vista previa.';
  end if;
  if exists (
    select from unnest(private.preview_files(made)) as wanted(path)
    where not exists (
      select from storage.objects o
      where o.bucket_id = 'study_files' and o.name = wanted.path
        and (o.owner_id = caller::text or wanted.path = any (private.preview_files(stored)))
        and (o.metadata ->> 'size')::bigint <= 1024 * case wanted.path
          when made.thumb_path then 60 when made.cover_path then 400 when made.index_path then 400 else 2560 end
    )
  ) or (
    select sum((o.metadata ->> 'size')::bigint) from storage.objects o
    where o.bucket_id = 'study_files' and made.sheets -> 'paths' ? o.name
  ) > 2560 * 1024 then
    raise exception using errcode = 'PT400', message = 'Las imágenes de la vista previa no están completas o pesan demasiado.';
  end if;
  made.study_id := study.id;
  made.file_bytes := (
    select (o.metadata ->> 'size')::bigint from storage.objects o
    where o.bucket_id = 'study_files' and o.name = study.file_url
  );
  made.parts := coalesce(made.parts, '{}');
  made.facts := coalesce(made.facts, '{}');
  made.made_by := caller;
  made.made_at := now();
  insert into public.study_previews values (made.*)
  on conflict on constraint study_previews_pkey do update set
    (
      source, state, reason, kind, thumb_path, thumb_width, thumb_height, cover_path, cover_width, cover_height, tint,
      sheets, index_path, file_bytes, parts, facts, maker, made_by, made_at
    ) = (
      excluded.source, excluded.state, excluded.reason, excluded.kind, excluded.thumb_path, excluded.thumb_width,
      excluded.thumb_height, excluded.cover_path, excluded.cover_width, excluded.cover_height, excluded.tint,
      excluded.sheets, excluded.index_path, excluded.file_bytes, excluded.parts, excluded.facts, excluded.maker,
      excluded.made_by, excluded.made_at
    )
  returning * into made;
  return to_jsonb(made);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Forgets a study's preview, so that its files may be replaced and deleted. By the study's author and administrators.
create function public.drop_study_preview(study_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := private.active_uid();
begin
  if caller is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para continuar.';
  end if;
  if not private.may_read_study(drop_study_preview.study_id) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el estudio.';
  end if;
  if not private.is_admin() and not (
    private.is_doctor()
    and exists (select from public.studies s where s.id = drop_study_preview.study_id and s.doctor_id = caller)
  ) then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para quitar la vista previa de este estudio.';
  end if;
  delete from public.study_previews p where p.study_id = drop_study_preview.study_id;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Studies with a file of ours and no preview of today's maker, by id behind `after`, 100 at most, for administrators:
-- {total, missing, rows: [{id, file_url, file_name, state}]}. `total` counts all with such a file, `missing` those that lack one in
-- all. With `volumes` also those whose preview lacks the volume.
create function public.studies_without_preview(after uuid default null, most integer default 100, volumes boolean default false)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  total bigint;
begin
  perform private.require_admin();
  total := (select count(*) from public.studies s where s.file_url !~* '^https://');
  return jsonb_build_object(
    'total', total,
    -- Every preview is of a study with a file: the row ends with it.
    'missing', total - (
      select count(*) from public.study_previews p
      where p.maker = private.preview_maker() and not (coalesce(volumes, false) and p.state = 'partial' and p.kind = 'volume')
    ),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(lacking) order by lacking.id), '[]')
      from (
        select s.id, s.file_url, s.file_name, p.state
        from public.studies s
        left join public.study_previews p on p.study_id = s.id and p.maker = private.preview_maker()
        where s.file_url !~* '^https://' and (after is null or s.id > after)
          and (p.study_id is null or (volumes and p.state = 'partial' and p.kind = 'volume'))
        order by s.id
        limit least(greatest(coalesce(most, 100), 1), 100)
      ) lacking
    )
  );
end
$$;

-- What is made from a study's file lies beside it, is read like it and goes out of reach with it. While a row names it nobody
-- changes it.

create function private.is_preview_file(path text) returns boolean
  language sql immutable set search_path = ''
  return path ~ '^[^/]+/.+/((miniatura|portada|previa-[1-4])\.(webp|jpg)|indice\.json)$';

create index deleted_studies_folder_idx on private.deleted_studies (private.beside(file_path, ''));

-- Whoever opens a link leafs through the study's reduced volume within seconds, as its patient does.

-- The large picture of a study for whoever has a link to it: {path, width, height, tint}, or null.
create function private.shared_picture(study_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object('path', p.cover_path, 'width', p.cover_width, 'height', p.cover_height, 'tint', p.tint)
    from public.study_previews p where p.study_id = shared_picture.study_id and p.cover_path is not null
  );

-- Its reduced volume: the sheets as they are stored; of the study's file the bytes, whether it states its scale, where its index
-- lies, and what parts it has; or null.
create function private.shared_preview(study_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'sheets', p.sheets, 'bytes', p.file_bytes, 'known', p.facts ? 'voxel_mm', 'index', p.index_path, 'parts', p.parts
    )
    from public.study_previews p where p.study_id = shared_preview.study_id and p.sheets is not null
  );

-- Administrators see of which studies nothing could be shown, the last tried first.
create index study_previews_failed_idx on public.study_previews (made_at desc, study_id) where state = 'failed';

grant execute on function
  private.beside(text,text)
  to service_role;
grant execute on function
  public.put_study_preview(uuid,jsonb), public.drop_study_preview(uuid),
  public.studies_without_preview(uuid,integer,boolean)
  to authenticated;
