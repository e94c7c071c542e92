import type { ReactNode } from 'react'

/** What a panel says when there is nothing to list: icon, one exact sentence, one action if any. */
export function EmptyState({
  icon,
  children,
  action,
}: {
  /** lucide, 24 px */
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4.5">
      <IconTile>{icon}</IconTile>
      <p className="min-w-0 flex-1 basis-48 text-ink-2">{children}</p>
      {action}
    </div>
  )
}

/** A square of 48 px that carries an icon on the palest brand colour. */
function IconTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-field bg-brand-100 text-brand-800"
    >
      {children}
    </span>
  )
}
