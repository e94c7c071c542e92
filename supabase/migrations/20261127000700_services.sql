-- The catalogue of studies with its prices, and what became of them (docs/product/admin.md).

create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  price numeric(10, 2) not null,
  active boolean not null default true,
  requestable boolean not null default false,
  created_at timestamptz not null default now(),
  preparation text,
  constraint services_name_fits check (private.fits(name, 'Nombre del servicio', 200, true)),
  constraint services_price_fits check (private.price_fits(price)),
  constraint services_preparation_fits check (private.fits(preparation, 'Preparación', 2000))
);
alter table public.services enable row level security;

grant select on public.services to anon, authenticated;
grant insert (id, name, price, active, requestable), update (name, price, active, requestable)
  on public.services to authenticated;

create policy "everyone reads the active services, admins all" on public.services
  for select to anon, authenticated
  using (active or (select private.is_admin()));

create policy "admins add services" on public.services
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "admins edit services" on public.services
  for update to authenticated
  using ((select private.is_admin()));

create table private.service_history (
  id bigint primary key generated always as identity,
  service_id uuid not null references public.services on delete restrict,
  name text not null,
  price numeric(10, 2) not null,
  active boolean not null,
  requestable boolean not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  preparation text
);
alter table private.service_history enable row level security;

create index service_history_service_id_idx on private.service_history (service_id, changed_at);

create function private.keep_service_history() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new is distinct from old then
    insert into private.service_history (service_id, name, price, active, requestable, preparation, changed_by)
    values (new.id, new.name, new.price, new.active, new.requestable, new.preparation, auth.uid());
  end if;
  return null;
end
$$;

create trigger services_history after insert or update on public.services
  for each row execute function private.keep_service_history();

-- The public catalogue, in MXN. The four tomographies are sold but not asked for by name in the request form.
insert into public.services (name, price, requestable)
values
  ('Radiografía Panorámica', 250, true),
  ('Radiografía Lateral de Cráneo', 250, true),
  ('Radiografía Carpal', 250, true),
  ('Tomografías', 750, true),
  ('Trazados Cefalométricos', 150, true),
  ('Escaneo Intraoral', 400, true),
  ('Tomografía 5x5 cm', 750, false),
  ('Tomografía Arcada completa', 1000, false),
  ('Tomografía Bimaxilar', 1500, false),
  ('Tomografía Cráneo completo', 2000, false)
on conflict (name) do nothing;

-- Every name, price and state that a service had, newest first, 20 a page: {total, rows: [{at, who, name, price, active,
-- requestable, preparation}]}. `who` is null when it was the installation itself.
create function public.service_history(service uuid, page integer default 1) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if page is null or page not between 1 and 1000000 then
    raise exception using errcode = 'PT400', message = 'Página: escribe un número a partir de 1.';
  end if;
  return jsonb_build_object(
    'total', (select count(*) from private.service_history h where h.service_id = service),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'at', h.changed_at, 'who', private.full_name_of(h.changed_by), 'name', h.name, 'price', h.price,
        'active', h.active, 'requestable', h.requestable, 'preparation', h.preparation
      ) order by h.changed_at desc, h.id desc), '[]')
      from (
        select * from private.service_history s
        where s.service_id = service
        order by s.changed_at desc, s.id desc
        limit 20 offset (page - 1) * 20
      ) h
    )
  );
end
$$;

create trigger services_z_audit after insert or update or delete on public.services
  for each row execute function private.audit_change();

grant insert (preparation), update (preparation) on public.services to authenticated;

grant execute on function
  public.service_history(uuid,integer)
  to authenticated;
