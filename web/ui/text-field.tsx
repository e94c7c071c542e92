import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps } from './field.tsx'
import { hiddenPlaceholder, LongPlaceholder } from './long-placeholder.tsx'

type Shared = Omit<FieldProps, 'className'> & { className?: string }

export type TextFieldProps = Shared &
  Omit<ComponentProps<'input'>, keyof Shared> & {
    trailing?: ReactNode
    /** The placeholder is a sentence, which may take two lines. */
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
            className={cx(controlStyle, trailing ? 'pr-12' : null, longPlaceholder && hiddenPlaceholder)}
          />
          {longPlaceholder && (
            <LongPlaceholder className="right-12 left-4.25">{input.placeholder ?? ''}</LongPlaceholder>
          )}
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
