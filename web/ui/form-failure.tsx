import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** Above the buttons of a form: why its last try failed, as the message said that will be gone. */
export function FormFailure({ failure, className }: { failure: ReactNode; className?: string }) {
  if (!failure) return null
  return (
    <div role="status" data-retry="form" className={className}>
      <Notice tone="bad" className="text-meta">
        {failure}
      </Notice>
    </div>
  )
}
