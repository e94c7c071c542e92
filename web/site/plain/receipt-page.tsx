import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { verifyReceipt } from '#web/backend/verify-receipt.ts'
import { Card } from '#web/ui/panel.tsx'
import { PlainPage } from './plain-page.tsx'
import type { PlainPageProps } from './start.tsx'
import { useAsked } from './use-asked.ts'
import { Facts, Verdict, Verified } from './verified.tsx'

/** Behind the QR code of a receipt (docs/product/payments.md). */
export function ReceiptPage({ token, phone }: PlainPageProps) {
  const receipt = useAsked(() => verifyReceipt(token), 'verify_receipt')
  return (
    <PlainPage phone={phone}>
      <Card className="p-5.5">
        <h1 className="text-card">Verificación de recibo</h1>
        <Verified of={receipt} asking="Consultando el recibo..." unknown="Este recibo no existe.">
          {({ status, invoice_number, payment_date, total_amount }) => (
            <>
              <Verdict tone={status === 'VÁLIDO' ? 'green' : 'red'}>{status}</Verdict>
              <Facts
                facts={{
                  Folio: invoice_number,
                  Fecha: formatDay(payment_date),
                  Total: formatMoney(toCentavos(total_amount)),
                }}
              />
            </>
          )}
        </Verified>
      </Card>
    </PlainPage>
  )
}
