-- What the QR code of a receipt names it by: 128 random bits, made with the row by the database and never changed. It is read
-- with the invoice and nowhere else; nobody may send it.
alter table public.invoices
  add column receipt_token text not null
    default left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32)
    constraint invoices_receipt_token_key unique
    constraint invoices_receipt_token_random check (receipt_token ~ '^[0-9a-f]{32}$');

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
end
$$;
