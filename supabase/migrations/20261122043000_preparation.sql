-- How to come prepared for a service (docs/product/requests.md). It is the clinic's advice, so it starts empty; its history
-- is kept as that of name and price.
alter table public.services
  add column preparation text,
  add constraint services_preparation_fits check (private.fits(preparation, 'Preparación', 2000));
grant insert (preparation), update (preparation) on public.services to authenticated;
alter table private.service_history add column preparation text;

create or replace function private.keep_service_history() returns trigger
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

-- As before, with the preparation.
create or replace function public.service_history(service uuid, page integer default 1) returns jsonb
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
notify pgrst, 'reload schema';
