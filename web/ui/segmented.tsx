import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type SegmentedOption<Value extends string> = {
  value: Value
  label: string
  /** lucide, 18 px */
  icon?: ReactNode
}

const tones = {
  plain: {
    bar: 'border-line bg-sunken',
    option:
      'text-ink-2 hover:text-ink has-checked:bg-surface has-checked:text-brand-800 has-checked:shadow-1 has-focus-visible:outline-brand-700',
  },
  film: {
    bar: 'border-film-700 bg-film-950',
    option:
      'text-film-ink-2 hover:text-film-ink has-checked:bg-film-700 has-checked:text-signal has-focus-visible:outline-signal',
  },
}

/** A few ways of showing the same, of which one is chosen: radio buttons drawn as one bar. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  tone = 'plain',
  wraps = false,
  className,
}: {
  /** What is chosen; read aloud. */
  label: string
  /** Null while none of them is shown. */
  value: Value | null
  options: readonly SegmentedOption<Value>[]
  onChange: (value: Value) => void
  /** `film` for dark surfaces with images. */
  tone?: keyof typeof tones
  /** For many or long options: they take lines of their own, and so do their words. */
  wraps?: boolean
  className?: string
}) {
  const name = useId()
  return (
    <fieldset
      className={cx(
        'flex rounded-small border p-0.75',
        wraps && 'min-w-0 flex-wrap',
        tones[tone].bar,
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative inline-flex min-h-7.5 cursor-pointer touch-target items-center justify-center gap-2 rounded-thumb px-3 text-meta font-semibold transition select-none sm:px-3.5',
            wraps ? 'min-w-0 flex-auto text-center wrap-anywhere' : 'flex-1 touch-words whitespace-nowrap',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
            tones[tone].option,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-thumb outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
