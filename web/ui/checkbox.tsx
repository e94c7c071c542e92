import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'

/** A checkbox with its label at the right; the whole line of 44 px can be pressed. */
export function Checkbox({
  label,
  help,
  className,
  'aria-describedby': described,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'id'> & { label: string; help?: string }) {
  const id = useId()
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={cx('inline-flex min-h-11 items-center gap-3', !input.disabled && 'cursor-pointer')}
      >
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={cx(described, help && `${id}-help`) || undefined}
          className="tick size-5 shrink-0 disabled:cursor-not-allowed disabled:opacity-45"
        />
        <span className="text-label">{label}</span>
      </label>
      {help && (
        <p id={`${id}-help`} className="pl-8 text-meta text-ink-3">
          {help}
        </p>
      )}
    </div>
  )
}
