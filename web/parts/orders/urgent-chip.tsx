import { TriangleAlert } from 'lucide-react'
import { Chip } from '#web/ui/chip.tsx'

/** That a dentist ordered something as urgent. */
export function UrgentChip() {
  return (
    <Chip tone="red" Icon={TriangleAlert}>
      Urgente
    </Chip>
  )
}
