-- Payments and their receipts (docs/product/payments.md).

-- The rows of a payment as they are stored: [{"name": ..., "price": ...}] and nothing else. Errors in Spanish.
create function private.invoice_services(services jsonb) returns jsonb
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

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  invoice_number text not null unique check (invoice_number ~ '^IDX-[0-9]{8}$'),
  patient_id uuid not null references public.profiles on delete restrict,
  doctor_id uuid not null references public.profiles on delete restrict,
  payment_date date not null,
  payment_method text not null,
  services jsonb not null,
  total_amount numeric(10, 2) not null check (total_amount >= 0),
  created_at timestamptz not null default now(),
  annulled_at timestamptz,
  annulled_reason text,
  annulled_by uuid references public.profiles on delete restrict,
  -- What the QR code of a receipt names it by: 128 random bits, made with the row by the database and never changed. It is
  -- read with the invoice and nowhere else; nobody may send it.
  receipt_token text not null default left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32)
    constraint invoices_receipt_token_key unique
    constraint invoices_receipt_token_random check (receipt_token ~ '^[0-9a-f]{32}$'),
  constraint invoices_payment_date_sane check (payment_date between '2000-01-01' and '2200-01-01'),
  constraint invoices_method_known
    check (payment_method in ('Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro')),
  constraint invoices_reason_fits check (private.fits(annulled_reason, 'Motivo de cancelación', 500)),
  constraint invoices_annulled_with_reason check ((annulled_at is null) = (btrim(coalesce(annulled_reason, '')) = ''))
);
alter table public.invoices enable row level security;

-- As lists order them. What the policies read is included, so that counting needs no row; what was paid, so that adding up
-- needs none either.
create index invoices_patient_id_idx on public.invoices (patient_id, payment_date desc, created_at desc, id)
  include (doctor_id);
create index invoices_doctor_id_idx on public.invoices (doctor_id, payment_date desc, created_at desc, id)
  include (patient_id);
create index invoices_payment_date_idx on public.invoices (payment_date desc, created_at desc, id)
  include (patient_id, doctor_id, total_amount, annulled_at);
create index invoices_annulled_by_idx on public.invoices (annulled_by) where annulled_by is not null;
create index invoices_number_search_idx on public.invoices
  using gin (private.sought(invoice_number) extensions.gin_trgm_ops);

grant select on public.invoices to authenticated;

-- Number and total may be sent and are replaced by ours; the id is the client's so that a retry meets itself.
grant insert (
  id, invoice_number, patient_id, doctor_id, payment_date, payment_method, services, total_amount
) on public.invoices to authenticated;

create policy "patients and doctors read their invoices, admins all" on public.invoices
  for select to authenticated
  using (
    doctor_id = (select private.doctor_uid())
    or (select private.is_admin())
    or patient_id = (select private.active_uid())
  );

create policy "doctors charge their patients, admins any" on public.invoices
  for insert to authenticated
  with check (
    doctor_id = (select private.active_uid())
    and (patient_id in (select private.my_patients()) or (select private.is_admin()))
  );

-- IDX- and eight digits of the millisecond clock, which wrap every 27.8 hours: the next free number is taken, one
-- transaction at a time; the unique index has the last word.
create function private.next_invoice_number() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  counter bigint;
  candidate text;
begin
  perform pg_advisory_xact_lock(hashtext('invoices.invoice_number'));
  counter := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  loop
    candidate := 'IDX-' || lpad((counter % 100000000)::text, 8, '0');
    exit when not exists (select from public.invoices i where i.invoice_number = candidate);
    counter := counter + 1;
  end loop;
  return candidate;
end
$$;

create function private.fill_invoice() returns trigger
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

create trigger invoices_b_fill before insert on public.invoices
  for each row execute function private.fill_invoice();

create trigger invoices_c_people before insert on public.invoices
  for each row execute function private.check_people();

create trigger invoices_link after insert on public.invoices
  for each row execute function private.link_people();

-- Always true: an invoice only ever changes by being annulled, once.
create function private.keep_invoice() returns trigger
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

create trigger invoices_keep before update or delete on public.invoices
  for each row execute function private.keep_invoice();

create trigger invoices_no_truncate before truncate on public.invoices
  for each statement execute function private.refuse_change('Las facturas no se borran.');

-- A receipt has no fiscal value, and its buttons and marks say 'anular': so do its refusals.
create function public.annul_invoice(invoice_id uuid, reason text) returns public.invoices
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  invoice public.invoices;
begin
  if not private.is_admin() then
    raise exception using errcode = 'PT403', message = 'No tienes permiso para anular recibos.';
  end if;
  perform private.fits(reason, 'Motivo de la anulación', 500, true);
  select i.* into invoice from public.invoices i where i.id = invoice_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'No se pudo encontrar la factura.';
  end if;
  if invoice.annulled_at is not null then
    raise exception using errcode = 'PT409', message = 'El recibo ya está anulado.';
  end if;
  update public.invoices i
  set annulled_at = now(), annulled_reason = btrim(reason), annulled_by = private.active_uid()
  where i.id = invoice_id
  returning i.* into invoice;
  return invoice;
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Tells "not yours" from "not there".
create function public.invoice_exists(number text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.active_uid() is null then
    raise exception using errcode = 'PT403', message = 'Inicia sesión para consultar una factura.';
  end if;
  perform private.hit('invoice_exists', 30, interval '1 minute', private.active_uid()::text);
  return exists (select from public.invoices i where i.invoice_number = invoice_exists.number);
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

-- Whoever holds a receipt may ask whether it stands: the four facts that are printed on it, nobody's name. Every text that is
-- no token answers the same.
create function public.verify_receipt(token text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hit('verify_receipt', 60, interval '1 minute');
  return (
    select jsonb_build_object(
      'status', case when i.annulled_at is null then 'VÁLIDO' else 'CANCELADO' end,
      'invoice_number', i.invoice_number,
      'payment_date', i.payment_date,
      'total_amount', i.total_amount
    )
    from public.invoices i
    where i.receipt_token = verify_receipt.token
  );
exception
  when integrity_constraint_violation or data_exception or transaction_rollback or lock_not_available then
    perform private.refuse_in_words(sqlstate, sqlerrm);
end
$$;

create trigger invoices_z_audit after insert or update on public.invoices
  for each row execute function private.audit_change();

grant execute on function
  public.annul_invoice(uuid,text), public.invoice_exists(text)
  to authenticated;
grant execute on function
  public.verify_receipt(text)
  to anon, authenticated;
