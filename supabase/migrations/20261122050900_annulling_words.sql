-- A receipt has no fiscal value, and its buttons and marks say 'anular': so do its refusals.
create or replace function public.annul_invoice(invoice_id uuid, reason text) returns public.invoices
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
end
$$;
