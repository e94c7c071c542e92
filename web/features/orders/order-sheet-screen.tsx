import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { AppError } from '#web/backend/errors.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { UnreadSheet } from '#web/parts/paper/unread-sheet.tsx'
import { sendingQuery } from '#web/queries/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OrderSheet } from './order-sheet.tsx'

/** What was ordered at once, on paper, for the dentist who did (docs/product/referrers.md). */
export function OrderSheetScreen() {
  const { sendingId = '' } = useParams()
  const known = isUuid(sendingId)
  const back = useCameFrom() ?? paths.home
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...sendingQuery(sendingId), enabled: known })
  const leave = (
    <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(back)}>
      Volver
    </Button>
  )
  const [first, ...others] = data ?? []
  if (first) {
    return (
      <PrintSheet label={`Orden de ${first.patient_name}`} back={leave}>
        <OrderSheet rows={[first, ...others]} />
      </PrintSheet>
    )
  }
  if (error || data || !known) {
    return (
      <UnreadSheet
        title="Orden de estudio"
        lacks="No se pudo cargar la orden."
        back={leave}
        error={error ?? new AppError('load_orders', 'missing')}
        code="load_orders"
        onRetry={refetch}
      />
    )
  }
  return <Spinner />
}
