import { useQueryClient } from '@tanstack/react-query'
import type { OrderLine } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { cancelOrder, orderKeys } from '#web/queries/orders.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks before an order is taken back. */
export function CancelOrder({ order, onClose }: { order: OrderLine; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`¿Cancelar la orden de ${order.patient_name}?`}
      description={`La clínica ya no hará ${order.study_type}. Esta acción es irreversible.`}
      confirmLabel="Cancelar orden"
      busyLabel="Cancelando..."
      cancelLabel="Volver"
      onConfirm={async () => {
        if (!order.order_id) return
        try {
          await cancelOrder(order.order_id)
          toast(notices.orderCancelled)
        } catch (error) {
          toastError(error, 'cancel_order')
        }
        onClose()
        await client.invalidateQueries({ queryKey: orderKeys.all })
      }}
    />
  )
}
