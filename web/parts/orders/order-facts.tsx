import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deliveries, deliveryNames } from '#domain/order-form.ts'
import { type ClinicOrder, orderOfRequestQuery, seeOrder } from '#web/queries/clinic-orders.ts'
import { MarkedTeeth } from './marked-teeth.tsx'
import { UrgentChip } from './urgent-chip.tsx'

/** The order that a request came with, for the clinic: where, why, how to deliver. Nothing for a request without one. */
export function OrderOfRequest({ requestId, className }: { requestId: number; className?: string }) {
  const { data: order } = useQuery(orderOfRequestQuery(requestId))
  if (!order) return null
  return (
    <section aria-label={titleOf(order)} className={className}>
      <OrderFacts order={order} />
    </section>
  )
}

const titleOf = ({ dentist }: ClinicOrder) => (dentist ? `Orden de ${dentist}` : 'Orden')

/** One order in full. That somebody read it is noted once. */
export function OrderFacts({ order }: { order: ClinicOrder }) {
  const { id, seen_by_clinic_at } = order
  useEffect(() => {
    // Whether it was read is no reason to disturb who reads.
    if (seen_by_clinic_at === null) seeOrder(id).catch(() => {})
  }, [id, seen_by_clinic_at])
  const ways = deliveries.filter((way) => order.deliver.includes(way)).map((way) => deliveryNames[way])
  return (
    <div className="grid gap-3 rounded-field bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-label wrap-break-word">{titleOf(order)}</p>
        {order.urgent && <UrgentChip />}
      </div>
      <MarkedTeeth teeth={order.teeth} areas={order.areas} />
      {order.question && <p className="wrap-break-word whitespace-pre-line">{order.question}</p>}
      <p className="text-meta text-ink-3">Entrega: {ways.join(', ')}</p>
    </div>
  )
}
