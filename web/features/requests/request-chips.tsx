import { UrgentChip } from '#web/parts/orders/urgent-chip.tsx'
import type { BookedRequest } from '#web/queries/requests.ts'
import { StatusChip } from '#web/ui/chip.tsx'

/** The state of a request in a list, and below it that a dentist ordered it as urgent. */
export function RequestChips({ request: { status, orders } }: { request: BookedRequest }) {
  if (!orders?.urgent) return <StatusChip of="request" status={status} />
  return (
    <span className="inline-flex flex-col items-end gap-1 table:items-start">
      <StatusChip of="request" status={status} />
      <UrgentChip />
    </span>
  )
}
