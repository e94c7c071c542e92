import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { SpinnerIcon } from './spinner.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export type ButtonVariant = 'primary' | 'soft' | 'secondary' | 'ghost' | 'destructive' | 'danger' | 'link'
export type ButtonSize = 'normal' | 'compact'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-action text-white shadow-2 inset-shadow-[0_1px_0_oklch(1_0_0/0.14)] hover:bg-action-hover disabled:bg-sunken disabled:text-ink-3',
  soft: 'bg-brand-100 text-brand-800 hover:bg-brand-200 disabled:bg-sunken disabled:text-ink-3',
  secondary: 'border border-line bg-surface text-ink shadow-1 hover:bg-sunken disabled:text-ink-3',
  ghost: 'text-ink-2 hover:bg-sunken hover:text-ink disabled:text-ink-3',
  destructive: 'border border-line bg-surface text-bad shadow-1 hover:bg-bad-soft disabled:text-ink-3',
  danger: 'bg-danger text-white shadow-2 hover:brightness-90 disabled:bg-sunken disabled:text-ink-3',
  link: 'text-brand-700 hover:underline underline-offset-4 disabled:text-ink-3',
}

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-12 rounded-field py-2',
  compact: 'min-h-9 rounded-small py-1.5 text-meta whitespace-nowrap touch-target',
}

const paddings: Record<ButtonSize, string> = { normal: 'px-5', compact: 'px-3.5 touch-words' }

/**
 * The look of a button, for links that are drawn as one. `soft` is what to do next in each row of a list, `danger` is the solid red that only confirmation dialogs
 * use; `link` is text in brand colour.
 */
export function buttonStyle(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'normal',
  className?: string,
): string {
  return cx(
    'inline-flex items-center justify-center gap-2 text-center font-semibold leading-tight wrap-normal transition select-none',
    'disabled:cursor-not-allowed disabled:shadow-none aria-busy:cursor-progress',
    variants[variant],
    sizes[size],
    variant === 'link' ? null : paddings[size],
    className,
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the text; lucide, 20 px (18 in compact buttons). */
  icon?: ReactNode
  /** Keeps the width and the focus, shows a ring, refuses clicks. */
  busy?: boolean
  /** What to say while busy, such as 'Cerrando...', then the name, too; without it text and name stay. */
  busyLabel?: string
}

/** One primary per view. `type` is "button" unless said otherwise. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  useKeptFocus(busy)
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      aria-label={busy && busyLabel ? undefined : rest['aria-label']}
      className={buttonStyle(variant, size, className)}
    >
      {/* Both states lie in the same cell, so the wider one decides the width and nothing jumps. */}
      <span className="inline-grid items-center justify-items-center">
        <span
          aria-hidden={busy || undefined}
          className={cx('col-start-1 row-start-1 inline-flex items-center gap-2', busy && 'invisible')}
        >
          {icon}
          {children}
        </span>
        {busy && (
          <span className="col-start-1 row-start-1 inline-flex items-center gap-2">
            <SpinnerIcon />
            {busyLabel ?? children}
          </span>
        )}
      </span>
    </button>
  )
}
