import { Clock } from 'lucide-react'

/** Of a template that no radiologist has approved (docs/product/report-writing.md). */
export function ProposedTemplate() {
  return (
    <span className="inline-flex items-start gap-1.5 text-meta text-pend">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      Propuesta: revísala con tu radiólogo
    </span>
  )
}
