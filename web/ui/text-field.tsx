import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps } from './field.tsx'
import { hiddenPlaceholder, Placeholder } from './placeholder.tsx'

type Shared = Omit<FieldProps, 'className'> & { className?: string }

export type TextFieldProps = Shared &
  Omit<ComponentProps<'input'>, keyof Shared> & {
    trailing?: ReactNode
    /** The placeholder is a sentence: its first word where there is little room. */
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
        <div className="relative">
          <input
            {...input}
            {...control}
            className={cx(controlStyle, trailing ? 'pr-12' : null, longPlaceholder && hiddenPlaceholder)}
          />
          {longPlaceholder && input.placeholder && (
            <Placeholder className={cx('left-4.25', trailing ? 'right-12' : 'right-4')}>
              {input.placeholder}
            </Placeholder>
          )}
          {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}

export type TextAreaProps = Shared &
  Omit<ComponentProps<'textarea'>, keyof Shared> & {
    /** One line that becomes as many as are written. */
    grows?: boolean
  }

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
  bare,
  grows = false,
  rows = grows ? 1 : 4,
  ...area
}: TextAreaProps) {
  const field = { label, required, hideMark, optional, bare, help, error, wrong, id, className }
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className={cx(controlStyle, 'resize-y py-2.5', grows && 'field-sizing-content max-h-60')}
        />
      )}
    </Field>
  )
}
