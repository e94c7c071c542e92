import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useListState } from '#web/hooks/list-state.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { PagedList } from '#web/parts/lists/list.tsx'
import { InvoiceTable } from '#web/parts/payments/invoice-table.tsx'
import { invoiceKeys, invoicesQuery } from '#web/queries/invoices.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

const pageSize = 10

/** 'Mis Pagos': the patient's receipts, newest first, live (docs/product/payments.md). */
export function MyPaymentsScreen() {
  const me = useProfile()
  const list = useListState()
  const client = useQueryClient()
  const query = useQuery(invoicesQuery({ as: 'patient', id: me.id }, { page: list.page, pageSize }))
  useLive(
    'invoices',
    `patient_id=eq.${me.id}`,
    () => void client.invalidateQueries({ queryKey: invoiceKeys.all }),
  )
  return (
    <>
      <PageHeader title="Mis Pagos" />
      <PagedList
        query={query}
        code="load_my_payments"
        {...{ list, pageSize }}
        noun={['pago', 'pagos']}
        Icon={ReceiptText}
        empty="No tienes pagos registrados."
        skeleton={<SkeletonTable columns={5} rows={8} />}
        frame={(rows) => <Card className={cx('overflow-clip', tableRoom.medium)}>{rows}</Card>}
      >
        {(rows) => <InvoiceTable forPatient label="Mis pagos" rows={rows} named={['doctor']} />}
      </PagedList>
    </>
  )
}
