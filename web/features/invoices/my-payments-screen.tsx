import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useListState } from '#web/hooks/list-state.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { invoiceKeys, invoicesQuery } from '#web/queries/invoices.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonTable } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { InvoiceTable } from './invoice-table.tsx'

const pageSize = 10

/** 'Mis Pagos': the patient's receipts, newest first, live (docs/product/payments.md). */
export function MyPaymentsScreen() {
  const me = useProfile()
  const list = useListState()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(
    invoicesQuery({ as: 'patient', id: me.id }, { page: list.page, pageSize }),
  )
  useLive(
    'invoices',
    `patient_id=eq.${me.id}`,
    () => void client.invalidateQueries({ queryKey: invoiceKeys.all }),
  )
  return (
    <>
      <PageHeader title="Mis Pagos" />
      <Card className={cx('overflow-clip', tableRoom.medium)}>
        {data ? (
          data.total > 0 ? (
            <InvoiceTable
              label="Mis pagos"
              rows={data.rows}
              folio="Folio"
              person={{ header: 'Doctor', name: (row) => row.doctor?.full_name ?? row.doctor_name }}
              action="Ver Recibo"
            />
          ) : (
            <EmptyState icon={<ReceiptText className="size-6" />}>No tienes pagos registrados.</EmptyState>
          )
        ) : error ? (
          <FailedLoad error={error} code="load_my_payments" onRetry={refetch} />
        ) : (
          <SkeletonTable columns={5} rows={4} />
        )}
      </Card>
      {data && data.total > 0 && (
        <div className="mt-4">
          <Pagination
            {...{ page: list.page, pageSize, total: data.total, onPage: list.setPage }}
            noun={['pago', 'pagos']}
          />
        </div>
      )}
    </>
  )
}
