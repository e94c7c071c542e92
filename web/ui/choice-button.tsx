import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One of several days or hours: a radio button drawn as a button. `gone` is one that cannot be chosen. */
export function ChoiceButton({
  name,
  value,
  label,
  checked,
  gone = false,
  disabled = false,
  onChoose,
  className,
  children,
}: {
  /** The group of which one is chosen. */
  name: string
  value: string
  /** Read aloud instead of what is seen. */
  label?: string
  checked: boolean
  gone?: boolean
  disabled?: boolean
  onChoose: () => void
  className: string
  children: ReactNode
}) {
  return (
    <label
      className={cx(
        'relative grid place-content-center rounded-small border px-1 text-center text-meta whitespace-nowrap tabular-nums transition',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700',
        gone
          ? 'cursor-not-allowed border-line bg-sunken text-ink-3'
          : 'cursor-pointer border-line-strong bg-surface hover:bg-sunken has-checked:border-brand-600 has-checked:bg-brand-600 has-checked:text-white',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={checked}
        disabled={gone || disabled}
        onChange={onChoose}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-small outline-none"
      />
      {children}
    </label>
  )
}
