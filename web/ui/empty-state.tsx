import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** What a panel says when there is nothing to list: icon, one exact sentence, one action if any. */
export function EmptyState({
  icon,
  isBad = false,
  children,
  action,
}: {
  /** lucide, 24 px */
  icon: ReactNode
  /** Something failed. */
  isBad?: boolean
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4.5">
      <span
        aria-hidden
        className={cx(
          'inline-flex size-12 shrink-0 items-center justify-center rounded-field',
          isBad ? 'bg-bad-soft text-bad' : 'bg-brand-100 text-brand-800',
        )}
      >
        {icon}
      </span>
      <p className="min-w-0 flex-1 basis-48 text-ink-2">{children}</p>
      {action}
    </div>
  )
}
