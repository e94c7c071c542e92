import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A button or a link with words on the dark ground of images. */
export function filmButtonStyle(
  variant: 'solid' | 'quiet' = 'quiet',
  className?: string,
  compact = false,
): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-small font-semibold whitespace-nowrap transition select-none',
    compact ? 'min-h-7 touch-target px-3 text-chip' : 'min-h-11 px-3.5 text-meta',
    'disabled:cursor-not-allowed disabled:opacity-45',
    variant === 'solid'
      ? 'bg-signal text-film-950 hover:brightness-110'
      : 'border border-film-700 bg-film-900 text-film-ink hover:bg-film-800',
    className,
  )
}

export function FilmButton({
  variant,
  icon,
  compact,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  variant?: 'solid' | 'quiet'
  icon?: ReactNode
  /** As low as a line of words, where no finger points. */
  compact?: boolean
}) {
  return (
    <button type="button" {...rest} className={filmButtonStyle(variant, className, compact)}>
      {icon}
      {children}
    </button>
  )
}

/** A choice of a list on the dark ground of images. */
export function FilmSelect({
  compact,
  className,
  ...rest
}: ComponentProps<'select'> & { compact?: boolean }) {
  return (
    <div className="relative">
      <select
        {...rest}
        className={cx(
          'w-full appearance-none rounded-small border border-film-700 bg-film-950 text-film-ink disabled:opacity-45',
          compact ? 'min-h-7 touch-target pr-7 pl-2 text-chip' : 'min-h-11 pr-11 pl-3 text-body',
          className,
        )}
      />
      <ChevronDown
        aria-hidden
        className={cx(
          'pointer-events-none absolute top-1/2 -translate-y-1/2 text-film-ink-2',
          compact ? 'right-2 size-4' : 'right-4 size-5',
        )}
      />
    </div>
  )
}

/** The middle of an empty stage: icon, title, sentence and actions. */
export function StageMessage({
  icon,
  title,
  children,
  actions,
  role,
}: {
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
}) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto p-5">
      <div role={role} className="grid max-w-measure justify-items-start gap-3 sm:min-w-96">
        <span
          aria-hidden
          className="inline-flex size-12 items-center justify-center rounded-field border border-film-700 bg-film-900 text-signal"
        >
          {icon}
        </span>
        <h2 className="text-card wrap-break-word">{title}</h2>
        {children && <div className="grid w-full gap-2 text-film-ink-2 wrap-break-word">{children}</div>}
        {actions && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
