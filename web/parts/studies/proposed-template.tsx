import { Clock } from 'lucide-react'
import { Chip } from '#web/ui/chip.tsx'

/** Of a template that no radiologist has approved (docs/product/report-writing.md). */
export function ProposedTemplate() {
  return (
    <Chip tone="orange" Icon={Clock}>
      Propuesta: revísala con tu radiólogo
    </Chip>
  )
}
