import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The one h1 of a screen, with what stands above or below it and its actions. */
export function PageHeader({
  title,
  above,
  description,
  actions,
}: {
  title: string
  /** A line over the title, such as the date. */
  above?: ReactNode
  description?: ReactNode
  /** Buttons; at the right on wide screens, below and sharing the width on small ones. */
  actions?: ReactNode
}) {
  return (
    <header
      className={cx(
        'mb-4 flex flex-col gap-3.5 sm:mb-6 sm:flex-row sm:flex-wrap sm:justify-between sm:gap-4',
        // A title alone is lower than a button: both are centred on one line.
        above || description ? 'sm:items-end' : 'sm:items-center',
      )}
    >
      <div className="min-w-0">
        {above && <p className="mb-0.5 text-ink-3 first-letter:uppercase">{above}</p>}
        <h1 tabIndex={-1} className="text-page wrap-break-word">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-measure text-ink-2">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 *:flex-1 sm:*:flex-none">{actions}</div>}
    </header>
  )
}
