import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type FieldProps = {
  label: string
  /** Shows `*`, unless `hideMark` (the public form carries no asterisks). */
  required?: boolean
  hideMark?: boolean
  /** Shows 'Opcional' at the right of the label. */
  optional?: boolean
  /** The label is only read aloud. */
  bare?: boolean
  help?: ReactNode
  /** A sentence that says what to do; null or empty when all is well. */
  error?: string | null
  /** The id of what says elsewhere what is wrong; null or empty when all is well. */
  wrong?: string | null
  /** For the id of the control; made up when missing. */
  id?: string
  className?: string
}

/** What a control inside a `Field` must carry so that its label, help and error are read with it. */
export type ControlProps = {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, help and error of one input. */
export function Field({
  label,
  required,
  hideMark,
  optional,
  bare,
  help,
  error,
  wrong,
  id,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const parts = { optional: `${control}-optional`, help: `${control}-help`, error: `${control}-error` }
  // What is wrong says more than what to know before.
  const hint = error ? null : help
  const described = [optional && parts.optional, hint && parts.help, error && parts.error, wrong].filter(
    Boolean,
  )
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={bare ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={control} className="text-label">
          {label}
          {required && !hideMark && (
            <span aria-hidden className="text-bad">
              {' *'}
            </span>
          )}
        </label>
        {optional && (
          <span id={parts.optional} className="text-meta text-ink-3">
            Opcional
          </span>
        )}
      </div>
      {children({
        id: control,
        required: required || undefined,
        'aria-invalid': error || wrong ? true : undefined,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      })}
      {hint && (
        <p id={parts.help} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={parts.error}>{error}</FieldError>}
    </div>
  )
}

/** The red sentence under a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-meta text-bad">
      <CircleAlert aria-hidden className="mt-px size-4.5" />
      <span>{children}</span>
    </p>
  )
}

/** The box of every control: 48 px, strong border, red when its error is shown. */
export const controlStyle = cx(
  'min-h-12 w-full min-w-0 rounded-field border border-line-strong bg-surface px-4 text-body text-ellipsis text-ink transition',
  'aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3',
  '[&:is(input:not([type=file]),textarea)]:read-only:bg-sunken',
)
