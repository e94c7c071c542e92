import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What it does, in Spanish; read aloud and shown as a tooltip. */
  label: string
  icon: ReactNode
  /** `film` for dark surfaces with images, `deep` for the administration's bar. */
  tone?: 'plain' | 'bordered' | 'bad' | 'film' | 'deep'
  /** `compact`: beside compact buttons; a finger has 44 px all the same. */
  size?: 'normal' | 'compact'
  /** Instead of the browser's own (tooltip.tsx). */
  tooltip?: ReactNode
}

const tones = {
  plain: 'text-ink-2 hover:bg-sunken hover:text-ink',
  bordered: 'border border-line bg-surface text-ink shadow-1 hover:bg-sunken',
  bad: 'text-bad hover:bg-bad-soft',
  film: 'on-film bg-film-900/85 text-film-ink hover:bg-film-800',
  deep: 'text-deep-ink hover:bg-deep-raised hover:text-film-ink focus-visible:outline-signal',
}

const sizes = { normal: 'size-11', compact: 'touch-target size-9' }

/** A round button of 44 px with only an icon. */
export function IconButton({
  label,
  icon,
  tone = 'plain',
  size = 'normal',
  tooltip,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={tooltip ? undefined : label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full transition',
        'disabled:cursor-not-allowed disabled:opacity-45',
        sizes[size],
        tones[tone],
        className,
      )}
    >
      {icon}
      {tooltip}
    </button>
  )
}
