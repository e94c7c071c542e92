create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  unique (bucket_id, name)
);
create index if not exists objects_name_prefix_idx on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- As wide as hosted: what remains is decided by the policies alone.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[]
  language sql immutable
  return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];

create or replace function storage.filename(name text) returns text
  language sql immutable
  return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];

create or replace function storage.extension(name text) returns text
  language sql immutable
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));
