import { EyeOff } from 'lucide-react'
import { Chip } from '#web/ui/chip.tsx'

/** Beside a dentist, a study or an order of which nothing is shared any more. */
export function EndedChip() {
  return (
    <Chip tone="grey" Icon={EyeOff}>
      Ya no se comparte
    </Chip>
  )
}
