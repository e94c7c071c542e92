import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, use } from 'react'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps } from './field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

type Shared = Omit<FieldProps, 'className'> & { className?: string }

export type SelectProps = Shared &
  Omit<ComponentProps<'select'>, keyof Shared | 'children'> & {
    options: readonly (Option | string)[]
    /** Shown while nothing is chosen, such as 'Selecciona un estudio'; its value is ''. */
    placeholder?: string
    /** Hides the label from sight (filters in a toolbar); it is still read aloud. */
    bare?: boolean
  }

/** Where labels are in sight whatever a select asks for: in the sheet of filters, whose other fields have theirs. */
export const ShowLabels = createContext(false)

/** The browser's own select, in our box: it works with a thumb, a keyboard and without JavaScript. */
export function Select({
  label,
  required,
  hideMark,
  optional,
  help,
  error,
  id,
  className,
  options,
  placeholder,
  bare,
  ...select
}: SelectProps) {
  const showsLabels = use(ShowLabels)
  const box = (control: object) => (
    <div className="relative">
      <select
        {...select}
        {...control}
        className={cx(
          controlStyle,
          'appearance-none pr-11 max-[22rem]:pr-9 max-[22rem]:pl-3 max-[22rem]:text-meta',
        )}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const { value, label, disabled } =
            typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          )
        })}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-2"
      />
    </div>
  )
  if (bare && !showsLabels) return <div className={className}>{box({ id, 'aria-label': label })}</div>
  return <Field {...{ label, required, hideMark, optional, help, error, id, className }}>{box}</Field>
}
