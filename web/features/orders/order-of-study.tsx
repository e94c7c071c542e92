import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { OrderFacts } from '#web/parts/orders/order-facts.tsx'
import { ordersOfStudyQuery } from '#web/queries/clinic-orders.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** In the viewer's bar, for the clinic: what the dentist ordered, where the study answers an order. */
export function OrderOfStudy({ studyId }: { studyId: string }) {
  const { data = [] } = useQuery(ordersOfStudyQuery(studyId))
  const [open, setOpen] = useState(false)
  if (data.length === 0) return null
  return (
    <>
      <IconButton
        tone="film"
        label="Orden"
        tooltip={<Tooltip label="Orden" />}
        icon={<ClipboardList aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onOpenChange={setOpen} title="Lo que pidió el dentista">
        <div className="grid gap-4">
          {data.map((order) => (
            <OrderFacts key={order.id} order={order} />
          ))}
        </div>
      </Dialog>
    </>
  )
}
