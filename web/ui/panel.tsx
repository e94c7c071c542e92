import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** A white sheet with a line around it. `Card` is the same without a head; give it the padding it needs. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('rounded-panel border border-line bg-surface shadow-1', className ?? 'p-4.5')}>
      {children}
    </div>
  )
}

/**
 * A white sheet with a title (h2), something at its right, a body that fills it, and a foot. A plain one begins with its body: the
 * title, which what stands above it says already, is only read aloud.
 */
export function Panel({
  title,
  aside,
  footer,
  children,
  className,
  isPlain = false,
}: {
  title: string
  aside?: ReactNode
  footer?: ReactNode
  children: ReactNode
  className?: string
  isPlain?: boolean
}) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={cx('overflow-clip rounded-panel border border-line bg-surface shadow-1', className)}
    >
      <div
        className={cx(
          !isPlain &&
            // As high as with a small button, so that the lines of neighbours meet.
            'flex min-h-13 flex-wrap xl:min-h-15.25 items-center justify-between gap-x-4 gap-y-2.5 border-b border-line px-4.5 py-3',
        )}
      >
        <h2 id={heading} className={isPlain ? 'sr-only' : 'text-panel'}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
      {footer && <div className="border-t border-line bg-paper px-4.5 py-3">{footer}</div>}
    </section>
  )
}
