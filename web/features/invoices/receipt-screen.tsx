import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { AppError } from '#web/backend/errors.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { UnreadSheet } from '#web/parts/paper/unread-sheet.tsx'
import { adminPathQuery } from '#web/queries/admin-path.ts'
import { receiptQuery, renewReceipt } from '#web/queries/invoices.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { receiptBack } from './receipt-back.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** The printable receipt; for its patient, its doctor and administrators only (docs/product/payments.md). */
export function ReceiptScreen() {
  const { invoiceNumber = '' } = useParams()
  const from = useCameFrom()
  const me = useProfile()
  const navigate = useNavigate()
  const { data: adminPrefix = null } = useQuery({ ...adminPathQuery(), enabled: me.is_admin })
  const { data, error, refetch } = useQuery({ ...receiptQuery(invoiceNumber), retry: false })
  const client = useQueryClient()
  // A receipt that is annulled while open must not keep looking valid.
  useLive('invoices', data ? `id=eq.${data.id}` : null, () => {
    if (data) renewReceipt(client, data).catch(() => console.warn('The receipt could not be read again.'))
  })
  const refused = error instanceof AppError && ['invoice_denied', 'invoice_missing'].includes(error.code)

  useEffect(() => {
    if (!refused) return
    toastError(error, 'load_invoice')
    navigate(paths.home, { replace: true })
  }, [refused, error, navigate])

  const leave = (
    <Button
      icon={<ArrowLeft aria-hidden className="size-5" />}
      onClick={() => navigate(receiptBack({ from, role: me.role, isAdmin: me.is_admin, adminPrefix }))}
    >
      Volver
    </Button>
  )
  if (data) {
    return (
      <PrintSheet label={`Recibo ${data.invoice_number}`} back={leave}>
        <ReceiptSheet receipt={data} />
      </PrintSheet>
    )
  }
  if (error && !refused) {
    return (
      <UnreadSheet
        title="Recibo"
        lacks="No se pudo cargar el recibo."
        back={leave}
        error={error}
        code="load_invoice"
        onRetry={refetch}
      />
    )
  }
  return <Spinner />
}
