import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps, smallPlaceholder } from './field.tsx'

type Shared = Omit<FieldProps, 'className'> & { className?: string }

export type TextFieldProps = Shared &
  Omit<ComponentProps<'input'>, keyof Shared> & {
    trailing?: ReactNode
    /** The placeholder is a sentence: smaller where there is little room. */
    longPlaceholder?: boolean
  }

/** One line of text; takes every attribute of `input`. */
export function TextField({
  label,
  required,
  hideMark,
  optional,
  help,
  error,
  wrong,
  id,
  className,
  trailing,
  longPlaceholder = false,
  ...input
}: TextFieldProps) {
  const field = { label, required, hideMark, optional, help, error, wrong, id, className }
  return (
    <Field {...field}>
      {(control) => (
        <div className={cx('relative', longPlaceholder && '@container')}>
          <input
            {...input}
            {...control}
            className={cx(controlStyle, trailing ? 'pr-12' : null, longPlaceholder && smallPlaceholder)}
          />
          {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}

export type TextAreaProps = Shared & Omit<ComponentProps<'textarea'>, keyof Shared>

/** Several lines of text. */
export function TextArea({
  label,
  required,
  hideMark,
  optional,
  help,
  error,
  wrong,
  id,
  className,
  rows = 4,
  ...area
}: TextAreaProps) {
  const field = { label, required, hideMark, optional, help, error, wrong, id, className }
  return (
    <Field {...field}>
      {(control) => (
        <textarea {...area} {...control} rows={rows} className={cx(controlStyle, 'resize-y py-2.5')} />
      )}
    </Field>
  )
}
