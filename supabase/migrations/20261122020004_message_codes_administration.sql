-- Our own sentences carry PTnnn (docs/decisions/0026): services, invoices, the administration and the trail.

-- Every name, price and state that a service had, newest first, 20 a page: {total, rows: [{at, who, name, price, active,
-- requestable}]}. `who` is null when it was the installation itself.
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
        'active', h.active, 'requestable', h.requestable
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

-- The rows of a payment as they are stored: [{"name": ..., "price": ...}] and nothing else. Errors in Spanish.
create or replace function private.invoice_services(services jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  item jsonb;
  price numeric;
  clean jsonb := '[]';
begin
  if jsonb_typeof(services) is distinct from 'array' or jsonb_array_length(services) not between 1 and 50 then
    raise exception using errcode = 'PT400', message = 'Servicios: agrega de 1 a 50 servicios.';
  end if;
  for item in select value from jsonb_array_elements(services) loop
    if jsonb_typeof(item) is distinct from 'object' or jsonb_typeof(item -> 'name') is distinct from 'string' then
      raise exception using errcode = 'PT400', message = 'Servicios: cada renglón necesita un servicio.';
    end if;
    perform private.fits(item ->> 'name', 'Servicio', 200, true);
    if jsonb_typeof(item -> 'price') is distinct from 'number' then
      raise exception using errcode = 'PT400', message = 'Servicios: cada precio debe ser un número.';
    end if;
    price := (item ->> 'price')::numeric;
    if price not between 0 and 999999.99 or price <> round(price, 2) then
      raise exception using errcode = 'PT400',
        message = 'Servicios: cada precio va de 0 a 999,999.99, con dos decimales como máximo.';
    end if;
    clean := clean || jsonb_build_object('name', btrim(item ->> 'name'), 'price', round(price, 2));
  end loop;
  return clean;
end
$$;

create or replace function private.fill_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.services := private.invoice_services(new.services);
  new.total_amount := (
    select sum((item ->> 'price')::numeric) from jsonb_array_elements(new.services) as item
  );
  if new.payment_method is null
    or new.payment_method not in ('Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro')
  then
    raise exception using errcode = 'PT400', message = 'Método de pago: elige uno de la lista.';
  end if;
  if new.payment_date not between '2000-01-01' and '2200-01-01' then
    raise exception using errcode = 'PT400', message = 'Fecha de pago: revisa el año.';
  end if;
  if private.from_api() or new.invoice_number is null then
    new.invoice_number := private.next_invoice_number();
  end if;
  return new;
end
$$;

-- Always true: an invoice only ever changes by being annulled, once.
create or replace function private.keep_invoice() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.annulled_at is null and new.annulled_at is not null
    and to_jsonb(new) - array['annulled_at', 'annulled_reason', 'annulled_by']
      = to_jsonb(old) - array['annulled_at', 'annulled_reason', 'annulled_by']
  then
    return new;
  end if;
  raise exception using errcode = 'PT403',
    message = 'Una factura no se modifica ni se borra: solo se cancela, una vez y con un motivo.';
end
$$;

create or replace function public.annul_invoice(invoice_id uuid, reason text) returns public.invoices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  invoice public.invoices;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para cancelar facturas.';
  end if;
  perform private.fits(reason, 'Motivo de cancelación', 500, true);
  select i.* into invoice from public.invoices i where i.id = invoice_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la factura.';
  end if;
  if invoice.annulled_at is not null then
    raise exception using errcode = 'PT409', message = 'La factura ya está cancelada.';
  end if;
  update public.invoices i
  set annulled_at = now(), annulled_reason = btrim(reason), annulled_by = private.active_uid()
  where i.id = invoice_id
  returning i.* into invoice;
  return invoice;
end
$$;

-- Tells "not yours" from "not there".
create or replace function public.invoice_exists(number text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para consultar una factura.';
  end if;
  perform private.hit('invoice_exists', 30, interval '1 minute', private.active_uid()::text);
  return exists (select from public.invoices i where i.invoice_number = invoice_exists.number);
end
$$;

-- What the administration's screens begin with: no administrator, no answer.
create or replace function private.require_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return true;
end
$$;

create or replace function public.admin_suffix() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return private.setting('admin_suffix', null);
end
$$;

-- Whose account the administration's screens protect. Triggers refuse what they would still try.
create or replace function public.main_admin_id() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return (select p.id from public.profiles p where p.email = private.setting('admin_email', null));
end
$$;

-- What is merged now, newest first.
create or replace function public.referrer_merges()
  returns table (id uuid, from_key text, from_name text, into_key text, into_name text, merged_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para el panel de administración.';
  end if;
  return query
    select m.id, m.from_key, coalesce(private.referrer_name(m.from_key), m.from_key), m.into_key,
      coalesce(private.referrer_name(m.into_key), m.into_key), m.merged_at
    from private.referrer_merges m
    where m.undone_at is null
    order by m.merged_at desc, m.id;
end
$$;

-- One at a time, so that two administrators cannot close a circle.
create or replace function public.merge_referrers(from_key text, into_key text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  merge_id uuid;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para agrupar doctores referentes.';
  end if;
  if merge_referrers.from_key = merge_referrers.into_key then
    raise exception using errcode = 'PT400', message = 'Elige dos doctores referentes distintos.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.referrer_merges'));
  if not private.is_referrer(merge_referrers.from_key) or not private.is_referrer(merge_referrers.into_key) then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar el doctor referente.';
  end if;
  if exists (
      select from private.referrer_merges m where m.from_key = merge_referrers.from_key and m.undone_at is null
    )
    or exists (
      select from private.referrer_roots() r where r.key = merge_referrers.into_key and r.root = merge_referrers.from_key
    )
  then
    raise exception using errcode = 'PT409', message = 'Ese doctor referente ya está agrupado.';
  end if;
  insert into private.referrer_merges (from_key, into_key, merged_by)
  values (merge_referrers.from_key, merge_referrers.into_key, private.active_uid())
  returning id into merge_id;
  return merge_id;
end
$$;

create or replace function public.undo_referrer_merge(merge_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para separar doctores referentes.';
  end if;
  update private.referrer_merges m
  set undone_at = now(), undone_by = private.active_uid()
  where m.id = merge_id and m.undone_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa agrupación ya no existe.';
  end if;
end
$$;

-- Verifies the seals behind number `after`, `most` at most and no more than some 5,000 lines, so that a screen shows how far
-- it is: {last, seals, lines, findings, found, done}. Of many findings the first 50 are told.
create or replace function public.verify_audit(after bigint default 0, most integer default 100) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  seal private.audit_seals;
  before private.audit_seals;
  expected bigint;
  findings text[] := '{}';
  seals integer := 0;
  lines bigint := 0;
begin
  perform private.require_admin();
  if after is null or after < 0 or most is null or most not between 1 and 1000 then
    raise exception using errcode = 'PT400', message = 'La verificación pide un sello a partir de 0 y de 1 a 1000 sellos.';
  end if;
  select s.* into before from private.audit_seals s where s.number <= after order by s.number desc limit 1;
  for seal in select s.* from private.audit_seals s where s.number > after order by s.number limit most loop
    expected := coalesce(before.number, 0) + 1;
    if seal.number <> expected then
      findings := findings || case
        when expected = seal.number - 1 then format('Falta el sello %s.', expected)
        else format('Faltan los sellos %s a %s.', expected, seal.number - 1)
      end;
    end if;
    findings := findings || private.seal_findings(seal, before, seal.number = expected);
    before := seal;
    seals := seals + 1;
    lines := lines + seal.rows;
    exit when lines >= 5000;
  end loop;
  return jsonb_build_object(
    'last', coalesce(seal.number, before.number, after), 'seals', seals, 'lines', lines,
    'findings', to_jsonb(findings[:50]), 'found', cardinality(findings),
    'done', not exists (select from private.audit_seals s where s.number > coalesce(before.number, after))
  );
end
$$;
